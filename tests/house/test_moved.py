"""Names that were documented go on working for one release, and say what they are called now."""

from __future__ import annotations

from importlib import import_module

import pytest

import calarec

OLD = {
    "calarec.Diagnostic": "calarec.Finding",
    "calarec.Replay": "calarec.Judgement",
    "calarec.engine.walk.apply": "calarec.engine.moves.apply",
    "calarec.engine.walk.legal": "calarec.engine.moves.legal",
    "calarec.engine.walk.start": "calarec.engine.moves.start",
    "calarec.simulation.chance.deal": "calarec.playing.dealing.deal",
    "calarec.moves.actions.Bid": "calarec.engine.actions.BidAction",
    "calarec.moves.actions.Play": "calarec.engine.actions.PlayAction",
    "calarec.moves.actions.Take": "calarec.engine.actions.TakeAction",
}


def _get(name: str) -> object:
    module, _, attribute = name.rpartition(".")
    return getattr(import_module(module), attribute)


@pytest.mark.parametrize(("old", "new"), OLD.items())
def test_the_old_name_leads_to_the_new_one(old: str, new: str) -> None:
    """With a warning that names both."""
    with pytest.warns(DeprecationWarning, match=f"{old} is now {new};"):
        found = _get(old)
    assert found is _get(new)


@pytest.mark.parametrize("module", ["calarec.engine.walk", "calarec.moves.actions", "calarec.simulation.chance"])
def test_what_was_never_there_is_not_there(module: str) -> None:
    """Only the names that were documented are kept."""
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _get(f"{module}.nothing")


def test_old_names_are_not_offered() -> None:
    """They are found by who knows them, and listed nowhere."""
    assert {"Diagnostic", "Replay"} & {*dir(calarec), *calarec.__all__} == set()
