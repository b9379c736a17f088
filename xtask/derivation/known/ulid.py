"""Values that others have published: ULID."""

from __future__ import annotations

from typing import List

from groups import Group

OVERFLOW = {"error": {"code": "overflow"}}
TWO_ULIDS = ["01563df36481ffffffff900000000000", "01563df3686900010001100000000000"]
ULID: Group = (
    "ids of public ULID libraries; dylanhart/ulid-rs issue 59; RobThree/NUlid issue 15; "
    "satori/go.uuid issue 19",
    "ulid",
    [
        (
            "compose",
            {"fields": {"unix_ms": "1712345678901", "random": "0cf05803c72d06e78011"}},
            {"text": "01HTQW311N1KR5G0Y75M3EF00H"},
        ),
        ("parse", {"text": "80000000000000000000000000"}, OVERFLOW),
        ("parse", {"text": "8ZZZZZZZZZZZZZZZZZZZZZZZZZ"}, OVERFLOW),
        ("parse", {"text": "G0000000000000000000000000"}, OVERFLOW),
        ("parse", {"text": "R0000000000000000000000000"}, OVERFLOW),
        ("parse", {"text": "ZZZZZZZZZZZZZZZZZZZZZZZZZZ"}, OVERFLOW),
        ("parse", {"text": "7ZZZZZZZZZZZZZZZZZZZZZZZZZ"}, {"bytes": "f" * 32}),
        ("bytes", {"text": "01ARYZ6S41ZZZZZZWG00000000", "layout": "be"}, {"octets": TWO_ULIDS[0]}),
        ("bytes", {"text": "01ARYZ6T39000G008G00000000", "layout": "be"}, {"octets": TWO_ULIDS[1]}),
        (
            "format",
            {"bytes": TWO_ULIDS[0], "form": "uuid"},
            {"text": "01563df3-6481-ffff-ffff-900000000000"},
        ),
        (
            "format",
            {"bytes": TWO_ULIDS[1], "form": "uuid"},
            {"text": "01563df3-6869-0001-0001-100000000000"},
        ),
        (
            "order",
            {"ids": TWO_ULIDS, "ordering": "mssql-uniqueidentifier"},
            {"sorted": [TWO_ULIDS[1], TWO_ULIDS[0]]},
        ),
        ("order", {"ids": TWO_ULIDS, "ordering": "guid-net"}, {"sorted": TWO_ULIDS}),
        (
            "format",
            {"bytes": "01563e3ab5d3d6764c61efb99302bd5b", "form": "uuid"},
            {"text": "01563e3a-b5d3-d676-4c61-efb99302bd5b"},
        ),
        (
            "bytes",
            {"text": "01ARZ3NDEKTSV4RRFFQ69G5FAV", "layout": "guid-dn"},
            {"octets": "3a3e5601d3b576d64c61efb99302bd5b"},
        ),
        # satori/go.uuid issue 19: the octets that SQL Server sends.
        (
            "bytes",
            {"octets": "57adcd7bf74fd7459c1f16b452ce230e", "layout": "guid-dn"},
            {"bytes": "7bcdad574ff745d79c1f16b452ce230e"},
        ),
    ],
)

GROUPS: List[Group] = [ULID]
