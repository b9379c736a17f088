CREATE TABLE IF NOT EXISTS idspec_lease_settings (
    namespace TEXT NOT NULL PRIMARY KEY,
    layout TEXT NOT NULL,
    epoch_ms INTEGER NOT NULL,
    tick_ms INTEGER NOT NULL,
    worker_bits INTEGER NOT NULL
) STRICT;
CREATE TABLE IF NOT EXISTS idspec_worker_lease (
    namespace TEXT NOT NULL REFERENCES idspec_lease_settings (namespace),
    worker_id INTEGER NOT NULL,
    holder TEXT,
    fence INTEGER NOT NULL DEFAULT 0,
    rev INTEGER NOT NULL DEFAULT 0,
    expires_at_ms INTEGER NOT NULL DEFAULT 0,
    hwm_ms INTEGER NOT NULL DEFAULT 0,
    label TEXT,
    PRIMARY KEY (namespace, worker_id)
) STRICT;
-- A name holds one slot at most.
CREATE UNIQUE INDEX IF NOT EXISTS idspec_worker_lease_holder ON idspec_worker_lease (namespace, holder);
