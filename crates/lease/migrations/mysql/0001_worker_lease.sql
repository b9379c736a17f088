-- Names are compared octet by octet, whatever the collation of the database is.
CREATE TABLE IF NOT EXISTS idspec_lease_settings (
    namespace VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL PRIMARY KEY,
    layout VARCHAR(200) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    epoch_ms BIGINT NOT NULL,
    tick_ms BIGINT NOT NULL,
    worker_bits BIGINT NOT NULL
) ENGINE = InnoDB;
CREATE TABLE IF NOT EXISTS idspec_worker_lease (
    namespace VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    worker_id BIGINT NOT NULL,
    holder VARCHAR(128) CHARACTER SET ascii COLLATE ascii_bin,
    fence BIGINT NOT NULL DEFAULT 0,
    rev BIGINT NOT NULL DEFAULT 0,
    expires_at_ms BIGINT NOT NULL DEFAULT 0,
    hwm_ms BIGINT NOT NULL DEFAULT 0,
    label VARCHAR(128) CHARACTER SET ascii COLLATE ascii_bin,
    PRIMARY KEY (namespace, worker_id),
    -- A name holds one slot at most.
    UNIQUE KEY idspec_worker_lease_holder (namespace, holder),
    FOREIGN KEY (namespace) REFERENCES idspec_lease_settings (namespace)
) ENGINE = InnoDB;
