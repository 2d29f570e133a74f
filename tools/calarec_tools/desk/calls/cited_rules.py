"""Rules that findings rest on, in the words of the rulebook.

Beside a finding there is `cited`: {said (sentences of the rulebook, empty if it has none), source (the name of the
source, empty if there is none)}.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from calarec.core.notation.reader import parse_records
from calarec.core.wording.cells import visible
from calarec.core.wording.language import text_in
from calarec.core.wording.sources import source_text
from calarec.record_judge.pins import choose_ruleset
from calarec.rulebook.pages import plain_text
from calarec.rulebook.rule_sentences import find_rule_sentences

if TYPE_CHECKING:
    from calarec.core.mechanisms.ruleset import Ruleset
    from calarec.core.wording.findings import Finding
    from calarec.core.wording.language import Language


def cite_rule(ruleset: Ruleset | None, path: str, lang: Language) -> dict[str, str]:
    """Return the sentences on a rule and the name of its source."""
    if ruleset is None or not path:
        return {"said": "", "source": ""}
    said = " ".join(plain_text(sentence.sentence_text(lang)) for sentence in find_rule_sentences(ruleset, path))
    source = ruleset.ref(path).source
    cited = text_in(source_text(source, ruleset.sources), lang) if source else ""
    return {"said": visible(said), "source": visible(cited)}


def cite_rule_of(finding: Finding | None, ruleset: Ruleset | None, lang: Language) -> dict[str, str]:
    """Return the same of the rule of a finding."""
    return cite_rule(ruleset, finding.rule.path if finding is not None and finding.rule else "", lang)


def finding_data(finding: Finding, ruleset: Ruleset | None, lang: Language) -> dict[str, Any]:
    """Return a finding as data, with the rule that it rests on."""
    return {**finding.as_json(lang, file=False), "cited": cite_rule_of(finding, ruleset, lang)}


class RulesByLine:
    """The rulesets of the hands of a record, looked up when one is asked for."""

    def __init__(self, text: str, asked: Ruleset | None) -> None:
        self.text, self.asked = text, asked
        self._found: list[tuple[int, Ruleset | None]] | None = None

    def find_ruleset(self, line: int) -> Ruleset | None:
        """Return the ruleset by which the hand at a line is judged."""
        if self._found is None:
            loaded: dict[str, Ruleset] = {}
            hands = parse_records(self.text)
            self._found = [(hand.line, choose_ruleset(hand, self.asked, loaded).ruleset) for hand in hands]
        return next((ruleset for first, ruleset in reversed(self._found) if first <= line), None)
