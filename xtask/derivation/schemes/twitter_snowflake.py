"""Twitter snowflakes."""

from __future__ import annotations

from decimal_scheme import DecimalScheme


class Twitter(DecimalScheme):
    """A 63-bit number: 41 bits of ms, datacenter, worker, sequence."""

    largest = 2**63 - 1
    time_size = 2**41
    epoch = 1288834974657
    epoch_is_free = True
    parts = (("datacenter", 32), ("worker", 32), ("sequence", 4096))


SCHEMES = {"twitter-snowflake": Twitter}
