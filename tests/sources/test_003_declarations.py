"""Source 003, lines 11 to 17: exchanges and partners of each declaration."""

from __future__ import annotations

from calarec.core.engine import events as ev
from tests.referees.compose import LAST_TABLE, LAST_THREE
from tests.referees.tables_003 import FOUR_LAST, SIX, SIX_MOVES, SIX_TABLE
from tests.sources import exchange
from tests.sources.exchange import changed, in_order, refused_if, without
from tests.sources.players import at_four, at_six
from tests.sources.spoken import hand
from tests.sources.table import table

RULES = "tretre"


def test_003_line_11_chiamo_the_holder_is_the_partner_and_nobody_sees_the_monte() -> None:
    """C has the 3 of cups; nothing is taken."""
    good = at_six("chiamo", "call B 3c")
    ruling = table("sestiglio").ruling(good)
    assert (ruling["partner"], ruling["payments"]) == ("C", {"A": -2, "B": 6, "C": 2, "D": -2, "E": -2, "F": -2})
    told = table("sestiglio").replay(good)
    assert [each.event.seen for each in told.happened if isinstance(each.event, ev.Laid)] == [0]
    assert table("sestiglio").errors(at_six("chiamo", "call B 3c\ntake B 3b 2b Ab Rb closed"))


def test_003_line_11_card_in_the_monte_won_like_arcisolo_lost_like_solo() -> None:
    """Alone: five (doubled, for all tricks) from each of five; three (doubled) to each."""
    won = table("sestiglio").ruling(at_six("chiamo", "call B 4b"))
    assert (won["partner"], won["payments"]) == (None, {"B": 50} | dict.fromkeys("ACDEF", -10))
    bids = "B passo, C chiamo, D -, E -, F -, A -, B -"
    lost = table("sestiglio").ruling(table("sestiglio").hand(SIX, SIX_TABLE, bids, "call C 4b", seats="ABCDEF"))
    assert (lost["partner"], lost["payments"]) == (None, {"C": -30} | dict.fromkeys("ABDEF", 6))


def test_003_line_11_nobody_calls_himself_and_the_partner_shows_with_the_card() -> None:
    """Neither is stated."""
    assert table("sestiglio").refuses(at_six("chiamo", "call B 3b"), "steps.partner")
    told = table("sestiglio").replay(at_six("chiamo", "call B 2c"))
    kinds = [type(each.event) for each in told.happened]
    assert kinds[: kinds.index(ev.PartnerKnown)].count(ev.TrickWon) == 1


def test_003_line_12_chiedo_a_card_is_laid_face_down_and_another_named() -> None:
    """In this order."""
    good = hand(RULES, "chiedo")
    assert table(RULES).who_saw(good, ev.Tabled) == {"B"}
    refused_if(RULES, good, changed(good, 0, open=True), "steps.lay")
    assert table(RULES).errors(good | {"moves": in_order(good, 1, 0, 2, 3, 4, 5)})


def test_003_line_12_then_the_monte_is_taken_if_there_is_one() -> None:
    """All of it; at a table of four there is none."""
    good = hand(RULES, "chiedo")
    refused_if(RULES, good, changed(good, 2, cards=good["moves"][2]["cards"][:3]), "steps.monte")
    moves = "table-card B 4c closed\ncall B 3b\ngive C 3b to B closed\ntake C 4c closed"
    assert table("quartiglio").payments(at_four("chiedo", FOUR_LAST, moves)) == {"A": -2, "B": 6, "C": -2, "D": -2}


def test_003_line_12_the_holder_must_exchange_it_for_the_card_laid_down() -> None:
    """The named card for the laid one, only by its holder."""
    good = hand(RULES, "chiedo")
    refused_if(RULES, good, changed(good, 3, cards=["4s"]), "steps.swap")
    refused_if(RULES, good, changed(good, 4, seat="A"), "steps.take-tabled")
    told = table(RULES).replay(good)
    given = [each.event.cards for each in told.happened if isinstance(each.event, ev.Given)]
    taken = [each.event.cards for each in told.happened if isinstance(each.event, ev.Taken)]
    cards = table(RULES).game.cards
    assert [cards.list(each) for each in (*given, taken[-1])] == [("3s",), ("4c",)]


def test_003_line_12_four_cards_are_discarded_or_three_if_the_monte_held_the_card() -> None:
    """So that twelve remain."""
    good = hand(RULES, "chiedo")
    refused_if(RULES, good, changed(good, 5, cards=good["moves"][5]["cards"][:3]), "steps.bury")
    three = "table-card B As closed\ncall B 3b\ntake B 3b 2b Rb Cb closed\ndiscard B 2s Rs Cs closed"
    assert not table(RULES).errors(table(RULES).hand(LAST_THREE, LAST_TABLE, "B chiedo, C -, A -", three))


