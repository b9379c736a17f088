"""The shape of values that others have published."""

from __future__ import annotations

from typing import Any, Dict, List, Tuple

# A group: a source, a scheme, and entries of an operation, an input and the
# members of the outcome that the source gives. A member `date` stands for the
# time of the fields as a date.
Entry = Tuple[str, Dict[str, Any], Dict[str, Any]]
Group = Tuple[str, str, List[Entry]]


def number64(number: int) -> str:
    """The member `bytes` of a 64-bit number."""
    return "%016x" % number
