"""The shape that every scheme has, and what follows from that shape alone."""

from __future__ import annotations

from typing import Any, Dict, List, Mapping, Optional, Tuple

from common import (
    Refusal,
    Unusable,
    hex_of_octets,
    number_of_octets,
    octets_of_number,
    swap_guid,
)

Policy = Mapping[str, str]


class Scheme:
    """One scheme, bound to the `config` of a case.

    `octet_count` is the count of octets of the member `bytes`;
    `stored_count` is that of the scheme's own octets (it differs only where
    a scheme says so).
    """

    octet_count = 8
    stored_count = 8
    field_names: Tuple[str, ...] = ()
    forms: Tuple[str, ...] = ("canonical",)
    octet_orders: Tuple[str, ...] = ("be",)
    orderings: Tuple[str, ...] = ("value-unsigned", "text")

    # Whether the canonical text is the number in decimal.
    text_is_decimal = False

    # What an id is in a column when nothing is asked for, and the order of its octets there.
    bare_form = "AsI64"
    column_order = "be"

    # Time: units of `unit_size` count from the instant `unit_origin` and run from 0 to `last_unit`.
    unit_size = 1
    unit_origin = 0
    last_unit = 0
    instant_field = "unix_ms"
    # Members of the input of a range beside its instants.
    range_members: Tuple[str, ...] = ()

    # Generation: the sequence numbers of a unit, the instants of a ms, the order in which ids of one
    # generator increase, members of a step beside those of all schemes, and whether ids in place of slots increase.
    numbers_of_a_unit = 1
    instants_of_a_ms = 1
    generated_order = "value-unsigned"
    step_members: Tuple[str, ...] = ()
    draws_monotonic = False

    # --- what a scheme defines ---

    def parse(self, text: str, policy: Policy) -> int:
        """Read ASCII text; the number, checked."""
        raise NotImplementedError

    def check(self, number: int) -> None:
        """Refuse a number that the scheme does not have."""

    def canonical(self, number: int) -> str:
        """The canonical text of any number of the right size."""
        raise NotImplementedError

    def fields(self, number: int) -> Dict[str, str]:
        """The fields of a checked number, in the order of the page."""
        raise NotImplementedError

    def compose(self, fields: Dict[str, Any]) -> int:
        """The number of some fields as they stand in a case."""
        raise NotImplementedError

    def edge(self, unit: int, ones: bool) -> int:
        """The first (or, with `ones`, the last) number of a unit of time."""
        raise NotImplementedError

    def check_range(self, given: Dict[str, Any]) -> None:
        """Refuse a range before its instants are looked at."""

    def generator_fields(self, given: Dict[str, int]) -> Dict[str, int]:
        """The fields that a generator is configured with, checked."""
        if given:
            raise Unusable("a generator of this scheme has no fields")
        return {}

    def slot_of(self, number: int) -> Tuple[int, int]:
        """The unit and the sequence number of an id."""
        raise NotImplementedError

    def id_of_slot(self, slot: Tuple[int, int], fields: Dict[str, int], of_type: Optional[int], drawn: Any) -> int:
        """The id of a slot."""
        raise NotImplementedError

    def type_of(self, number: int) -> Optional[int]:
        """The field that ids sort by before their time, where there is one."""
        return None

    # --- what follows ---

    def format(self, number: int, form: str) -> str:
        """Write a number in a form other than those that one scheme adds."""
        if form == "canonical":
            return self.canonical(number)
        if form == "decimal":
            return str(number)
        if form == "hex":
            return self.bytes_text(number)
        raise AssertionError(form)

    def bytes_text(self, number: int) -> str:
        """The member `bytes` of a number."""
        return hex_of_octets(octets_of_number(number, self.octet_count))

    def number_of_bytes(self, octets: List[int]) -> int:
        """The checked number of the member `bytes`."""
        if len(octets) != self.octet_count:
            raise Refusal("length")
        number = number_of_octets(octets)
        self.check(number)
        return number

    def write_octets(self, number: int, order: str) -> List[int]:
        """The stored octets of a number."""
        return reorder(octets_of_number(number, self.stored_count), order)

    def read_octets(self, octets: List[int], order: str) -> int:
        """The checked number of stored octets."""
        if len(octets) != self.stored_count:
            raise Refusal("length")
        number = number_of_octets(reorder(octets, order))
        self.check(number)
        return number


def reorder(octets: List[int], order: str) -> List[int]:
    """Octets of the number to an octet order, or back: each undoes itself."""
    if order in ("be", "guid-net"):
        return list(octets)
    if order == "le":
        return list(reversed(octets))
    if order == "guid-dn":
        return swap_guid(octets)
    raise AssertionError(order)
