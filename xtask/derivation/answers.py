"""The outcome of one operation: exactly the member `expect` of a case."""

from __future__ import annotations

import importlib
import json
import os
from typing import Any, Callable, Dict, Optional, Tuple

from common import (
    Refusal,
    Unusable,
    hex_of_octets,
    hyphenated,
    take_choice,
    take_integer,
    take_members,
    take_octets,
    take_string,
)
from generate import LAYOUT, answer_generate, take_generate
from orders import sort_octets
from scheme import Policy, Scheme

Object = Dict[str, Any]


def find_schemes() -> Dict[str, Callable[[Object], Scheme]]:
    """Every scheme that a module of the folder `schemes` lists."""
    folder = os.path.join(os.path.dirname(os.path.abspath(__file__)), "schemes")
    found: Dict[str, Callable[[Object], Scheme]] = {}
    for name in sorted(os.listdir(folder)):
        if name.endswith(".py"):
            found.update(importlib.import_module("schemes." + name[:-3]).SCHEMES)
    return found


SCHEMES = find_schemes()
# An order never looks at the configuration; any of them will do.
ANY_KIND = {"kind": "as-string"}


def answer(scheme: str, op: str, given: Object, policy: Optional[Policy] = None) -> Object:
    """The outcome of `in` for a scheme and an operation under a policy.

    A bad input gives `{"error": …}`; a badly written case raises Unusable.
    """
    if scheme not in SCHEMES:
        raise Unusable("unknown scheme %r" % scheme)
    if op not in OPERATIONS:
        raise Unusable("unknown operation %r" % op)
    try:
        return OPERATIONS[op](scheme, given, policy or {})
    except Refusal as refusal:
        return {"error": refusal.as_object()}


def open_scheme(name: str, given: Object) -> Scheme:
    """The scheme with the configuration of a case."""
    config = given.get("config", {})
    if not isinstance(config, dict):
        raise Unusable("config is not an object")
    return SCHEMES[name](config)


def read_text(given: Object) -> str:
    """The ASCII text of a case."""
    if "utf8_hex" in given:
        octets = take_octets(given["utf8_hex"], "utf8_hex")
        if any(octet > 0x7F for octet in octets):
            raise Refusal("character")
        return "".join(chr(octet) for octet in octets)
    text = take_string(given["text"], "text")
    if any(ord(character) > 0x7F for character in text):
        raise Refusal("character")
    return text


def written(scheme: Scheme, number: int) -> Object:
    """The outcome of whatever gives an id."""
    return {"bytes": scheme.bytes_text(number), "text": scheme.canonical(number)}


def answer_parse(name: str, given: Object, policy: Policy) -> Object:
    """Read text."""
    text_member = "utf8_hex" if "utf8_hex" in given else "text"
    take_members(given, [text_member], ["config"], "in")
    scheme = open_scheme(name, given)
    return written(scheme, scheme.parse(read_text(given), policy))


def answer_format(name: str, given: Object, policy: Policy) -> Object:
    """Write one text form of an id."""
    take_members(given, ["bytes", "form"], ["config"], "in")
    octets = take_octets(given["bytes"], "bytes")
    scheme = open_scheme(name, given)
    form = take_choice(given["form"], scheme.forms, "form")
    return {"text": scheme.format(scheme.number_of_bytes(octets), form)}


def answer_bytes(name: str, given: Object, policy: Policy) -> Object:
    """Write or read octets in one of the scheme's orders."""
    source = "octets" if "octets" in given else "text"
    take_members(given, [source, "layout"], ["config"], "in")
    scheme = open_scheme(name, given)
    order = take_choice(given["layout"], scheme.octet_orders, "layout")
    if source == "octets":
        octets = take_octets(given["octets"], "octets")
        return written(scheme, scheme.read_octets(octets, order))
    number = scheme.parse(read_text(given), policy)
    return {"octets": hex_of_octets(scheme.write_octets(number, order))}


def answer_fields(name: str, given: Object, policy: Policy) -> Object:
    """Take an id apart."""
    take_members(given, ["bytes"], ["config"], "in")
    octets = take_octets(given["bytes"], "bytes")
    scheme = open_scheme(name, given)
    return {"fields": scheme.fields(scheme.number_of_bytes(octets))}


def answer_compose(name: str, given: Object, policy: Policy) -> Object:
    """Put an id together."""
    take_members(given, ["fields"], ["config"], "in")
    scheme = open_scheme(name, given)
    return written(scheme, scheme.compose(given["fields"]))


