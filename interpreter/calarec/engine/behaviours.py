"""What each mechanism does at the table, by its kind and name."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from calarec.engine.auction import RaisingAfterwards, Speaking
from calarec.engine.exchange import Calling, Discarding, GivingBack, HandingOver, Looking, Tabling, Taking
from calarec.engine.match import Matching
from calarec.engine.settling import PlayingOut, Redealing, Settling
from calarec.engine.sharing import SharingOut
from calarec.engine.standing import Claiming, Faulting, Opening, Showing, Signalling
from calarec.engine.tricks import Playing
from calarec.mechanisms.mechanism import Kind

if TYPE_CHECKING:
    from collections.abc import Mapping


_BEHAVIOURS: Final[Mapping[Kind, Mapping[str, Any]]] = {
    Kind.SECTION: {
        "auction": Speaking(),
        "raising": RaisingAfterwards(),
        "play": Playing(),
        "settle": Settling(),
        "match": Matching(),
    },
    Kind.STEP: {
        "call": Calling(),
        "hand_over": HandingOver(),
        "table_card": Tabling(),
        "take": Taking(),
        "look": Looking(),
        "give": GivingBack(),
        "discard": Discarding(),
        "share": SharingOut(),
    },
    Kind.STANDING: {
        "claim": Claiming(),
        "fault": Faulting(),
        "show": Showing(),
        "signal": Signalling(),
        "open_hands": Opening(),
    },
    Kind.ALL_PASS: {
        "redeal": Redealing(),
        "play_out": PlayingOut(),
        "carry_on": Redealing(),
    },
}


def behaviour_of(kind: Kind, name: str) -> Any:
    """What the mechanism of that name does: a `StepBehaviour`, a `StandingBehaviour`, or what settles."""
    return _BEHAVIOURS[kind][name]
