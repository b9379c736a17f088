"""The answering side of the protocol `idspec-adapter/1`, shared by the adapters written in Python."""

from __future__ import annotations

import contextlib
import dataclasses
import json
import platform
import sys
from collections.abc import Callable, Iterator
from typing import Any, BinaryIO

PROTOCOL = 1
VERSION = "0.1.0"
MAX_LINE = 1 << 20
MAX_MESSAGE = 1000

Object = dict[str, Any]
Handler = Callable[[Object], Object]


class Rejected(Exception):
    """A documented rejection of the implementation, with a code of the suite where one is known."""

    def __init__(self, code: str = "format", field: str | None = None) -> None:
        super().__init__(code)
        self.error = {"code": code} if field is None else {"code": code, "field": field}


class Unsupported(Exception):
    """Something that the implementation does not offer; the message is the reason."""


@dataclasses.dataclass(frozen=True)
class Scheme:
    """What an implementation offers of a scheme; without `codes` its errors say only that it refused.

    `inject` and `selectable` are about op `generate`: what of clock and randomness can be set, and which policies.
    """

    ops: dict[str, Handler]
    policy: dict[str, str] = dataclasses.field(default_factory=dict)
    codes: bool = False
    inject: tuple[str, ...] = ()
    selectable: tuple[str, ...] = ()

    def abilities(self) -> Object:
        """The scheme's part of the answer to `hello`."""
        return {
            "ops": list(self.ops),
            "inject": list(self.inject),
            "policy": self.policy,
            "selectable": list(self.selectable),
            "codes": self.codes,
        }


@contextlib.contextmanager
def refusing(*exceptions: type[Exception]) -> Iterator[None]:
    """Turn the exceptions with which an implementation refuses its input into `Rejected`."""
    try:
        yield
    except exceptions as error:
        raise Rejected from error


def text_of(given: Object) -> str:
    """The text of an input; text that is not well-formed never reaches the implementation."""
    if "text" in given:
        return str(given["text"])
    with refusing(UnicodeDecodeError):
        return bytes.fromhex(given["utf8_hex"]).decode("utf-8")


def octets64(number: int) -> str:
    """The octets of a number of 64 bits, and sixteen for one that should have been refused but was accepted."""
    if 0 <= number < 1 << 64:
        return number.to_bytes(8, "big").hex()
    if -1 << 127 <= number < 1 << 128:
        return number.to_bytes(16, "big", signed=number < 0).hex()
    raise ArithmeticError("accepted as a number of more than 128 bits")


def serve(name: str, implementation: dict[str, str], schemes: dict[str, Scheme]) -> None:
    """Answer commands until `bye` or the end of the input; `name` is that of the adapter's folder."""
    output, sys.stdout = sys.stdout, sys.stderr
    runtime = f"{platform.python_implementation()} {platform.python_version()}"
    hello = {
        "protocol": PROTOCOL,
        "adapter": {"name": name, "version": VERSION},
        "implementation": {"language": "Python", "runtime": runtime, **implementation},
        "schemes": {scheme: offered.abilities() for scheme, offered in schemes.items()},
    }
    for line in _lines(sys.stdin.buffer):
        reply = _reply(line, hello, schemes)
        if reply is None:
            return
        output.write(json.dumps(reply, separators=(",", ":")) + "\n")
        output.flush()


def _lines(source: BinaryIO) -> Iterator[bytes | None]:
    """The lines that are not blank, and None in place of one that is too long."""
    while line := source.readline(MAX_LINE):
        whole = line.endswith(b"\n") or len(line) < MAX_LINE
        rest = line
        while not whole and rest and not rest.endswith(b"\n"):
            rest = source.readline(MAX_LINE)
        if line.strip() or not whole:
            yield line if whole else None


def _reply(line: bytes | None, hello: Object, schemes: dict[str, Scheme]) -> Object | None:
    """The answer to a line, or None where it is `bye`."""
    if line is None:
        return _fault(None, f"a line of more than {MAX_LINE} octets")
    try:
        command = json.loads(line.decode("utf-8"))
    except (ValueError, RecursionError) as error:
        return _fault(None, f"no JSON: {error}")
    if not isinstance(command, dict):
        return _fault(None, "no object")
    seq = command.get("seq")
    if type(seq) is not int or seq < 0:
        seq = None
    match command:
        case {"cmd": "bye", **rest} if not rest:
            return None
        case {"cmd": "hello", "protocol": protocol, **rest} if rest.keys() <= {"suite", "policies"}:
            if type(protocol) is int and protocol == PROTOCOL:
                return hello
            return _fault(None, f"this adapter speaks protocol {PROTOCOL}")
        case {"cmd": "run", "seq": _, "scheme": str(scheme), "op": str(op), "in": dict(given), **rest} if not rest:
            if seq is not None:
                return {"seq": seq, **_run(schemes.get(scheme), scheme, op, given)}
    return _fault(seq, "no command of the protocol")


def _run(offered: Scheme | None, scheme: str, op: str, given: Object) -> Object:
    """The outcome of one operation."""
    try:
        if offered is None or op not in offered.ops:
            raise Unsupported(f"{scheme:.40} {op:.40}")
        return {"ok": offered.ops[op](given)}
    except Rejected as error:
        return {"error": error.error if offered and offered.codes else {"code": "format"}}
    except Unsupported as error:
        return {"unsupported": {"reason": str(error)[:200]}}
    except Exception as error:  # noqa: BLE001, every other exception is the finding itself
        return {"fault": {"message": f"{type(error).__name__}: {error}"[:MAX_MESSAGE]}}


def _fault(seq: int | None, message: str) -> Object:
    """A fault, without `seq` where the line had none."""
    body: Object = {"fault": {"message": message[:MAX_MESSAGE]}}
    return body if seq is None else {"seq": seq, **body}
