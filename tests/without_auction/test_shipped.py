"""The shipped rulesets without bids: records, rulebooks, views, scores, errors."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from calarec.core.engine.events import of_seat
from calarec.core.engine.match import Matching, MatchLimits
from calarec.core.engine.state import NOBODY
from calarec.core.engine.views import view
from calarec.core.judge.json import as_json
from calarec.core.notation import Text, fmt, read_records
from calarec.record_judge.gaps import begin_totals
from calarec.record_judge.session import RecordJudge
from calarec.rulebook.book import make_rulebook
from calarec.rulebook.pages import book_as_markdown
from calarec.simulation import simulate
from tests.records.shelf import RECORDS, lines, objects, ruling_of
from tests.referees import beccaccino, on_declared, on_draws, on_sides, spizzichino, traversone
from tests.referees.comparison import comparable_parts, for_the_referee
from tests.rulebooks import IDS, WITHOUT_AUCTION, game

if TYPE_CHECKING:
    from calarec.core.judge.judgement import Judgement

HEAD = 'cal 1\nrules tressette@1.0.0\nseat A "Anna"\nseat B "Bruno"\nseat C "Carla"\nseat D "Dino"\n\n'


def judged(text: str) -> list[Judgement]:
    """The hands of a text, by the rules that it names."""
    session = RecordJudge()
    return [session.replay(hand) for hand in read_records(Text(text, "a.cal"))]


def codes(each: Judgement) -> list[str]:
    """Return the codes of a hand, without notes."""
    return [finding.code for finding in each.findings if finding.severity != "note"]


def test_these_are_all_without_an_auction() -> None:
    """And no others are."""
    assert not [name for name in WITHOUT_AUCTION if game(name).rules.has_auction]
    assert all(game(name).rules.has_auction for name in IDS)


@pytest.mark.parametrize("name", WITHOUT_AUCTION)
@pytest.mark.parametrize("lang", ["en", "it"])
def test_the_rulebook_speaks_of_no_declarer(name: str, lang: Any) -> None:
    """Nor of bids, contracts or stakes; it has partners, leaders and counts."""
    text = book_as_markdown(make_rulebook(game(name).ruleset), lang).lower()
    absent = {
        "en": ("declarer", "bid", "contract", "stake", "auction"),
        "it": ("dichiarante", "asta ", "contratt", " posta"),
    }
    assert not [word for word in absent[lang] if word in text]
    wanted = {
        ("tressette", "en"): ("face each other are partners", "each side counts the points", "a side has reached 21"),
        ("tressette-in-due", "en"): ("twenty tricks are played", "draws a card shows it to all"),
        ("tressette-in-due", "it"): ("venti prese", "chi pesca una carta la mostra a tutti"),
        ("spizzichino", "en"): ("two packets of five cards", "it counts as a card of the hand", "next card of the"),
        ("spizzichino", "it"): ("due mazzetti di cinque carte", "vale come una carta in mano", "seguente del mazzetto"),
        ("tressette-accusi", "en"): ("after the first trick, before the next card is led", "31 points"),
        ("tressette-accusi", "it"): ("dopo la prima presa, prima dell'uscita che segue",),
        ("beccaccino", "en"): ("names a suit, which is trump", "then leads the ace of it", "41 points"),
        ("beccaccino", "it"): ("nomina un seme", "esce poi con l'asso", "quattro di denari"),
        ("ciapano", "en"): ("fractions that all players drop", "lowest total wins"),
        ("ciapano", "it"): ("ultima presa", "totale più basso"),
        ("traversone", "en"): ("at a table of six the pack is without", "each of the others counts 11 points"),
        ("traversone", "it"): ("in sette ognuno riceve cinque carte", "ognuno degli altri conta 11 punti"),
        ("rovescino", "en"): ("each player plays alone", "each player counts the points", "lowest total wins"),
    }
    assert all(words in text for words in wanted.get((name, lang), ()))


@pytest.mark.parametrize("name", WITHOUT_AUCTION)
def test_records_replay_to_the_rulings_beside_them(name: str) -> None:
    """The records are correct, canonical and composed, and the referee agrees."""
    files = sorted((RECORDS / name).glob("*.cal"))
    assert files
    for file in files:
        text = file.read_text("utf-8")
        assert text.startswith("; Composed by the project")
        assert fmt(text) == text
        hands = objects(file)
        assert ruling_of(file).read_text("utf-8").splitlines() == lines(hands).splitlines()
        for hand in hands:
            assert hand["ruling"]["diagnostics"] == []
            assert hand["ruling"]["stated"] is True
            if hand["tricks"]:
                ours, theirs = comparable_parts(hand, _refereed(name, hand))
                assert ours == theirs
        assert hands[-1]["ruling"]["match"]["over"]


def _refereed(name: str, hand: dict[str, Any]) -> dict[str, Any]:
    """Return the referee's ruling on a hand, with declarations for one referee only."""
    people = for_the_referee(hand)
    if name in ("tressette-accusi", "beccaccino"):
        moves = [move for move in hand["moves"] if move["do"] == "declare" or move in people["moves"]]
        referee = on_declared.referee if name == "tressette-accusi" else beccaccino.referee
        return referee({**people, "moves": moves}, name)
    if name == "traversone":
        return traversone.referee(people, name)
    if name == "spizzichino":
        return spizzichino.referee(people, name)
    return on_draws.referee(people, name) if name in on_draws.RULES else on_sides.referee(people, name)


