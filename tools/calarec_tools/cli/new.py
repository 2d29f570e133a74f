"""`calarec new`: the record of an evening, ready to be typed into."""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING, Final

from calarec.core.mechanisms.exchange import TRANSFERS
from calarec.core.mechanisms.rules import expand_amounts
from calarec.core.mechanisms.table import resting_seats
from calarec.core.wording.language import Words, text_in
from calarec_tools.cli.declare import Command, Option
from calarec_tools.cli.parameters import OUTPUT, RULES_NEEDED
from calarec_tools.cli.ruleset import named_ruleset
from calarec_tools.output.files.inputs import STDIN, is_ordinary
from calarec_tools.output.files.output_files import packing
from calarec_tools.output.files.replacing import replace_file
from calarec_tools.output.files.streams import CLEAN, Output, RefusalError

if TYPE_CHECKING:
    from calarec.core.mechanisms.exchange import Transfer
    from calarec.core.mechanisms.rules import Rules
    from calarec.core.mechanisms.ruleset import Ruleset
    from calarec.core.wording.language import Language
    from calarec_tools.output.files.streams import Output

_RULES: Final = Words("which rules? Give `--rules RULES`.")
_PLAYERS: Final = Words("who plays? Give `--players Anna,Bruno,Carla`, in order of play.")
_SEATS: Final = Words("`{id}` is for {seats}, not for {found}.")
_TWICE: Final = Words("two players are called {name}; add an initial.")
_NAME: Final = Words("`{name}` cannot be a player's name: it is not text of one line, or longer than {most} characters.")
_MAX_NAME_LETTERS: Final = 200
_LABELS: Final = "ABCDEFGH"
_CARDS: Final = Words("A card is its rank, then its suit: {card}. Ranks, the strongest first: {ranks}. Suits: {suits}.")
_WIDE: Final = 98
_FIXED: Final = "\u00a0"
"""A space at which no line is broken."""
_MAX_TRIED_HANDS: Final = 40
"""The number of hands made to find one for the example.

Four of a rank are soon found with one of three to seven people.
"""
_NO_LETTER: Final = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")
_DATE: Final = Words("`--date` is a day like 2025-11-02, not `{date}`.")
_THERE: Final = Words("`{file}` is there already; it is not written over.")


def run_new(
    out: Output, *, rules: str | None, players: str | None, hands: int, date: str | None, output: str | None
) -> int:
    """Write the template."""
    if not rules:
        raise RefusalError(_RULES)
    if not players:
        raise RefusalError(_PLAYERS)

    ruleset = named_ruleset(rules)
    names = [name.strip() for name in players.split(",")]
    _check_names(ruleset, names)
    text = _template(out, ruleset, names, hands, _day(date))
    if output and output != STDIN:
        if os.path.lexists(output) and is_ordinary(output):
            raise RefusalError(_THERE, file=output)
        replace_file(output, [text], packing=packing(output))
    else:
        out.exactly([text])
    return CLEAN


def _template(out: Output, ruleset: Ruleset, names: list[str], hands: int, date: str) -> str:
    from calarec.core.records.model import RulesPin
    from calarec.rule_files.digest import SHORTEST_PIN
    from calarec_tools.output.formats.preamble import evening

    rules = expand_amounts(ruleset.rules)
    idle = len(resting_seats(rules.table, len(names)))
    words = (*rules.auction.ladder, *rules.auction.words)
    word = _richest(rules)
    playing = len(names) - idle
    dealt, called = _dealt_lines(ruleset, len(names), playing)
    return evening(
        RulesPin(ruleset.id, ruleset.version, ruleset.digest[:SHORTEST_PIN]),
        names,
        date=date,
        hands=hands,
        bids=words,
        playing=playing,
        dummies=0 if rules.table.dummies is None else rules.table.dummies.hands,
        exchange=_exchange(rules, word, called),
        cards=_cards_explained(ruleset, out.lang),
        dealt=dealt,
        word=word,
        sides=_side_letters(ruleset, len(names)),
        drawn=rules.play.draw is not None,
        tops=(rules.play.draw.tops or 0) if rules.play.draw is not None else 0,
        lang=out.lang,
    )


def _side_letters(ruleset: Ruleset, people: int) -> list[str]:
    """Return the letters of each side in a game without an auction."""
    if ruleset.rules.has_auction:
        return []
    sides = ruleset.rules.table.sides or people
    return ["+".join(_LABELS[side:people:sides]) for side in range(sides)]


