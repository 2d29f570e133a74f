"""The JSON object of a replayed hand.

`replay.schema.json` has the meaning of each field.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from calarec.core.base.arguments import wrong_kind
from calarec.core.engine import events as ev
from calarec.core.engine.account import points_said, reason_said
from calarec.core.engine.events import EVERYTHING
from calarec.core.engine.state import NOBODY, NOTHING_CARRIED
from calarec.core.judge.deal import main_pile
from calarec.core.judge.happenings import UNKNOWN, Happenings, ShownPart
from calarec.core.judge.judgement import Judgement
from calarec.core.judge.match_course import find_uncounted_rule
from calarec.core.judge.odds import CONFIDENCE
from calarec.core.records import model as rec
from calarec.core.wording.language import require_language
from calarec.core.wording.sources import source_parts

if TYPE_CHECKING:
    from collections.abc import Iterable

    from calarec.core.engine.match import MatchStanding
    from calarec.core.engine.views import Choice
    from calarec.core.judge.odds import Share
    from calarec.core.judge.possible_ends import CountedEnds, DecidingFacts, MemorableFact
    from calarec.core.wording.language import Language

FORMAT: Final = "calarec/1"


def as_json(replay: Judgement, lang: Language = "en", *, shown: ShownPart | None = None) -> dict[str, Any]:
    """A replayed hand as plain data, texts in one language."""
    if not isinstance(replay, Judgement):
        raise wrong_kind("replay", "a Judgement, as `replay` gives it", replay)
    require_language(lang)
    return _Writing(replay, lang, shown or ShownPart(replay.happened)).hand()


class _Writing:
    """Writes one hand."""

    def __init__(self, replay: Judgement, lang: Language, shown: ShownPart) -> None:
        self.replay = replay
        self.lang = lang
        self.shown = shown
        self.setting = replay.setting
        self.labels = replay.setting.labels if replay.setting else ()

    def hand(self) -> dict[str, Any]:
        """The whole object."""
        replay, session = self.replay, self.replay.hand.session
        ruleset = replay.game.ruleset
        pin = session.rules
        happenings = Happenings(replay, self.shown)
        return {
            "format": FORMAT,
            "file": replay.hand.file,
            "line": replay.hand.line,
            "hand": replay.hand.name,
            "rules": {**ruleset.identity, "file": ruleset.file},
            "pin": {"id": pin.id, "version": pin.version or None, "digest": pin.digest or None} if pin else None,
            "shown": {"view": self.shown.seat, "until": self.shown.until},
            "seats": list(self.labels or session.order),
            "players": self._players(),
            "dealer": self._label(self.setting.dealer) if self.setting else None,
            "out": [self.labels[seat] for seat in self.setting.out] if self.setting else [],
            "controls": self._controls(),
            "deal": self._deal(),
            "monte": self._monte(),
            "carry": self._carry(),
            "auction": happenings.auction(),
            "moves": happenings.moves(),
            "tricks": happenings.tricks(),
            **({"legal": self._legal()} if self.shown.until is not None else {}),
            "ruling": self._ruling() if self.shown.finished else None,
        }

    # ------------------------------------------------------------------ who and what was dealt

    def _label(self, seat: int) -> str | None:
        return self.labels[seat] if seat >= 0 else None

    def _players(self) -> dict[str, str]:
        people = self.replay.hand.session.people
        return {label: people.get(label, label) for label in self.labels or self.replay.hand.session.order}

    def _controls(self) -> dict[str, str]:
        """The players of dummies, as the record states or the contract implies."""
        said = {dummy.seat: dummy.by for dummy in self.replay.hand.session.dummies if dummy.by}
        state = self.replay.state
        if state is None or self.setting is None or not self.shown.finished:
            return said
        players = {seat: state.controller(seat) for seat in self.setting.dummies}
        return said | {self.labels[seat]: self.labels[by] for seat, by in players.items() if by != seat}

    def _deal(self) -> dict[str, list[str] | None]:
        """The cards dealt to each active seat, as recorded; None where unrecorded."""
        written = {deal.seat: deal.cards for deal in self.replay.hand.every(rec.Deal)}
        if self.setting is None:
            return {label: list(cards) for label, cards in written.items()}
        mine = [seat for seat in self.setting.active if self._may_see(ev.Dealt, seat)]
        dealt: dict[str, list[str] | None] = {}
        for seat in sorted(self.setting.active):
            label = self.labels[seat]
            cards = written.get(label)
            if cards is None:
                dealt[label] = None
            else:
                dealt[label] = self._name_cards(cards) if seat in mine else [UNKNOWN] * len(cards)
        return dealt

    def _monte(self) -> list[str] | None:
        for statement in self.replay.hand.statements:
            if isinstance(statement, rec.Monte):
                seen = self._may_see(ev.Laid, max(main_pile(self.replay.game), 0))
                return self._name_cards(statement.cards) if seen else [UNKNOWN] * len(statement.cards)
        kept = self.setting.carry.piles if self.setting else ()
        for pile, cards in kept:
            names = list(self.replay.game.cards.list(cards))
            return names if self._may_see(ev.Laid, pile) else [UNKNOWN] * len(names)
        return None

    def _carry(self) -> dict[str, Any] | None:
        """The inheritance from a hand that all passed; None without one."""
        if self.setting is None or self.setting.carry == NOTHING_CARRIED:
            return None
        carry = self.setting.carry
        piles = [self.replay.game.piles[pile] for pile, _ in carry.piles]
        said: dict[str, Any] = {"piles": piles, "only": list(carry.only), "binds": carry.binds}
        said |= {"pot": carry.pot} if carry.pot != 0 else {}
        if carry.by_match:
            said["match"] = [{"rule": f"match.next.{term.rule}", "seats": list(term.seats)} for term in carry.by_match]
        return said | ({"times": carry.times} if carry.times != 1 else {})

    def _may_see(self, kind: type[ev.Dealt | ev.Laid], place: int) -> bool:
        """Check whether the eyes saw the cards dealt to a seat or a pile."""
        eyes = self.shown.eyes
        if eyes == EVERYTHING:
            return True
        dealt = [happening.event for happening in self.shown.happened if isinstance(happening.event, kind)]
        return any(
            (event.seat if isinstance(event, ev.Dealt) else event.pile) == place and event.seen & eyes == eyes
            for event in dealt
        )

    def _name_cards(self, cards: Iterable[str]) -> list[str]:
        """Cards by the pack's first symbols; what the pack does not know stays as it is."""
        pack = self.replay.game.cards
        return [pack.names[pack.numbers[name]] if name in pack.numbers else name for name in cards]

    def _legal(self) -> list[dict[str, Any]]:
        """The choices after the shown part, as the eyes know them."""
        seen = None if self.shown.finished else self.shown.position(self.replay)
        return [] if seen is None else [self._choice(choice) for choice in seen.choices]

    def _choice(self, choice: Choice) -> dict[str, Any]:
        offer, game = choice.offer, self.replay.game
        names = list(game.cards.list(offer.cards))
        receiver = self._label(offer.to) if offer.do == "give" else None
        return {
            "seat": self._label(offer.seat),
            "do": offer.do,
            "words": list(offer.words),
            "cards": names,
            "unseen": choice.unseen,
            "least": offer.least,
            "most": offer.most,
            "to": receiver,
            "rule": offer.rule,
        }

    # ------------------------------------------------------------------ what it came to

    def _ruling(self) -> dict[str, Any]:
        replay, rules = self.replay, self.replay.game.rules
        account, state = replay.account, replay.state
        declarer = account.declarer if account else state.declarer if state else NOBODY
        partners = self.shown.partners(replay)
        void = replay.outcome == "void" and partners
        return {
            "verdict": replay.verdict,
            "knowledge": replay.knowledge,
            "stated": replay.stated,
            "outcome": replay.outcome or None,
            "contract": (account.contract if account else state.contract if state else "") or None,
            "declarer": self._label(declarer),
            "partner": self._label(partners[0] if partners else NOBODY),
            **({"partners": [self._label(partner) for partner in partners]} if len(partners) > 1 else {}),
            **({"partner_known": state.partners == state.known} if void and state is not None else {}),
            "unit": rules.pack.unit,
            "pay_unit": rules.settle.pay_unit,
            "sides": self._sides(),
            "bonus": (account.bonus if account else "") or None,
            **({"added": list(account.added)} if account and account.added else {}),
            "stake": account.stake if account and account.payments else None,
            "payments": self._payments(),
            **self._list_agreed_payments(),
            "totals": replay.totals,
            "match": self._match(),
            "because": self._because(),
            **self._possible(),
            **self._odds(),
            "deduced": list(self.shown.visible_deductions(replay)),
            "diagnostics": self._diagnostics(),
        }

    def _payments(self) -> dict[str, int] | None:
        account = self.replay.account
        if account is None or not account.payments:
            return None
        return dict(zip(self.labels, account.payments, strict=True))

    def _list_agreed_payments(self) -> dict[str, Any]:
        """Payments by rules that are kept by hand; nothing without any."""
        paid = [{"rule": payment.rule, "amounts": payment.amounts} for payment in self.replay.agreed_payments]
        return {"agreed": paid} if paid else {}

    def _sides(self) -> list[dict[str, Any]]:
        if self.replay.account is None:
            return []
        units = self.replay.game.rules.pack.units_per_point
        return [
            {
                "seats": [self.labels[seat] for seat in side.seats],
                "tricks": side.tricks,
                "in_tricks": side.in_tricks,
                "cards": side.cards,
                "points": side.points,
                "counted": None if side.counted is None else points_said(side.counted, units),
                "wins": side.wins,
                **({"declared": side.declared} if side.declared else {}),
            }
            for side in self.replay.account.sides
        ]

    def _possible(self) -> dict[str, Any]:
        """The possible ends of an unsettled hand; nothing for the eyes of a seat."""
        ends = self.replay.possible
        if ends is None or self.shown.seat is not None:
            return {}
        named = {True: "certain", False: "impossible", None: "open"}
        units = self.replay.game.rules.pack.units_per_point
        sides = [
            {
                "seats": [self.labels[seat] for seat in side.seats],
                "points": side.points and {"least": side.points.least, "most": side.points.most},
                "counted": side.counted
                and {"least": points_said(side.counted.least, units), "most": points_said(side.counted.most, units)},
                "wins": side.wins,
                "can_win": side.can_win,
                **({} if side.values is None else {"values": list(side.values)}),
            }
            for side in ends.sides
        ]
        partners, payments = ends.partners, ends.payments
        return {
            "possible": {
                "whole": ends.whole,
                "sides": sides,
                "partners": None if partners is None else [[self._label(seat) for seat in seats] for seats in partners],
                "payments": None
                if payments is None
                else [dict(zip(self.labels, amounts, strict=True)) for amounts in payments],
                "deciding": [self._deciding_facts(deciding) for deciding in ends.deciding],
                "bonuses": {name: named[applies] for name, applies in ends.bonuses},
                **self._counted_ends(ends.by_counting),
            }
        }

    def _counted_ends(self, counted: CountedEnds | None) -> dict[str, Any]:
        """Sure bounds that perhaps no way reaches."""
        if counted is None:
            return {}
        payments = counted.payments
        return {
            "by_counting": {
                "reached": False,
                "sides": [
                    {
                        "seats": [self.labels[seat] for seat in side.seats],
                        "points": side.points and {"at_least": side.points.least, "at_most": side.points.most},
                        "wins": side.wins,
                    }
                    for side in counted.sides
                ],
                "payments": payments and [dict(zip(self.labels, amounts, strict=True)) for amounts in payments],
            }
        }

    def _odds(self) -> dict[str, Any]:
        """The odds of each end of the hand; empty for the eyes of a seat."""
        odds = self.replay.odds
        if odds is None or self.shown.seat is not None:
            return {}
        if odds.refusal is not None:
            return {"odds": {"kind": "none", "reason": odds.refusal}}
        counted = {"kind": "count", "deals": odds.deals, "ways": odds.ways}
        sampled = {"kind": "sample", "deals": odds.deals, "seed": odds.seed, "confidence": CONFIDENCE}
        return {
            "odds": {
                **(counted if odds.is_count else sampled),
                "declarer_wins": odds.declarer_wins and self._share(odds.declarer_wins),
                "sides": [
                    {
                        "seats": [self.labels[seat] for seat in side.seats],
                        "is_side": self._share(side.is_side),
                        "wins": self._share(side.wins),
                        "points": [{"points": points, **self._share(share)} for points, share in side.points],
                    }
                    for side in odds.sides
                ],
                "partners": [
                    {"partners": [self.labels[seat] for seat in seats], **self._share(share)}
                    for seats, share in odds.partners
                ],
                "payments": [
                    {"payments": dict(zip(self.labels, amounts, strict=True)), **self._share(share)}
                    for amounts, share in odds.payments
                ],
                "bonuses": [{"bonus": name, **self._share(share)} for name, share in odds.bonuses],
            }
        }

    def _share(self, share: Share) -> dict[str, float]:
        return {name: round(value, 6) for name, value in share._asdict().items()}

    def _deciding_facts(self, deciding: DecidingFacts) -> dict[str, Any]:
        return {
            "facts": [self._memorable_fact(fact) for fact in deciding.facts],
            "declarer_wins": deciding.wins,
            "payments": dict(zip(self.labels, deciding.payments, strict=True)),
        }

    def _memorable_fact(self, fact: MemorableFact) -> dict[str, Any]:
        card = self.replay.game.cards.names[fact.card]
        found: dict[str, Any] = {"kind": fact.kind, "seat": self.labels[fact.seat], "card": card}
        return found | {"trick": fact.trick} if fact.kind == "played" else found

    def _match(self) -> dict[str, Any] | None:
        standing = self.replay.standing
        if standing is None:
            return None
        return {
            "deal": standing.deal,
            "over": standing.over,
            "winners": [self.labels[seat] for seat in standing.winners],
            "counts": standing.counts,
            "not_counted": self._rule_of(self._not_counted(standing)),
            "outside": standing.outside,
            "ended_by": self._ended_by(standing),
            **self._series(standing),
        }

    def _series(self, standing: MatchStanding) -> dict[str, Any]:
        """The rubber and the points by rank, once a match is over."""
        rule = self.replay.game.rules.match
        if standing.ended is None or not rule.has_series or not standing.ended.series.is_known:
            return {}
        series = standing.ended.series
        rubber = {"games": dict(series.games), "rubber": list(series.find_rubber_winners(rule.games))}
        return {**(rubber if rule.games else {}), **({"points": dict(series.points)} if rule.ranking else {})}

    def _not_counted(self, standing: MatchStanding) -> str:
        """The rule by which the match does not count the hand.

        Empty if it counts, or that is open.
        """
        if standing.counts is not False:
            return ""
        return standing.rule if standing.outside else find_uncounted_rule(self.replay)

    def _ended_by(self, standing: MatchStanding) -> dict[str, Any] | None:
        """The last hand of the match, if known, and the rule; None while it goes on."""
        ended = standing.ended
        if ended is None:
            return None
        return {"hand": ended.hand, **(self._rule_of(ended.rule) or {})}

    def _rule_of(self, path: str) -> dict[str, str] | None:
        """A rule and its place in the rule file."""
        rule = self.replay.game.ruleset.ref(path) if path else None
        return None if rule is None else {"rule": rule.path, "at": rule.at}

    def _because(self) -> list[dict[str, Any]]:
        account = self.replay.account
        if account is None:
            return []
        people = self._players()
        names = [people[label] for label in self.labels]
        because = []
        for reason in account.because:
            rule = self.replay.game.ruleset.ref(reason.rule)
            says = reason_said(reason, names, self.replay.game.rules.pack.units_per_point, self.lang)
            source, locus = source_parts(rule.source)
            because.append({"rule": rule.path, "at": rule.at, "source": source, "locus": locus, "says": says})
        return because

    def _diagnostics(self) -> list[dict[str, Any]]:
        if not self.replay.findings or self.shown.seat is not None:
            return []

        return [finding.as_json(self.lang, file=False) for finding in self.replay.findings]
