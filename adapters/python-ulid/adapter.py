"""Adapter for python-ulid."""

from __future__ import annotations

import uuid
from importlib import metadata

from idspec_adapter import Object, Scheme, Unsupported, refusing, serve, text_of
from idspec_generate import Clock, random_of, run
from ulid import ULID, PureRandomPolicy, StrictMonotonicPolicy, ULIDGenerator


def outcome(value: ULID) -> Object:
    """An id as the protocol answers it."""
    return {"bytes": bytes(value).hex(), "text": str(value)}


def read(octets: str) -> ULID:
    """The id of 16 octets."""
    with refusing(ValueError):
        return ULID.from_bytes(bytes.fromhex(octets))


def parse(given: Object) -> Object:
    """Read a text of 26 letters."""
    text = text_of(given)
    with refusing(ValueError):
        value = ULID.from_str(text)
    return outcome(value)


def write(given: Object) -> Object:
    """Write one of the three forms."""
    value = read(given["bytes"])
    match given["form"]:
        case "canonical":
            return {"text": str(value)}
        case "hex":
            return {"text": value.hex}
        case "uuid":
            return {"text": str(value.to_uuid())}
    raise Unsupported("a form of another scheme")


def octets(given: Object) -> Object:
    """Write or read octets; the orders of GUIDs go through the package's conversions from and to UUIDs."""
    layout = given["layout"]
    if layout not in ("be", "guid-net", "guid-dn"):
        raise Unsupported("an octet order of another scheme")
    raw = bytes.fromhex(given.get("octets", ""))
    with refusing(ValueError):
        if "text" in given:
            value = ULID.from_str(given["text"])
        elif layout == "be":
            value = ULID.from_bytes(raw)
        else:
            value = ULID.from_uuid(uuid.UUID(bytes=raw) if layout == "guid-net" else uuid.UUID(bytes_le=raw))
    if "text" not in given:
        return outcome(value)
    found = {"be": bytes(value), "guid-net": value.to_uuid().bytes, "guid-dn": value.to_uuid().bytes_le}
    return {"octets": found[layout].hex()}


def fields(given: Object) -> Object:
    """Read the fields; the random part has no accessor of its own and is the last ten octets."""
    value = read(given["bytes"])
    return {"fields": {"unix_ms": str(value.milliseconds), "random": bytes(value)[6:].hex()}}


def compose(given: Object) -> Object:
    """Compose with a generator whose source of randomness gives the wanted octets; it takes ms as integers."""
    unix_ms, digits = int(given["fields"]["unix_ms"]), given["fields"]["random"]
    if len(digits) % 2:
        raise Unsupported("randomness is whole octets")
    random = bytes.fromhex(digits)
    generator = ULIDGenerator(randomness=lambda _: random, policy=PureRandomPolicy())
    with refusing(ValueError, OverflowError):
        value = generator.generate(unix_ms)
    return outcome(value)


def order(given: Object) -> Object:
    """Sort with the comparison of the class."""
    if given["ordering"] != "value-unsigned":
        raise Unsupported("ids compare as numbers")
    return {"sorted": [bytes(value).hex() for value in sorted(read(octets) for octets in given["ids"])]}


def generate(given: Object) -> Object:
    """Generate with the default policy, a clock and a source of randomness, all of which the generator takes."""
    if "state" in given:
        raise Unsupported("a generator that goes on from an id")
    clock, drawn = Clock(), [b""]
    generator = ULIDGenerator(clock.ms, lambda _: drawn[0], StrictMonotonicPolicy())

    def call(step: Object) -> str:
        drawn[0] = random_of(step)
        with refusing(ValueError, OverflowError):
            return bytes(generator.generate()).hex()

    return run(given, clock, call)


if __name__ == "__main__":
    serve(
        "python-ulid",
        {
            "name": "python-ulid",
            "version": metadata.version("python-ulid"),
            "source": "https://github.com/mdomke/python-ulid",
            "license": "MIT",
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
                # The package says of the strict policy that it raises when a millisecond is exhausted; a clock that
                # goes back is not mentioned, so it has no policy for it.
                {"case": "insensitive", "alias": "reject", "overflow": "reject", "random_overflow": "error"},
                inject=("clock", "random"),
            )
        },
    )
