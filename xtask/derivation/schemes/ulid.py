"""ULID: 48 bits of ms and 80 bits of randomness in 26 letters."""

from __future__ import annotations

from typing import Any, Dict

from common import (
    Refusal,
    Unusable,
    hyphenated,
    take_integer,
    take_members,
    take_random,
)
from scheme import Policy, Scheme

ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
ALIASES = {"I": "1", "L": "1", "O": "0"}
LOWER_CASE = "abcdefghijklmnopqrstuvwxyz"
RANDOM_SIZE = 2**80
TIME_SIZE = 2**48


class Ulid(Scheme):
    """The scheme; it has no parameters."""

    octet_count = 16
    stored_count = 16
    field_names = ("unix_ms", "random")
    forms = ("canonical", "uuid", "hex")
    octet_orders = ("be", "guid-net", "guid-dn")
    orderings = (
        "value-unsigned",
        "text",
        "guid-net",
        "guid-dn",
        "mssql-uniqueidentifier",
        "mariadb-uuid",
    )
    last_unit = TIME_SIZE - 1
    bare_form = "AsUuid"
    draws_monotonic = True

    def __init__(self, config: Dict[str, Any]) -> None:
        if config:
            raise Unusable("config must be empty for this scheme")

    def parse(self, text: str, policy: Policy) -> int:
        if len(text) != 26:
            raise Refusal("length")
        digits = [letter_value(character, policy) for character in text]
        if digits[0] > 7:
            if policy.get("overflow") != "wrap":
                raise Refusal("overflow")
            digits[0] = digits[0] % 8
        number = 0
        for digit in digits:
            number = number * 32 + digit
        return number

    def canonical(self, number: int) -> str:
        letters = ""
        rest = number
        for _ in range(26):
            rest, digit = divmod(rest, 32)
            letters = ALPHABET[digit] + letters
        return letters

    def format(self, number: int, form: str) -> str:
        if form == "uuid":
            return hyphenated(self.bytes_text(number))
        return super().format(number, form)

    def fields(self, number: int) -> Dict[str, str]:
        digits = self.bytes_text(number)
        time = number // RANDOM_SIZE
        return {"unix_ms": str(time), "random": digits[12:]}

    def compose(self, fields: Dict[str, Any]) -> int:
        take_members(fields, self.field_names, [], "fields")
        time = take_integer(fields["unix_ms"], "unix_ms")
        digits = take_random(fields["random"])
        if not 0 <= time < TIME_SIZE:
            raise Refusal("out_of_range", "unix_ms")
        if len(digits) != 20:
            raise Refusal("out_of_range", "random")
        return time * RANDOM_SIZE + int(digits, 16)

    def edge(self, unit: int, ones: bool) -> int:
        return unit * RANDOM_SIZE + (RANDOM_SIZE - 1 if ones else 0)


def letter_value(character: str, policy: Policy) -> int:
    """The five bits of an ASCII character under a policy."""
    if character in LOWER_CASE and policy.get("case") == "upper":
        raise Refusal("character")
    letter = character.upper()
    if policy.get("alias") == "crockford":
        letter = ALIASES.get(letter, letter)
    if letter not in ALPHABET:
        raise Refusal("character")
    return ALPHABET.index(letter)


SCHEMES = {"ulid": Ulid}
