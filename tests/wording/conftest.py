"""The codes of `sample` have words while a test asks for them."""

from __future__ import annotations

import pytest

from calarec.core.wording import messages
from tests.wording.sample import SECTIONS


@pytest.fixture
def sample_codes(monkeypatch: pytest.MonkeyPatch) -> None:
    """CAL599 and CAL799, in the place of all codes."""
    monkeypatch.setattr(messages, "find_section", lambda code, lang: SECTIONS[lang][code])