def test_the_match_ends_when_a_side_has_it_and_both_partners_win() -> None:
    """Partners are not level with each other; sides that are play on."""
    of = game("tressette")
    won = Matching().standing(of, (21, 14, 21, 14), deal=3)
    assert (won.over, won.winners) == (True, (0, 2))
    assert not Matching().standing(of, (22, 22, 22, 22), deal=4).over
    assert MatchLimits.from_game(of).may_be_reached((21, 14, 21, 14), 3)
    assert not MatchLimits.from_game(of).may_be_reached((22, 22, 22, 22), 4)
    assert not Matching().standing(game("tressette-31"), (22, 14, 22, 14), deal=3).over


def test_the_lowest_total_wins_a_rovescino() -> None:
    """Once a player has reached the end; a shared lowest total is not a win yet."""
    of = game("rovescino")
    done = Matching().standing(of, (33, 12, 20, 30), deal=9)
    assert (done.over, done.winners) == (True, (1,))
    assert not Matching().standing(of, (33, 12, 12, 30), deal=9).over
    assert not Matching().standing(of, (30, 12, 20, 30), deal=9).over


def test_a_wrong_winner_and_a_revoke_are_found() -> None:
    """In the composed record: another winner written, a suit that was not followed."""
    text = (RECORDS / "tressette" / "evening.cal").read_text("utf-8")
    first = next(line for line in text.splitlines() if line.startswith(" 1 "))
    hand = objects(RECORDS / "tressette" / "evening.cal")[0]
    winner = hand["tricks"][0]["winner"]
    wrong = next(seat for seat in "ABCD" if seat != winner)
    assert "CAL514" in codes(judged(text.replace(first, f"{first} > {wrong}", 1))[0])
    assert codes(judged(text.replace(first, f"{first} > {winner}", 1))[0]) == []
    cards = first.split()[2:]
    second = hand["tricks"][0]["leader"]
    order = "ABCD"["ABCD".index(second) + 1 :] + "ABCD"["ABCD".index(second)]
    held = hand["deal"][order[0]]
    assert any(card[1] == cards[0][1] for card in held)
    other = next(card for card in held if card[1] != cards[0][1])
    later = next(line for line in text.splitlines() if f" {other}" in line and line[:2].strip().isdigit())
    swapped = text.replace(first, first.replace(cards[1], other), 1)
    assert "CAL512" in codes(judged(swapped.replace(later, later.replace(other, cards[1]), 1))[0])


def test_who_leads_first_is_told_without_a_contract() -> None:
    """Another leads than the player after the dealer."""
    text = (RECORDS / "tressette" / "evening.cal").read_text("utf-8")
    found = [each for each in judged(text.replace("dealer A", "dealer B", 1))[0].findings if each.code == "CAL501"]
    assert [each.wording for each in found] == ["first_dealt"]


def test_a_wrong_result_and_a_wrong_total_are_found() -> None:
    """Each with its right value."""
    text = (RECORDS / "tressette" / "evening.cal").read_text("utf-8")
    result = next(line for line in text.splitlines() if line.startswith("result "))
    a, b = (int(part.partition(": ")[2]) for part in (result[7:].split(" B+D")[0], "B+D" + result.split(" B+D")[1]))
    slip = text.replace(result, f"result A+C: {a + 1} B+D: {b}", 1)
    found = [finding for finding in judged(slip)[0].findings if finding.code == "CAL610"]
    assert len(found) == 1
    total = next(line for line in text.splitlines() if line.startswith("total "))
    amount = int(total.split("B: ")[1].split()[0])
    slip = text.replace(total, total.replace(f"B: {amount}", f"B: {amount + 1}"), 1)
    assert codes(judged(slip)[0]) == ["CAL612"]


