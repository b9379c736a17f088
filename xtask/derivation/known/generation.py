"""Ids that others have published or reported, as the steps of a generator."""

from __future__ import annotations

from typing import Any, Dict, List

from groups import Entry, Group, number64

EXHAUSTED: Dict[str, Any] = {"error": {"code": "sequence_exhausted"}}
BACKWARDS: Dict[str, Any] = {"error": {"code": "clock_rollback"}}


def steps(found: List[Any], given: List[Dict[str, Any]], **more: Any) -> Entry:
    """An entry for some steps; a number is the id that a step gives."""
    expected = [{"bytes": number64(one)} if isinstance(one, int) else one for one in found]
    return ("generate", {"steps": given, **more}, {"steps": expected})


def at(*readings: int, **more: Any) -> Dict[str, Any]:
    """A call with its readings."""
    step: Dict[str, Any] = {"now": str(readings[0]), **more}
    if readings[1:]:
        step["then"] = [str(one) for one in readings[1:]]
    return step


MS = 1700000000000
MACHINE_378 = {"datacenter": "11", "worker": "26"}
TWITTER: Group = (
    "issues of twitter-archive/snowflake (6), bwmarrin/snowflake (20), holdno/snowFlakeByGo (4)",
    "twitter-snowflake",
    [
        steps(
            [1724551110457794560, 1724551110457794561, BACKWARDS, 1724551110457794562],
            [at(MS), at(MS), at(MS - 1), at(MS)],
            config=MACHINE_378,
        ),
        steps(
            [1724551110456250368, BACKWARDS, 1724551110456250369],
            [at(MS), at(MS - 1), at(MS)],
            config={"worker": "1"},
        ),
        # One id later than 1724551110457794560 + 4095: the next ms of machine 378, not machine 379.
        steps(
            [
                {"first": number64(1724551110457794560), "last": number64(1724551110457798655)},
                1724551110457794560 + 2**22,
            ],
            [at(MS, repeat=4096), at(MS, MS + 1)],
            config=MACHINE_378,
            policy={"exhaustion": "wait"},
        ),
        steps([9223372036854775807 - 4095], [at(3487858230208)], config={"datacenter": "31", "worker": "31"}),
    ],
)

INSTAGRAM: Group = (
    "the article's example, gone on to from the number before it",
    "instagram-sharded",
    [
        steps(
            [11637205501278089],
            [at(1314220021721 + 1387263000)],
            config={"shard": "1341"},
            policy={"start": "running"},
            state={"last": number64(11637205501278089 - 2**23 - 1)},
        )
    ],
)

NALIX: Group = (
    "issues of ppn-systems/nalix (310, 317)",
    "nalix-typed",
    [
        steps(
            [
                {"first": number64(821154801617207297), "last": number64(821154801633983489)},
                EXHAUSTED,
                821154801633984513,
            ],
            [at(MS, repeat=16384), at(MS), at(MS + 1000)],
            config={"type": "11", "machine": "1"},
        ),
    ],
)

RANDOM_1F = "0" * 18 + "1f"
ULID_MS = 1469918176385
ULID: Group = (
    "issues of mdomke/python-ulid (56) and simonw/llm (1454)",
    "ulid",
    [
        # 01ARYZ6S41000000000000000Z and 01ARYZ6S410000000000000010
        steps(
            [{"bytes": "01563df36481" + RANDOM_1F}, {"bytes": "01563df36481" + "0" * 18 + "20"}],
            [at(ULID_MS, random=RANDOM_1F), at(ULID_MS, random=RANDOM_1F)],
        ),
        steps(
            [
                {"bytes": "01563df36481" + RANDOM_1F},
                {"bytes": "01563df36481" + "0" * 18 + "20"},
                {"bytes": "01563df36481" + "0" * 18 + "21"},
                {"bytes": "01563df36482" + RANDOM_1F},
            ],
            [at(one, random=RANDOM_1F) for one in (ULID_MS, ULID_MS - 1, ULID_MS - 5000, ULID_MS + 1)],
            policy={"rollback": "hold", "tolerance_ms": "5000"},
        ),
    ],
)

GUID: Group = (
    "a published tick count with the digits of its id written out",
    "seq-guid",
    [
        steps(
            [{"bytes": digits}],
            [at(637947921111435503, random=random)],
            config={"kind": kind},
        )
        for kind, random, digits in (
            ("as-string", "1122334455667700", "08da7241170b4c8e8f11223344556677"),
            ("as-binary", "1122334455667700", "4172da080b178e4c8f11223344556677"),
            ("at-end", "1122334455660008", "44332211665540f88c8e08da7241170b"),
        )
    ],
)

GROUPS: List[Group] = [TWITTER, INSTAGRAM, NALIX, ULID, GUID]
