"""The answer: who has won, who pays whom, by which rules; and how far the record can be believed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from calarec.diagnostics.render.cells import visible
from calarec.language import Both, Listing
from calarec.replaying.spoken import reason_said
from calarec_tools.telling.asserted import asserted
from calarec_tools.telling.bonuses import missed
from calarec_tools.telling.wrong import rule_said

if TYPE_CHECKING:
    from collections.abc import Iterator

    from calarec.moves.account import Account, Side
    from calarec.replaying.result import Replay
    from calarec_tools.telling.page import Page, Spans
    from calarec_tools.telling.scene import Scene

_WINS: Final = Both("{who} wins {contract}{points}{bonus}.", "{who} vince {contract}{points}{bonus}.")
_WIN: Final = Both("{who} win {contract}{points}{bonus}.", "{who} vincono {contract}{points}{bonus}.")
_LOSES: Final = Both("{who} loses {contract}{points}{bonus}.", "{who} perde {contract}{points}{bonus}.")
_LOSE: Final = Both("{who} lose {contract}{points}{bonus}.", "{who} perdono {contract}{points}{bonus}.")
_WITH: Final = Both(" with {points}", " con {points}")
_BONUS: Final = Both(": {bonus}", ": {bonus}")
_NOBODY_BID: Final = Both(
    "Nobody has bid; it is played without a declarer.", "Nessuno ha dichiarato: si gioca senza dichiarante."
)
_REDEAL: Final = Both("Nobody has bid; the cards are dealt again.", "Nessuno ha dichiarato: si ridanno le carte.")
_AS_WRITTEN: Final = Both(
    "It is not written who played what; the payments are those written down.",
    "Non è scritto chi giocasse che cosa; i pagamenti sono quelli annotati.",
)
_VOID: Final = Both("The deal is void.", "La smazzata è annullata.")
_UNSETTLED: Final = Both("The hand is not settled.", "La mano non si può conteggiare.")
_CLAIMED_UNBID: Final = Both(
    "The hand was claimed before anybody had bid: there is nothing to settle.",
    "La mano è stata chiusa prima che qualcuno dichiarasse: non c'è nulla da conteggiare.",
)
_CLAIMED_EARLY: Final = Both(
    "The hand was claimed before the auction was over: there is nothing to settle.",
    "La mano è stata chiusa prima che finissero le dichiarazioni: non c'è nulla da conteggiare.",
)
_PAYS: Final = Both("{who} pays {to} {amount}.", "{who} paga {amount} {a} {to}.")
_PAY: Final = Both("{who} pay {to} {amount} each.", "{who} pagano {amount} a testa {a} {to}.")
_PAYS_EACH: Final = Both("{who} pays {amount} each to {to}.", "{who} paga {amount} a testa {a} {to}.")
_GIVES: Final = Both("{who} pays {amount}", "{who} paga {amount}")
_GIVE: Final = Both("{who} pay {amount} each", "{who} pagano {amount} a testa")
_GETS: Final = Both("{who} receives {amount}", "{who} riceve {amount}")
_GET: Final = Both("{who} receive {amount} each", "{who} ricevono {amount} a testa")
_NOBODY_PAYS: Final = Both("Nobody pays anything.", "Nessuno paga.")
_AFTER_THE_STAKE: Final = (
    "settle.bonus", "settle.pay", "settle.shares", "all_pass.bonus", "all_pass.pays", "all_pass.ties",
)  # fmt: skip
"""Rules of which people speak once the stake is settled."""
_WHY: Final = Both("Why", "Perché")
_VERDICTS: Final = {
    "legal": Both("Every move was legal.", "Tutte le mosse sono regolari."),
    "irregular": Both(
        "What was irregular was stated at the table, and is settled by the rules.",
        "Le irregolarità sono state dichiarate al tavolo, e si regolano secondo il regolamento.",
    ),
    "illegal": Both(
        "Not every move was legal: see {mark} below. It is settled as it was played.",
        "Non tutte le mosse sono regolari: vedi {mark} più sotto. Si conteggia come si è giocato.",
    ),
    "illegal-unsettled": Both(
        "Not every move was legal: see {mark} below.", "Non tutte le mosse sono regolari: vedi {mark} più sotto."
    ),
    "incomplete": Both(
        "The record breaks off before the hand is over.",
        "Quel che è scritto si interrompe prima della fine della mano.",
    ),
    "not-followed": Both(
        "From there on what is written cannot be followed under these rules.",
        "Da lì in poi quel che è scritto non si può seguire con questo regolamento.",
    ),
    "score_only": Both(
        "Only what the hand came to is written down.", "È scritto soltanto come è andata a finire la mano."
    ),
    "abandoned": Both("The hand was abandoned{why}.", "La mano è stata interrotta{why}."),
}
_KNOWLEDGE: Final = {
    "forced": Both(
        "Not everything was recorded; what is missing can only have been so: {deduced}.",
        "Non tutto è scritto; quel che manca non può che essere così: {deduced}.",
    ),
    "unsettled": Both(
        "Not everything was recorded, and what the hand came to depends on what was not.",
        "Non tutto è scritto, e l'esito dipende da quel che manca.",
    ),
    "possible": Both(
        "Not everything was recorded; nothing that was contradicts the rules.",
        "Non tutto è scritto; quel che c'è non contraddice le regole.",
    ),
    "impossible": Both(
        "Not everything was recorded, and what was cannot have been so.",
        "Non tutto è scritto, e quel che c'è non può essere andato così.",
    ),
}
_BREAKS_OFF: Final = "CAL517"


def answer(page: Page, scene: Scene, replay: Replay, *, below: bool = True) -> None:
    """Says what the hand came to; `below`: its findings follow."""
    account = replay.account
    if account is None:
        page.tell(_unsettled(replay))
    else:
        _outcome(page, scene, replay, account)
        if replay.outcome != "all_pass" or any(account.payments):
            payments(page, scene, account.payments)
    _standing(page, replay, below=below)
    if account is not None and account.because:
        page.title(_WHY)
        for said, path in _reasons(page, scene, replay, account):
            page.say(said)
            rule = scene.rule(path)
            page.say([(", ".join(part for part in (rule, rule_said(page, scene, rule)) if part), "faint")], indent=4)


def _reasons(page: Page, scene: Scene, replay: Replay, account: Account) -> Iterator[tuple[Spans, str]]:
    """What decided, with the path of its rule; the bonuses that were missed stand where they would have counted."""
    told = not (account.counted and replay.happened)
    for reason in account.because:
        if not told and reason.rule.startswith(_AFTER_THE_STAKE):
            told = True
            yield from missed(page, scene, account)
        yield [(visible(reason_said(reason, scene.names, scene.units, scene.lang)), "")], reason.rule


def _unsettled(replay: Replay) -> Both:
    """Why nothing is settled, where it can be said in a sentence."""
    state = replay.state
    if state is None or state.outcome != "claimed" or state.step != "auction":
        return _UNSETTLED
    return _CLAIMED_UNBID if state.bidding is None or state.bidding.high < 0 else _CLAIMED_EARLY


def _outcome(page: Page, scene: Scene, replay: Replay, account: Account) -> None:
    if replay.outcome == "void":
        page.say([(page.word(_VOID), "strong")])
        return
    if account.declarer < 0 and replay.outcome == "score_only" and not account.sides:
        page.say([(page.word(_AS_WRITTEN), "strong")])
        return
    if account.declarer < 0:
        page.say([(page.word(_REDEAL if replay.outcome == "all_pass" else _NOBODY_BID), "strong")])
        return
    own = next((side for side in account.sides if account.declarer in side.seats), None)
    if own is None or own.wins is None:
        page.tell(_UNSETTLED)
        return
    bonus: Spans = []
    if account.bonus:
        bonus = page.fill(_BONUS, bonus=scene.ruleset.name("bonus", account.bonus))
    # Of a hand that was written down by its score alone the points may be unknown.
    points: Spans = [] if own.points is None else page.fill(_WITH, points=scene.points(own.points))
    text = _sentence(own)
    page.say(
        [
            (part, style or "strong")
            for part, style in page.fill(
                text,
                who=scene.several(own.seats),
                contract=scene.contract(account.contract),
                points=points,
                bonus=bonus,
            )
        ]
    )


def _sentence(own: Side) -> Both:
    one = len(own.seats) == 1
    if own.wins:
        return _WINS if one else _WIN
    return _LOSES if one else _LOSE


def payments(page: Page, scene: Scene, amounts: tuple[int, ...]) -> None:
    """Who pays whom."""
    paying = [seat for seat, amount in enumerate(amounts) if amount < 0]
    paid = [seat for seat, amount in enumerate(amounts) if amount > 0]
    if not paying and not paid:
        page.tell(_NOBODY_PAYS)
        return
    given, got = ({abs(amounts[seat]) for seat in seats} for seats in (paying, paid))
    to = scene.several(paid)
    euphonic = "ad" if to and to[0][0][:1] in "aA" else "a"
    if len(paid) == 1 and len(given) == 1:
        text = _PAYS if len(paying) == 1 else _PAY
        amount = scene.paid(next(iter(given)))
    elif len(paying) == 1 and len(got) == 1:
        text, amount = _PAYS_EACH, scene.paid(next(iter(got)))
    else:
        page.say(_each(page, scene, amounts))
        return
    page.tell(text, who=scene.several(paying), to=to, amount=amount, a=euphonic)


def _each(page: Page, scene: Scene, amounts: tuple[int, ...]) -> Spans:
    """Everybody's payment, those of one amount together."""
    spans: Spans = []
    for sign, one, many in ((-1, _GIVES, _GIVE), (1, _GETS, _GET)):
        by_amount: dict[int, list[int]] = {}
        for seat, amount in enumerate(amounts):
            if amount * sign > 0:
                by_amount.setdefault(abs(amount), []).append(seat)
        for amount, seats in by_amount.items():
            spans += [("; ", "")] if spans else []
            spans += page.fill(one if len(seats) == 1 else many, who=scene.several(seats), amount=scene.paid(amount))
    return [*spans, (".", "")]


