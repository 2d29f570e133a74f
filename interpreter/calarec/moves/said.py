"""What somebody does, and what is due instead, as people say it in a finding."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from calarec.language import Both
from calarec.moves import actions as act

if TYPE_CHECKING:
    from calarec.moves.behaviour import Moment, Offer

_DOING: Final[dict[type, Both]] = {
    act.Bid: Both("speak", "parlare"),
    act.Raise: Both("raise", "aggravare"),
    act.Call: Both("call a card", "chiamare una carta"),
    act.Lay: Both("lay a card on the table", "mettere una carta in tavola"),
    act.Give: Both("give a card", "dare una carta"),
    act.Take: Both("take cards", "prendere carte"),
    act.Discard: Both("discard", "scartare"),
    act.Play: Both("play a card", "giocare una carta"),
    act.Show: Both("show cards", "mostrare carte"),
    act.Signal: Both("give a signal", "dare un segnale"),
    act.Claim: Both("claim or concede", "chiudere la mano"),
    act.Fault: Both("claim an irregularity", "contestare un'irregolarità"),
}
_DUE: Final = {
    "bid": Both("it is {seat}'s turn to speak", "tocca a {seat} parlare"),
    "call": Both("{seat} has to call a card first", "prima {seat} deve chiamare una carta"),
    "table-card": Both("{seat} has to lay a card on the table first", "prima {seat} deve mettere una carta in tavola"),
    "give": Both("{seat} has to give {to} {cards} first", "prima {seat} deve dare {cards} a {to}"),
    "take": Both("{seat} has to take {cards} from the {pile} first", "prima {seat} deve prendere {cards} ({pile})"),
    "discard": Both("{seat} has to discard {cards} first", "prima {seat} deve scartare {cards}"),
    "play": Both("it is {seat}'s turn to play", "tocca a {seat} giocare"),
}
_NOTHING: Final = Both("nothing of the kind is due", "non è previsto nulla del genere")


def doing(action: act.Action) -> Both:
    """An action as a verb: "discard"."""
    return _DOING[type(action)]


def due(at: Moment) -> Both:
    """Who has to do what at this moment."""
    offer = next(iter(at.game.behaviour(at.state.step).offers(at._replace(path=at.state.step))), None)
    if offer is None or offer.do not in _DUE:
        return _NOTHING
    values = [_values(at, offer, lang) for lang in range(2)]
    return Both(_DUE[offer.do].en.format(**values[0]), _DUE[offer.do].it.format(**values[1]))


def _values(at: Moment, offer: Offer, lang: int) -> dict[str, str]:
    values = {"seat": at.label(offer.seat), "cards": so_many(offer.least, offer.most)[lang]}
    if offer.do == "give":
        values["to"] = at.label(offer.to)
    elif offer.do == "take":
        values["pile"] = at.game.ruleset.name("piles", at.game.piles[offer.to])[lang]
    return values


def so_many(least: int, most: int) -> Both:
    """A number of cards, or a range of it."""
    if least == most:
        return cards(most)
    said = cards(most)
    if least <= 1:
        return Both(f"up to {said.en}", f"fino a {said.it}")
    return Both(f"{least} to {said.en}", f"da {least} a {said.it}")


def cards(count: int) -> Both:
    """So many cards."""
    if count == 0:
        return Both("no card", "nessuna carta")
    return Both(f"{count} card{'s' * (count != 1)}", f"{count} cart{'a' if count == 1 else 'e'}")
