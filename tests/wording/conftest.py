"""The codes of `sample` have words while a test asks for them."""

from __future__ import annotations

import pytest

from calarec.wording import messages, severities
from tests.wording.sample import PAGES, WORDS


@pytest.fixture
def sample_codes(monkeypatch: pytest.MonkeyPatch) -> None:
    """CAL599 and CAL799, in the place of what their ranges hold."""
    monkeypatch.setattr(messages, "_messages", lambda name, lang: WORDS[lang])
    monkeypatch.setattr(messages, "_pages", lambda name, lang: ("", PAGES[lang]))
    monkeypatch.setattr(severities, "WARNINGS", {"CAL799"})
