"""Hands played through the public face: the engine's moves by name, the judge's words, and a record at any moment."""

from __future__ import annotations

import json
from itertools import islice
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

import calarec
from calarec.core.engine.moves import legal
from calarec.core.engine.state import NOTHING_CARRIED
from calarec.core.records import model as rec
from calarec.simulation.bots import FREE
from calarec.simulation.run import MatchInPlay
from tests.rulebooks import IDS, game

if TYPE_CHECKING:
    from collections.abc import Iterator

    from calarec.playing.hand import HandInPlay
    from calarec.playing.move_types import Move
    from calarec.playing.moves import LegalMoves

pytestmark = pytest.mark.slow


def chosen(moves: LegalMoves, rng: Random) -> Move:
    """Any of some legal moves."""
    if moves.words:
        return moves.move(rng.choice(moves.words))
    number = rng.randint(moves.least, moves.most)
    return moves.move(*rng.sample([*moves.cards, *["__"] * moves.unseen], number))


def played(hand: HandInPlay, rng: Random) -> Iterator[HandInPlay]:
    """The hand after each of its moves; each seat chooses by its knowledge."""
    while not hand.is_over:
        seat = rng.choice(hand.turn)
        hand = hand.apply(chosen(rng.choice(hand.legal(seat)), rng))
        yield hand


def some_hands(id_: str, count: int) -> Iterator[HandInPlay]:
    """Hands just dealt, at every number of seats."""
    for number in range(count):
        for seats in game(id_).people:
            yield calarec.play(game(id_), seats, dealer="ABCDEFG"[number % seats], seed=f"{id_}/{number}")


@pytest.mark.mass
@pytest.mark.parametrize("id_", IDS)
def test_every_hand_can_be_played_to_its_account(id_: str) -> None:
    """And its record is legal and comes to the same."""
    for number, begun in enumerate(some_hands(id_, 4)):
        *_, end = played(begun, Random(number))
        judged = calarec.replay(end.record(), game(id_).ruleset)
        assert judged.verdict == "legal", calarec.write([end.record()])
        assert judged.account == end.account
        assert judged.stated is not False
        if end.account is not None and end.account.payments:
            assert end.payments == dict(zip(end.seats, end.account.payments, strict=True))


@pytest.mark.mass
@pytest.mark.parametrize("id_", IDS)
def test_a_record_goes_on_where_it_breaks_off(id_: str) -> None:
    """A hand that is written, read and resumed at any moment is in the same state."""
    for number, begun in enumerate(some_hands(id_, 1)):
        for hand in (begun, *played(begun, Random(number))):
            text = calarec.write([hand.record()])
            (written,) = calarec.read(calarec.Text(text))
            again = calarec.resume(written, game(id_).ruleset)
            assert again.state == hand.state, text
            assert again.events == hand.events
            assert again.findings == ()
            assert calarec.write([again.record()]) == text


@pytest.mark.mass
@pytest.mark.parametrize("id_", IDS)
def test_moves_are_those_of_the_engine(id_: str) -> None:
    """As many of each kind, each of them accepted, and nothing else of the same kind."""
    rng = Random(id_)
    (begun,) = islice(some_hands(id_, 1), 1)
    for hand in (begun, *played(begun, rng)):
        offers = [each for each in legal(hand.game, hand.state) if each.size]
        named = hand.legal()
        assert [(each.do, each.size) for each in named] == [(each.do, each.size) for each in offers]
        for moves in named:
            assert sum(1 for _ in islice(moves.moves(), 3000)) == min(moves.size, 3000)
            assert hand.refusal(chosen(moves, rng)) is None
            if moves.do in ("play", "call"):
                pack = hand.game.cards.names
                refused = {card for card in pack if hand.refusal(moves.move(card)) is not None}
                assert refused == {*pack} - {*moves.cards}


@pytest.mark.parametrize("id_", ["pagat", "a-due", "quintiglio", "thirty-five"])
def test_a_seat_sees_what_it_may(id_: str) -> None:
    """Its own hand and legal moves, and seen events of others, as plain data."""
    (begun,) = islice(some_hands(id_, 1), 1)
    for hand in (begun, *played(begun, Random(3))):
        everything = hand.view()
        assert everything.legal == hand.legal()
        for place in hand.state.setting.active:
            seen = hand.view(hand.seats[place])
            assert {*seen.hand} == {*hand.game.cards.list(hand.state.hands[place])}
            assert {*seen.hands} == {*seen.seats}
            for label, known in seen.hands.items():
                assert known.size == everything.hands[label].size
                assert {*known.cards} <= {*everything.hands[label].cards}
            assert json.loads(json.dumps(seen.as_json()))["seat"] == seen.seat
        waiting = {label for label in hand.seats if any(not each.is_optional for each in hand.legal(label))}
        assert waiting == {*hand.turn}


