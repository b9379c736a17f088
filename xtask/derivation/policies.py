"""Where public implementations differ, and how a case says so."""

from __future__ import annotations

import itertools
from typing import Any, Dict, List, Optional, Tuple

from answers import answer
from common import Unusable
from generate import EXHAUSTION, ROLLBACK, START

READING = ("parse", "bytes")
# Each axis on which one input has several outcomes: its values, the required
# one first, and the schemes and the operations that it is about.
AXES: Dict[str, Tuple[Tuple[str, ...], Tuple[str, ...], Tuple[str, ...]]] = {
    "case": (("insensitive", "upper"), ("nalix-typed", "ulid"), READING),
    "alias": (("reject", "crockford"), ("ulid",), READING),
    "overflow": (("reject", "wrap"), ("ulid",), READING),
    "random_overflow": (("error", "carry", "wrap"), ("ulid",), ("generate",)),
}
# The axes of generators, which an input names, with their values.
NAMED = {"rollback": ROLLBACK, "exhaustion": EXHAUSTION, "start": START}


def expectation(scheme: str, op: str, given: Dict[str, Any]) -> Dict[str, Any]:
    """`{"expect": …}` or `{"expect_when": […]}` for the input of a case."""
    required = {axis: values[0] for axis, (values, _, _) in AXES.items()}
    plain = answer(scheme, op, given, required)
    changed: Dict[str, Any] = {}
    for axis, (values, schemes, ops) in AXES.items():
        if scheme not in schemes or op not in ops:
            continue
        outcomes = [
            {
                "policy": {axis: value},
                "expect": answer(scheme, op, given, {**required, axis: value}),
            }
            for value in values
        ]
        if any(outcome["expect"] != plain for outcome in outcomes):
            changed[axis] = outcomes
    if op == "generate":
        check_named(scheme, given, [required, *({**required, **one["policy"]} for one in sum(changed.values(), []))])
    if len(changed) > 1:
        raise Unusable("the outcome depends on several policies: %s" % ", ".join(changed))
    for outcomes in changed.values():
        return {"expect_when": outcomes}
    return {"expect": plain}


def check_named(scheme: str, given: Dict[str, Any], bases: List[Dict[str, str]]) -> None:
    """Check that an input of `generate` names the axes that its outcome depends on under some policy, and no other."""
    named = given.get("policy", {})
    others = [axis for axis in NAMED if axis not in named]
    needed = set()
    for base in bases:
        plain = outcome_of(scheme, given, named, base)
        for values in itertools.product(*(NAMED[axis] for axis in others)):
            added = dict(zip(others, values))
            if exists(scheme, added) and outcome_of(scheme, given, {**named, **added}, base) != plain:
                raise Unusable("the outcome depends on a policy that is not named: %s" % added)
        for axis in set(NAMED) & set(named):
            changed = [{**named, axis: value} for value in NAMED[axis] if exists(scheme, {axis: value})]
            if any(outcome_of(scheme, given, without_ahead(one), base) != plain for one in changed):
                needed.add(axis)
    for axis in NAMED:
        if axis in named and axis not in needed:
            raise Unusable("the outcome does not depend on %s, which is named" % axis)


def exists(scheme: str, values: Dict[str, str]) -> bool:
    """Whether a scheme has these values; ULIDs lack some."""
    return scheme != "ulid" or values.get("rollback") != "borrow" and not {"exhaustion", "start"} & set(values)


def without_ahead(policy: Dict[str, str]) -> Dict[str, str]:
    """A policy without `max_ahead` where it means nothing."""
    borrows = policy.get("exhaustion") == "borrow"
    return {name: value for name, value in policy.items() if borrows or name != "max_ahead"}


def outcome_of(scheme: str, given: Dict[str, Any], policy: Dict[str, str], required: Dict[str, str]) -> Optional[Any]:
    """The outcome under another policy; nothing where the input does not say enough for it."""
    try:
        return answer(scheme, "generate", {**given, "policy": policy}, required)
    except Unusable:
        return None
