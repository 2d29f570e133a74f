"""The codes of `sample` stand in the catalogue while a test asks for them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from calarec.diagnostics import catalog
from tests.ground.sample import ERROR, WARNING

if TYPE_CHECKING:
    from calarec.diagnostics.catalog import Code


@pytest.fixture
def sample_codes(monkeypatch: pytest.MonkeyPatch) -> None:
    """CAL599 and CAL799, beside whatever the catalogue holds."""
    real = catalog.lookup
    samples = {ERROR.code: ERROR, WARNING.code: WARNING}

    def lookup(code: str) -> Code:
        return samples.get(code) or real(code)

    monkeypatch.setattr(catalog, "lookup", lookup)
