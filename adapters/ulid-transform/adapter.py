"""Adapter for ulid-transform."""

from __future__ import annotations

from importlib import metadata

from idspec_adapter import Object, Scheme, Unsupported, refusing, serve, text_of
from ulid_transform import bytes_to_ulid, ulid_to_bytes, ulid_to_timestamp


def outcome(value: bytes) -> Object:
    """An id as the protocol answers it."""
    return {"bytes": value.hex(), "text": bytes_to_ulid(value)}


def parse(given: Object) -> Object:
    """Read a text of 26 letters."""
    text = text_of(given)
    with refusing(ValueError):
        value = ulid_to_bytes(text)
    return outcome(value)


def write(given: Object) -> Object:
    """Write the canonical text, the only form that the package writes for an existing id."""
    if given["form"] != "canonical":
        raise Unsupported("forms other than the canonical text")
    with refusing(ValueError):
        return {"text": bytes_to_ulid(bytes.fromhex(given["bytes"]))}


def octets(given: Object) -> Object:
    """Write or read octets in network order, which the package documents as those of a UUID."""
    if given["layout"] not in ("be", "guid-net"):
        raise Unsupported("octet orders other than the network order")
    with refusing(ValueError):
        if "text" in given:
            return {"octets": ulid_to_bytes(given["text"]).hex()}
        return outcome(bytes.fromhex(given["octets"]))


def fields(given: Object) -> Object:
    """Read the fields; the random part has no accessor of its own and is the last ten octets."""
    value = bytes.fromhex(given["bytes"])
    with refusing(ValueError):
        return {"fields": {"unix_ms": str(ulid_to_timestamp(value)), "random": value[6:].hex()}}


if __name__ == "__main__":
    serve(
        "ulid-transform",
        {
            "name": "ulid-transform",
            "version": metadata.version("ulid-transform"),
            "source": "https://github.com/bluetooth-devices/ulid-transform",
            "license": "MIT",
        },
        {
            "ulid": Scheme(
                {"parse": parse, "format": write, "bytes": octets, "fields": fields},
                {"case": "insensitive", "alias": "crockford", "overflow": "reject"},
            )
        },
    )
