"""Where public implementations differ, and how a case says so."""

from __future__ import annotations

from typing import Any, Dict, Tuple

from answers import answer
from common import Unusable

# Each axis: its values, the required one first, and the schemes that it is
# about. All of them are about reading text: the operations `parse` and `bytes`.
AXES: Dict[str, Tuple[Tuple[str, ...], Tuple[str, ...]]] = {
    "case": (("insensitive", "upper"), ("nalix-typed", "ulid")),
    "alias": (("reject", "crockford"), ("ulid",)),
    "overflow": (("reject", "wrap"), ("ulid",)),
}


def expectation(scheme: str, op: str, given: Dict[str, Any]) -> Dict[str, Any]:
    """`{"expect": …}` or `{"expect_when": […]}` for the input of a case."""
    required = {axis: values[0] for axis, (values, _) in AXES.items()}
    plain = answer(scheme, op, given, required)
    changed: Dict[str, Any] = {}
    if op in ("parse", "bytes"):
        for axis, (values, schemes) in AXES.items():
            if scheme not in schemes:
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
    if len(changed) > 1:
        raise Unusable("the outcome depends on several policies: %s" % ", ".join(changed))
    for outcomes in changed.values():
        return {"expect_when": outcomes}
    return {"expect": plain}
