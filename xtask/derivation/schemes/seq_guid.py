"""Sequential GUIDs: three kinds in four layouts, written nibble by nibble.

A layout is a pattern of 32 nibbles. `T0` is the most significant nibble of
the stored time and `R0` that of the random octets; a range such as `T0-11`
stands for all of its nibbles; a lone digit is a nibble with that value. A
pattern is in the order of the NET octets (that of the text) or of the DN
octets.
"""

from __future__ import annotations

from typing import Any, Dict, List, Optional, Tuple

from common import (
    Refusal,
    Unusable,
    hex_of_octets,
    hyphenated,
    is_hex,
    number_of_octets,
    octets_of_hex,
    swap_guid,
    take_choice,
    take_integer,
    take_members,
    take_random,
    take_string,
)
from scheme import Policy, Scheme

LAST_TICK = 3155378975999999999
TICKS_OF_A_MS = 10000

# (kind, layout): the order of the pattern, then the pattern.
PATTERNS: Dict[Tuple[str, str], Tuple[str, str]] = {
    ("as-string", "rfc"): ("NET", "T0-11 4 T12-14 8 T15 R0-13"),
    ("as-binary", "rfc"): ("DN", "T0-11 4 T12-14 8 T15 R0-13"),
    ("at-end", "rfc"): ("DN", "R0-11 T15 R15 4 0 8 T12-14 T0-11"),
    ("as-string", "ticks64"): ("NET", "T0-15 R0-15"),
    ("as-binary", "ticks64"): ("DN", "T0-15 R0-15"),
    ("at-end", "ticks64"): ("DN", "R0-15 T12-15 T0-11"),
    ("at-end", "ticks64-plan1"): ("DN", "R0-15 T0-15"),
    # Random octets stand in DN order, which exchanges the first two of them.
    ("as-string", "ms48"): ("NET", "T0-11 R2-3 R0-1 R4-19"),
    ("as-binary", "ms48"): ("DN", "T0-11 R0-19"),
    ("at-end", "ms48"): ("DN", "R0-19 T0-11"),
}


# The order in which the ids of one generator increase.
GENERATED_ORDER = {"as-string": "guid-net", "as-binary": "guid-dn", "at-end": "mssql-uniqueidentifier"}


def expand(pattern: str) -> List[Tuple[str, int]]:
    """The 32 places of a pattern: a source and the index of its nibble."""
    places: List[Tuple[str, int]] = []
    for word in pattern.split(" "):
        if word[0] not in "TR":
            places.append((word, 0))
            continue
        first, _, last = word[1:].partition("-")
        for index in range(int(first), int(last or first) + 1):
            places.append((word[0], index))
    if len(places) != 32:
        raise AssertionError(pattern)
    return places


