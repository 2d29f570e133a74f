"""What the rules say of a hand, as the lines that a record may leave out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.language import Both
from calarec.notation.filling import Computed, filled
from calarec.records import model as m
from calarec.replaying.session import NoRulesError, Session
from calarec_tools.cli.output import RefusalError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from calarec.diagnostics import Diagnostic
    from calarec.notation.source import Source
    from calarec.replaying.result import Replay
    from calarec.rulesets.ruleset import Ruleset

_SURE = ("complete", "forced")


def filled_in(source: Source, asked: Ruleset | None, findings: list[Diagnostic]) -> Iterator[str]:
    """The canonical form of a record with winners, results, scores and totals put in where they are missing."""
    session = Session(asked)

    def compute(hand: m.Hand) -> Computed | None:
        try:
            replayed = session.replay(hand)
        except NoRulesError as error:
            raise no_rules(error) from None
        return computed(replayed)

    return filled(source, compute, findings)


def computed(replayed: Replay) -> Computed | None:
    """What may be filled in; nothing where something is wrong, or where not everything is known."""
    account, state, setting = replayed.account, replayed.state, replayed.setting
    wrong = any(each.severity == "error" for each in replayed.diagnostics)
    if account is None or state is None or setting is None or wrong or replayed.knowledge not in _SURE:
        return None
    from calarec.moves.tally import add_up
    from calarec.simulation.writing import outcome

    tally = add_up(replayed.game.cards, setting, (each.event for each in replayed.happened))
    said = outcome(replayed.game, setting, account, tally, None)
    totals = tuple((replayed.totals or {}).items())
    return Computed(
        winners={number: setting.labels[trick.winner] for number, trick in enumerate(state.tricks, 1)},
        result=next((each for each in said if isinstance(each, m.Result)), None),
        score=next((each for each in said if isinstance(each, m.Score)), None),
        total=m.Total(totals) if totals else None,
    )


def no_rules(error: NoRulesError) -> RefusalError:
    """Why a hand has no ruleset, as a refusal."""
    if error.diagnostics:
        first = error.diagnostics[0]
        said, place = Both(first.message("en"), first.message("it")), str(first.span)
    else:
        place = f"{error.hand.file}:{error.hand.line}"
        said = Both(
            "the record has no `rules` line, and no --rules was given",
            "la registrazione non ha una riga `rules`, e non è stato indicato --rules",
        )
    return RefusalError(Both("{place}: {said}.", "{place}: {said}."), place=place, said=said)