def _standing(page: Page, replay: Replay, *, below: bool) -> None:
    """How far the record can be believed."""
    spans: Spans = []
    for text, style in _verdict(replay):
        end = replay.hand.end
        why = f": {visible(end.why)}" if end is not None and end.why else ""
        spans += [(" ", ""), *((part, style) for part, _ in page.fill(text, mark="✗", why=why))]
    if replay.stated is not None:
        sentence, values = asserted(replay, below=below)
        style = "" if replay.stated else "wrong"
        spans += [(" ", ""), *((part, style) for part, _ in page.fill(sentence, **values))]
    page.say(spans, hang=2)
    if replay.knowledge in _KNOWLEDGE and replay.outcome != "score_only":
        deduced = Listing(tuple(visible(line) for line in replay.deduced))
        page.tell(_KNOWLEDGE[replay.knowledge], deduced=deduced)


def _verdict(replay: Replay) -> Iterator[tuple[Both, str]]:
    """What is to be said of the moves, and how it is to be shown."""
    if replay.verdict == "illegal":
        settled = replay.account is not None and bool(replay.happened)
        yield _VERDICTS["illegal" if settled else "illegal-unsettled"], "wrong"
    elif replay.outcome == "score_only":
        yield _VERDICTS["score_only"], ""
    elif replay.verdict != "incomplete":
        yield _VERDICTS[replay.verdict], ""
    if replay.outcome == "abandoned":
        yield _VERDICTS["abandoned"], ""
    elif replay.verdict == "incomplete":
        yield _VERDICTS["incomplete"], ""
    elif replay.verdict == "illegal" and not replay.outcome and replay.happened:
        breaks_off = any(each.code == _BREAKS_OFF for each in replay.diagnostics)
        yield _VERDICTS["incomplete" if breaks_off else "not-followed"], ""
