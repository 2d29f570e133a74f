"""What is told of a hand of which only the score was written down, and that contradicts itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.diagnostics.model import Edit, Fix
from calarec.language import Listing
from calarec.light import replace
from calarec.moves.settling import whole
from calarec.records import model as rec
from calarec.replaying.candidates import all_points
from calarec.replaying.paid import signed
from calarec.replaying.spoken import points_told
from calarec.replaying.stated import NOBODYS, amounts, faults, stated_points
from calarec.replaying.witnesses import witnesses_of

if TYPE_CHECKING:
    from calarec.engine.game import Game
    from calarec.moves.setting import Setting
    from calarec.records.model import Hand
    from calarec.replaying.candidates import Candidate, Sums
    from calarec.replaying.evening import Evening
    from calarec.replaying.findings import Findings
    from calarec.replaying.stated import Bidden


class Contradictions:
    """One hand and its contradictions."""

    def __init__(self, hand: Hand, game: Game, setting: Setting, findings: Findings, evening: Evening) -> None:
        self.hand = hand
        self.game = game
        self.setting = setting
        self.findings = findings
        self.evening = evening
        self.score = amounts(hand)
        self.witnesses = witnesses_of(hand, game, setting, evening, self.score)
        self.impossible = False
        self.only = False
        """Whether with what is written besides the payments nothing else can have been paid."""

    def has_result(self) -> bool:
        """Whether a result is written."""
        return any(isinstance(each, rec.Result) for each in self.hand.statements)

    def _not_won(self, found: list[tuple[Candidate, Sums]], *, by: str = "") -> None:
        """Says that the other side has won; `by` says which witnesses show it."""
        statement = next((each for each in self.hand.statements if isinstance(each, rec.Result)), None)
        if statement is None or not found:
            return
        self.impossible = True
        words = 0
        for index, side in enumerate(statement.sides):
            if side.outcome:
                words += 1
                ended = "lost" if side.outcome == "won" else "won"
                finding = self.findings.made(
                    "CAL614", statement, seat=index, rule="settle.won_if", wording=f"{ended}{by}",
                    label="+".join(side.seats),
                )  # fmt: skip
                fix = Fix((Edit(self.hand.span(statement, word=words), ended),)) if by else None
                self.findings.found.append(replace(finding, fix=fix))

    def _as_score(self, payments: tuple[int, ...]) -> str:
        amounts = (f"{label}: {signed(payments[seat])}" for seat, label in enumerate(self.setting.labels)
                   if label in self.score)  # fmt: skip
        return f"`{' '.join(amounts)}`"

    def _two_partners(self, bid: Bidden, statement: rec.Result, called: str, seats: tuple[str, ...]) -> None:
        """Says that the result joins others than the call; nothing is settled."""
        self.impossible = True
        self.findings.add(
            "CAL616", statement, seat=statement.sides.index(next(s for s in statement.sides if s.seats == seats)),
            wording="alone" if called in NOBODYS else "partner", rule="settle.won_if",
            label=self.setting.labels[bid.declarer], called=called, seats="+".join(seats),
        )  # fmt: skip

    def _torn(self) -> None:
        """Says that payments and totals contradict each other; nothing is settled."""
        self.impossible = True
        paid, added = (
            Listing(tuple(f"`{label}: {signed(amount)}`" for label, amount in amounts.items()))
            for amounts in (self.score, self.witnesses.added)
        )
        statement = next(each for each in self.hand.statements if isinstance(each, rec.Score))
        self.findings.add("CAL616", statement, wording="totals", rule="match.counts", due=paid, added=added)

    def _unexplained(self) -> None:
        statement = next(each for each in self.hand.statements if isinstance(each, rec.Score))
        self.impossible = True
        self.findings.add("CAL321", statement, rule="settle.pay")

    def check_sum(self) -> None:
        """Of a hand whose contract cannot be told only that the payments come out even is checked."""
        everybody = all(self.setting.labels[seat] in self.score for seat in self.setting.active)
        amount = sum(self.score.values())
        if everybody and amount:
            self.uneven(amount)

    def uneven(self, amount: int) -> None:
        """Payments that do not come out even."""
        statement = next(each for each in self.hand.statements if isinstance(each, rec.Score))
        self.impossible = True
        self.findings.add("CAL324", statement, rule="settle.pay", sum=f"{amount:+}")

    def _both_won(self) -> None:
        """Says that by the result both sides have won, or both have lost; nothing is settled."""
        self.impossible = True
        self.findings.add("CAL616", self._result_line(), wording="itself", rule="settle.won_if")

    def _result_line(self) -> rec.Result:
        return next(each for each in self.hand.statements if isinstance(each, rec.Result))

    def check_seats(self) -> None:
        """Only those who hold cards have points, or win."""
        labels = self.setting.labels
        playing = {labels[seat] for seat in self.setting.active}
        for each in (each for each in self.hand.statements if isinstance(each, rec.Result)):
            for index, side in enumerate(each.sides):
                if not playing.issuperset(side.seats):
                    self.impossible = True
                    self.findings.add("CAL215", each, seat=index, label="+".join(side.seats), seats=" ".join(labels))

    def check_points(self) -> None:
        """The points of all together are those of the pack, and nobody has fewer than none."""
        total = all_points(self.game)
        stated = stated_points(self.hand, self.game, self.setting)
        moved = bool(faults(self.hand, self.game, self.setting))
        beyond = next((least for _, (least, _) in stated if not moved and not 0 <= least <= total), None)
        if beyond is not None:
            self._do_not_add_up(beyond, total, wording="beyond")
            return
        everybody = {seat for seats, _ in stated for seat in seats} == set(self.setting.active)
        least, most = (sum(amount[end] for _, amount in stated) for end in (0, 1))
        # Penalties only move points from side to side; without an owner of a pile its points are lost.
        too_few = everybody and most < total and not self._points_are_lost()
        if too_few or (least > total and (everybody or not moved)):
            self._do_not_add_up(least, total)

    def check_unplayed(self) -> None:
        """A hand that is thrown in has no points, and nobody wins it."""
        sides = [side for each in self.hand.statements if isinstance(each, rec.Result) for side in each.sides]
        if any(side.amount or side.outcome for side in sides):
            self._do_not_add_up(0, 0, wording="unplayed")

    def _do_not_add_up(self, found: int, total: int, *, wording: str = "") -> None:
        self.impossible = True
        units = whole(self.game)
        self.findings.add(
            "CAL320", self._result_line(), wording=wording, rule="all_pass" if wording == "unplayed" else "pack.points",
            found=points_told(found, units), total=points_told(total, units),
        )  # fmt: skip

    def _points_are_lost(self) -> bool:
        return any(pile.won_by == "nobody" for pile in self.game.rules.piles.values())