def answer_json(name: str, given: Object, policy: Policy) -> Object:
    """Write an id as JSON, or read one."""
    source = "json" if "json" in given else "bytes"
    take_members(given, [source], ["config"], "in")
    scheme = open_scheme(name, given)
    if source == "bytes":
        number = scheme.number_of_bytes(take_octets(given["bytes"], "bytes"))
        return {"json": json.dumps(scheme.canonical(number))}
    raw = take_string(given["json"], "json")
    try:
        value = json.loads(raw, parse_int=IntegerToken, parse_float=lambda token: None)
    except ValueError as problem:
        raise Unusable("json is no JSON: %s" % problem)
    if isinstance(value, IntegerToken):
        return {"bytes": scheme.bytes_text(json_integer(scheme, value))}
    if not isinstance(value, str):
        raise Refusal("wrong_type")
    if any(ord(character) > 0x7F for character in value):
        raise Refusal("character")
    return {"bytes": scheme.bytes_text(scheme.parse(value, policy))}


# Where a 128-bit id is bound as a UUID; elsewhere it is 16 octets.
DATABASES = {"postgres": "uuid", "mssql": "uuid", "mysql": "blob", "mariadb": "blob", "sqlite": "blob"}
# What each form reads.
KINDS = {
    "AsI64": ("int64",),
    "AsI64Bits": ("int64",),
    "AsI64Ordered": ("int64",),
    "AsU64": ("uint64",),
    "AsText": ("text", "blob"),
    "AsBytes": ("blob",),
    "AsUuid": ("uuid", "blob"),
}
TWO_TO_63 = 9223372036854775808


def answer_store(name: str, given: Object, policy: Policy) -> Object:
    """What an id is in a column, or the id of a column's value."""
    source = "value" if "value" in given else "bytes"
    take_members(given, [source, "database", "column", "form"], ["config"], "in")
    scheme = open_scheme(name, given)
    database = take_choice(given["database"], DATABASES, "database")
    take_string(given["column"], "column")
    form = take_choice(given["form"], ["bare", *KINDS], "form")
    if form == "bare":
        form = scheme.bare_form
    if scheme.octet_count == 16 and ("64" in form) or scheme.octet_count == 8 and form == "AsUuid":
        raise Unusable("ids of %d octets have no form %s" % (scheme.octet_count, form))
    if form == "AsU64" and database not in ("mysql", "mariadb"):
        raise Unusable("%s has no unsigned integers" % database)
    if source == "bytes":
        number = scheme.number_of_bytes(take_octets(given["bytes"], "bytes"))
        return {"value": column_value(scheme, number, form, DATABASES[database])}
    return {"bytes": scheme.bytes_text(column_number(scheme, given["value"], form, policy))}


def column_value(scheme: Scheme, number: int, form: str, uuid_kind: str) -> Object:
    """The value that is written to a column."""
    if form == "AsI64" and number >= TWO_TO_63:
        raise Refusal("out_of_range")
    if form == "AsI64Bits" and number >= TWO_TO_63:
        return {"kind": "int64", "v": str(number - 2 * TWO_TO_63)}
    if form in ("AsI64", "AsI64Bits"):
        return {"kind": "int64", "v": str(number)}
    if form == "AsI64Ordered":
        return {"kind": "int64", "v": str(number - TWO_TO_63)}
    if form == "AsU64":
        return {"kind": "uint64", "v": str(number)}
    if form == "AsText":
        return {"kind": "text", "v": scheme.canonical(number)}
    if form == "AsBytes":
        octets = scheme.write_octets(number, scheme.column_order)
        return {"kind": "blob", "v": hex_of_octets(octets)}
    net = scheme.bytes_text(number)
    return {"kind": uuid_kind, "v": hyphenated(net) if uuid_kind == "uuid" else net}