def _cards_explained(ruleset: Ruleset, lang: Language) -> list[str]:
    """Return lines that explain the notation of cards, with names of ranks and suits."""
    from calarec.core.wording.cells import wrap_text

    pack = ruleset.rules.pack
    ranks = [
        rank if rank.isdigit() else f"{rank}{_FIXED}{text_in(ruleset.name('ranks', rank), lang)}" for rank in pack.ranks
    ]
    suits = [f"{suit}{_FIXED}{text_in(ruleset.name('suits', suit), lang)}" for suit in pack.suits]
    said = _CARDS.with_values(card=pack.ranks[0] + pack.suits[0], ranks=", ".join(ranks), suits=", ".join(suits))
    return [line.replace(_FIXED, " ") for line in wrap_text(text_in(said, lang), _WIDE)]


def _dealt_lines(ruleset: Ruleset, seats: int, playing: int) -> tuple[list[str], str]:
    """Return one dealt hand as lines, and a card of the second seat to be called."""
    from calarec.core.notation.writer import statement_line
    from calarec.core.records.model import Deal, Monte
    from calarec.simulation import simulate

    best = ruleset.rules.pack.ranks[0]
    lines: list[str] = []
    for made in simulate(ruleset, hands=_MAX_TRIED_HANDS, seed=1, seats=seats):
        statements = made.hand.statements
        deals = [statement for statement in statements if isinstance(statement, Deal)]
        # Whoever sits out in the example is the last: the first seat is its declarer.
        nobody = {dummy.seat for dummy in made.hand.session.dummies}
        people = (deal for deal in deals if deal.seat not in nobody)
        others = [deal for deal in deals if deal.seat in nobody]
        deals = [deal._replace(seat=label) for label, deal in zip(_LABELS[:playing], people, strict=True)] + others
        lines = [statement_line(deal) for deal in deals]
        lines += [statement_line(statement) for statement in statements if isinstance(statement, Monte)]
        called = [card for deal in deals[1:2] for card in deal.cards if card[0] == best]
        if called:
            return lines, called[0]
    return lines, best + ruleset.rules.pack.suits[0]


def _richest(rules: Rules) -> str:
    """The bid after which most is exchanged, for an example that leaves nothing out."""
    bids = [word for word in rules.auction.ladder if word in rules.contracts]
    return max(bids, key=lambda word: len(rules.contracts[word].steps), default="")


def _exchange(rules: Rules, word: str, card: str) -> list[str]:
    """Return lines for the steps after the bids.

    A is the declarer, B has the called card.
    """
    steps = [rules.steps[step] for step in (rules.contracts[word].steps if word else ())]
    return [
        line
        for step in steps
        if step.do == "call" or step.do in TRANSFERS
        for line in (
            [f"call A: {card} with {seat}" for seat in "BCDE"[: step.params.number]]
            if step.do == "call"
            else [_moved_cards_line(TRANSFERS[step.do], step.params, card)]
        )
    ]


def _moved_cards_line(do: Transfer, params: object, card: str) -> str:
    """A step in which cards move, as a line of the record."""
    seats = {"declarer": "A", "holder": "B"}
    cards = card if do.which == "called" else "…"
    to = f" to {seats[do.receiver]}" if do.receiver else ""
    return f"{do.do} {seats[do.parameter_word('who', params)]}: {cards}{to}"


def _check_names(ruleset: Ruleset, names: list[str]) -> None:
    allowed = ruleset.rules.table.seats
    if not all(names):
        raise RefusalError(_PLAYERS)
    if len(names) not in allowed:
        raise RefusalError(_SEATS, id=ruleset.id, seats=" / ".join(map(str, allowed)), found=len(names))
    for name in names:
        if len(name) > _MAX_NAME_LETTERS or _NO_LETTER.search(name):
            raise RefusalError(_NAME, name=name[:_MAX_NAME_LETTERS], most=_MAX_NAME_LETTERS)
        if names.count(name) > 1:
            raise RefusalError(_TWICE, name=name)


def _day(date: str | None) -> str:
    import datetime

    if date is None:
        return datetime.date.today().isoformat()
    try:
        if not re.fullmatch(r"\d{4}-\d\d-\d\d", date, re.ASCII):
            raise ValueError(date)
        return datetime.date.fromisoformat(date).isoformat()
    except ValueError:
        raise RefusalError(_DATE, date=date) from None


DECLARED = Command(
    run_new,
    options=(
        RULES_NEEDED,
        Option(
            "players",
            ("--players",),
            Words("The players in order of play: Anna,Bruno,Carla."),
            metavar="NAMES",
        ),
        Option("hands", ("--hands",), Words("The number of hands."), kind="whole", default=1, least=0, most=1000),
        Option("date", ("--date",), Words("The date."), usual=Words("today"), metavar="DATE"),
        OUTPUT,
    ),
    example="calarec new --rules pagat --players Anna,Bruno,Carla -o evening.cal",
)
