"""Descriptions of rule parameters, in each language."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from calarec.core.wording.language import Language

_HERE: Final = Path(__file__).parent


@cache
def vocabulary(lang: Language) -> dict[str, str]:
    """Return the translations of the vocabulary, by their English."""
    return {} if lang == "en" else tomllib.loads((_HERE / f"vocabulary.{lang}.toml").read_text(encoding="utf-8"))


def vocabulary_text(english: str, lang: Language) -> str:
    """One of these texts in a language."""
    return english if lang == "en" else vocabulary(lang)[english]
