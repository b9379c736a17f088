"""Adapter for the snowflakes of hikari."""

from __future__ import annotations

import datetime
from importlib import metadata

from hikari.snowflakes import Snowflake
from idspec_adapter import Object, Scheme, Unsupported, octets64, refusing, serve, text_of

UNIX_EPOCH = datetime.datetime(1970, 1, 1, tzinfo=datetime.timezone.utc)
MILLISECOND = datetime.timedelta(milliseconds=1)


def outcome(value: Snowflake) -> Object:
    """An id as the protocol answers it."""
    return {"bytes": octets64(value), "text": str(value)}


def read(octets: str) -> Snowflake:
    """The id of a number."""
    return Snowflake(int.from_bytes(bytes.fromhex(octets), "big"))


def parse(given: Object) -> Object:
    """Read decimal text, as the package does with the texts that the service sends."""
    text = text_of(given)
    with refusing(ValueError):
        value = Snowflake(text)
    return outcome(value)


def write(given: Object) -> Object:
    """Write the decimal."""
    if given["form"] not in ("canonical", "decimal"):
        raise Unsupported("hexadecimal")
    return {"text": str(read(given["bytes"]))}


def fields(given: Object) -> Object:
    """Read the fields; the time is a datetime, which is exact to the microsecond."""
    value = read(given["bytes"])
    unix_ms, rest = divmod(value.created_at - UNIX_EPOCH, MILLISECOND)
    if rest:
        raise ArithmeticError(f"{value.created_at.isoformat()} is not a whole ms")
    found = {
        "unix_ms": unix_ms,
        "worker": value.internal_worker_id,
        "process": value.internal_process_id,
        "increment": value.increment,
    }
    return {"fields": {name: str(number) for name, number in found.items()}}


def compose(given: Object) -> Object:
    """Compose from the fields; the time is given as a datetime, which ends with the year 9999."""
    unix_ms, worker, process, increment = (
        int(given["fields"][name]) for name in ("unix_ms", "worker", "process", "increment")
    )
    try:
        time = UNIX_EPOCH + unix_ms * MILLISECOND
    except OverflowError as error:
        raise Unsupported("a time that a datetime does not have") from error
    with refusing(ValueError, OverflowError):
        value = Snowflake.from_data(time, worker, process, increment)
    return outcome(value)


if __name__ == "__main__":
    serve(
        "hikari",
        {
            "name": "hikari",
            "version": metadata.version("hikari"),
            "source": "https://github.com/hikari-py/hikari",
            "license": "MIT",
        },
        {"discord": Scheme({"parse": parse, "format": write, "fields": fields, "compose": compose})},
    )
