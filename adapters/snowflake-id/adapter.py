"""Adapter for snowflake-id."""

from __future__ import annotations

import dataclasses
from importlib import metadata

from idspec_adapter import Object, Rejected, Scheme, Unsupported, octets64, refusing, serve
from idspec_generate import Clock, run
from snowflake import Snowflake, SnowflakeGenerator, snowflake

EPOCH_MS = "1288834974657"


def epoch_of(given: Object) -> int:
    """The configured epoch; the package documents that it is not negative."""
    epoch = int(given.get("config", {}).get("epoch_ms", EPOCH_MS))
    if epoch < 0:
        raise Unsupported("epochs before 1970")
    return epoch


def instance_of(given: Object) -> int:
    """The ten-bit instance; a worker outside its five bits cannot be said in it."""
    datacenter, worker = int(given.get("datacenter", 0)), int(given.get("worker", 0))
    if not 0 <= worker < 32:
        raise Unsupported("datacenter and worker are one number, the instance")
    return datacenter * 32 + worker


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
    """Compose from the fields."""
    unix_ms, sequence = (int(given["fields"][name]) for name in ("unix_ms", "sequence"))
    instance, epoch = instance_of(given["fields"]), epoch_of(given)
    with refusing(ValueError):
        value = Snowflake(unix_ms - epoch, instance, epoch, sequence)
    return {"bytes": octets64(int(value)), "text": str(int(value))}


def generate(given: Object) -> Object:
    """Generate under a clock in the place of `time.time`.

    The package reads it also to build a generator, for which a script has no reading: it then stands at the epoch, or
    at the time of the id that the generator goes on from.
    """
    epoch, instance = epoch_of(given), instance_of(given.get("config", {}))
    clock = Clock()
    snowflake.time = clock.seconds
    with refusing(ValueError, OverflowError):
        if "state" in given:
            last = Snowflake.parse(int(given["state"]["last"], 16), epoch)
            clock.script(last.milliseconds)
            generator = SnowflakeGenerator.from_snowflake(dataclasses.replace(last, instance=instance))
        else:
            clock.script(epoch)
            generator = SnowflakeGenerator(instance, epoch=epoch)

    def call(_: Object) -> str:
        with refusing(OverflowError):
            value = next(generator)
        # How the package says that there is no id at this time.
        if value is None:
            raise Rejected
        return octets64(value)

    return run(given, clock, call)


if __name__ == "__main__":
    serve(
        "snowflake-id",
        {
            "name": "snowflake-id",
            "version": metadata.version("snowflake-id"),
            "source": "https://github.com/vd2org/snowflake",
            "license": "MIT",
        },
        {
            "twitter-snowflake": Scheme(
                {"fields": fields, "compose": compose, "generate": generate},
                {"rollback": "error", "exhaustion": "error", "start": "zero"},
                inject=("clock",),
            )
        },
    )