def test_003_line_12_a_laid_card_that_nobody_takes_goes_with_the_last_trick() -> None:
    """Not stated: the ace of swords counts for A and C."""
    moves = "table-card B As closed\ncall B 3b\ntake B 3b 2b Rb Cb closed\ndiscard B 2s Rs Cs closed"
    laid = table(RULES).hand(LAST_THREE, LAST_TABLE, "B chiedo, C -, A -", moves)
    assert table(RULES).points(laid) == [23, 12]


def test_003_line_12_the_own_card_and_the_laid_one_are_refused() -> None:
    """Not foreseen."""
    for called in ("4d", "As"):
        moves = f"table-card B As closed\ncall B {called}\ntake B 3b 2b Rb Cb closed\ndiscard B 2s Rs Cs closed"
        own = table(RULES).hand(LAST_THREE, LAST_TABLE, "B chiedo, C -, A -", moves)
        assert table(RULES).refuses(own, "steps.ask"), called


def test_003_line_13_solo_takes_the_monte_and_discards_four() -> None:
    """No statement whether it is shown: only to the declarer."""
    good = hand(RULES, "solo")
    assert table(RULES).who_saw(good, ev.Taken) == {"B"}
    refused_if(RULES, good, changed(good, 0, open=True), "steps.monte")
    refused_if(RULES, good, changed(good, 1, cards=good["moves"][1]["cards"][:3]), "steps.bury")


def test_003_line_14_solissimo_changes_no_card_and_sees_the_monte() -> None:
    """The soloist alone sees it."""
    good = hand(RULES, "solissimo")
    assert table(RULES).who_saw(good, ev.Turned) == {"B"}
    assert table(RULES).errors(good | {"moves": hand(RULES, "solo")["moves"]})


def test_003_line_15_arcisolo_changes_no_card_and_sees_nothing() -> None:
    """No player sees the monte."""
    exchange.nobody_sees_the_pile(RULES, "arcisolo")
    assert table(RULES).errors(hand(RULES, "arcisolo") | {"moves": hand(RULES, "solo")["moves"]})


def test_003_line_16_dividete_two_cards_for_each_of_two_opponents() -> None:
    """Two for the first, two for the second, two back each; of five opponents the first two."""
    exchange.two_each_unseen(RULES)
    assert not table("sestiglio").errors(at_six("dividete", SIX_MOVES["dividete"]))
    other = "take E 3s 2s closed\ndiscard E 4b 4c closed\ntake D 3d 2d closed\ndiscard D 4d 4s closed"
    assert table("sestiglio").errors(at_six("dividete", other))


def test_003_line_16_the_order_of_takes_and_discards_is_free() -> None:
    """The first takes before the second, and then both lay back; another order leads to the same."""
    exchange.shared_in_any_order(RULES, "dividete")


def test_003_lines_16_17_the_first_opponent_is_the_next_after_the_declarer() -> None:
    """Not stated; for scegliete, where the order matters, C comes before A."""
    good = hand(RULES, "scegliete")
    assert not table(RULES).errors(good)
    assert table(RULES).errors(good | {"moves": in_order(good, 2, 3, 0, 1)})


def test_003_line_17_scegliete_the_first_takes_four_and_leaves_four_for_the_second() -> None:
    """A first sharer must take the whole monte, and so must the second."""
    good = hand(RULES, "scegliete")
    assert table(RULES).who_saw(good, ev.Taken) == {"C"}
    refused_if(RULES, good, changed(good, 0, cards=good["moves"][0]["cards"][:2]), "steps.one-by-one")
    told = table(RULES).replay(good)
    takes = [each.event for each in told.happened if isinstance(each.event, ev.Taken)]
    laid = [each.event for each in told.happened if isinstance(each.event, ev.Discarded)]
    assert [event.seat for event in takes] == [2, 0]
    assert takes[1].cards == laid[0].cards


def test_003_line_12_nothing_of_the_exchange_is_left_out() -> None:
    """Without the laid card's way it did not stay: it went to the holder."""
    good = hand(RULES, "chiedo")
    told = table(RULES).replay(good | {"moves": without(good, 4)})
    taken = [each.event for each in told.happened if isinstance(each.event, ev.Taken)]
    assert taken[-1].seat == 2
