"""Hovers of rules are in one language, and completions are accepted."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import pytest

from calarec.core.mechanisms.fields import params_of
from calarec.core.mechanisms.registry import all_mechanisms
from calarec.core.wording.language import LANGUAGES, SOURCE, text_in
from calarec.rule_files.load import check_rules, load_ruleset
from calarec.rule_files.schema import header
from calarec_tools.desk.editor import rule_offers, rule_told
from calarec_tools.desk.editor.rule_file import EditedRules
from calarec_tools.desk.editor.rule_offers import HEADER_TEXTS
from calarec_tools.output.docs.vocabulary import vocabulary_text

if TYPE_CHECKING:
    from calarec_tools.desk.editor.offers import WrittenOffer

_CLUB: Final = "ruleset: club\nversion: 1.0.0\nextends: pagat\nsource: house rule\nset:\n"
_OFF: Final = [path for path in load_ruleset("pagat").leaves if "." in path][::4]


def _offered(text: str, lang: str = "en") -> list[WrittenOffer]:
    rules = EditedRules("club.yaml", text)
    lines = text.split("\n")
    return rule_offers.list_rule_offers(rules, len(lines), len(lines[-1]) + 1, lang)  # type: ignore[arg-type]


def test_a_rule_is_told_in_italian_to_the_end() -> None:
    """Also the meaning of its parameter, and of the keys of the header."""
    rules = EditedRules("club.yaml", f"{_CLUB}  contracts.solo.leader: declarer\n")
    rules.current_findings()
    rule, key = rules.entry_at(6, 5), rules.entry_at(2, 3)
    assert rule is not None
    assert key is not None
    assert rule_told.describe_entry(rules, rule, "it").endswith("Chi esce alla prima presa.")
    assert rule_told.describe_entry(rules, rule, "en").endswith("The seat that leads to the first trick.")
    assert rule_told.describe_entry(rules, key, "it").startswith("Tre numeri")


def test_what_is_offered_is_told_in_italian() -> None:
    """Keys of a mechanism, words of a parameter, keys of the header."""
    for text in (f"{_CLUB}  settle.bonus.cappotto.when: {{", f"{_CLUB}  contracts.solo.leader: ", "ruleset: club\n"):
        english, italian = ({each.text: each.about for each in _offered(text, lang)} for lang in LANGUAGES)
        assert english.keys() == italian.keys()
        told = [key for key, about in english.items() if about]
        assert told
        assert all(italian[key] and italian[key] != english[key] for key in told)


def test_the_texts_of_the_header_are_those_of_the_schema() -> None:
    """One text, in two places: the schema is for editors that know no calarec."""
    assert {key: text_in(text, SOURCE) for key, text in HEADER_TEXTS.items()} == {
        key: each["description"] for key, each in header().items()
    }


@pytest.mark.parametrize("of", all_mechanisms(), ids=lambda of: f"{of.kind}-{of.name}")
def test_every_parameter_has_an_italian_text(of: object) -> None:
    """No text is missing that a hover may need."""
    for each in params_of(of.params):  # type: ignore[attr-defined]
        assert vocabulary_text(each.about.text, "it") != each.about.text


@pytest.mark.mass
@pytest.mark.parametrize("path", _OFF)
def test_off_is_offered_where_it_is_accepted(path: str) -> None:
    """Nowhere else: a value that is offered is not an error of its own."""
    offered = "off" in [each.text for each in _offered(f"{_CLUB}  {path}: ")]
    found = check_rules("club.yaml", raw=f"{_CLUB}  {path}: off\n".encode()).findings
    refused = {each.code for each in found if each.severity == "error"} & {
        "RUL123",
        "RUL125",
        "RUL203",
        "RUL204",
        "RUL205",
    }
    assert offered == (not refused), [each.code for each in found]
