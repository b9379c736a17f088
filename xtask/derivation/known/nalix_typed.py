"""Values that others have published: Nalix typed ids."""

from __future__ import annotations

from typing import List

from groups import Entry, Group, number64

NALIX_TABLE = [
    (3, 1, 0, 1, 216172782130561025, "0100000100000003"),
    (119, 287454020, 0, 358, 8579676368697033062, "6601004433221177"),
    (7, 16909060, 0, 262, 504686845217472774, "0601000403020107"),
    (11, 1704067200, 0, 1, 821223037910122497, "010000800092650B"),
    (11, 1704067200, 1, 1, 821223037910123521, "010400800092650B"),
    (11, 1704067200, 16383, 1023, 821223037926899711, "FFFFFF800092650B"),
    (10, 1775347200, 258, 42, 750361323828938794, "2A080400A6D1690A"),
    (20, 4294967295, 0, 1, 1513209474779709441, "010000FFFFFFFF14"),
    (34, 1721900000, 12345, 512, 2478846885532591616, "00E6C0E01BA26622"),
    (128, 1704067200, 0, 1, 9251961540347691009, "0100008000926580"),
    (255, 4294967295, 16383, 1023, 18446744073709551615, "FFFFFFFFFFFFFFFF"),
    (10, 1700000000, 1, 1, 749097207579280385, "01040000F153650A"),
]


def nalix_entries() -> List[Entry]:
    """Each row of the table composed, and each text read."""
    entries: List[Entry] = []
    for type_, value, sequence, machine, number, text in NALIX_TABLE:
        fields = {
            "type": str(type_),
            "value": str(value),
            "sequence": str(sequence),
            "machine": str(machine),
        }
        both = {"bytes": number64(number), "text": text}
        entries.append(("compose", {"fields": fields}, both))
        entries.append(("parse", {"text": text}, both))
        entries.append(("fields", {"bytes": number64(number)}, fields))
    return entries


# Texts 01040000F153650A and 01000001F153650A.
RISING = ["0a6553f100000401", "0a6553f101000001"]
LEGACY = {"layout": "legacy56"}
NALIX: Group = (
    "ppn-systems/nalix, Nalix.Framework/Identifiers/Snowflake.cs and its tests",
    "nalix-typed",
    nalix_entries()
    + [
        # The hexadecimal form of a number is the text of another id.
        ("parse", {"text": "0A6553F100000401"}, {"bytes": "01040000f153650a"}),
        ("fields", {"bytes": "01040000f153650a"}, {"type": "1", "machine": "266"}),
        ("parse", {"text": "01040000f153650a"}, {"text": "01040000F153650A"}),
        ("order", {"ids": RISING, "ordering": "value-unsigned"}, {"sorted": RISING}),
        ("order", {"ids": RISING, "ordering": "text"}, {"sorted": RISING[::-1]}),
        ("parse", {"text": "0000000000000000"}, {"bytes": "0000000000000000"}),
        ("parse", {"text": ""}, {"error": {"code": "length"}}),
        (
            "fields",
            {"bytes": number64(33589419091047236), "config": LEGACY},
            {"type": "119", "machine": str(0x5566), "value": str(0x11223344)},
        ),
        (
            "parse",
            {"text": "44332211665577", "config": LEGACY},
            {"bytes": number64(33589419091047236)},
        ),
        (
            "parse",
            {"text": "96QGE3TPIKK", "config": LEGACY},
            {"bytes": number64(33589419091047236), "text": "44332211665577"},
        ),
    ],
)

GROUPS: List[Group] = [NALIX]
