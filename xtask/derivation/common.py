"""What all schemes share: the two kinds of failure, octets, and checked input.

Numbers are plain Python integers, octets are lists of integers from 0 to 255
in the order of the number (most significant first) unless a name says
otherwise.
"""

from __future__ import annotations

import re
from typing import Any, Dict, Iterable, List, Optional

HEX_DIGITS = "0123456789abcdef"
DECIMAL_STRING = re.compile(r"0|-?[1-9][0-9]{0,38}")
OCTET_STRING = re.compile(r"([0-9a-f][0-9a-f])*")


class Refusal(Exception):
    """The outcome that the specification demands for a bad input."""

    def __init__(self, code: str, field: Optional[str] = None) -> None:
        super().__init__(code)
        self.code = code
        self.field = field

    def as_object(self) -> Dict[str, str]:
        """The error object of a case."""
        found = {"code": self.code}
        if self.field is not None:
            found["field"] = self.field
        return found


class Unusable(Exception):
    """A case or a file that is not written as the format demands."""


# --- octets ---------------------------------------------------------------


def octets_of_number(number: int, count: int) -> List[int]:
    """The `count` octets of a number, most significant first."""
    octets: List[int] = []
    rest = number
    for _ in range(count):
        rest, low = divmod(rest, 256)
        octets.insert(0, low)
    if rest != 0:
        raise AssertionError("the number has more than %d octets" % count)
    return octets


def number_of_octets(octets: Iterable[int]) -> int:
    """The number whose octets, most significant first, are given."""
    number = 0
    for octet in octets:
        number = number * 256 + octet
    return number


def hex_of_octets(octets: Iterable[int]) -> str:
    """Two lower-case hexadecimal digits for each octet."""
    return "".join(HEX_DIGITS[o // 16] + HEX_DIGITS[o % 16] for o in octets)


def octets_of_hex(digits: str) -> List[int]:
    """The octets of an even count of hexadecimal digits in either case."""
    lower = digits.lower()
    octets: List[int] = []
    for index in range(0, len(lower), 2):
        high = HEX_DIGITS.index(lower[index])
        low = HEX_DIGITS.index(lower[index + 1])
        octets.append(high * 16 + low)
    return octets


def swap_guid(octets: List[int]) -> List[int]:
    """NET octets to DN octets or back: the exchange undoes itself."""
    return octets[3::-1] + octets[5:3:-1] + octets[7:5:-1] + octets[8:]


def hyphenated(digits: str) -> str:
    """32 digits as 8-4-4-4-12."""
    parts = [digits[:8], digits[8:12], digits[12:16], digits[16:20], digits[20:]]
    return "-".join(parts)


def is_hex(text: str) -> bool:
    """Whether every character is one of 0-9, a-f and A-F."""
    return all(character in "0123456789abcdefABCDEF" for character in text)


# --- members of a case ----------------------------------------------------


def take_members(
    found: Any, required: Iterable[str], optional: Iterable[str], what: str
) -> Dict[str, Any]:
    """Check that an object has the required members and no unknown ones."""
    if not isinstance(found, dict):
        raise Unusable("%s is not an object" % what)
    required = list(required)
    for name in required:
        if name not in found:
            raise Unusable("%s has no member %r" % (what, name))
    allowed = set(required) | set(optional)
    for name in found:
        if name not in allowed:
            raise Unusable("%s has the unknown member %r" % (what, name))
    return found


def take_string(found: Any, what: str) -> str:
    """Check that a member is a string of well-formed Unicode."""
    if not isinstance(found, str):
        raise Unusable("%s is not a string" % what)
    if any("\ud800" <= character <= "\udfff" for character in found):
        raise Unusable("%s holds a lone surrogate" % what)
    return found


def take_choice(found: Any, choices: Iterable[str], what: str) -> str:
    """Check that a member is one of some words."""
    word = take_string(found, what)
    choices = list(choices)
    if word not in choices:
        raise Unusable("%s is %r, not one of %s" % (what, word, ", ".join(choices)))
    return word


def take_integer(found: Any, what: str) -> int:
    """Read an integer that the data holds as a decimal string."""
    text = take_string(found, what)
    if DECIMAL_STRING.fullmatch(text) is None:
        raise Unusable("%s is %r, not a decimal string" % (what, text))
    return int(text)


def take_octets(found: Any, what: str) -> List[int]:
    """Read octets that the data holds as lower-case hexadecimal."""
    text = take_string(found, what)
    if OCTET_STRING.fullmatch(text) is None:
        raise Unusable("%s is not lower-case hexadecimal octets" % what)
    return octets_of_hex(text)


def take_random(found: Any) -> str:
    """Check a hexadecimal field value; its count of digits is free here."""
    digits = take_string(found, "random")
    if re.fullmatch("[0-9a-f]*", digits) is None:
        raise Unusable("random is %r, not lower-case hexadecimal" % digits)
    return digits
