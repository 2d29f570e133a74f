"""Input that becomes lines: words, chosen cards, dealt cards, forced moves."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from calarec_tools.desk.entering import prompts
from calarec_tools.desk.entering.entry_positions import choosable, dealt_many, is_begun, not_dealt, undealt
from calarec_tools.desk.entering.typed_words import NotTakenError, complete_word, read_typed_card

if TYPE_CHECKING:
    from collections.abc import Sequence

    from calarec.playing.moves import LegalMoves
    from calarec_tools.desk.entering.entry_positions import EntryPosition
    from calarec_tools.desk.entering.text import RecordParts

TRICK: Final = re.compile(r"[0-9]+ +[A-Z]:")


def with_first(at: EntryPosition, parts: RecordParts, words: list[str]) -> tuple[RecordParts, list[str]] | None:
    """Add the first word as a move; return the words that are left; None: no move."""
    assert at.game is not None
    pack = at.game.cards.names
    left = not_dealt(at)
    speaker = _speaker(at, words)
    said = words[bool(speaker) :]
    places = [] if speaker else undealt(at)
    named = words[0].rstrip(":").casefold()
    place = next((each for each in places if words[0][-1:] == ":" and each.casefold() == named), "")
    if place or (places and not is_begun(at) and read_typed_card(words[0], pack, left) and not _is_lead(at, words)):
        return _with_deal(at, parts, place or places[0], words[bool(place) :], left), []
    for moves in at.moves:
        word = complete_word(said[0], moves.words) if moves.words and speaker in ("", moves.seat) else ""
        if word:
            return _with_word(parts, moves, word), said[1:]
    if speaker:
        raise NotTakenError(prompts.NOT_TO_SPEAK.with_values(person=at.person(speaker)))
    chosen = _mover(at, words)
    return None if chosen is None else _with_chosen_cards(at, parts, *chosen)


def _speaker(at: EntryPosition, words: Sequence[str]) -> str:
    """Return the seat whose capital letter precedes a bid or other word, if any."""
    label = words[0].rstrip(":")
    speaks = label in at.session.order and any(
        moves.words and complete_word(words[1], moves.words) for moves in at.moves if words[1:]
    )
    return label if speaks else ""


def _is_lead(at: EntryPosition, words: Sequence[str]) -> bool:
    """Check whether the words can be cards played without a bid before.

    At most one card for each seat is played; more of them are dealt.
    """
    return len(words) <= len(at.session.order) and any(move.do == "play" for move in at.moves)


def with_forced(at: EntryPosition, parts: RecordParts) -> RecordParts | None:
    """Add a forced move; None if there is a choice.

    Forced are the last cards to be dealt, and the only card or word.
    """
    places = undealt(at)
    if not is_begun(at) and places:
        left = not_dealt(at)
        if len(places) == 1 and len(left) == dealt_many(at, places[0]):
            return _with_deal(at, parts, places[0], left, left)
        return None
    due = [move for move in at.moves if not move.is_optional]
    if at.is_over or len(due) != 1 or due[0].unseen:
        return None
    (moves,) = due
    if moves.words and len(moves.words) == 1:
        return _with_word(parts, moves, moves.words[0])
    if moves.cards and moves.size == 1 and moves.least == moves.most:
        return _with_cards(at, parts, moves, moves.cards[: moves.most])
    return None


def _with_deal(
    at: EntryPosition, parts: RecordParts, place: str, words: Sequence[str], left: Sequence[str]
) -> RecordParts:
    assert at.game is not None
    cards = [read_typed_card(word, at.game.cards.names, left) for word in words]
    due = dealt_many(at, place)
    if not all(cards) or len(cards) != due:
        unknown = next((word for word, card in zip(words, cards, strict=True) if not card), "")
        if unknown:
            raise NotTakenError(prompts.NO_CARD.with_values(typed=unknown))
        raise NotTakenError(prompts.DEALT.with_values(due=due, found=len(cards)))
    return parts.with_line(f"monte {' '.join(cards)}" if place == "monte" else f"deal {place}: {' '.join(cards)}")


def _with_word(parts: RecordParts, moves: LegalMoves, word: str) -> RecordParts:
    if parts.last_keyword == moves.do == "bid":
        return parts.with_words(f"{moves.seat}: {word}")
    return parts.with_line(f"{moves.do} {moves.seat}: {word}")


def _mover(at: EntryPosition, words: list[str]) -> tuple[LegalMoves, list[str]] | None:
    """Return the moves of the seat due to choose cards, and the words for cards.

    A letter with a colon names one of several seats.
    """
    label = words[0][:-1].upper() if words[0][-1:] == ":" else ""
    moves = [move for move in at.moves if not move.words and label in ("", move.seat)]
    rest = words[bool(label) :]
    if not moves or not rest:
        return None
    assert at.game is not None
    pack = at.game.cards.names
    able = [move for move in moves if read_typed_card(rest[0], pack, choosable(at, move))]
    fits = [
        each for each in able if read_typed_card(rest[0], pack, choosable(at, each)).rstrip("!?") in choosable(at, each)
    ]
    return ((fits or able)[0], rest) if able else None


def _with_chosen_cards(
    at: EntryPosition, parts: RecordParts, moves: LegalMoves, words: list[str]
) -> tuple[RecordParts, list[str]]:
    assert at.game is not None
    cards: list[str] = []
    for word in words[: moves.most]:
        found = read_typed_card(word, at.game.cards.names, [one for one in choosable(at, moves) if one not in cards])
        if not found:
            break
        cards.append(found)
    if len(cards) < moves.least:
        raise NotTakenError(prompts.MANY.with_values(due=moves.least, found=len(cards)))
    return _with_cards(at, parts, moves, cards), words[len(cards) :]


def _with_cards(at: EntryPosition, parts: RecordParts, moves: LegalMoves, cards: Sequence[str]) -> RecordParts:
    assert at.game is not None
    assert at.state is not None
    said = " ".join(cards) or "none"
    if moves.do == "play":
        if at.state.trick and (longer := parts.with_words_of_trick(said)) is not None:
            return longer
        return parts.with_line(f"{len(at.state.tricks) + 1:>2} {moves.seat}: {said}")
    pile = f" {'from' if moves.do == 'take' else 'to'} {moves.pile}" if len(at.game.piles) > 1 and moves.pile else ""
    to = f" to {moves.to}" if moves.to else ""
    return parts.with_line(f"{moves.do} {moves.seat}: {said}{to}{pile}")
