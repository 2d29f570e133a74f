"""A hand without cards in one line: bidder, contract, outcome, bonus.

In come words, `Bruno chiamo won`, `B solo 24`, `Carla solo won stramazzo`; out come the lines of the hand. The rules
give the payment of a bonus, as if the hand had been played to it. If only the totals after the hand are known, its
outcome follows from them: `B solo total A: -4 B: 11 C: -7`.
"""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING, Final

from calarec.core.base.frozen import NamedTuple
from calarec.core.engine.account import UNITS
from calarec.core.engine.auction import only_raised_to
from calarec.core.wording.language import LANGUAGES, text_in
from calarec.rule_files.paths import find_closest
from calarec_tools.desk.entering.people_lines import table_verb
from calarec_tools.desk.entering.typed_words import complete_word, read_typed_card, split_glued_cards
from calarec_tools.output.formats.score_sheet import LOST, WON

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from calarec.core.engine.game import Game
    from calarec.core.wording.language import Language
    from calarec_tools.desk.entering.entry_positions import EntryPosition

OUTCOME_WORDS: Final = tuple(each for each in WON + LOST if len(each) > 2)
_POINTS: Final = re.compile(r"[0-9]+p?")
_FRACTION: Final = re.compile(r"([0-9]{1,4}) +([0-9]{1,4})/([1-9][0-9]{0,3})p?")
_SIGN: Final = re.compile("[\u00bc-\u00be\u2150-\u215e]")
"""A fraction that is one letter."""
_DECIMAL: Final = re.compile(r"([0-9]{1,4})[.,]([0-9]{1,6})")
_SEPARATOR: Final = "·"
"""The mark between contract and outcome on a sheet."""
_TOTAL: Final = "total"
_AMOUNT: Final = re.compile(r"[+-]?[0-9]{1,6}")
_PART: Final = re.compile(r"[0-9]{1,4}/[1-9][0-9]{0,3}p?")
_PARTS: Final = {
    text_in(name, lang).casefold(): units for units, names in UNITS.items() for name in names for lang in LANGUAGES
}
"""The names of parts of a point, in every language: `thirds`, `terzi`."""


class OneLineHand(NamedTuple):
    """The lines of the hand, and the bonus that is named, if any."""

    lines: tuple[str, ...]
    bonus: str = ""
    declared: tuple[str, str] = ("", "")
    """The declarer's seat and the contract."""
    stated: str = ""
    """`won` or `lost`, where points follow it."""
    points: str = ""
    """The points as typed, if that was only a number."""
    totals: Mapping[str, int] = {}
    """The totals after the hand by seat, where only these are known."""


def read_one_line_hand(game: Game, words: list[str], seat_of: Callable[[str], str]) -> OneLineHand | None:
    """Read bidder, contract and outcome; None if the words are not such a hand."""
    contracts = tuple(game.rules.contracts)
    if _TOTAL in words:
        return _read_totals(game, words, seat_of)
    typed, words = words, _with_fractions(game, words)
    bonus = complete_word(words[-1], game.rules.settle.bonus) if len(words) > 3 else ""
    words = words[:-1] if bonus else words
    seat, ended = seat_of(words[0]), words[-1].casefold()
    stated = ""
    if len(words) > 3 and _POINTS.fullmatch(ended) and words[-2].casefold() in OUTCOME_WORDS:
        stated = "won" if words[-2].casefold() in WON else "lost"
        words = [*words[:-2], ended]
    said = [complete_word(word, contracts) for word in words[1:-1]]
    # A number counts points: the 1 and 0 for won and lost are of columns of tables.
    outcome = ended if _POINTS.fullmatch(ended) else "won" if ended in WON else "lost" if ended in LOST else ""
    if not seat or not said or not all(said) or not outcome:
        return None
    points = outcome if outcome.isdecimal() and outcome in typed[-2:] and typed[-1].casefold() not in _PARTS else ""
    lines = (*_auction_lines(game, seat, said), f"result {seat}: {outcome}")
    return OneLineHand(lines, bonus, (seat, said[-1]), stated, points)


