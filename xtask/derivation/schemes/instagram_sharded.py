"""Instagram sharded ids."""

from __future__ import annotations

from decimal_scheme import DecimalScheme


class Instagram(DecimalScheme):
    """A 64-bit number: 41 bits of ms, shard, sequence."""

    time_size = 2**41
    epoch = 1314220021721
    epoch_is_free = True
    parts = (("shard", 8192), ("sequence", 1024))


SCHEMES = {"instagram-sharded": Instagram}
