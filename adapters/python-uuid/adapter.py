"""Adapter for Python's own `uuid`, of which the suite asks the two orders of a GUID's octets."""

from __future__ import annotations

import platform
import uuid

from idspec_adapter import Object, Scheme, Unsupported, refusing, serve

LAYOUTS = {
    "as-string": ("rfc", "ticks64", "ms48"),
    "as-binary": ("rfc", "ticks64", "ms48"),
    "at-end": ("rfc", "ticks64", "ticks64-plan1", "ms48"),
}
LAST_TICK = 3155378975999999999


def refuse_what_is_no_id(value: uuid.UUID | None, kind: str | None, layout: str) -> None:
    """Leave out what the scheme, of which `uuid` knows nothing, would reject."""
    if layout not in LAYOUTS.get(kind or "", ()):
        raise Unsupported("kinds and layouts of the scheme")
    if value is None:
        return
    version = value.bytes[7 if kind == "as-binary" else 6]
    if layout == "rfc" and (version >> 4 != 4 or value.bytes[8] >> 4 != 8):
        raise Unsupported("version and variant of the scheme")
    if layout == "rfc" and kind == "at-end" and version & 15:
        raise Unsupported("reserved bits of the scheme")
    if layout == "ticks64" and kind == "as-string" and value.int >> 64 > LAST_TICK:
        raise Unsupported("the last tick of the scheme")


def octets(given: Object) -> Object:
    """Write or read octets."""
    layout, config = given["layout"], given.get("config", {})
    if layout not in ("be", "guid-net", "guid-dn"):
        raise Unsupported("an octet order of another scheme")
    scheme = (config.get("kind"), config.get("layout", "rfc"))
    refuse_what_is_no_id(None, *scheme)
    with refusing(ValueError):
        if "text" in given:
            value = uuid.UUID(given["text"])
        elif layout == "guid-dn":
            value = uuid.UUID(bytes_le=bytes.fromhex(given["octets"]))
        else:
            value = uuid.UUID(bytes=bytes.fromhex(given["octets"]))
    refuse_what_is_no_id(value, *scheme)
    if "text" in given:
        return {"octets": (value.bytes_le if layout == "guid-dn" else value.bytes).hex()}
    return {"bytes": value.bytes.hex(), "text": str(value)}


if __name__ == "__main__":
    serve(
        "python-uuid",
        {
            "name": "uuid",
            "version": ".".join(platform.python_version_tuple()[:2]),
            "source": "https://github.com/python/cpython",
            "license": "PSF-2.0",
        },
        {"seq-guid": Scheme({"bytes": octets})},
    )
