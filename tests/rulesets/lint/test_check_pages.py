"""The pages of the checks' codes show pieces of rule files that can be read."""

from __future__ import annotations

import re

import pytest

from calarec.core.mechanisms.registry import SECTIONS
from calarec.core.wording.language import LANGUAGES
from calarec.core.wording.messages import find_section, range_codes
from calarec.rule_files.header import HEADER_KEYS
from calarec.rule_files.source import read_source

CODES = [code for name in ("RUL2", "RUL3", "RUL4", "RUL5", "RUL6", "RUL7") for code in range_codes(name)]


@pytest.mark.parametrize("code", CODES)
def test_examples_are_pieces_of_rule_files(code: str) -> None:
    """Every block of a page is YAML as rule files allow it, and its wrong half begins with keys that exist."""
    for lang in LANGUAGES:
        blocks = re.findall(r"```yaml\n(.*?)\n```", find_section(code, lang).page.text, re.DOTALL)
        assert blocks
        for block in blocks:
            root, findings = read_source(block.encode(), "page")
            assert findings == ()
            assert root is not None
        first, _ = read_source(blocks[0].encode(), "page")
        assert first is not None
        assert [key for key in first.entries if key not in (*SECTIONS, *HEADER_KEYS)] == []
