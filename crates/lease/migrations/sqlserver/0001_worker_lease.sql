-- Names are compared octet by octet, whatever the collation of the database is.
IF OBJECT_ID('idspec_lease_settings', 'U') IS NULL
CREATE TABLE idspec_lease_settings (
    namespace VARCHAR(64) COLLATE Latin1_General_100_BIN2 NOT NULL PRIMARY KEY,
    layout VARCHAR(200) COLLATE Latin1_General_100_BIN2 NOT NULL,
    epoch_ms BIGINT NOT NULL,
    tick_ms BIGINT NOT NULL,
    worker_bits BIGINT NOT NULL
);
IF OBJECT_ID('idspec_worker_lease', 'U') IS NULL
CREATE TABLE idspec_worker_lease (
    namespace VARCHAR(64) COLLATE Latin1_General_100_BIN2 NOT NULL REFERENCES idspec_lease_settings (namespace),
    worker_id BIGINT NOT NULL,
    holder VARCHAR(128) COLLATE Latin1_General_100_BIN2 NULL,
    fence BIGINT NOT NULL DEFAULT 0,
    rev BIGINT NOT NULL DEFAULT 0,
    expires_at_ms BIGINT NOT NULL DEFAULT 0,
    hwm_ms BIGINT NOT NULL DEFAULT 0,
    label VARCHAR(128) COLLATE Latin1_General_100_BIN2 NULL,
    PRIMARY KEY (namespace, worker_id)
);
-- A name holds one slot at most.
IF NOT EXISTS (SELECT 1 FROM sys.indexes WHERE name = 'idspec_worker_lease_holder')
CREATE UNIQUE INDEX idspec_worker_lease_holder ON idspec_worker_lease (namespace, holder) WHERE holder IS NOT NULL;