class SeqGuid(Scheme):
    """A kind and a layout."""

    octet_count = 16
    stored_count = 16
    field_names = ("ticks", "random")
    forms = ("canonical", "uuid-simple", "uuid-braced", "uuid-urn")
    octet_orders = ("be", "guid-net", "guid-dn")
    orderings = (
        "value-unsigned",
        "text",
        "guid-net",
        "guid-dn",
        "mssql-uniqueidentifier",
        "mariadb-uuid",
    )
    instant_field = "ticks"
    instants_of_a_ms = TICKS_OF_A_MS
    bare_form = "AsUuid"

    def __init__(self, config: Dict[str, Any]) -> None:
        take_members(config, [], ["kind", "layout"], "config")
        kind = take_string(config.get("kind", ""), "kind")
        layout = take_string(config.get("layout", "rfc"), "layout")
        if (kind, layout) not in PATTERNS:
            raise Refusal("unknown_kind")
        self.kind = kind
        self.generated_order = GENERATED_ORDER[kind]
        self.layout = layout
        if kind == "as-binary":
            self.bare_form, self.column_order = "AsBytes", "guid-dn"
        self.pattern_order, pattern = PATTERNS[(kind, layout)]
        self.places = expand(pattern)
        self.random_digits = 20 if layout == "ms48" else 16
        self.used = {index for source, index in self.places if source == "R"}
        if layout == "ms48":
            self.unit_size = TICKS_OF_A_MS
            self.last_unit = 2**48 - 1
        else:
            self.last_unit = LAST_TICK

    # --- nibbles ---

    def pattern_nibbles(self, number: int) -> str:
        """The digits of a number in the order of the pattern."""
        octets = octets_of_hex(self.bytes_text(number))
        if self.pattern_order == "DN":
            octets = swap_guid(octets)
        return hex_of_octets(octets)

    def pieces(self, number: int) -> Tuple[int, str]:
        """The stored time and the digits of `random`."""
        nibbles = self.pattern_nibbles(number)
        time = ["0"] * (12 if self.layout == "ms48" else 16)
        random = ["0"] * self.random_digits
        for nibble, (source, index) in zip(nibbles, self.places):
            if source == "T":
                time[index] = nibble
            elif source == "R":
                random[index] = nibble
        return int("".join(time), 16), "".join(random)

    def assemble(self, stored_time: int, random: str) -> int:
        """The number of a stored time and the digits of `random`."""
        width = 12 if self.layout == "ms48" else 16
        time = format(stored_time, "x").rjust(width, "0")
        nibbles = ""
        for source, index in self.places:
            if source == "T":
                nibbles += time[index]
            elif source == "R":
                nibbles += random[index]
            else:
                nibbles += source
        octets = octets_of_hex(nibbles)
        if self.pattern_order == "DN":
            octets = swap_guid(octets)
        return number_of_octets(octets)

    # --- the scheme ---

    def parse(self, text: str, policy: Policy) -> int:
        number = number_of_octets(octets_of_hex(guid_digits(text)))
        self.check(number)
        return number

    def check(self, number: int) -> None:
        if self.layout == "rfc":
            net = self.bytes_text(number)
            # In the text, hyphens not counted, digit 12 opens NET octet 6.
            version = net[14] if self.kind == "as-binary" else net[12]
            if version != "4":
                raise Refusal("wrong_version")
            if net[16] != "8":
                raise Refusal("wrong_variant")
            if self.kind == "at-end" and net[13] != "0":
                raise Refusal("noncanonical")
        stored_time, _ = self.pieces(number)
        if self.layout != "ms48" and stored_time > LAST_TICK:
            raise Refusal("out_of_range", "ticks")

    def canonical(self, number: int) -> str:
        return hyphenated(self.bytes_text(number))

    def format(self, number: int, form: str) -> str:
        if form == "uuid-simple":
            return self.bytes_text(number)
        if form == "uuid-braced":
            return "{" + self.canonical(number) + "}"
        if form == "uuid-urn":
            return "urn:uuid:" + self.canonical(number)
        return super().format(number, form)

    def fields(self, number: int) -> Dict[str, str]:
        stored_time, random = self.pieces(number)
        return {"ticks": str(stored_time * self.unit_size), "random": random}

    def compose(self, fields: Dict[str, Any]) -> int:
        take_members(fields, self.field_names, [], "fields")
        ticks = take_integer(fields["ticks"], "ticks")
        random = take_random(fields["random"])
        stored_time, rest = divmod(ticks, self.unit_size)
        if not 0 <= ticks <= LAST_TICK or rest != 0 or stored_time > self.last_unit:
            raise Refusal("out_of_range", "ticks")
        if len(random) != self.random_digits:
            raise Refusal("out_of_range", "random")
        for index, digit in enumerate(random):
            if digit != "0" and index not in self.used:
                raise Refusal("out_of_range", "random")
        return self.assemble(stored_time, random)

    def generator_fields(self, given: Dict[str, int]) -> Dict[str, int]:
        if self.layout != "rfc":
            raise Refusal("unknown_kind")
        return super().generator_fields(given)

    def slot_of(self, number: int) -> Tuple[int, int]:
        return self.pieces(number)[0], 0

    def id_of_slot(self, slot: Tuple[int, int], fields: Dict[str, int], of_type: Optional[int], drawn: Any) -> int:
        if isinstance(drawn, dict):
            take_members(drawn, ["fill"], [], "random")
            digit = {"00": "0", "ff": "f"}[take_choice(drawn["fill"], ["00", "ff"], "fill")]
            drawn = "".join(digit if index in self.used else "0" for index in range(self.random_digits))
        if not isinstance(drawn, str):
            raise Unusable("an id is given, but no random")
        return self.compose({"ticks": str(slot[0]), "random": drawn})

    def edge(self, unit: int, ones: bool) -> int:
        return self.assemble(unit, ("f" if ones else "0") * self.random_digits)


# --- text -----------------------------------------------------------------

PREFIX = "urn:uuid:"
HYPHENATED = "dddddddd-dddd-dddd-dddd-dddddddddddd"
SHAPES = {32: "d" * 32, 36: HYPHENATED, 38: "{" + HYPHENATED + "}"}


def guid_digits(text: str) -> str:
    """The 32 digits of an ASCII text in any of the four forms."""
    body = text
    if text[:4].lower() == "urn:":
        if text[:9].lower() != PREFIX:
            raise Refusal("wrong_prefix")
        if len(text) != 45:
            raise Refusal("length")
        body = text[9:]
    elif len(text) not in SHAPES:
        raise Refusal("length")
    for character in body:
        if not is_hex(character) and character not in "-{}":
            raise Refusal("character")
    digits = ""
    for character, expected in zip(body, SHAPES[len(body)]):
        if expected == "d":
            if not is_hex(character):
                raise Refusal("format")
            digits += character
        elif character != expected:
            raise Refusal("format")
    return digits


SCHEMES = {"seq-guid": SeqGuid}
