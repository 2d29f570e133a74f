"""The choice of a ruleset: a line for each ruleset, questions that lead to one.

Every answer is a sentence of the rulebook. A player who does not know an answer goes on to the next question. The next
question is the one that divides the remaining rulesets best.

    rules_lines → {id: line}
    next_question(answers [{question, answer}]) → {question, text, options [{value, text, about}],
        left [{id, title, line}], given [text] (the words of the answers)}

An empty `question` is the end: `left` has the rulesets that remain.
"""

from __future__ import annotations

import re
from collections import Counter
from functools import cache, lru_cache
from math import log2
from typing import TYPE_CHECKING, Any, Final

from calarec.core.base.frozen import NamedTuple
from calarec.core.base.resources import data_path
from calarec.core.engine.game import Game
from calarec.core.wording.cells import visible
from calarec.core.wording.language import SOURCE, Listing, Words, text_in
from calarec.rule_files.load import RulesetError, load_ruleset
from calarec.rule_files.locate import is_part, known_ids, rule_folders
from calarec.rulebook.chapters import chapters_of
from calarec.rulebook.comparison import compare
from calarec.rulebook.differences import differing_rules
from calarec.rulebook.pages import plain_text
from calarec.rulebook.sentences import Sentence
from calarec_tools.desk.calls import rule_files
from calarec_tools.desk.calls.files import language_of
from calarec_tools.desk.site.listed_rules import has_resting_dealer

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from calarec.core.mechanisms.ruleset import Ruleset
    from calarec.core.wording.language import Language, Sayable
    from calarec.rulebook.differences import DifferingRule

MAX_QUESTIONS: Final = 6
"""The most questions that are asked; the last one lists the rest."""
MAX_LISTED: Final = 5
"""The most rulesets that are listed as still possible."""
_MAX_KEPT: Final = 1024
"""The size of caches: each question looks at all rulesets."""
_WHICH: Final = "which"
_ONE_OF: Final = Words("Which of these do you play?")
_NO_AUCTION: Final = Words("Nothing: there is no declarer")
_ONE_BID: Final = Words("Only {name}, or pass")
_NO_BONUS: Final = Words("For nothing: every hand is paid alike")
_NOTHING: Final = Words("The rules do not say")
_NO_OTHERS: Final = Words("As usual: none of the others")
_NO_END: Final = Words("No number: we just play, and stop when we like")
_END_OF_PLAYER: Final = Words("Until a player has {points:# point|# points}")
_END_OF_SIDE: Final = Words("Until a side has {points:# point|# points}")
_LEADER_OF_LOWEST: Final = Words("Who plays the first card when the lowest bid is played?")
_DEALERS_SIDE: Final = {
    "clockwise": Words("The player at the dealer's left"),
    "counterclockwise": Words("The player at the dealer's right"),
}
_LEADERS: Final = {
    "declarer": Words("The player who has bid highest"),
    "left_of_declarer": Words("The player at the highest bidder's left"),
    "right_of_declarer": Words("The player at the highest bidder's right"),
}
_RESTS: Final = Words("Three of four hold cards in some rules: the dealer gets none.")
_PEOPLE: Final = Words("{count:# player|# players}")
_MORE: Final = Words("{said} {count:# more difference|# more differences} from {title}.")
_WITHOUT: Final = Words("Without this: {said}")
_WITHOUT_BONUS: Final = Words("The same rules as {title}, without {bonus}.")
_SAME: Final = Words("The same rules as {title}, with other names.")


class _Sentences(NamedTuple):
    """Sentences of a rulebook, one after the other."""

    said: tuple[Sentence, ...]


_Answer = tuple[str, "Sayable | _Sentences"]
"""An answer: its key, which is the same in every language, and its words."""


def _people(ruleset: Ruleset) -> list[_Answer]:
    return [(str(count), _PEOPLE.with_values(count=count)) for count in sorted(Game.from_ruleset(ruleset).people)]


def _bids(ruleset: Ruleset) -> list[_Answer]:
    if not ruleset.rules.has_auction:
        return [("", _NO_AUCTION)]
    ladder = ruleset.rules.auction.ladder or tuple(ruleset.rules.contracts)
    key, said = _names_answer(ruleset, "contracts", ladder)
    return [(key, _ONE_BID.with_values(name=said) if len(ladder) == 1 else said)]


