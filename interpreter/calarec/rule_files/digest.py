"""The identity of a ruleset: its decisions, apart from its form.

The digest is sha256 over canonical JSON of the flat tree with its defaults filled in and of the vocabulary's version.
It has no id, version, titles, words, sources and reasons in it: two files that always decide alike through the same
rules have the same digest.

The hashed tree leaves out later parameters with their defaults (`calarec.rule_files.later`).
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final

from calarec.rule_files.cache import sha256

if TYPE_CHECKING:
    from calarec.core.mechanisms.ruleset import Plain

VOCABULARY_VERSION: Final = 1
"""Goes up by one when a rule that is spelt as before comes to mean something else."""

SHORTEST_PIN: Final = 12


def canonical_json(data: Plain) -> bytes:
    """JSON with sorted keys and no spaces, in UTF-8, every text in NFC."""
    text = _canonical_json(data)
    return (text if text.isascii() else _canonical_json(_normalize_data(data))).encode("utf-8")


def hashed_bytes(hashed: Plain) -> bytes:
    """The hashed bytes of a flat tree without later parameters."""
    return canonical_json({"rules": hashed, "vocabulary": VOCABULARY_VERSION})


def digest_of(hashed: Plain) -> str:
    """The digest of a flat tree without later parameters, as 64 hexadecimal digits."""
    return sha256(hashed_bytes(hashed))


def make_pin(ruleset: str, version: str, hexadecimal: str) -> str:
    """The pin by which a record names its rules beyond doubt."""
    return f"{ruleset}@{version} sha256:{hexadecimal[:SHORTEST_PIN]}"


def _canonical_json(data: Plain) -> str:
    return json.dumps(data, ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False)


def _normalize_data(data: Plain) -> Plain:
    from unicodedata import normalize  # a shared library that texts in ASCII do not need

    if isinstance(data, str):
        return normalize("NFC", data)
    if isinstance(data, dict):
        return {normalize("NFC", key): _normalize_data(value) for key, value in data.items()}
    if isinstance(data, list):
        return [_normalize_data(item) for item in data]
    return data
