"""Adapter for snowflake-id-toolkit."""

from __future__ import annotations

import re
from importlib import metadata

from idspec_adapter import Object, Scheme, Unsupported, octets64, refusing, serve
from idspec_generate import Clock, module, run
from snowflake_id_toolkit import (
    InstagramSnowflakeID,
    InstagramSnowflakeIDGenerator,
    LastGenerationTimestampIsGreaterError,
    MaxTimestampHasReachedError,
    SnowflakeID,
    SnowflakeIDGenerator,
    TwitterSnowflakeID,
    TwitterSnowflakeIDGenerator,
    _generator,
)

DECIMAL = re.compile("0|[1-9][0-9]*")


class Ids:
    """The operations of one of the package's classes of ids."""

    def __init__(
        self, kind: type[SnowflakeID], generator: type[SnowflakeIDGenerator[SnowflakeID]], epoch_ms: str
    ) -> None:
        self.kind = kind
        self.generator = generator
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

    def node_id(self, config: Object) -> int:
        """The configured node id; a worker outside its five bits cannot be said in Twitter's."""
        if self.kind is not TwitterSnowflakeID:
            return int(config.get("shard", 0))
        worker = int(config.get("worker", 0))
        if not 0 <= worker < 32:
            raise Unsupported("datacenter and worker are one number, the node id")
        return int(config.get("datacenter", 0)) * 32 + worker

    def generate(self, given: Object) -> Object:
        """Generate under a clock in the place of `time.time_ns`.

        The package reads it also to build a generator, for which a script has no reading: it then stands at the epoch.
        """
        if "state" in given:
            raise Unsupported("a generator that goes on from an id")
        config = given.get("config", {})
        epoch = int(config.get("epoch_ms", self.epoch_ms))
        if epoch < 0:
            raise Unsupported("epochs before 1970")
        clock = Clock()
        _generator.time = module(time_ns=clock.ns)
        clock.script(epoch)
        with refusing(ValueError, MaxTimestampHasReachedError):
            generator = self.generator(self.node_id(config), epoch=epoch)

        def call(_: Object) -> str:
            with refusing(MaxTimestampHasReachedError, LastGenerationTimestampIsGreaterError):
                return octets64(generator.generate_next_id())

        return run(given, clock, call)

    def scheme(self) -> Scheme:
        """What the class offers."""
        return Scheme(
            {"format": self.write, "bytes": self.octets, "fields": self.fields, "generate": self.generate},
            {"rollback": "error", "exhaustion": "wait", "start": "zero"},
            inject=("clock",),
        )


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
            "twitter-snowflake": Ids(TwitterSnowflakeID, TwitterSnowflakeIDGenerator, "1288834974657").scheme(),
            "instagram-sharded": Ids(InstagramSnowflakeID, InstagramSnowflakeIDGenerator, "1314220021721").scheme(),
        },
    )