def _bonuses(ruleset: Ruleset) -> list[_Answer]:
    return [
        _names_answer(ruleset, "bonus", ruleset.rules.settle.bonus) if ruleset.rules.settle.bonus else ("", _NO_BONUS)
    ]


def _names_answer(ruleset: Ruleset, kind: str, keys: Iterable[str]) -> tuple[str, Listing]:
    listed = Listing(tuple(ruleset.name(kind, key) for key in keys))
    return text_in(listed, SOURCE), listed


def _said_at(*paths: str) -> Callable[[Ruleset], list[_Answer]]:
    """Make a facet: the sentences on the first of these paths that has any."""

    def find_answers(ruleset: Ruleset) -> list[_Answer]:
        told = _telling(ruleset)
        first = next(iter(ruleset.rules.auction.ladder or ruleset.rules.contracts), "")
        for path in paths:
            own = path.replace("FIRST", first)
            found = {
                sentence.sentence_text(SOURCE): sentence
                for at, sentence in told
                if at == own or at.startswith(f"{own}.")
            }
            if found:
                return [(" ".join(found), _Sentences(tuple(found.values())))]
        return [("", _NOTHING)]

    return find_answers


def _in_plain_words(
    find_answers: Callable[[Ruleset], list[_Answer]], plain: Callable[[Ruleset], Words | None]
) -> Callable[[Ruleset], list[_Answer]]:
    """Make a facet with plain answers; the rulebook's sentences are their keys."""

    def find_plain(ruleset: Ruleset) -> list[_Answer]:
        said = plain(ruleset)
        return [(key, said or sentence) for key, sentence in find_answers(ruleset)]

    return find_plain


def _plain_end(ruleset: Ruleset) -> Words | None:
    match = ruleset.rules.match
    until = match.until
    if until.points is None:
        return None if until.deals or until.minutes or until.each else _NO_END
    if until.round or until.deals or until.minutes or until.each:
        return None
    text = _END_OF_SIDE if ruleset.rules.table.sides else _END_OF_PLAYER
    return text.with_values(points=until.points)


def _plain_leader(ruleset: Ruleset) -> Words | None:
    rules = ruleset.rules
    first = next(iter(rules.auction.ladder or rules.contracts), "")
    leader = rules.contracts[first].leader if first else getattr(rules.all_pass.params, "leader", "")
    return _DEALERS_SIDE[rules.table.direction] if leader == "eldest" else _LEADERS.get(leader)


_FACETS: Final[dict[str, tuple[Words, Callable[[Ruleset], list[_Answer]]]]] = {
    "people": (Words("How many of you are there?"), _people),
    "bids": (Words("What can be bid, from the lowest to the highest?"), _bids),
    "ends": (Words("Up to how many points do you play?"), _in_plain_words(_said_at("match.until"), _plain_end)),
    "leader": (
        Words("Who plays the first card of a hand?"),
        _in_plain_words(_said_at("contracts.FIRST.leader", "all_pass.leader"), _plain_leader),
    ),
    "bonus": (Words("For what is more paid?"), _bonuses),
    "paid": (Words("What is paid?"), _said_at("settle.pay")),
    "passed": (Words("What if all pass?"), _said_at("all_pass.do", "all_pass")),
    "total": (Words("What is added up in the match?"), _said_at("match.counts")),
    "dealt": (Words("How is dealt?"), _said_at("deal.hand")),
    "won": (Words("When has the declarer won?"), _said_at("settle.won_if")),
}


def rules_lines(*, lang: str) -> dict[str, str]:
    """Return a line that distinguishes each ruleset: its summary, or its changes."""
    language = language_of(lang)
    own = known_ids((rule_files.OWN, *filter(None, (rule_files.FOLDER,))))
    found = {ruleset.id: _line_of(ruleset, language) for ruleset in _shipped_rulesets()}
    for file in own.values():
        try:
            ruleset = load_ruleset(file)
        except RulesetError:
            continue
        found[ruleset.id] = _line_of(ruleset, language)
    return found


