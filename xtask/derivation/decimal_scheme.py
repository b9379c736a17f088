"""Schemes of decimal text whose number is a figure in a mixed radix.

A number of such a scheme is a figure in a mixed radix. With the sizes 32, 32
and 4096, for instance, it is ((time * 32 + a) * 32 + b) * 4096 + c.
"""

from __future__ import annotations

from typing import Any, Dict, Optional, Tuple

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

    text_is_decimal = True
    largest = 2**64 - 1
    time_size = 0
    # The time counts steps of this many ms since the epoch.
    step = 1
    epoch = 0
    # Whether a case may name another epoch.
    epoch_is_free = False
    parts: Tuple[Tuple[str, int], ...] = ()
    # The part that tells the ids of a unit apart.
    sequence_name = "sequence"

    def __init__(self, config: Dict[str, Any]) -> None:
        self.configure(config)
        self.field_names = ("unix_ms",) + tuple(name for name, _ in self.parts)
        self.unit_origin = self.epoch
        self.unit_size = self.step
        self.last_unit = self.time_size - 1
        self.numbers_of_a_unit = dict(self.parts).get(self.sequence_name, 1)

    def configure(self, config: Dict[str, Any]) -> None:
        """Take an epoch from the case, where the scheme has one to choose."""
        if config and not self.epoch_is_free:
            raise Unusable("config must be empty for this scheme")
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
        values["unix_ms"] = self.epoch + rest * self.step
        return {name: str(values[name]) for name in self.field_names}

    def compose(self, fields: Dict[str, Any]) -> int:
        take_members(fields, self.field_names, [], "fields")
        values = {name: take_integer(fields[name], name) for name in self.field_names}
        time, part_of_step = divmod(values["unix_ms"] - self.epoch, self.step)
        if part_of_step != 0 or not 0 <= time < self.time_size:
            raise Refusal("out_of_range", "unix_ms")
        for name, size in self.parts:
            if not 0 <= values[name] < size:
                raise Refusal("out_of_range", name)
        number = time
        for name, size in self.parts:
            number = number * size + values[name]
        return number

    def edge(self, unit: int, ones: bool) -> int:
        number = unit
        for _, size in self.parts:
            number = number * size + (size - 1 if ones else 0)
        return number

    def generator_fields(self, given: Dict[str, int]) -> Dict[str, int]:
        sizes = {name: size for name, size in self.parts if name != self.sequence_name}
        take_members(given, [], sizes, "config")
        fields = {name: given.get(name, 0) for name in sizes}
        for name, size in sizes.items():
            if not 0 <= fields[name] < size:
                raise Refusal("out_of_range", name)
        return fields

    def slot_of(self, number: int) -> Tuple[int, int]:
        fields = self.fields(number)
        unit = (int(fields["unix_ms"]) - self.epoch) // self.step
        return unit, int(fields[self.sequence_name])

    def id_of_slot(self, slot: Tuple[int, int], fields: Dict[str, int], of_type: Optional[int], drawn: Any) -> int:
        unit, sequence = slot
        number = unit
        for name, size in self.parts:
            number = number * size + (sequence if name == self.sequence_name else fields[name])
        return number
