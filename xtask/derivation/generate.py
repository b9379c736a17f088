"""The outcome of the operation `generate`: a generator, step by step, as the clauses COMMON-GEN say."""

from __future__ import annotations

import re
from typing import Any, Callable, Dict, List, Optional, Tuple

from common import Refusal, Unusable, octets_of_number, take_choice, take_integer, take_members, take_octets
from orders import sort_octets
from scheme import Policy, Scheme

Object = Dict[str, Any]
Slot = Tuple[int, int]

ROLLBACK = ("error", "wait", "hold", "borrow")
EXHAUSTION = ("error", "wait", "borrow")
START = ("zero", "spread", "running")
POLICY = ("rollback", "tolerance_ms", "exhaustion", "max_ahead", "start")
# What a layout is made of; every other member of `config` is a field of the generator.
LAYOUT = ("kind", "layout", "epoch_ms")
RANDOM_SIZE = 2**80


def answer_generate(scheme: Scheme, given: Object, policy: Policy) -> Object:
    """The ids and refusals of all steps."""
    names = {name: value for name, value in given.get("config", {}).items() if name not in LAYOUT}
    fields = scheme.generator_fields({name: take_integer(value, name) for name, value in names.items()})
    generator = UlidGenerator(scheme, given, policy) if scheme.draws_monotonic else Generator(scheme, given)
    generator.fields = fields
    ids = list(generator.restored)
    types = [scheme.type_of(number) for number in ids]
    steps: List[Object] = []
    for step in given["steps"]:
        take_members(step, ["now"], ["then", "random", "repeat", *scheme.step_members], "step")
        outcome, numbers = run_step(generator, step)
        steps.append(outcome)
        ids.extend(numbers)
        types.extend(scheme.type_of(number) for number in numbers)
    if "error" in steps[-1] and all("error" not in step for step in steps[-2:-1]):
        raise Unusable("a step that is refused is followed by no other")
    loose = policy.get("random_overflow") == "wrap"
    return {"steps": steps, "properties": properties(scheme, ids, types, loose)}


def take_generate(given: Object) -> None:
    """Check the members of `in` that no scheme says anything of."""
    take_members(given, ["steps"], ["config", "policy", "state"], "in")
    if not isinstance(given["steps"], list) or not given["steps"]:
        raise Unusable("steps is no list of steps")
    policy = take_members(given.get("policy", {}), [], POLICY, "policy")
    for name, values in (("rollback", ROLLBACK), ("exhaustion", EXHAUSTION), ("start", START)):
        if name in policy:
            take_choice(policy[name], values, name)
    if "tolerance_ms" in policy and "rollback" not in policy:
        raise Unusable("tolerance_ms without rollback")
    if "max_ahead" in policy and policy.get("exhaustion") != "borrow":
        raise Unusable("max_ahead without exhaustion borrow")


def run_step(generator: "Generator", step: Object) -> Tuple[Object, List[int]]:
    """The outcome of one step, and its ids."""
    readings = [step["now"], *step.get("then", [])]
    readings = [take_integer(reading, "a reading") for reading in readings]
    repeat = step.get("repeat", 1)
    if not isinstance(repeat, int) or repeat < 1 or "repeat" in step and (repeat < 2 or "then" in step):
        raise Unusable("repeat is a count of 2 or more, without then")
    generator.drawn = step.get("random")
    generator.type = take_integer(step["type"], "type") if "type" in step else None
    numbers: List[int] = []
    scheme = generator.scheme
    try:
        for _ in range(repeat):
            numbers.append(generator.call(readings))
    except Refusal as refusal:
        if numbers:
            raise Unusable("a step is refused after %d ids: %s" % (len(numbers), refusal))
        return {"error": refusal.as_object()}, []
    if repeat == 1:
        return {"bytes": scheme.bytes_text(numbers[0])}, numbers
    return {"first": scheme.bytes_text(numbers[0]), "last": scheme.bytes_text(numbers[-1])}, numbers


def properties(scheme: Scheme, ids: List[int], types: List[Optional[int]], loose: bool) -> List[str]:
    """What holds for the ids, with the one that a generator goes on from as the first.

    Unless `loose`, they have to be unique, and to increase where they are of one type.
    """
    octets = [octets_of_number(number, scheme.octet_count) for number in ids]
    unique = len(set(ids)) == len(ids)
    increasing = unique and octets == sort_octets(scheme, octets, scheme.generated_order)
    one_type = len(set(types)) < 2
    if not loose and not unique:
        raise Unusable("an id is given twice")
    if not loose and one_type and not increasing:
        raise Unusable("the ids do not increase")
    found = ["strictly-increasing"] if increasing and one_type else []
    return found + (["unique"] if unique else [])


def first_answer(judge: Callable[[int], Any], readings: List[int]) -> Any:
    """What the first reading that ends a call gives; it has to be the last one of the step."""
    for index, reading in enumerate(readings):
        rest = len(readings) - index - 1
        try:
            found = judge(reading)
        except Refusal as refusal:
            if rest:
                raise Unusable("a call has %d readings too many: %s" % (rest, refusal))
            raise
        if found is not None:
            if rest:
                raise Unusable("a call has %d readings too many" % rest)
            return found
    raise Unusable("a call has too few readings")


