"""What replaying a hand gives: its events, its ruling, its findings."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeAlias

from calarec.light import dataclass

if TYPE_CHECKING:
    from calarec.diagnostics import Diagnostic
    from calarec.engine.game import Game
    from calarec.mechanisms.match import Standing
    from calarec.moves.account import Account
    from calarec.moves.setting import Setting
    from calarec.moves.state import State
    from calarec.records.model import Hand
    from calarec.replaying.mending import Happened

Verdict: TypeAlias = Literal["legal", "irregular", "incomplete", "illegal", "unreadable"]
Knowledge: TypeAlias = Literal["complete", "forced", "possible", "impossible", "unsettled"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Replay:
    """A replayed hand.

    `verdict` is about the moves, `knowledge` about what was recorded, `stated` about the assertions (None:
    there are none). `account` is None where nothing was settled; `totals` are those after the hand, by seat.
    """

    hand: Hand
    game: Game
    setting: Setting | None
    happened: tuple[Happened, ...] = ()
    state: State | None = None
    verdict: Verdict
    knowledge: Knowledge = "complete"
    stated: bool | None = None
    outcome: str = ""
    account: Account | None = None
    totals: dict[str, int] | None = None
    standing: Standing | None = None
    deduced: tuple[str, ...] = ()
    """What was not recorded and had to be so, as record lines."""
    sure: int = -1
    """The cards that went the same way however everything that was not recorded can have been, as a mask."""
    diagnostics: tuple[Diagnostic, ...] = ()