def next_question(*, answers: list[dict[str, Any]], lang: str) -> dict[str, Any]:
    """Return the next question after these answers; an empty answer: “I do not know”."""
    language = language_of(lang)
    given = {str(answer.get("question")): str(answer.get("answer")) for answer in answers}
    told = [_given_text(question, answer, language) for question, answer in given.items()]
    return {**_next_question(given, language), "given": told}


def _next_question(given: dict[str, str], language: Language) -> dict[str, Any]:
    left = [ruleset for ruleset in _shipped_rulesets() if _is_possible(ruleset, given)]
    if len(left) < 2 or _WHICH in given:
        return {"question": "", "text": "", "options": [], "left": _rules_data(left, language)}
    asked = _best_facet(left, given) if len(given) < MAX_QUESTIONS - 1 else ""
    listed = _rules_data(left, language) if len(left) <= MAX_LISTED or not asked else []
    if not asked:
        options = [
            {"value": ruleset.id, "text": _title(ruleset, language), "about": _distinction(ruleset, left, language)}
            for ruleset in left
        ]
        return {"question": _WHICH, "text": text_in(_ONE_OF, language), "options": options, "left": listed}
    # A table that just plays looks for that before any number of points.
    answers_left = {key: _answer_text(said, language) for ruleset in left for key, said in _answers(ruleset, asked)}
    first = text_in(_NO_END, language)
    ordered = sorted(answers_left.items(), key=lambda item: (item[1] != first, *_answer_order(asked, *item)))
    return {
        "question": asked,
        "text": text_in(_question_words(asked, left), language),
        "options": [
            {"value": f"={key}", "text": said, "about": _about_people(key, left, language) if asked == "people" else ""}
            for key, said in ordered
        ],
        "left": listed,
    }


def _given_text(question: str, answer: str, lang: Language) -> str:
    """Return the words of an answer; "" if it is none.

    It may have been given in another language: it is found by its key.
    """
    if question == _WHICH:
        return next((_title(ruleset, lang) for ruleset in _shipped_rulesets() if ruleset.id == answer), "")
    known = (_answers(ruleset, question) for ruleset in _shipped_rulesets() if answer and question in _FACETS)
    return next((_answer_text(said, lang) for all_of in known for key, said in all_of if key == answer[1:]), "")


def _question_words(question: str, left: list[Ruleset]) -> Words:
    """Return a question; it names a contract where contracts differ in the answer."""
    if question == "leader" and any(len(ruleset.rules.contracts) > 1 for ruleset in left):
        return _LEADER_OF_LOWEST
    return _FACETS[question][0]


def _answer_order(question: str, key: str, said: str) -> tuple[object, ...]:
    """Return the place of an answer: numbers by their size, the exception at the end."""
    if question == "ends":
        points = re.search(r"[0-9]+", said)
        return points is None, int(points[0]) if points else 0, said
    return int(key) if key.isdecimal() else 0, not key, key


def _about_people(people: str, left: list[Ruleset], lang: Language) -> str:
    """A remark on a number of people of whom one gets no cards under some rules."""
    rests = any(has_resting_dealer(ruleset, int(people)) for ruleset in left if int(people) == 4)
    return text_in(_RESTS, lang) if rests else ""


def _rules_data(left: list[Ruleset], lang: Language) -> list[dict[str, str]]:
    return [{"id": ruleset.id, "title": _title(ruleset, lang), "line": _line_of(ruleset, lang)} for ruleset in left]


def _title(ruleset: Ruleset, lang: Language) -> str:
    return visible(text_in(ruleset.title, lang))


@cache
def _shipped_rulesets() -> tuple[Ruleset, ...]:
    return tuple(load_ruleset(file) for file in known_ids((data_path("rules"),)).values())


def _is_possible(ruleset: Ruleset, given: dict[str, str]) -> bool:
    for question, answer in given.items():
        if not answer:
            continue
        if question == _WHICH:
            if answer != ruleset.id:
                return False
        elif question in _FACETS and answer[1:] not in {key for key, _ in _answers(ruleset, question)}:
            return False
    return True


def _best_facet(left: list[Ruleset], given: dict[str, str]) -> str:
    """The question that divides best; empty if none divides.

    How many play is asked first: every player knows it.
    """
    if "people" not in given and _answer_bits("people", left):
        return "people"
    worth = {facet: _answer_bits(facet, left) for facet in _FACETS if facet not in given}
    best = max(worth, key=lambda facet: worth[facet], default="")
    return best if best and worth[best] > 0 else ""