def _auction_lines(game: Game, seat: str, said: list[str]) -> tuple[str, ...]:
    """The bid of a contract, with the raises that lead to it."""
    below = only_raised_to(game.rules)
    said = [below[said[0]], *said] if said[0] in below else said
    return (f"bid {seat}: {said[0]}", *(f"raise {seat}: {word}" for word in said[1:]))


def _read_totals(game: Game, words: list[str], seat_of: Callable[[str], str]) -> OneLineHand | None:
    """Read bidder, contract and the totals after the hand; None if the words are none."""
    place = words.index(_TOTAL)
    seat, contracts = seat_of(words[0]), tuple(game.rules.contracts)
    said = [complete_word(word, contracts) for word in words[1:place]]
    seats = [seat_of(word.removesuffix(":")) for word in words[place + 1 :: 2]]
    amounts = words[place + 2 :: 2]
    if not seat or not said or not all(said) or not seats or not all(seats) or len(seats) != len(amounts):
        return None
    if not all(map(_AMOUNT.fullmatch, amounts)):
        return None
    totals = " ".join(f"{label}: {amount}" for label, amount in zip(seats, amounts, strict=True))
    lines = (*_auction_lines(game, seat, said), f"{_TOTAL} {totals}")
    return OneLineHand(lines, declared=(seat, said[-1]), totals=dict(zip(seats, map(int, amounts), strict=True)))


def declared_contract(at: EntryPosition) -> tuple[str, str] | None:
    """Return declarer and contract of an open hand after its auction; None otherwise."""
    state, setting = at.state, at.setting
    if state is None or setting is None or state.declarer < 0 or state.is_over:
        return None
    if any(move.do == "bid" for move in at.moves):
        return None
    return setting.labels[state.declarer], state.contract


def _with_fractions(game: Game, words: list[str]) -> list[str]:
    """Join points and their fractions into one word: `6 1/3`, `19/3`, `19 thirds`.

    They are converted to the ruleset's unit if they fit it.
    """
    whole = game.rules.pack.units_per_point
    said = _SIGN.sub(
        lambda each: f" {unicodedata.normalize('NFKC', each[0])}".replace("\u2044", "/"), " ".join(words[1:])
    )
    found, is_whole = words[:1], False
    for each in said.split():
        if each == _SEPARATOR:
            continue
        if is_whole and _PART.fullmatch(each):
            found[-1], is_whole = _in_units(f"{found[-1]} {each}", whole), False
        elif is_whole and _PARTS.get(each.casefold()) == whole:
            is_whole = False
        elif len(found) > 1 and not found[-1].isdecimal() and _PART.fullmatch(each):
            found.append(_in_units(f"0 {each}", whole, is_improper=True))
        else:
            found.append(each)
            is_whole = each.isdecimal()
    return found


def names_of_parts(whole: int, lang: Language) -> list[str]:
    """The names of a part of a point, first those of this language, in the plural."""
    first = [text_in(name, lang).casefold() for name in reversed(UNITS.get(whole, ()))]
    return [*first, *(name for name, units in _PARTS.items() if units == whole and name not in first)]


def points_in_units(game: Game, points: str) -> int:
    """Points of a `result` line, `7p` or `21`, in the ruleset's unit."""
    amount = int(points.removesuffix("p"))
    return amount * game.rules.pack.units_per_point if points.endswith("p") else amount


def _in_units(text: str, whole: int, *, is_improper: bool = False) -> str:
    said = _FRACTION.fullmatch(text)
    if said is None:
        return text
    full, part, parts = map(int, said.groups())
    amount, left = divmod((full * parts + part) * whole, parts)
    return str(amount) if (part < parts or is_improper) and not left else text.removeprefix("0 ")


def has_bidder_named(at: EntryPosition, words: list[str]) -> bool:
    """Check whether a player is named, and then only contracts.

    The player is a capital letter or a full name: a small letter is not a bidder.
    """
    assert at.game is not None
    known = {*at.session.order, *(person.casefold() for person in at.session.people.values())}
    named = words[0] in known or words[0].casefold() in known
    contracts = {contract.casefold() for contract in at.game.rules.contracts}
    return named and len(words) > 1 and all(word.casefold() in contracts for word in words[1:])