PAGAT = game("pagat")
DEAL = {
    "A": "Rb 7b 5b 4b Cc Ad Rd 7d 5d As Fs 4s",
    "B": "Cb 6b 2c Ac 5c 4c 2d Cd Rs Cs 6s 5s",
    "C": "3b 2b Fb 3c Rc Fc 7c 6c 3d Fd 4d 2s",
    "monte": ["Ab", "6d", "3s", "7s"],
}


def bid(seat: str, word: str) -> dict[str, Any]:
    """A bid as a move."""
    return {"do": "bid", "seat": seat, "word": word}


def in_the_play() -> HandInPlay:
    """A solo of B with the first trick begun: A follows next."""
    hand = calarec.play(PAGAT, 3, dealer="A", deal=DEAL)
    for move in (
        bid("B", "solissimo"),
        {"do": "play", "seat": "B", "card": "Cb"},
        {"do": "play", "seat": "C", "card": "2b"},
    ):
        hand = hand.apply(move)
    return hand


def test_a_deal_that_is_given() -> None:
    """Is that deal; the last place need not be named."""
    whole = calarec.play(PAGAT, ["Anna", "Bruno", "Carla"], dealer="Anna", deal=DEAL)
    assert whole.people == {"A": "Anna", "B": "Bruno", "C": "Carla"}
    assert whole.view().hands["A"].cards == PAGAT.cards.list(PAGAT.cards.mask(str(DEAL["A"]).split()))
    assert whole.view().piles["monte"].size == 4
    assert whole.turn == ("B",)


def test_the_same_seed_deals_the_same_cards() -> None:
    """And another seed others."""
    one, same, other = (calarec.play("pagat", seed=seed).view().hands for seed in (7, 7, 8))
    assert one == same != other


@pytest.mark.parametrize(
    ("move", "code", "rule"),
    [
        (bid("C", "passo"), "CAL430", "play"),
        ({"do": "play", "seat": "A", "card": "Ad"}, "CAL512", "play.follow"),
        ({"do": "play", "seat": "B", "card": "6b"}, "CAL502", "play"),
        ({"do": "play", "seat": "A", "card": "3b"}, "CAL510", "play"),
        ({"do": "play", "seat": "A", "card": "9b"}, "CAL211", "pack.ranks"),
        ({"do": "play", "seat": "F", "card": "Rb"}, "CAL215", None),
        (bid("A", "grande"), "CAL210", "auction"),
        ({"do": "fault", "seat": "A", "word": "sneeze"}, "CAL212", "standing"),
    ],
)
def test_a_refusal_has_code_rule_and_words(move: Move, code: str, rule: str | None) -> None:
    """Refusals are those of the judge, and the hand stays as it was."""
    hand = in_the_play()
    finding = hand.refusal(move)
    assert finding is not None
    assert (finding.code, finding.rule and finding.rule.path) == (code, rule)
    assert finding.message("en") != finding.message("it")
    with pytest.raises(calarec.IllegalMoveError) as raised:
        hand.apply(move)
    assert (raised.value.finding, raised.value.move) == (finding, move)
    assert str(raised.value) == f"{code} {finding.message()}"


def test_what_was_done_all_the_same_stands() -> None:
    """A revoke is written as it happened; read again it is the judge's finding, and the hand goes on."""
    hand = in_the_play()
    revoked = hand.apply({"do": "play", "seat": "A", "card": "Ad"}, anyway=True)
    assert [each.code for each in revoked.findings] == ["CAL512"]
    assert not revoked.state.hands[0] & PAGAT.cards.mask(["Ad"])
    (written,) = calarec.read(calarec.Text(calarec.write([revoked.record()])))
    again = calarec.resume(written)
    assert [each.code for each in again.findings] == ["CAL512"]
    assert again.state == revoked.state
    stated = revoked.apply({"do": "fault", "seat": "A", "word": "revoke", "trick": 1, "by": "B"})
    assert stated.state.faults == (("revoke", 0),)


def test_what_cannot_stand_is_refused_whatever_is_wanted() -> None:
    """Impossible moves are refused even with `anyway`."""
    hand = in_the_play()
    for move in (bid("A", "solo"), {"do": "play", "seat": "A", "card": "9b"}):
        with pytest.raises(calarec.IllegalMoveError):
            hand.apply(move, anyway=True)


