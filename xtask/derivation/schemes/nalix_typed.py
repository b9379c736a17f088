"""Nalix typed ids and their 56-bit predecessor."""

from __future__ import annotations

from typing import Any, Dict, Optional, Tuple

from common import (
    Refusal,
    Unusable,
    hex_of_octets,
    is_hex,
    number_of_octets,
    octets_of_hex,
    octets_of_number,
    take_choice,
    take_integer,
    take_members,
)
from scheme import Policy, Scheme

BASE36 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
LOWER_CASE = "abcdefghijklmnopqrstuvwxyz"

# The fields of the number from its most significant end, with their sizes.
CURRENT = (("type", 256), ("value", 2**32), ("sequence", 16384), ("machine", 1024))
LEGACY = (("type", 256), ("machine", 65536), ("value", 2**32))


def split(number: int, parts: Any) -> Dict[str, int]:
    """The fields of a number in a mixed radix, in the order of `parts`."""
    values: Dict[str, int] = {}
    rest = number
    for name, size in reversed(parts):
        rest, values[name] = divmod(rest, size)
    return {name: values[name] for name, _ in parts}


def check_case(text: str, policy: Policy) -> None:
    """Where the policy takes upper case only, refuse the other."""
    if policy.get("case") == "upper":
        if any(character in LOWER_CASE for character in text):
            raise Refusal("character")


class NalixCurrent(Scheme):
    """8 bits of type, 32 of value, 14 of sequence and 10 of machine."""

    field_names = ("type", "value", "sequence", "machine", "unix_ms")
    forms = ("canonical", "decimal", "hex")
    octet_orders = ("be", "le")
    orderings = ("value-unsigned", "value-signed64", "text")
    unit_size = 1000
    last_unit = 2**32 - 1
    range_members = ("type",)
    numbers_of_a_unit = 16384
    step_members = ("type",)

    def __init__(self) -> None:
        self.range_type: Optional[int] = None

    def parse(self, text: str, policy: Policy) -> int:
        if len(text) != 16:
            raise Refusal("length")
        if not is_hex(text):
            raise Refusal("character")
        check_case(text, policy)
        return number_of_octets(reversed(octets_of_hex(text)))

    def canonical(self, number: int) -> str:
        octets = octets_of_number(number, 8)
        octets.reverse()
        return hex_of_octets(octets).upper()

    def fields(self, number: int) -> Dict[str, str]:
        values = split(number, CURRENT)
        values["unix_ms"] = values["value"] * 1000
        return {name: str(value) for name, value in values.items()}

    def compose(self, fields: Dict[str, Any]) -> int:
        names = [name for name, _ in CURRENT]
        take_members(fields, names, [], "fields")
        values = {name: take_integer(fields[name], name) for name in names}
        number = 0
        for name, size in CURRENT:
            if not 0 <= values[name] < size:
                raise Refusal("out_of_range", name)
            number = number * size + values[name]
        return number

    def edge(self, unit: int, ones: bool) -> int:
        if self.range_type is None:
            raise AssertionError("a range needs a type")
        sequence = 16383 if ones else 0
        machine = 1023 if ones else 0
        return ((self.range_type * 2**32 + unit) * 16384 + sequence) * 1024 + machine

    def check_range(self, given: Dict[str, Any]) -> None:
        self.range_type = take_integer(given["type"], "type")
        if not 0 <= self.range_type <= 255:
            raise Refusal("out_of_range", "type")


    def generator_fields(self, given: Dict[str, int]) -> Dict[str, int]:
        take_members(given, [], ["type", "machine"], "config")
        fields = {"type": given.get("type", 0), "machine": given.get("machine", 1)}
        if not 0 <= fields["type"] <= 255:
            raise Refusal("out_of_range", "type")
        if not 1 <= fields["machine"] <= 1023:
            raise Refusal("out_of_range", "machine")
        return fields

    def slot_of(self, number: int) -> Tuple[int, int]:
        values = split(number, CURRENT)
        return values["value"], values["sequence"]

    def id_of_slot(self, slot: Tuple[int, int], fields: Dict[str, int], of_type: Optional[int], drawn: Any) -> int:
        chosen = fields["type"] if of_type is None else of_type
        return ((chosen * 2**32 + slot[0]) * 16384 + slot[1]) * 1024 + fields["machine"]

    def type_of(self, number: int) -> Optional[int]:
        return split(number, CURRENT)["type"]


class NalixLegacy(Scheme):
    """The 56-bit predecessor, read only: type, machine, value."""

    stored_count = 7
    field_names = ("type", "machine", "value")
    forms = ("canonical", "decimal", "hex")
    octet_orders = ("be", "le")

    def parse(self, text: str, policy: Policy) -> int:
        if len(text) == 14:
            if not is_hex(text):
                raise Refusal("character")
            check_case(text, policy)
            return number_of_octets(reversed(octets_of_hex(text)))
        if 1 <= len(text) <= 11:
            return self.parse_base36(text, policy)
        raise Refusal("length")

    def parse_base36(self, text: str, policy: Policy) -> int:
        """Read the older form, 1 to 11 digits in base 36."""
        check_case(text, policy)
        number = 0
        for character in text.upper():
            if character not in BASE36:
                raise Refusal("character")
            number = number * 36 + BASE36.index(character)
        self.check(number)
        if len(text) > 1 and text[0] == "0":
            raise Refusal("noncanonical")
        return number

    def check(self, number: int) -> None:
        if number >= 2**56:
            raise Refusal("overflow")

    def canonical(self, number: int) -> str:
        octets = octets_of_number(number, 7)
        octets.reverse()
        return hex_of_octets(octets).upper()

    def fields(self, number: int) -> Dict[str, str]:
        values = split(number, LEGACY)
        return {name: str(value) for name, value in values.items()}

    def compose(self, fields: Dict[str, Any]) -> int:
        raise Unusable("layout legacy56 is never composed")

    def check_range(self, given: Dict[str, Any]) -> None:
        raise Unusable("layout legacy56 has no range")

    def generator_fields(self, given: Dict[str, int]) -> Dict[str, int]:
        raise Refusal("unknown_kind")


def open_nalix(config: Dict[str, Any]) -> Scheme:
    """The layout that the case names, by default the current one."""
    take_members(config, [], ["layout"], "config")
    layout = take_choice(config.get("layout", "current"), ["current", "legacy56"], "layout")
    return NalixCurrent() if layout == "current" else NalixLegacy()


SCHEMES = {"nalix-typed": open_nalix}