class WrongWord(NamedTuple):
    """The wrong word of a one-line hand, a similar word, and the possible words."""

    kind: str
    """The kind of word.

    `person`, `contract`, `outcome`, `amount` (invalid points), `bonus`, `points` (after won or lost), or `table` (a
    player comes or goes).
    """
    word: str
    near: str = ""
    known: tuple[str, ...] = ()


def wrong_word(game: Game, words: list[str], people: Sequence[str], seat_of: Callable[[str], str]) -> WrongWord | None:
    """Return the wrong word of a one-line hand; None if it was not meant as one."""
    contracts = tuple(game.rules.contracts)
    words = _with_fractions(game, words)
    if len(words) < 2 or not (seat_of(words[0]) or any(complete_word(each, contracts) for each in words[1:])):
        return None
    if not seat_of(words[0]):
        return WrongWord("person", words[0], find_closest(words[0], people), tuple(people))
    said = next((at for at, each in enumerate(words[1:], 1) if not complete_word(each, contracts)), len(words))
    if said == len(words):
        return WrongWord("outcome", "", "", ())
    word, behind = words[said], words[said + 1 :]
    ended = word.casefold() in WON + LOST or bool(_POINTS.fullmatch(word))
    if ended and behind and said > 1:
        if _POINTS.fullmatch(behind[0]) and behind[1:]:
            behind = behind[1:]
        elif behind[0].casefold() in _PARTS:
            return WrongWord("amount", f"{word} {behind[0]}", "", (_example(game),))
        elif _POINTS.fullmatch(behind[0]):
            return WrongWord("points", behind[0], " ".join((*words[:said], behind[0])))
        bonus = tuple(game.rules.settle.bonus)
        return WrongWord("bonus", behind[0], find_closest(behind[0], bonus), bonus)
    if said > 1 and not behind and word[:1].isdecimal():
        return WrongWord("amount", word, _as_fraction(word, game.rules.pack.units_per_point), (_example(game),))
    if said > 1 and not behind:
        return WrongWord("outcome", word, find_closest(word, OUTCOME_WORDS))
    near = "" if ended else find_closest(word, contracts)
    verb = table_verb(word) or find_closest(word, ("leave", "seat"), cutoff=0.8)
    if said == 1 and not near and verb:
        return WrongWord("table", words[0], f"{verb} {words[0]}")
    lone = (
        len(words[0]) < 2 and not ended and not near and not any(complete_word(each, contracts) for each in words[1:])
    )
    return None if lone else WrongWord("contract", word, near, contracts)


def _example(game: Game) -> str:
    """Points as they are written: with a part of one, where the rules know any."""
    whole = game.rules.pack.units_per_point
    return f"7 1/{whole}" if whole > 1 else "7"


def _as_fraction(typed: str, whole: int) -> str:
    """Convert points with a decimal mark, `8,3` or `8.67`, to a fraction, or empty."""
    said = _DECIMAL.fullmatch(typed)
    if said is None:
        return ""
    full, digits = said.groups()
    ten = 10 ** len(digits)
    # Cut off or rounded: 8,66 and 8,67 are two thirds.
    parts = (each for each in range(1, whole) if int(digits) in (each * ten // whole, round(each * ten / whole)))
    return next((f"{full} {part}/{whole}" for part in parts), "")


def may_begin(game: Game, seats: Sequence[str], word: str) -> bool:
    """Check whether a hand may begin with a word: a card, a place for cards, a bid."""
    first = next(iter(split_glued_cards(word, game.cards.names)), "")
    place = word[-1:] == ":" and (word[:-1] == "monte" or word[:-1].upper() in seats)
    said = (*game.rules.auction.words, *game.rules.contracts)
    return place or bool(first and (read_typed_card(first, game.cards.names, ()) or complete_word(first, said)))


def passing_word(game: Game, words: list[str]) -> str:
    """Return the pass, if one word for all players was typed; otherwise empty."""
    rules = game.rules.auction
    bare = [word for word in rules.words if word not in rules.ladder]
    words = words[1:] if words[0].casefold() in ("all", "tutti") else words
    found = complete_word(words[0], bare) if len(words) == 1 else ""
    return found if found and rules.words[found].when != "after_bid" else ""
