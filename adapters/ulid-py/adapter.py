"""Adapter for ulid-py."""

from __future__ import annotations

import uuid
from importlib import metadata

import ulid
from idspec_adapter import Object, Scheme, Unsupported, refusing, serve, text_of
from idspec_generate import Clock, module, random_of, run
from ulid.api import api
from ulid.providers import DEFAULT, default, monotonic


def outcome(value: ulid.ULID) -> Object:
    """An id as the protocol answers it."""
    return {"bytes": value.bytes.hex(), "text": value.str}


def read(octets: str) -> ulid.ULID:
    """The id of 16 octets."""
    with refusing(ValueError):
        return ulid.from_bytes(bytes.fromhex(octets))


def parse(given: Object) -> Object:
    """Read a text of 26 letters."""
    text = text_of(given)
    with refusing(ValueError):
        value = ulid.from_str(text)
    return outcome(value)


def write(given: Object) -> Object:
    """Write one of the forms; the package's `hex` is Python's `hex()`, with a prefix and no leading zeros."""
    value = read(given["bytes"])
    match given["form"]:
        case "canonical":
            return {"text": value.str}
        case "uuid":
            return {"text": str(value.uuid)}
    raise Unsupported("hexadecimal of a fixed count of digits")


def octets(given: Object) -> Object:
    """Write or read octets; the orders of GUIDs go through the package's conversions from and to UUIDs."""
    layout = given["layout"]
    if layout not in ("be", "guid-net", "guid-dn"):
        raise Unsupported("an octet order of another scheme")
    raw = bytes.fromhex(given.get("octets", ""))
    with refusing(ValueError):
        if "text" in given:
            value = ulid.from_str(given["text"])
        elif layout == "be":
            value = ulid.from_bytes(raw)
        else:
            value = ulid.from_uuid(uuid.UUID(bytes=raw) if layout == "guid-net" else uuid.UUID(bytes_le=raw))
    if "text" not in given:
        return outcome(value)
    found = {"be": value.bytes, "guid-net": value.uuid.bytes, "guid-dn": value.uuid.bytes_le}
    return {"octets": found[layout].hex()}


def fields(given: Object) -> Object:
    """Read the fields."""
    value = read(given["bytes"])
    return {"fields": {"unix_ms": str(value.timestamp().int), "random": value.randomness().bytes.hex()}}


def compose(given: Object) -> Object:
    """Compose from a time in seconds, which is what `create` takes as a number, and the random octets."""
    unix_ms, digits = int(given["fields"]["unix_ms"]), given["fields"]["random"]
    if len(digits) % 2:
        raise Unsupported("randomness is whole octets")
    random = bytes.fromhex(digits)
    with refusing(ValueError, OverflowError):
        value = ulid.create(unix_ms / 1000, random)
    return outcome(value)


def order(given: Object) -> Object:
    """Sort with the comparison of the class."""
    if given["ordering"] != "value-unsigned":
        raise Unsupported("ids compare as numbers")
    return {"sorted": [value.bytes.hex() for value in sorted(read(octets) for octets in given["ids"])]}


def generate(given: Object) -> Object:
    """Generate as `ulid.monotonic.new` does, each case with a provider of its own.

    The default provider, which the monotonic one asks, has its time and randomness from two modules.
    """
    if "state" in given:
        raise Unsupported("a generator that goes on from an id")
    clock, drawn = Clock(), [b""]
    default.time = module(milliseconds=clock.ms)
    default.os = module(urandom=lambda count: drawn[0][:count])
    generator = api.Api(monotonic.Provider(DEFAULT))

    def call(step: Object) -> str:
        drawn[0] = random_of(step)
        with refusing(ValueError, OverflowError):
            return generator.new().bytes.hex()

    return run(given, clock, call)


if __name__ == "__main__":
    serve(
        "ulid-py",
        {
            "name": "ulid-py",
            "version": metadata.version("ulid-py"),
            "source": "https://github.com/ahawker/ulid",
            "license": "Apache-2.0",
        },
        {
            "ulid": Scheme(
                {
                    "parse": parse,
                    "format": write,
                    "bytes": octets,
                    "fields": fields,
                    "compose": compose,
                    "order": order,
                    "generate": generate,
                },
                {"case": "insensitive", "alias": "crockford", "overflow": "reject", "random_overflow": "error"},
                inject=("clock", "random"),
            )
        },
    )