def column_number(scheme: Scheme, value: Object, form: str, policy: Policy) -> int:
    """The number of the id that a column's value is."""
    take_members(value, ["kind"], ["v"], "value")
    kind = take_choice(value["kind"], ["int64", "uint64", "text", "blob", "uuid", "null"], "kind")
    if kind == "null":
        raise Refusal("wrong_type")
    found = take_string(value["v"], "v")
    if kind not in KINDS[form]:
        raise Refusal("wrong_type")
    if form == "AsText":
        if kind == "blob":
            octets = take_octets(found, "v")
            found = "".join(chr(octet) for octet in octets)
        if any(ord(character) > 0x7F for character in found):
            raise Refusal("character")
        return scheme.parse(found.rstrip(" "), policy)
    if kind == "blob":
        order = scheme.column_order if form == "AsBytes" else "be"
        return scheme.read_octets(take_octets(found, "v"), order)
    if kind == "uuid":
        number = int(found.replace("-", ""), 16)
        if hyphenated("%032x" % number) != found:
            raise Unusable("%r is no uuid" % found)
    else:
        number = take_integer(found, "v")
        if form == "AsI64" and number < 0:
            raise Refusal("out_of_range")
        if form == "AsI64Bits" and number < 0:
            number += 2 * TWO_TO_63
        if form == "AsI64Ordered":
            number += TWO_TO_63
    scheme.check(number)
    return number


class IntegerToken(str):
    """An integer as it stands in JSON, told apart from a string."""


def json_integer(scheme: Scheme, token: str) -> int:
    """The number of an id that JSON holds as an integer."""
    if not scheme.text_is_decimal or token == "-0":
        raise Refusal("wrong_type")
    number = int(token)
    if number < 0:
        raise Refusal("out_of_range")
    if number >= 2 ** (8 * scheme.octet_count):
        raise Refusal("overflow")
    scheme.check(number)
    return number


def answer_order(name: str, given: Object, policy: Policy) -> Object:
    """Sort octets as a column would."""
    take_members(given, ["ids", "ordering"], [], "in")
    scheme = SCHEMES[name](ANY_KIND if name == "seq-guid" else {})
    ordering = take_choice(given["ordering"], scheme.orderings, "ordering")
    if not isinstance(given["ids"], list):
        raise Unusable("ids is not a list")
    ids = [take_octets(one, "ids") for one in given["ids"]]
    for one in ids:
        if len(one) != scheme.octet_count:
            raise Unusable("ids holds %d octets, not %d" % (len(one), scheme.octet_count))
    return {"sorted": [hex_of_octets(one) for one in sort_octets(scheme, ids, ordering)]}


def answer_range(name: str, given: Object, policy: Policy) -> Object:
    """The bounds of an instant or of a window."""
    instants = ["at"] if "at" in given else ["from", "until"]
    scheme = open_scheme(name, given)
    take_members(given, [*instants, *scheme.range_members], ["config"], "in")
    times = {instant: take_integer(given[instant], instant) for instant in instants}
    scheme.check_range(given)
    if "at" in times:
        return range_of_instant(scheme, times["at"])
    return range_of_window(scheme, times["from"], times["until"])


def range_of_instant(scheme: Scheme, at: int) -> Object:
    """Both ends of the unit that holds an instant."""
    unit, _ = whole_units(scheme, at)
    if not 0 <= unit <= scheme.last_unit:
        raise Refusal("out_of_range", scheme.instant_field)
    return {
        "min": scheme.bytes_text(scheme.edge(unit, False)),
        "max": scheme.bytes_text(scheme.edge(unit, True)),
    }


def range_of_window(scheme: Scheme, start: int, until: int) -> Object:
    """The ids that bound `start <= time < until`."""
    _, first = whole_units(scheme, start)
    _, end = whole_units(scheme, until)
    if not 0 <= first <= scheme.last_unit:
        raise Refusal("out_of_range", scheme.instant_field)
    if until < start:
        raise Refusal("out_of_range", "until")
    found: Object = {"min": scheme.bytes_text(scheme.edge(first, False)), "end": None}
    if end <= scheme.last_unit:
        found["end"] = scheme.bytes_text(scheme.edge(end, False))
    return found


def whole_units(scheme: Scheme, instant: int) -> Tuple[int, int]:
    """The unit that holds an instant, and the first unit not before it."""
    unit, rest = divmod(instant - scheme.unit_origin, scheme.unit_size)
    return unit, unit if rest == 0 else unit + 1


def answer_steps(name: str, given: Object, policy: Policy) -> Object:
    """Run a generator through its steps."""
    take_generate(given)
    config = given.get("config", {})
    if not isinstance(config, dict):
        raise Unusable("config is not an object")
    scheme = SCHEMES[name]({member: config[member] for member in config if member in LAYOUT})
    return answer_generate(scheme, given, policy)


OPERATIONS = {
    "parse": answer_parse,
    "format": answer_format,
    "bytes": answer_bytes,
    "fields": answer_fields,
    "compose": answer_compose,
    "json": answer_json,
    "order": answer_order,
    "range": answer_range,
    "generate": answer_steps,
    "store": answer_store,
}
