"""Values that others have published: Twitter, Discord and Instagram."""

from __future__ import annotations

from typing import Dict, List

from groups import Entry, Group, number64

def decoded(number: int, date: str, config: Dict[str, str], **fields: int) -> Entry:
    """An entry for a 64-bit id, its date and some of its fields."""
    return (
        "fields",
        {"bytes": number64(number), "config": config},
        {"date": date, **{name: str(value) for name, value in fields.items()}},
    )


def twitter(number: int, date: str, epoch_ms: int = 1288834974657, **fields: int) -> Entry:
    """A Twitter id of some epoch."""
    return decoded(number, date, {"epoch_ms": str(epoch_ms)}, **fields)


SHANGHAI_1970 = -28800000  # 1970-01-01T00:00:00+08:00
TWITTER: Group = (
    "published ids of the archived twitter-archive/snowflake layout; forks with other epochs",
    "twitter-snowflake",
    [
        twitter(
            1541815603606036480,
            "2022-06-28T16:07:40.105Z",
            unix_ms=1288834974657 + 367597485448,
            datacenter=11,
            worker=26,
            sequence=0,
        ),
        twitter(
            1854579365912772608,
            "2024-11-07T17:39:11.909Z",
            datacenter=0,
            worker=0,
            sequence=0,
        ),
        twitter(
            3125927076831231,
            "2020-08-09T07:01:19.092Z",
            1596211200000,
            datacenter=1,
            worker=1,
            sequence=4095,
        ),
        twitter(
            3248473482862591,
            "2020-08-09T15:08:16.432Z",
            1596211200000,
            datacenter=1,
            worker=1,
            sequence=4095,
        ),
    ]
    + [
        twitter(number, date, SHANGHAI_1970, datacenter=1, worker=1, sequence=0)
        for number, date in [
            (6698247966366502912, "2020-08-09T07:26:02.611Z"),
            (6698248027448152064, "2020-08-09T07:26:17.174Z"),
            (6698248032162549760, "2020-08-09T07:26:18.298Z"),
            (6698248033076908032, "2020-08-09T07:26:18.516Z"),
            (6698248033827688448, "2020-08-09T07:26:18.695Z"),
        ]
    ]
    + [
        ("parse", {"text": "9223372036854775807"}, {"bytes": "7fffffffffffffff"}),
        ("parse", {"text": "9223372036854775808"}, {"error": {"code": "overflow"}}),
    ],
)

LAST = {"datacenter": "31", "worker": "31", "sequence": "4095"}
TWITTER_END: Group = (
    "noctarius/snowcast issue 11: 41 bits end 69 years after the epoch",
    "twitter-snowflake",
    [
        (
            "compose",
            {"fields": {"unix_ms": "3487858230208", **LAST}},
            {"text": "9223372036854775807"},
        ),
        (
            "compose",
            {"fields": {"unix_ms": "3487858230209", **LAST}},
            {"error": {"code": "out_of_range", "field": "unix_ms"}},
        ),
        twitter(9223372036854775807, "2080-07-10T17:30:30.208Z"),
    ],
)

DISCORD: Group = (
    "Discord API reference, section Snowflakes; ids in the tests of client libraries",
    "discord",
    [
        decoded(
            175928847299117063,
            "2016-04-30T11:18:25.796Z",
            {},
            worker=1,
            process=0,
            increment=7,
        ),
        decoded(
            266241948824764416,
            "2017-01-04T16:30:27.136Z",
            {},
            unix_ms=1483547427136,
            worker=1,
        ),
        decoded(
            90339695967350784,
            "2015-09-07T06:57:41.949Z",
            {},
            unix_ms=1441609061949,
            process=3,
        ),
        ("range", {"at": "1462015105796"}, {"min": number64(175928847298985984)}),
        decoded(2**63, "2084-09-06T15:47:35.552Z", {}),
        decoded(2**64 - 1, "2154-05-15T07:35:11.103Z", {}),
    ],
)

SHARD = {"shard": "8191", "sequence": "1023"}
INSTAGRAM: Group = (
    "Instagram Engineering, Sharding & IDs at Instagram; pixelfed/pixelfed issue 3255",
    "instagram-sharded",
    [
        (
            "compose",
            {
                "fields": {
                    "unix_ms": str(1314220021721 + 1387263000),
                    "shard": str(31341 % 2000),
                    "sequence": str(5001 % 1024),
                }
            },
            {"bytes": "002957fa0c14f789", "text": "11637205501278089"},
        ),
        decoded(11637205501278089, "2011-09-09T22:28:04.721Z", {}, shard=1341, sequence=905),
        decoded(3270275158488650753, "2024-01-01T00:00:00.000Z", {}, shard=5, sequence=1),
        (
            "compose",
            {"fields": {"unix_ms": "2413731649496", **SHARD}},
            {"text": "9223372036854775807"},
        ),
        (
            "compose",
            {"fields": {"unix_ms": "2413731649497", "shard": "0", "sequence": "0"}},
            {"text": "9223372036854775808"},
        ),
        decoded(2**63 - 1, "2046-06-27T17:00:49.496Z", {}),
        decoded(2**63, "2046-06-27T17:00:49.497Z", {}),
        decoded(2**64 - 1, "2081-04-30T12:54:37.272Z", {}),
    ],
)

GROUPS: List[Group] = [TWITTER, TWITTER_END, DISCORD, INSTAGRAM]
