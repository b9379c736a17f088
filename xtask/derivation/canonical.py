"""The canonical form of a vector file."""

from __future__ import annotations

import json
from typing import Any, Dict, List

ENVELOPE = ("format", "scheme", "op", "spec", "license", "notes", "cases")
CASE_ORDER = "id clauses level comment covers flags in expect expect_when source".split()
IN_ORDER = (
    "text utf8_hex bytes json value database column form layout octets fields ids ordering at from until type config policy state steps".split()
)
POLICY_ORDER = "rollback tolerance_ms exhaustion max_ahead start".split()
STEP_ORDER = "now then random repeat type".split()
EXPECT_ORDER = "bytes text json value octets fields sorted min max end steps properties error".split()


def on_one_line(value: Any) -> str:
    """A value in ASCII on one line."""
    return json.dumps(value, ensure_ascii=True, separators=(", ", ": "))


def in_order(found: Any, order: List[str]) -> Any:
    """The members of an object in a fixed order, unknown ones last."""
    if not isinstance(found, dict):
        return found
    known = [name for name in order if name in found]
    return {name: found[name] for name in known + sorted(set(found) - set(known))}


def ordered_outcome(found: Any) -> Any:
    """An outcome with its members in their fixed order; the fields of an id keep theirs."""
    outcome = in_order(found, EXPECT_ORDER)
    if isinstance(outcome, dict) and "value" in outcome:
        outcome["value"] = in_order(outcome["value"], ["kind", "v"])
    if isinstance(outcome, dict) and "error" in outcome:
        outcome["error"] = in_order(outcome["error"], ["code", "field"])
    if isinstance(outcome, dict) and isinstance(outcome.get("steps"), list):
        outcome["steps"] = [ordered_outcome(in_order(step, ["bytes", "first", "last"])) for step in outcome["steps"]]
    return outcome


def ordered_when(found: Any) -> Any:
    """The outcomes under each policy; their own order is kept."""
    if not isinstance(found, list):
        return found
    entries = [in_order(entry, ["policy", "expect"]) for entry in found]
    for entry in entries:
        if isinstance(entry, dict) and "expect" in entry:
            entry["expect"] = ordered_outcome(entry["expect"])
    return entries


def ordered_case(case: Dict[str, Any]) -> Dict[str, Any]:
    """A case with all members, also the inner ones, in their fixed order."""
    ordered = in_order(case, CASE_ORDER)
    ordered["in"] = given = in_order(case["in"], IN_ORDER)
    if "value" in given:
        given["value"] = in_order(given["value"], ["kind", "v"])
    if "config" in given:
        given["config"] = in_order(given["config"], ["kind", "layout", "epoch_ms"])
    if "policy" in given:
        given["policy"] = in_order(given["policy"], POLICY_ORDER)
    if isinstance(given.get("steps"), list):
        given["steps"] = [in_order(step, STEP_ORDER) for step in given["steps"]]
    ordered["source"] = in_order(case["source"], ["kind", "ref"])
    if "expect" in case:
        ordered["expect"] = ordered_outcome(case["expect"])
    if "expect_when" in case:
        ordered["expect_when"] = ordered_when(case["expect_when"])
    return ordered


def block(members: Dict[str, Any], indent: str) -> str:
    """Members of an object, each on a line of its own."""
    lines = [indent + on_one_line(name) + ": " + on_one_line(members[name]) for name in members]
    return ",\n".join(lines)


def render(content: Dict[str, Any]) -> bytes:
    """The canonical octets of a file."""
    head = {name: content[name] for name in ENVELOPE[:5]}
    head["spec"] = in_order(content["spec"], ["doc", "version"])
    notes = {
        flag: in_order(content["notes"][flag], ["kind", "description"])
        for flag in sorted(content["notes"])
    }
    text = "{\n" + block(head, "  ") + ",\n"
    if notes:
        text += '  "notes": {\n' + block(notes, "    ") + "\n  },\n"
    else:
        text += '  "notes": {},\n'
    cases = [
        "    {\n" + block(ordered_case(case), "      ") + "\n    }"
        for case in content["cases"]
    ]
    if cases:
        text += '  "cases": [\n' + ",\n".join(cases) + "\n  ]\n"
    else:
        text += '  "cases": []\n'
    return (text + "}\n").encode("ascii")
