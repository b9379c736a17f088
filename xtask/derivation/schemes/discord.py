"""Discord snowflakes."""

from __future__ import annotations

from decimal_scheme import DecimalScheme


class Discord(DecimalScheme):
    """A 64-bit number: 42 bits of ms, worker, process, increment."""

    time_size = 2**42
    epoch = 1420070400000
    parts = (("worker", 32), ("process", 32), ("increment", 4096))
    sequence_name = "increment"


SCHEMES = {"discord": Discord}
