"""Vector files: finding, reading and checking them."""

from __future__ import annotations

import json
import os
import re
from typing import Any, Dict, List, NamedTuple, Tuple

from answers import OPERATIONS, SCHEMES
from canonical import ENVELOPE, IN_ORDER
from common import Unusable, take_choice, take_members, take_string

FORMAT = "idspec/1"
LICENSE = "CC0-1.0"
LEVELS = ("must", "should", "may")
NOTE_KINDS = ("boundary", "malformed", "known-value", "regression", "policy", "order")
SOURCE_KINDS = ("spec", "derived", "regression", "differential", "generated", "external")
CASE_ID = re.compile(r"[a-z0-9-]+/[a-z0-9-]+/[a-z0-9]+(-[a-z0-9]+)*")
CLAUSE_ID = re.compile(r"[A-Z]+-[A-Z]+-[0-9]+")
CASE_REQUIRED = ("id", "clauses", "level", "comment", "in", "source")
CASE_OPTIONAL = ("covers", "flags", "expect", "expect_when")


class VectorFile(NamedTuple):
    """One file: its path below the folder of vectors, octets and content."""

    name: str
    raw: bytes
    content: Dict[str, Any]


def find_files(folder: str) -> List[str]:
    """The paths, relative and sorted, of all vector files of a folder."""
    if not os.path.isdir(folder):
        raise Unusable("%s is not a folder" % folder)
    names: List[str] = []
    for entry in sorted(os.listdir(folder)):
        path = os.path.join(folder, entry)
        if not os.path.isdir(path) or entry == "schema" or entry.startswith("."):
            continue
        inside = [one for one in sorted(os.listdir(path)) if one.endswith(".json")]
        if entry not in SCHEMES and inside:
            raise Unusable("%s: no scheme of that name" % path)
        names.extend(entry + "/" + one for one in inside)
    return sorted(names)


def read_all(folder: str) -> List[VectorFile]:
    """All vector files of a folder, checked; ids are unique among them."""
    files = [read_file(folder, name) for name in find_files(folder)]
    seen: Dict[str, str] = {}
    for file in files:
        for case in file.content["cases"]:
            if case["id"] in seen:
                raise Unusable(
                    "%s: %s: the id stands in %s too" % (file.name, case["id"], seen[case["id"]])
                )
            seen[case["id"]] = file.name
    return files


def read_file(folder: str, name: str) -> VectorFile:
    """Read one file and check everything but the outcomes of its cases."""
    with open(os.path.join(folder, *name.split("/")), "rb") as stream:
        raw = stream.read()
    try:
        content = json.loads(
            raw.decode("utf-8"), object_pairs_hook=no_duplicates, parse_constant=no_constant
        )
        check_envelope(content, name)
    except (ValueError, Unusable) as problem:
        raise Unusable("%s: %s" % (name, problem))
    return VectorFile(name, raw, content)


def no_duplicates(pairs: List[Tuple[str, Any]]) -> Dict[str, Any]:
    """Refuse an object that has a member twice."""
    found: Dict[str, Any] = {}
    for name, value in pairs:
        if name in found:
            raise Unusable("the member %r stands twice in an object" % name)
        found[name] = value
    return found


def no_constant(word: str) -> Any:
    """Refuse the words NaN and Infinity, which JSON does not have."""
    raise Unusable("%s is not JSON" % word)


def check_envelope(content: Any, name: str) -> None:
    """Check the members of a file and the shape of each case."""
    take_members(content, ENVELOPE, [], "the file")
    take_choice(content["format"], [FORMAT], "format")
    take_choice(content["license"], [LICENSE], "license")
    scheme = take_choice(content["scheme"], SCHEMES, "scheme")
    op = take_choice(content["op"], OPERATIONS, "op")
    if name != "%s/%s.json" % (scheme, op):
        raise Unusable("the file holds scheme %s and operation %s" % (scheme, op))
    spec = take_members(content["spec"], ["doc", "version"], [], "spec")
    take_string(spec["doc"], "doc")
    take_string(spec["version"], "version")
    if not isinstance(content["notes"], dict):
        raise Unusable("notes is not an object")
    for flag, note in content["notes"].items():
        take_string(flag, "a flag")
        take_members(note, ["kind", "description"], [], "the note %s" % flag)
        take_choice(note["kind"], NOTE_KINDS, "kind of the note %s" % flag)
        take_string(note["description"], "description of the note %s" % flag)
    if not isinstance(content["cases"], list):
        raise Unusable("cases is not a list")
    for position, case in enumerate(content["cases"]):
        label = case.get("id") if isinstance(case, dict) else None
        try:
            check_case(case, scheme, op, content["notes"])
        except Unusable as problem:
            raise Unusable("%s: %s" % (label or "case %d" % (position + 1), problem))


def check_case(case: Any, scheme: str, op: str, notes: Dict[str, Any]) -> None:
    """Check the shape of a case, but for `in`, `expect` and `expect_when`."""
    take_members(case, CASE_REQUIRED, CASE_OPTIONAL, "the case")
    identifier = take_string(case["id"], "id")
    if CASE_ID.fullmatch(identifier) is None:
        raise Unusable("the id is not of the form scheme/op/words")
    if not identifier.startswith("%s/%s/" % (scheme, op)):
        raise Unusable("the id belongs to another file")
    for clause in take_strings(case["clauses"], "clauses"):
        if CLAUSE_ID.fullmatch(clause) is None:
            raise Unusable("%r is not a clause id" % clause)
    take_choice(case["level"], LEVELS, "level")
    take_string(case["comment"], "comment")
    if "covers" in case:
        take_string(case["covers"], "covers")
    for flag in take_strings(case.get("flags", []), "flags"):
        if flag not in notes:
            raise Unusable("the flag %r has no note" % flag)
    if not isinstance(case["in"], dict):
        raise Unusable("in is not an object")
    for name in case["in"]:
        if name not in IN_ORDER:
            raise Unusable("in has the unknown member %r" % name)
    source = take_members(case["source"], ["kind", "ref"], [], "source")
    take_choice(source["kind"], SOURCE_KINDS, "kind of the source")
    take_string(source["ref"], "ref of the source")


def take_strings(found: Any, what: str) -> List[str]:
    """Check that a member is a list of strings."""
    if not isinstance(found, list):
        raise Unusable("%s is not a list" % what)
    return [take_string(one, what) for one in found]