@pytest.mark.parametrize(
    ("move", "kind", "says"),
    [
        ("bid B: solo", TypeError, "move is to be an object"),
        ({}, ValueError, "`do` of a move is one of bid, raise"),
        ({"do": "result"}, ValueError, "`do` of a move is one of bid, raise"),
        ({"do": "bid", "seat": "B"}, ValueError, "`bid` lacks word"),
        ({"do": "bid", "seat": "B", "word": 3}, ValueError, "`word` cannot be 3"),
        ({"do": "bid", "seat": "B", "word": "solo", "loud": True}, ValueError, "the fields of `bid` are seat, word"),
        ({"do": "play", "seat": "B", "card": "3bb"}, ValueError, "two characters"),
        ({"do": "play", "seat": "B", "card": ["3b"]}, ValueError, "two characters"),
        ({"do": "play", "seat": "B", "cards": ["3b"]}, ValueError, "the fields of `play` are seat, card"),
        ({"do": "discard", "seat": "B", "cards": ["__"]}, ValueError, "is not said"),
        ({"do": "take", "seat": "B", "cards": [["__"]]}, ValueError, "two characters"),
        ({"do": ["bid"]}, ValueError, "`do` of a move is one of"),
        ({"do": "bid", "said": ["B"]}, ValueError, "`bid` lacks seat, word"),
        ({"do": "fault", "seat": "A", "word": "revoke", "trick": -1}, ValueError, "cannot be said in a record"),
        ({"do": "claim", "seat": "A", "answer": "perhaps"}, ValueError, "cannot be said in a record"),
        ({"do": "bid", "seat": "A", "word": "so\nlo"}, ValueError, "cannot be said in a record"),
    ],
)
def test_what_is_no_move_at_all(move: Any, kind: type[Exception], says: str) -> None:
    """The error names the form of a move; it is not a finding, as it happens at no table."""
    with pytest.raises(kind, match=says) as raised:
        in_the_play().apply(move)
    assert not isinstance(raised.value, calarec.IllegalMoveError)


def test_what_a_move_says_beside_itself_has_to_be_so() -> None:
    """Openly where the rules want it closed, or a called card where it was not."""
    hand = calarec.play(PAGAT, 3, dealer="A", deal=DEAL)
    hand = hand.apply(
        {"do": "bid", "said": [{"seat": "B", "word": "chiamo"}, *({"seat": s, "word": "passo"} for s in "CA")]}
    )
    call = {"do": "call", "seat": "B", "card": "3b"}
    wrong = hand.refusal({**call, "found": "A"})
    assert wrong is not None
    assert wrong.code == "CAL423"
    hand = hand.apply({**call, "found": "C"})
    (give,) = hand.legal()
    closed = hand.refusal({**give.move("3b"), "open": False})
    assert closed is not None
    assert closed.code == "CAL437"
    assert hand.apply({**give.move("3b"), "open": True}).state.handed


@pytest.mark.parametrize(
    ("asked", "kind", "says"),
    [
        ({"people": 5}, ValueError, "pagat is played at 3 or 4 seats, not at 5"),
        ({"people": "ABC"}, TypeError, "people is to be"),
        ({"people": {"anna": "A", "b": "B", "c": "C"}}, TypeError, "people is to be"),
        ({"dealer": "Z"}, ValueError, "the dealer is one of A B C"),
        ({"deal": "3b"}, TypeError, "deal is to be"),
        ({"deal": {"Q": "3b"}}, ValueError, "cards are dealt to A B C and monte"),
        ({"deal": {"A": "3"}}, ValueError, "two characters"),
        ({"deal": {"A": "3b"}}, calarec.UnplayableError, "CAL302"),
        ({"deal": {}}, calarec.UnplayableError, "not every card"),
        ({"deal": {**DEAL, "A": DEAL["B"]}}, calarec.UnplayableError, "CAL301"),
        ({"rules": 3}, TypeError, "rules is to be"),
    ],
)
def test_what_cannot_be_begun(asked: dict[str, Any], kind: type[Exception], says: str) -> None:
    """The error names the argument, or has the judge's findings."""
    with pytest.raises(kind, match=says):
        calarec.play(**{"rules": PAGAT, "people": 3, **asked})


def test_what_cannot_be_resumed() -> None:
    """A hand without its cards, a broken one, one without rules, and no hand."""
    before = "cal 1\nrules pagat\nseat A\nseat B\nseat C\n\nhand 1\n"
    (scores,) = calarec.read(calarec.Text(before + "dealer A\nbid B: solo\n"))
    with pytest.raises(calarec.UnplayableError, match="not every card"):
        calarec.resume(scores)
    (broken,) = calarec.read(calarec.Text(before + "dealr A\nend\n"))
    with pytest.raises(calarec.UnplayableError, match="CAL1"):
        calarec.resume(broken)
    with pytest.raises(calarec.NoRulesError):
        calarec.resume(rec.Hand(name="1", statements=(rec.Dealer("A"),)))
    with pytest.raises(TypeError, match="hand is to be a Hand"):
        calarec.resume(3)  # type: ignore[arg-type]


