"""Operation `generate`: a generator of an implementation under the clock of a script, shared by the adapters in Python."""

from __future__ import annotations

import types
from collections.abc import Callable

from idspec_adapter import Object, Rejected

# How often one call may read the clock. The script is at its end long before, so more is a wait that never ends.
READS = 1000


class EndlessWait(Exception):
    """A call that goes on reading a clock which stands still."""


class Clock:
    """The readings of one call: `now`, each of `then`, and from there on the last of them."""

    def __init__(self) -> None:
        self._readings: list[int] = []
        self._reads = 0

    def script(self, now: int, *then: int) -> None:
        """Begin the readings of a call."""
        self._readings = [now, *then]
        self._reads = 0

    def ms(self) -> int:
        """The time in ms since 1970."""
        if self._reads >= READS:
            raise EndlessWait(f"it still waits after {READS} readings of the clock")
        reading = self._readings[min(self._reads, len(self._readings) - 1)]
        self._reads += 1
        return reading

    def ns(self) -> int:
        """The time as `time.time_ns` gives it."""
        return self.ms() * 1_000_000

    def seconds(self) -> float:
        """The time as `time.time` gives it, in the middle of its ms: there no rounding makes it another ms."""
        return (self.ms() + 0.5) / 1000


def random_of(step: Object) -> bytes:
    """The randomness of a step for a ULID: ten octets."""
    given = step["random"]
    return bytes.fromhex(given["fill"] * 10 if isinstance(given, dict) else given)


def module(**names: Callable[..., object]) -> types.SimpleNamespace:
    """What stands in the place of a module of which an implementation uses these names only."""
    return types.SimpleNamespace(**names)


def run(given: Object, clock: Clock, call: Callable[[Object], str]) -> Object:
    """The outcome of each step; `call` gives the octets of one id, or raises `Rejected`."""
    outcomes: list[Object] = []
    for step in given["steps"]:
        readings = [int(reading) for reading in (step["now"], *step.get("then", ()))]
        ids = []
        try:
            for _ in range(step.get("repeat", 1)):
                clock.script(*readings)
                ids.append(call(step))
        except Rejected as refusal:
            outcomes.append({"error": refusal.error})
        else:
            outcomes.append({"first": ids[0], "last": ids[-1]} if "repeat" in step else {"bytes": ids[0]})
    return {"steps": outcomes}