def test_scores_alone_are_counted_by_sides() -> None:
    """Whole points or thirds; of two sides the one that is not written has the rest."""
    text = HEAD + "hand 1\ndealer A\nresult A+C: 7p B+D: 4p\nend\n\nhand 2\ndealer B\nresult B+D: 29\nend\n"
    first, second = judged(text)
    assert (first.totals, codes(first)) == ({"A": 7, "B": 4, "C": 7, "D": 4}, [])
    assert (second.totals, codes(second)) == ({"A": 9, "B": 13, "C": 9, "D": 13}, [])
    (wrong,) = judged(HEAD + "hand 1\ndealer A\nresult A+C: 8p B+D: 4p\nend\n")
    assert codes(wrong) == ["CAL320"]


def test_a_bid_where_nobody_bids() -> None:
    """It is reported as such, for every word."""
    (told,) = judged(HEAD + "hand 1\ndealer A\nbid B: solo\nresult A+C: 7p B+D: 4p\nend\n")
    assert [(each.code, each.wording) for each in told.findings] == [("CAL210", "none")]


def test_points_are_claimed_by_one_side_and_the_rest_conceded_to_the_other() -> None:
    """As between declarer and opponents; with each for himself the holder is open."""
    for each in simulate(game("tressette"), hands=3, seed=3):
        (claimed,) = judged(HEAD + _cut(each.hand, 0) + "claim A: points 20 accepted\nend claimed\n")
        assert codes(claimed) == []
        assert claimed.account is not None
        assert [(side.points, side.counted) for side in claimed.account.sides] == [(20, 18), (15, 15)]
        (conceded,) = judged(HEAD + _cut(each.hand, 4) + "concede B: rest accepted\nend claimed\n")
        assert codes(conceded) == []
        assert conceded.account is not None
        assert sum(side.points or 0 for side in conceded.account.sides) == 35
    (alone,) = list(simulate(game("rovescino"), hands=1, seed=3))
    head = HEAD.replace("tressette", "rovescino")
    (refused,) = judged(head + _cut(alone.hand, 0) + "claim A: points 20 accepted\nend claimed\n")
    assert codes(refused) == ["CAL522"]


def _cut(hand: Any, tricks: int) -> str:
    """A made hand up to so many tricks."""
    from calarec.core.notation.writer import write

    text = write([hand])
    body = text[text.index("hand ") :].splitlines()
    kept = [
        line for line in body if not line.startswith(("result", "score", "total", "claim", "concede", "end", "show"))
    ]
    return (
        "\n".join(kept[: next((n for n, line in enumerate(kept) if line.startswith(f" {tricks + 1} ")), len(kept))])
        + "\n"
    )


@pytest.mark.parametrize("name", WITHOUT_AUCTION)
def test_a_view_knows_the_own_hand_and_no_other(name: str) -> None:
    """There is no declarer, and only the seat itself sees its legal plays."""
    for each in simulate(game(name), hands=4, seed=9):
        replayed = begin_totals(game(name)).replay(each.hand)
        assert replayed.state is not None
        seats = range(len(each.setting.labels))
        events = [one.event for one in replayed.happened]
        for seat in seats:
            seen = view(game(name), replayed.state, events[: len(seats)], of_seat(seat))
            assert [known.cards != 0 for known in seen.hands] == [other == seat for other in seats]
            assert (seen.declarer, seen.contract) == (NOBODY, "")


def test_the_json_has_sides_and_no_declarer() -> None:
    """Partners are one side; no side has won the hand; all pass is not an event."""
    (each,) = list(simulate(game("tressette"), hands=1, seed=1))
    hand = as_json(begin_totals(game("tressette")).replay(each.hand))
    assert [side["seats"] for side in hand["ruling"]["sides"]] == [["A", "C"], ["B", "D"]]
    assert {side["wins"] for side in hand["ruling"]["sides"]} == {None}
    assert (hand["ruling"]["declarer"], hand["ruling"]["contract"], hand["auction"]) == (None, None, [])
    assert not [move for move in hand["moves"] if move["do"] == "all-pass"]


def test_in_the_ciapano_what_is_left_goes_with_the_last_trick() -> None:
    """Eleven points a hand: fractions go to the winner of the last trick."""
    before = dict.fromkeys("ABCD", 0)
    hands = objects(RECORDS / "ciapano" / "evening.cal")
    charged = 0
    for hand in hands:
        points = {side["seats"][0]: side["points"] for side in hand["ruling"]["sides"]}
        due = {seat: thirds // 3 for seat, thirds in points.items()}
        last = hand["tricks"][-1]["winner"]
        left = 11 - sum(due.values())
        charged += left
        due[last] += left
        totals = hand["ruling"]["totals"]
        assert {seat: totals[seat] - before[seat] for seat in totals} == due
        before = totals
    assert charged
    assert min(before.values()) == before["A"]
    assert hands[-1]["ruling"]["match"]["winners"] == ["A"]