def test_notes_and_times_stay_where_they_stood() -> None:
    """Between the same statements, however often the hand is written and resumed."""
    text = calarec.write([in_the_play().apply({"do": "play", "seat": "A", "card": "7b"}).record()])
    lines = text.splitlines()
    at, deal, bids = (
        next(n for n, line in enumerate(lines) if line.startswith(verb)) for verb in ("dealer", "monte", "bid")
    )
    lines[bids + 1 : bids + 1] = ['note "B frowns"']
    lines[deal + 1 : deal + 1] = ['note "dealt"', "x-camera 2"]
    lines[at:at] = ["at 2025-11-02T21:10:30+01:00"]
    noted = "\n".join([*lines, 'note "a long think"', ""])
    (hand,) = calarec.read(calarec.Text(noted))
    assert calarec.write([calarec.resume(hand).record()]) == noted


def test_claims_and_shows_are_written_as_they_happened() -> None:
    """A refused claim within a trick does not divide it; shows keep their viewers."""
    hand = in_the_play().apply({"do": "claim", "seat": "B", "answer": "refused"})
    hand = hand.apply({"do": "play", "seat": "A", "card": "7b"})
    (written,) = calarec.read(calarec.Text(calarec.write([hand.record()])))
    assert [type(each).__name__ for each in written.statements[-2:]] == ["Claim", "Trick"]
    assert calarec.resume(written).state == hand.state
    shown = hand.apply({"do": "show", "seat": "B", "cards": ["2c"], "to": ["C"]})
    assert "2c" in shown.view("C").hands["B"].cards
    assert "2c" not in shown.view("A").hands["B"].cards
    (written,) = calarec.read(calarec.Text(calarec.write([shown.record()])))
    assert calarec.resume(written).events[-1] == shown.events[-1]
    claimed = hand.apply({"do": "concede", "seat": "B", "answer": "accepted"})
    assert claimed.is_over
    assert calarec.replay(claimed.record()).account == claimed.account


@pytest.mark.parametrize(
    ("move", "line"),
    [
        ({"do": "claim", "seat": "B", "answer": "refused", "by": ["A", "C"]}, "claim B: rest refused by A C"),
        ({"do": "claim", "seat": "B", "points": 8, "whole": True, "answer": "refused"}, "claim B: points 8p refused"),
        (
            {"do": "fault", "seat": "A", "word": "revoke", "cards": ["Rb"], "trick": 1, "by": "B"},
            "fault A: revoke Rb trick 1 claimed by B",
        ),
    ],
)
def test_nothing_of_what_was_said_is_lost(move: Move, line: str) -> None:
    """Words are written as they were spoken, and again after reading."""
    hand = in_the_play().apply({"do": "play", "seat": "A", "card": "7b"}).apply(move)
    text = calarec.write([hand.record()])
    assert line in text.splitlines()
    (written,) = calarec.read(calarec.Text(text))
    assert calarec.write([calarec.resume(written).record()]) == text


@pytest.mark.parametrize("id_", ["pagat", "spazzatura", "treccani", "thirty-five", "foster", "quartiglio"])
def test_the_next_hand_follows_as_in_a_match(id_: str) -> None:
    """Dealer, piles and seating of the next hand are those of a simulated match."""
    match = MatchInPlay(game(id_), game(id_).people[0], "random", FREE, irregular=False)
    hand: HandInPlay | None = None
    for number in range(1, 30):
        made = match.add_next_hand(number, 11)
        if hand is not None:
            following = hand.next_hand(seed=number)
            assert following.state.setting == made.setting._replace(labels=following.seats)
            assert following.name == str(number)
        hand = calarec.resume(made.hand, game(id_).ruleset)
        assert hand.state.setting.carry == (made.setting.carry or NOTHING_CARRIED)


def test_there_is_no_next_hand_before_the_end() -> None:
    """A next hand before the end is refused: its dealer may depend on the result."""
    with pytest.raises(ValueError, match="hand 1 is not over"):
        in_the_play().next_hand()


def test_a_seat_that_sits_out_has_no_cards() -> None:
    """It may look on, and has nothing to do."""
    hand = calarec.play("pagat", ["Anna", "Bruno", "Carla", "Dora"], seed=1)
    [out] = {*hand.seats} - {*hand.view().hands}
    seen = hand.view(out)
    assert (seen.seat, seen.hand, seen.legal) == (out, (), ())
    assert hand.legal(out) == ()
    assert seen.as_json()["seat"] == out