def _answer_bits(facet: str, left: list[Ruleset]) -> float:
    """Compute the information of an answer in bits; 0 if all give the same."""
    found = [tuple(key for key, _ in _answers(ruleset, facet)) for ruleset in left]
    return sum(-many / len(found) * log2(many / len(found)) for many in Counter(found).values())


@lru_cache(_MAX_KEPT)
def _answers(ruleset: Ruleset, facet: str) -> list[_Answer]:
    return _FACETS[facet][1](ruleset)


def _answer_text(said: Sayable | _Sentences, lang: Language) -> str:
    if isinstance(said, _Sentences):
        return " ".join(plain_text(sentence.sentence_text(lang)) for sentence in said.said)
    text = plain_text(visible(text_in(said, lang)))
    return text[:1].upper() + text[1:]


@lru_cache(_MAX_KEPT)
def _telling(ruleset: Ruleset) -> list[tuple[str, Sentence]]:
    """List the sentences of the rulebook, by the paths of their rules."""
    told = (sentence for chapter in chapters_of(ruleset) for sentence in chapter.told if isinstance(sentence, Sentence))
    return [(own, sentence) for sentence in told for own in sentence.own]


@lru_cache(_MAX_KEPT)
def _line_of(ruleset: Ruleset, lang: Language) -> str:
    own = text_in(ruleset.summary, lang) if ruleset.summary.texts else ""
    if own or len(ruleset.layers) < 2 or is_part(ruleset.layers[1], rule_folders()):
        return visible(own)
    parent = load_ruleset(ruleset.layers[1])
    changes = differing_rules(compare(parent, ruleset))
    if not changes:
        return text_in(_SAME.with_values(title=parent.title), lang)
    # How many play is beside the title already.
    told = [change for change in changes if change.right and not _is_about_seats(change)]
    first = next(iter(told), next((change for change in changes if change.right), changes[0]))
    if missing := _missing_bonuses(parent, ruleset, first):
        said = text_in(_WITHOUT_BONUS.with_values(title=parent.title, bonus=missing), lang)
    elif first.right:
        said = plain_text(first.right.saying_text(lang))
        said = said[:1].upper() + said[1:]
    else:
        assert first.left is not None
        said = text_in(_WITHOUT.with_values(said=plain_text(first.left.saying_text(lang))), lang)
    # A line is one sentence, whatever else belongs to the change.
    said = re.split(r"(?<=\.) ", said, maxsplit=1)[0]
    more = len(changes) - 1
    return text_in(_MORE.with_values(said=said, count=more, title=parent.title), lang) if more else said


def _is_about_seats(change: DifferingRule) -> bool:
    return all(difference.path.startswith("table.seats") for difference in change.differences)


def _missing_bonuses(parent: Ruleset, ruleset: Ruleset, change: DifferingRule) -> Listing | None:
    """Return the bonuses that a ruleset lacks, if a change consists only of them."""
    missing = [bonus for bonus in parent.rules.settle.bonus if bonus not in ruleset.rules.settle.bonus]
    gone = tuple(f"settle.bonus.{bonus}" for bonus in missing)
    alone = all(
        difference.path == "settle.bonus_order" or difference.path.startswith(gone) for difference in change.differences
    )
    return Listing(tuple(parent.name("bonus", bonus) for bonus in missing)) if missing and alone else None


def _distinction(ruleset: Ruleset, left: list[Ruleset], lang: Language) -> str:
    """Return sentences that only this one of the remaining rulesets has."""
    others = {text for other in left if other is not ruleset for text in _sentences(other, lang)}
    alone = [sentence for sentence in _sentences(ruleset, lang) if sentence not in others]
    return " ".join(alone[:2]) or text_in(_NO_OTHERS, lang)


@lru_cache(_MAX_KEPT)
def _sentences(ruleset: Ruleset, lang: Language) -> tuple[str, ...]:
    return tuple(dict.fromkeys(plain_text(sentence.sentence_text(lang)) for _, sentence in _telling(ruleset)))
