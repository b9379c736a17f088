"""Twitter, Discord and Instagram: decimal text and a mixed-radix number.

A number of these schemes is a figure in a mixed radix. With the sizes 32, 32
and 4096, for instance, it is ((time * 32 + a) * 32 + b) * 4096 + c.
"""

from __future__ import annotations

from typing import Any, Dict, Tuple

from common import Refusal, Unusable, take_integer, take_members
from scheme import Policy, Scheme


def parse_decimal(text: str, largest: int) -> int:
    """Read the shortest decimal form of a number up to `largest`."""
    if text == "":
        raise Refusal("length")
    for character in text:
        if character not in "0123456789":
            raise Refusal("character")
    if len(text) > 20:
        raise Refusal("overflow")
    number = 0
    for character in text:
        number = number * 10 + "0123456789".index(character)
    if number > largest:
        raise Refusal("overflow")
    if text[0] == "0" and text != "0":
        raise Refusal("noncanonical")
    return number


class DecimalScheme(Scheme):
    """A time that leads, then fields of fixed sizes."""

    forms = ("canonical", "decimal", "hex")
    octet_orders = ("be", "le")
    orderings = ("value-unsigned", "value-signed64", "text")

    largest = 2**64 - 1
    time_size = 0
    epoch = 0
    parts: Tuple[Tuple[str, int], ...] = ()

    def __init__(self, config: Dict[str, Any]) -> None:
        self.configure(config)
        self.field_names = ("unix_ms",) + tuple(name for name, _ in self.parts)
        self.first_unit = self.epoch
        self.last_unit = self.epoch + self.time_size - 1

    def configure(self, config: Dict[str, Any]) -> None:
        """Take an epoch from the case."""
        take_members(config, [], ["epoch_ms"], "config")
        if "epoch_ms" in config:
            self.epoch = take_integer(config["epoch_ms"], "epoch_ms")

    def parse(self, text: str, policy: Policy) -> int:
        return parse_decimal(text, self.largest)

    def check(self, number: int) -> None:
        if number > self.largest:
            raise Refusal("overflow")

    def canonical(self, number: int) -> str:
        return str(number)

    def fields(self, number: int) -> Dict[str, str]:
        rest = number
        values: Dict[str, int] = {}
        for name, size in reversed(self.parts):
            rest, values[name] = divmod(rest, size)
        values["unix_ms"] = self.epoch + rest
        return {name: str(values[name]) for name in self.field_names}

    def compose(self, fields: Dict[str, Any]) -> int:
        take_members(fields, self.field_names, [], "fields")
        values = {name: take_integer(fields[name], name) for name in self.field_names}
        if not self.first_unit <= values["unix_ms"] <= self.last_unit:
            raise Refusal("out_of_range", "unix_ms")
        for name, size in self.parts:
            if not 0 <= values[name] < size:
                raise Refusal("out_of_range", name)
        number = values["unix_ms"] - self.epoch
        for name, size in self.parts:
            number = number * size + values[name]
        return number

    def edge(self, unit: int, ones: bool) -> int:
        number = unit - self.epoch
        for _, size in self.parts:
            number = number * size + (size - 1 if ones else 0)
        return number


class Twitter(DecimalScheme):
    """A 63-bit number: 41 bits of ms, datacenter, worker, sequence."""

    largest = 2**63 - 1
    time_size = 2**41
    epoch = 1288834974657
    parts = (("datacenter", 32), ("worker", 32), ("sequence", 4096))


class Discord(DecimalScheme):
    """A 64-bit number: 42 bits of ms, worker, process, increment."""

    time_size = 2**42
    epoch = 1420070400000
    parts = (("worker", 32), ("process", 32), ("increment", 4096))

    def configure(self, config: Dict[str, Any]) -> None:
        if config:
            raise Unusable("config must be empty for this scheme")


class Instagram(DecimalScheme):
    """A 64-bit number: 41 bits of ms, shard, sequence."""

    time_size = 2**41
    epoch = 1314220021721
    parts = (("shard", 8192), ("sequence", 1024))


SCHEMES = {
    "twitter-snowflake": Twitter,
    "discord": Discord,
    "instagram-sharded": Instagram,
}
