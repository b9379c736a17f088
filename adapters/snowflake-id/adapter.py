"""Adapter for snowflake-id."""

from __future__ import annotations

from importlib import metadata

from idspec_adapter import Object, Scheme, Unsupported, octets64, refusing, serve
from snowflake import Snowflake

EPOCH_MS = "1288834974657"


def epoch_of(given: Object) -> int:
    """The configured epoch; the package documents that it is not negative."""
    epoch = int(given.get("config", {}).get("epoch_ms", EPOCH_MS))
    if epoch < 0:
        raise Unsupported("epochs before 1970")
    return epoch


def fields(given: Object) -> Object:
    """Read the fields; datacenter and worker are the two halves of the package's ten-bit instance."""
    number = int.from_bytes(bytes.fromhex(given["bytes"]), "big")
    with refusing(ValueError):
        value = Snowflake.parse(number, epoch_of(given))
    datacenter, worker = divmod(value.instance, 32)
    return {
        "fields": {
            "unix_ms": str(value.milliseconds),
            "datacenter": str(datacenter),
            "worker": str(worker),
            "sequence": str(value.seq),
        }
    }


def compose(given: Object) -> Object:
    """Compose from the fields; a worker outside its five bits cannot be said in an instance."""
    unix_ms, datacenter, worker, sequence = (
        int(given["fields"][name]) for name in ("unix_ms", "datacenter", "worker", "sequence")
    )
    if not 0 <= worker < 32:
        raise Unsupported("datacenter and worker are one number, the instance")
    epoch = epoch_of(given)
    with refusing(ValueError):
        value = Snowflake(unix_ms - epoch, datacenter * 32 + worker, epoch, sequence)
    return {"bytes": octets64(int(value)), "text": str(int(value))}


if __name__ == "__main__":
    serve(
        "snowflake-id",
        {
            "name": "snowflake-id",
            "version": metadata.version("snowflake-id"),
            "source": "https://github.com/vd2org/snowflake",
            "license": "MIT",
        },
        {"twitter-snowflake": Scheme({"fields": fields, "compose": compose})},
    )
