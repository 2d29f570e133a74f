"""What a line of a record states, and what the fixed words in it mean, told to who points at them; as Markdown."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from calarec.base.frozen import NamedTuple
from calarec.notation.single_lines import verb_meant
from calarec.wording.language import Words, say

if TYPE_CHECKING:
    from calarec.records.places import Piece
    from calarec.wording.language import Language


class StatedLine(NamedTuple):
    """An example of a line, and what it states."""

    example: str
    says: Words


LINES: Final[dict[str, StatedLine]] = {
    "cal": StatedLine(
        "cal 1",
        Words("The first line of a record, with the version of the notation. Another one begins another evening."),
    ),
    "rules": StatedLine("rules pagat@1.0.0", Words("By which rules is played from here on.")),
    "tag": StatedLine(
        'tag event "Cosenza"',
        Words("Something to find the evening by: a name for it and a text. No rule looks at it."),
    ),
    "table": StatedLine("table 2", Words("At which of several tables is played.")),
    "seat": StatedLine(
        'seat A "Anna"',
        Words(
            "Who sits where, one line for each, in order of play. Between two hands: somebody else sits "
            "there from now on, or one more."
        ),
    ),
    "leave": StatedLine("leave C", Words("Nobody sits there from now on; who leaves keeps the total.")),
    "dummy": StatedLine("dummy C by A", Words("A hand that nobody sits behind, and who plays it.")),
    "match": StatedLine("match", Words("A new match begins, and totals start again.")),
    "carried": StatedLine("carried A: 12 B: 2 C: 10", Words("The totals before the next hand.")),
    "adjust": StatedLine("adjust A: -2 B: +2", Words("What totals change by outside of hands, and why.")),
    "hand": StatedLine("hand 7", Words("A hand begins, with its number or name. It goes on to `end`.")),
    "at": StatedLine("at 2025-11-02T21:10", Words("When it was played.")),
    "carry": StatedLine(
        "carry monte Ab 6d 3s 7s",
        Words("What the hand inherits from the one before: cards, that all passed, or so much in the pot."),
    ),
    "dealer": StatedLine("dealer A", Words("Who deals.")),
    "out": StatedLine("out D", Words("Who sits this hand out.")),
    "deal": StatedLine("deal A: 3b 2b Ab", Words("The cards that a seat was dealt.")),
    "monte": StatedLine("monte Ab 6d 3s 7s", Words("The cards that were dealt to the table.")),
    "bid": StatedLine(
        "bid B: chiamo C: passo A: passo",
        Words("The words of the auction in the order in which they were said, each with its seat."),
    ),
    "raise": StatedLine("raise B: dividete", Words("Whoever won the auction asks for more than was bid.")),
    "double": StatedLine("double A: contro", Words("What is paid is doubled, by a word of these rules.")),
    "call": StatedLine("call B: 3b with C", Words("The card that is called, and where it turns out to be.")),
    "trump": StatedLine("trump B: c", Words("Which suit is trump: its letter, or a card that is turned up.")),
    "table-card": StatedLine("table-card B: closed 4c", Words("A card that is laid on the table to be exchanged.")),
    "give": StatedLine("give C: open 3b to B", Words("Who gives which cards to whom.")),
    "take": StatedLine(
        "take B: open Ab 6d 3s 7s",
        Words("Who takes which cards from the table, or from the pile that is named."),
    ),
    "discard": StatedLine(
        "discard B: closed 6b 5c 6d 5s",
        Words("Who puts which cards aside, or onto the pile that is named."),
    ),
    "show": StatedLine("show B: 3b 2b Ab", Words("Who shows which cards, to all or to those who are named.")),
    "declare": StatedLine(
        "declare B: napoletana 3b 2b Ab",
        Words("Which holding a seat declares. It stands before the trick that follows it."),
    ),
    "trick": StatedLine(
        " 4 B: Cd 4d 5d",
        Words(
            "A trick: its number, the seat that leads, the cards in the order in which they were played. `> "
            "B` names the winner and may be left out."
        ),
    ),
    "signal": StatedLine(
        "signal B: busso",
        Words("A signal that goes with a lead: that of the trick after it, or of the one that is named."),
    ),
    "claim": StatedLine(
        "claim B: rest accepted",
        Words("A seat says that the rest of the tricks is its own, or so many points."),
    ),
    "concede": StatedLine(
        "concede B: rest accepted",
        Words("A seat gives up the rest of the tricks, or so many points."),
    ),
    "fault": StatedLine(
        "fault B: revoke trick 4 claimed by A",
        Words("An irregularity, by its word in these rules. The cards stay as they were played."),
    ),
    "penalty": StatedLine(
        "penalty B: -9 A: +9",
        Words("What irregularities cost. It follows from the rest and is checked."),
    ),
    "note": StatedLine('note "…"', Words("A remark that is kept. No rule looks at it.")),
    "result": StatedLine(
        "result B: 24 A+C: 11",
        Words("What each side has made, or `won` and `lost`. It follows from the cards and is checked."),
    ),
    "score": StatedLine(
        "score B: +2 A: -1 C: -1",
        Words("What the hand pays. It follows from the rest and is checked."),
    ),
    "total": StatedLine(
        "total A: 11 B: 4 C: 9",
        Words("The running score after the hand. It follows from the rest and is checked."),
    ),
    "id": StatedLine("id deal:9f2c1a7e04bd", Words("Hashes by which the hand can be found again. They are checked.")),
    "x-": StatedLine("x-camera 2", Words("A line of somebody else's. It is kept where it stands and never read.")),
    "end": StatedLine(
        "end",
        Words("The hand ends. Behind it may stand that it was claimed, is void, or was abandoned and why."),
    ),
}
"""What each verb states; those of the notation and no others (`tests/tools/editor/test_lines_told.py`)."""

_BY: Final = {
    "dummy": Words("`by`: the seat that plays this hand"),
    "fault": Words("`by`: the seat that claims it"),
    "claim": Words("`by`: the seats that answer"),
}
_WORDS: Final[dict[str, Words]] = {
    "after": Words("`after`: whose turn theirs follows"),
    "with": Words("`with`: the seat that has the card"),
    "in": Words("`in`: where the card lies, `monte` or the caller's own `hand`"),
    "to": Words("`to`: who gets the cards, or onto which pile they go"),
    "from": Words("`from`: the pile from which they come"),
    "open": Words("`open`: all see the cards"),
    "closed": Words("`closed`: the others do not see the cards"),
    "none": Words("`none`: no cards at all"),
    "rest": Words("`rest`: all tricks that are left"),
    "points": Words("`points`: so many of them, and no more"),
    "accepted": Words("`accepted`: the others agree, and the hand ends so"),
    "refused": Words("`refused`: somebody does not agree, and the hand goes on"),
    "trick": Words("`trick`: in which it was"),
    "claimed": Words("`claimed`: who says so, or that the hand ended so"),
    "won": Words("`won`: the points do not stand there, only how it ended"),
    "lost": Words("`lost`: the points do not stand there, only how it ended"),
    "void": Words("`void`: the hand does not count"),
    "abandoned": Words("`abandoned`: it was not played to its end; why stands behind it"),
    ">": Words("`>`: who has won the trick; it follows from the cards and is checked"),
}
"""What the fixed words of lines mean; words of the rules have these to tell of them."""


def verb_told(verb: str, lang: Language) -> str:
    """What a line with this verb states, and an example; empty if it is none."""
    line = LINES.get(verb)
    return "" if line is None else f"`{line.example.strip()}`\n\n{say(line.says, lang)}"


def told(raw: str, pieces: list[Piece], at: Piece, lang: Language) -> str:
    """What is told of the verb of a line or of a fixed word in it; empty if it is another word."""
    verb = verb_meant(raw)
    if pieces[0] == at:
        return verb_told(verb, lang)
    words = _BY.get("claim" if verb == "concede" else verb) if at.text == "by" else _WORDS.get(at.text)
    return "" if words is None or at.kind not in ("word", "punctuation") else say(words, lang)
