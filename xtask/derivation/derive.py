#!/usr/bin/env python3
"""Compute the expectations of the vectors from the text of the specification.

    derive.py --vectors DIR --write       fill in expectations, write canonically
    derive.py --vectors DIR --check       compare, write nothing
    derive.py --vectors DIR --manifest    write the manifest alone
    derive.py --vectors DIR --case ID     print the expectation of one case
    derive.py --self-test                 compare with published values

Exit codes: 0 fine, 1 something differs, 2 the input cannot be used.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from typing import Any, Dict, List, Tuple

sys.dont_write_bytecode = True

from canonical import render  # noqa: E402
from common import Unusable  # noqa: E402
from files import VectorFile, read_all  # noqa: E402
from manifest import NAME, render_manifest  # noqa: E402
from policies import expectation  # noqa: E402
from selftest import self_test  # noqa: E402


def derive_case(file: VectorFile, case: Dict[str, Any]) -> Dict[str, Any]:
    """The expectation of a case; a problem names the file and the case."""
    try:
        return expectation(file.content["scheme"], file.content["op"], case["in"])
    except Unusable as problem:
        raise Unusable("%s: %s: %s" % (file.name, case["id"], problem))


def stored(case: Dict[str, Any]) -> Dict[str, Any]:
    """The expectation that a case holds."""
    return {name: case[name] for name in ("expect", "expect_when") if name in case}


def line(value: Any) -> str:
    """A value on one line."""
    return json.dumps(value, separators=(", ", ": "))


def write_file(path: str, raw: bytes) -> None:
    """Replace a file, but leave alone one that holds these octets already."""
    try:
        with open(path, "rb") as stream:
            if stream.read() == raw:
                return
    except FileNotFoundError:
        pass
    with open(path, "wb") as stream:
        stream.write(raw)


def run_write(folder: str) -> int:
    """Fill in all expectations; nothing is written if one cannot be had."""
    results: List[Tuple[str, bytes, int]] = []
    for file in read_all(folder):
        cases = []
        for case in file.content["cases"]:
            kept = {name: case[name] for name in case if name not in stored(case)}
            kept.update(derive_case(file, case))
            cases.append(kept)
        raw = render({**file.content, "cases": cases})
        results.append((file.name, raw, len(cases)))
    for name, raw, _ in results:
        write_file(os.path.join(folder, *name.split("/")), raw)
    write_file(os.path.join(folder, NAME), render_manifest(results))
    print("derivation: %d cases written" % sum(count for _, _, count in results))
    return 0


def run_check(folder: str) -> int:
    """Compare all expectations, the form of all files and the manifest."""
    files = read_all(folder)
    differences: List[str] = []
    count = 0
    for file in files:
        for case in file.content["cases"]:
            count += 1
            found, derived = stored(case), derive_case(file, case)
            if found != derived:
                differences.append(
                    "%s: %s: found %s, derived %s"
                    % (file.name, case["id"], line(found), line(derived))
                )
        if render(file.content) != file.raw:
            differences.append("%s: not in canonical form" % file.name)
    if read_manifest(folder) != manifest_of(files):
        differences.append("%s: differs from the files" % NAME)
    for difference in differences:
        print(difference)
    if differences:
        print("derivation: %d differences" % len(differences))
        return 1
    print("derivation: %d cases agree" % count)
    return 0


def manifest_of(files: List[VectorFile]) -> bytes:
    """The manifest of files as they are."""
    return render_manifest(
        [(file.name, file.raw, len(file.content["cases"])) for file in files]
    )


def read_manifest(folder: str) -> bytes:
    """The stored manifest, empty if there is none."""
    try:
        with open(os.path.join(folder, NAME), "rb") as stream:
            return stream.read()
    except FileNotFoundError:
        return b""


def run_manifest(folder: str) -> int:
    """Write the manifest of the files as they are."""
    files = read_all(folder)
    write_file(os.path.join(folder, NAME), manifest_of(files))
    print("manifest: %d files" % len(files))
    return 0


def run_case(folder: str, identifier: str) -> int:
    """Print the expectation of one case."""
    for file in read_all(folder):
        for case in file.content["cases"]:
            if case["id"] == identifier:
                print(line(derive_case(file, case)))
                return 0
    raise Unusable("no case has the id %r" % identifier)


def main(arguments: List[str]) -> int:
    """Run the command line."""
    parser = argparse.ArgumentParser(
        prog="derive.py", description="Compute the expectations of the vectors."
    )
    parser.add_argument("--vectors", metavar="DIR", help="the folder of vectors")
    action = parser.add_mutually_exclusive_group(required=True)
    action.add_argument("--write", action="store_true", help="fill in all expectations")
    action.add_argument("--check", action="store_true", help="compare, write nothing")
    action.add_argument("--manifest", action="store_true", help="write the manifest alone")
    action.add_argument("--case", metavar="ID", help="print the expectation of one case")
    action.add_argument("--self-test", action="store_true", help="compare published values")
    options = parser.parse_args(arguments)
    if options.self_test:
        return self_test()
    if options.vectors is None:
        parser.error("--vectors DIR is needed")
    try:
        if options.write:
            return run_write(options.vectors)
        if options.check:
            return run_check(options.vectors)
        if options.manifest:
            return run_manifest(options.vectors)
        return run_case(options.vectors, options.case)
    except (Unusable, OSError, RecursionError) as problem:
        print("derive.py: %s" % problem, file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
