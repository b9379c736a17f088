-- Two sessions that create the same table at once would fail; the lock ends with the script's transaction.
SELECT pg_advisory_xact_lock(7235441023);
CREATE TABLE IF NOT EXISTS idspec_lease_settings (
    namespace VARCHAR(64) NOT NULL PRIMARY KEY,
    layout VARCHAR(200) NOT NULL,
    epoch_ms BIGINT NOT NULL,
    tick_ms BIGINT NOT NULL,
    worker_bits BIGINT NOT NULL
);
CREATE TABLE IF NOT EXISTS idspec_worker_lease (
    namespace VARCHAR(64) NOT NULL REFERENCES idspec_lease_settings (namespace),
    worker_id BIGINT NOT NULL,
    holder VARCHAR(128),
    fence BIGINT NOT NULL DEFAULT 0,
    rev BIGINT NOT NULL DEFAULT 0,
    expires_at_ms BIGINT NOT NULL DEFAULT 0,
    hwm_ms BIGINT NOT NULL DEFAULT 0,
    label VARCHAR(128),
    PRIMARY KEY (namespace, worker_id)
);
-- A name holds one slot at most.
CREATE UNIQUE INDEX IF NOT EXISTS idspec_worker_lease_holder ON idspec_worker_lease (namespace, holder);
