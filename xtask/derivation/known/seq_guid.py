"""Values that others have published: sequential GUIDs."""

from __future__ import annotations

from typing import Dict, List

from groups import Entry, Group


def kind(name: str, layout: str) -> Dict[str, str]:
    """The configuration of a kind in a layout."""
    return {"kind": name, "layout": layout}


def plain(text: str) -> str:
    """The member `bytes` of a text with hyphens."""
    return text.replace("-", "").lower()


def guid(name: str, layout: str, fields: Dict[str, str], text: str, dn: str) -> List[Entry]:
    """An id composed, read and taken apart; its text and its DN octets."""
    config = kind(name, layout)
    both = {"bytes": plain(text), "text": text}
    return [
        ("compose", {"fields": fields, "config": config}, both),
        ("parse", {"text": text, "config": config}, both),
        ("fields", {"bytes": plain(text), "config": config}, fields),
        ("bytes", {"text": text, "layout": "guid-dn", "config": config}, {"octets": dn}),
        ("bytes", {"octets": dn, "layout": "guid-dn", "config": config}, both),
    ]


TICKS = "637947921111435503"
RFC: Group = (
    "jhtodd/SequentialGuid, the algorithm with version and variant nibbles",
    "seq-guid",
    guid(
        "as-string",
        "rfc",
        {"ticks": TICKS, "random": "1122334455667700"},
        "08da7241-170b-4c8e-8f11-223344556677",
        "4172da080b178e4c8f11223344556677",
    )
    + guid(
        "as-binary",
        "rfc",
        {"ticks": TICKS, "random": "1122334455667700"},
        "4172da08-0b17-8e4c-8f11-223344556677",
        "08da7241170b4c8e8f11223344556677",
    )
    + guid(
        "at-end",
        "rfc",
        {"ticks": TICKS, "random": "1122334455660008"},
        "44332211-6655-40f8-8c8e-08da7241170b",
        "112233445566f8408c8e08da7241170b",
    ),
)

MS48_FIELDS = {"ticks": "638355968000000000", "random": "a0a1a2a3a4a5a6a7a8a9"}
MS48: Group = (
    "aspnetboilerplate/aspnetboilerplate issue 948; abpframework/abp and jhtodd/SequentialGuid",
    "seq-guid",
    guid(
        "as-string",
        "ms48",
        MS48_FIELDS,
        "3a0ee212-4000-a1a0-a2a3-a4a5a6a7a8a9",
        "12e20e3a0040a0a1a2a3a4a5a6a7a8a9",
    )
    + guid(
        "as-binary",
        "ms48",
        MS48_FIELDS,
        "12e20e3a-0040-a1a0-a2a3-a4a5a6a7a8a9",
        "3a0ee2124000a0a1a2a3a4a5a6a7a8a9",
    )
    + guid(
        "at-end",
        "ms48",
        MS48_FIELDS,
        "a3a2a1a0-a5a4-a7a6-a8a9-3a0ee2124000",
        "a0a1a2a3a4a5a6a7a8a93a0ee2124000",
    )
    + [
        (
            "fields",
            {"bytes": "3a0ee2124000a1a0a2a3a4a5a6a7a8a9", "config": kind("as-string", "ms48")},
            {"date": "2023-11-14T22:13:20.0000000Z"},
        )
    ],
)

# Ids in the order in which they were made, with their ticks.
SAMPLES = [
    ("08da7241-170b-c8ef-a094-06224a651c6a", 637947921111435503),
    ("08da7241-170b-d141-6ffc-5cdcecec5db9", 637947921111437633),
    ("08da7241-170b-d14e-d49e-81ce5efa6143", 637947921111437646),
    ("08da7241-170b-d150-8f59-836eab8d1939", 637947921111437648),
    ("08da7241-170b-d152-ac41-0c357a8aa4a1", 637947921111437650),
    ("08da7241-170b-d163-90a4-6083d462eeaf", 637947921111437667),
    ("08da7241-170b-d175-25b2-1d47ddd25939", 637947921111437685),
    ("08da7241-170b-d178-aa93-dc86e6391438", 637947921111437688),
    ("08da7241-170b-d185-619f-c24faf992806", 637947921111437701),
    ("08da7241-170b-d188-bd51-e36029ad9816", 637947921111437704),
]
SAMPLE_BYTES = [plain(text) for text, _ in SAMPLES]
TICKS64: Group = (
    "jhtodd/SequentialGuid, samples of the layout without version and variant",
    "seq-guid",
    [
        (
            "fields",
            {"bytes": plain(text), "config": kind("as-string", "ticks64")},
            {"ticks": str(ticks), "random": plain(text)[16:]},
        )
        for text, ticks in SAMPLES
    ]
    + [
        (
            "fields",
            {"bytes": SAMPLE_BYTES[0], "config": kind("as-string", "ticks64")},
            {"date": "2022-07-30T15:35:11.1435503Z"},
        ),
        (
            "order",
            {"ids": SAMPLE_BYTES[::-1], "ordering": "text"},
            {"sorted": SAMPLE_BYTES},
        ),
    ],
)

PLAN1 = kind("at-end", "ticks64-plan1")
BEFORE_THE_WRAP = "74f98ff5171cbffd08daffffffffffff"
AFTER_THE_WRAP = "74f98ff5171cbffd08db000000000000"
TICKS64_PLAN1: Group = (
    "jhtodd/SequentialGuid, samples with the ticks in plain order at the end; "
    "abpframework/abp pull 13480",
    "seq-guid",
    [
        (
            "fields",
            {"bytes": plain("983C1A57-8C2B-DE7D-08DA-724214AED77D"), "config": PLAN1},
            {"ticks": "637947925366757245", "date": "2022-07-30T15:42:16.6757245Z"},
        ),
        (
            "fields",
            {"bytes": plain("9D93FA3F-84B6-519D-08DA-724214AEDACD"), "config": PLAN1},
            {"ticks": "637947925366758093"},
        ),
        (
            "fields",
            {"bytes": AFTER_THE_WRAP, "config": PLAN1},
            {"ticks": str(0x08DB000000000000)},
        ),
        (
            "order",
            {"ids": [BEFORE_THE_WRAP, AFTER_THE_WRAP], "ordering": "mssql-uniqueidentifier"},
            {"sorted": [AFTER_THE_WRAP, BEFORE_THE_WRAP]},
        ),
        (
            "fields",
            {"bytes": AFTER_THE_WRAP, "config": PLAN1},
            {"date": "2023-01-27T00:47:00.3057152Z"},
        ),
    ],
)

GROUPS: List[Group] = [RFC, MS48, TICKS64, TICKS64_PLAN1]
