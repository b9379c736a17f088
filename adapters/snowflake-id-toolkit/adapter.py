"""Adapter for snowflake-id-toolkit."""

from __future__ import annotations

import re
from importlib import metadata

from idspec_adapter import Object, Scheme, Unsupported, octets64, refusing, serve
from snowflake_id_toolkit import InstagramSnowflakeID, SnowflakeID, TwitterSnowflakeID

DECIMAL = re.compile("0|[1-9][0-9]*")


class Ids:
    """The operations of one of the package's classes of ids."""

    def __init__(self, kind: type[SnowflakeID], epoch_ms: str) -> None:
        self.kind = kind
        self.epoch_ms = epoch_ms

    def read(self, octets: str) -> SnowflakeID:
        """The id of octets."""
        with refusing(ValueError, OverflowError):
            return self.kind.parse_bytes(bytes.fromhex(octets))

    def write(self, given: Object) -> Object:
        """Write the decimal; the package's base 16 is in upper case, as RFC 4648 has it."""
        if given["form"] not in ("canonical", "decimal"):
            raise Unsupported("hexadecimal in lower case")
        return {"text": str(self.read(given["bytes"]))}

    def octets(self, given: Object) -> Object:
        """Write or read octets, most significant first; the package reads no decimal text, so the adapter does."""
        if given["layout"] != "be":
            raise Unsupported("octet orders other than the most significant first")
        if "octets" in given:
            value = self.read(given["octets"])
            return {"bytes": octets64(value), "text": str(value)}
        if not DECIMAL.fullmatch(given["text"]):
            raise Unsupported("decimal text is not read")
        with refusing(ValueError, OverflowError):
            return {"octets": self.kind(int(given["text"])).as_bytes().hex()}

    def fields(self, given: Object) -> Object:
        """Read the fields; Twitter's datacenter and worker are the two halves of the node id."""
        value = self.read(given["bytes"])
        epoch = int(given.get("config", {}).get("epoch_ms", self.epoch_ms))
        found = {"unix_ms": value.timestamp_ms(epoch), "sequence": value.sequence()}
        if self.kind is TwitterSnowflakeID:
            found["datacenter"], found["worker"] = divmod(value.node_id(), 32)
        else:
            found["shard"] = value.node_id()
        return {"fields": {name: str(number) for name, number in found.items()}}

    def scheme(self) -> Scheme:
        """What the class offers."""
        return Scheme({"format": self.write, "bytes": self.octets, "fields": self.fields})


if __name__ == "__main__":
    serve(
        "snowflake-id-toolkit",
        {
            "name": "snowflake-id-toolkit",
            "version": metadata.version("snowflake-id-toolkit"),
            "source": "https://github.com/pavelprokhorenko/snowflake-id-toolkit",
            "license": "MIT",
        },
        {
            "twitter-snowflake": Ids(TwitterSnowflakeID, "1288834974657").scheme(),
            "instagram-sharded": Ids(InstagramSnowflakeID, "1314220021721").scheme(),
        },
    )
