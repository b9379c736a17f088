"""The manifest: the count of cases and the sha256 of every vector file."""

from __future__ import annotations

import hashlib
import json
from typing import Any, Dict, List, Tuple

SUITE = "0.1.0"
NAME = "manifest.json"


def render_manifest(files: List[Tuple[str, bytes, int]]) -> bytes:
    """The octets of the manifest for names, octets and counts of cases."""
    entries = {
        name: "sha256:" + hashlib.sha256(raw).hexdigest() for name, raw, _ in sorted(files)
    }
    manifest: Dict[str, Any] = {
        "format": "idspec/1",
        "suite": SUITE,
        "cases": sum(count for _, _, count in files),
        "files": entries,
    }
    return (json.dumps(manifest, indent=2) + "\n").encode("ascii")
