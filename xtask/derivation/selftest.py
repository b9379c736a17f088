"""The test that the derivation gives the values that others have published."""

from __future__ import annotations

import importlib
import os
from datetime import datetime, timedelta
from typing import Any, Dict, List

from answers import answer
from groups import Group


def find_groups() -> List[Group]:
    """Every group that a module of the folder `known` lists."""
    folder = os.path.join(os.path.dirname(os.path.abspath(__file__)), "known")
    found: List[Group] = []
    for name in sorted(os.listdir(folder)):
        if name.endswith(".py"):
            found.extend(importlib.import_module("known." + name[:-3]).GROUPS)
    return found


GROUPS = find_groups()


def date_of(fields: Dict[str, str]) -> str:
    """The time of some fields as a date, to the ms or to the tick."""
    if "ticks" in fields:
        seconds, ticks = divmod(int(fields["ticks"]), 10**7)
        moment, rest = datetime(1, 1, 1), "%07d" % ticks
    else:
        seconds, ms = divmod(int(fields["unix_ms"]), 1000)
        moment, rest = datetime(1970, 1, 1), "%03d" % ms
    return (moment + timedelta(seconds=seconds)).isoformat() + "." + rest + "Z"


def outcome_of(scheme: str, op: str, given: Dict[str, Any]) -> Dict[str, Any]:
    """The outcome; fields stand by themselves, with their date if they have one."""
    found = answer(scheme, op, given)
    if "fields" not in found:
        return found
    fields = dict(found["fields"])
    if "unix_ms" in fields or "ticks" in fields:
        fields["date"] = date_of(fields)
    return fields


def self_test() -> int:
    """Compare each published value; the exit code."""
    count = 0
    problems: List[str] = []
    for source, scheme, entries in GROUPS:
        for op, given, expected in entries:
            count += 1
            found = outcome_of(scheme, op, given)
            same = {name: found.get(name) for name in expected}
            if same != expected:
                problems.append(
                    "%s: %s %s: published %s, derived %s (%s)"
                    % (scheme, op, given, expected, found, source)
                )
    for problem in problems:
        print(problem)
    if problems:
        print("self-test: %d of %d values differ" % (len(problems), count))
        return 1
    print("self-test: %d values agree" % count)
    return 0