class Generator:
    """A generator of slots."""

    def __init__(self, scheme: Scheme, given: Object) -> None:
        self.scheme = scheme
        self.fields: Dict[str, int] = {}
        self.drawn: Any = None
        self.type: Optional[int] = None
        policy = given.get("policy", {})
        self.rollback = policy.get("rollback", "error")
        self.tolerance = take_integer(policy.get("tolerance_ms", "0"), "tolerance_ms")
        self.exhaustion = policy.get("exhaustion", "error")
        self.max_ahead = take_integer(policy.get("max_ahead", "0"), "max_ahead")
        self.start = policy.get("start", "zero")
        self.restored: List[int] = []
        if "state" in given:
            state = take_members(given["state"], ["last"], [], "state")
            self.restored = [scheme.number_of_bytes(take_octets(state["last"], "last"))]
        self.restore()

    def restore(self) -> None:
        """COMMON-GEN-19: the slot of an id is the last slot."""
        self.last: Optional[Slot] = None
        for number in self.restored:
            self.last = self.scheme.slot_of(number)

    def call(self, readings: List[int]) -> int:
        """The id of one call; refused, it leaves everything as it was."""
        slot = first_answer(self.judge, readings)
        number = self.scheme.id_of_slot(slot, self.fields, self.type, self.drawn)
        self.last = slot
        return number

    def unit_of(self, reading: int) -> int:
        """COMMON-GEN-17 and the first half of COMMON-GEN-18."""
        unit = (reading - self.scheme.unit_origin) // self.scheme.unit_size
        if unit < 0:
            raise Refusal("clock_before_epoch")
        if unit > self.scheme.last_unit:
            raise Refusal("timestamp_exhausted")
        return unit

    def is_tolerated(self, units: int) -> bool:
        """Whether so many units are no more than `tolerance_ms`."""
        return units * self.scheme.unit_size <= self.tolerance * self.scheme.instants_of_a_ms

    def judge(self, reading: int) -> Optional[Slot]:
        """The slot that a reading gives; nothing where the clock is to be read again."""
        unit = self.unit_of(reading)
        if self.last is None or unit > self.last[0]:
            return (unit, self.first_number())
        last_unit, number = self.last
        following = (last_unit, number + 1)
        if number + 1 == self.scheme.numbers_of_a_unit:
            following = (last_unit + 1, 0)
        if unit == last_unit:
            return following if following[0] == unit else self.exhausted(unit, following)
        behind = last_unit - unit
        if self.exhaustion == "borrow" and behind <= self.max_ahead:
            return self.exhausted(unit, following)
        if self.rollback == "error" or not self.is_tolerated(behind):
            raise Refusal("clock_rollback")
        if self.rollback == "wait":
            return None
        if self.rollback == "hold" and following[0] == last_unit:
            return following
        if self.rollback == "borrow" and self.is_tolerated(following[0] - unit):
            return self.inside(following)
        return self.exhausted(unit, following)

    def exhausted(self, unit: int, following: Slot) -> Optional[Slot]:
        """What `exhaustion` says of the next slot."""
        if self.exhaustion == "borrow" and following[0] - unit <= self.max_ahead:
            return self.inside(following)
        if self.exhaustion == "wait":
            self.inside(following)
            return None
        raise Refusal("sequence_exhausted")

    def inside(self, slot: Slot) -> Slot:
        """The second half of COMMON-GEN-18."""
        if slot[0] > self.scheme.last_unit:
            raise Refusal("timestamp_exhausted")
        return slot

    def first_number(self) -> int:
        """The number that a unit of the clock begins with."""
        size = self.scheme.numbers_of_a_unit
        if self.start == "zero" or size == 1:
            return 0
        if self.start == "running":
            return 0 if self.last is None else (self.last[1] + 1) % size
        if self.drawn is None:
            raise Unusable("a unit begins with a drawn number, but none is given")
        number = take_integer(self.drawn, "random")
        if not 0 <= number < size:
            raise Unusable("random is no sequence number")
        return number


class UlidGenerator(Generator):
    """A monotonic generator of ULIDs, as the clauses ULID-GEN say."""

    def __init__(self, scheme: Scheme, given: Object, policy: Policy) -> None:
        super().__init__(scheme, given)
        if self.rollback == "borrow" or "exhaustion" in given.get("policy", {}) or "start" in given.get("policy", {}):
            raise Unusable("ULIDs have no such policy")
        self.overflow = policy.get("random_overflow", "error")

    def restore(self) -> None:
        self.number: Optional[int] = self.restored[-1] if self.restored else None

    def call(self, readings: List[int]) -> int:
        self.number = first_answer(lambda reading: self.number_at(self.unit_of(reading)), readings)
        return self.number

    def number_at(self, ms: int) -> Optional[int]:
        """The id that a ms of the clock gives; nothing where the clock is to be read again."""
        if self.number is None or ms > self.number // RANDOM_SIZE:
            return ms * RANDOM_SIZE + drawn_digits(self.drawn, 20)
        behind = self.number // RANDOM_SIZE - ms
        if behind > 0:
            if self.rollback == "error" or not self.is_tolerated(behind):
                raise Refusal("clock_rollback")
            if self.rollback == "wait":
                return None
        if self.number % RANDOM_SIZE < RANDOM_SIZE - 1:
            return self.number + 1
        if self.overflow == "carry":
            return self.number + 1
        if self.overflow == "wrap":
            return self.number - (RANDOM_SIZE - 1)
        raise Refusal("random_exhausted")


def drawn_digits(found: Any, count: int) -> int:
    """The number of a drawn field, given by its digits or by a fill."""
    if isinstance(found, dict):
        take_members(found, ["fill"], [], "random")
        return int(take_choice(found["fill"], ["00", "ff"], "fill") * (count // 2), 16)
    if not isinstance(found, str) or re.fullmatch("[0-9a-f]{%d}" % count, found) is None:
        raise Unusable("random is %r, not %d digits" % (found, count))
    return int(found, 16)
