"""The introductions of the page on rule files, in this folder."""

from __future__ import annotations

from typing import Final

INTRODUCTIONS: Final = {"en": "rule_files.introduction.md", "it": "rule_files.introduction.it.md"}
