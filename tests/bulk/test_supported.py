"""The generator's knowledge of rules: new parameters do not matter until used."""

from __future__ import annotations

from typing import Any

import pytest

from calarec.bulk.settlement import Party
from calarec.bulk.supported import _FIGURES, NotPlainError, require_supported
from calarec.core.base.frozen import FrozenMap, dataclass, field
from calarec.core.mechanisms.conditions import FIGURES


@dataclass(frozen=True, slots=True, kw_only=True)
class Pile:
    """As the parameters of a pile are, with two more."""

    dealt: int = 0
    won_by: str = "nobody"
    new: int = 3
    table: Any = field(default_factory=FrozenMap)


def test_a_new_parameter_at_its_default_is_no_reason_to_ask_the_engine() -> None:
    require_supported(Pile(dealt=4), "piles.monte")


@pytest.mark.parametrize(
    ("pile", "named"), [(Pile(new=4), "new"), (Pile(table={"a": 1}), "table"), (Pile(won_by="dealer"), "won_by")]
)
def test_whatever_a_file_says_that_is_not_known_is_named(pile: Pile, named: str) -> None:
    with pytest.raises(NotPlainError, match=rf"piles\.monte\.{named}"):
        require_supported(pile, "piles.monte")


def test_every_figure_that_is_known_has_a_value_in_the_source() -> None:
    """A row of the table of conditions alone does not make it known."""
    empty = Party("0", "0", "0", "0", {"dealt": "0", "held": "0", "won": "0"}, (), "0", "0", "0", "0", "0")
    counted = {"dealt", "held", "won", "trump"}
    assert set(FIGURES) >= _FIGURES
    assert {figure for figure in _FIGURES - counted if empty.figure_source(figure) != "0"} == set()
