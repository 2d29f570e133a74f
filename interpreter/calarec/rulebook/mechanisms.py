"""The sentences of each mechanism, by its kind and name."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from calarec.core.mechanisms.fields import Kind
from calarec.rulebook.agreed import say_agreed
from calarec.rulebook.auction import say_auction, say_doubling, say_raising
from calarec.rulebook.contracts import say_contracts
from calarec.rulebook.declaring import say_declare
from calarec.rulebook.exchange import STEPS
from calarec.rulebook.play import say_play
from calarec.rulebook.settle import say_carry_on, say_force, say_match, say_play_out, say_redeal, say_settle
from calarec.rulebook.standing import say_claim, say_fault, say_open_hands, say_show, say_signal
from calarec.rulebook.table import say_deal, say_pack, say_piles, say_table

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from calarec.rulebook.sentences import Told
    from calarec.rulebook.telling import Telling


_SENTENCES: Final[Mapping[Kind, Mapping[str, Callable[[Any, Telling], Iterator[Told]]]]] = {
    Kind.SECTION: {
        "table": say_table,
        "pack": say_pack,
        "piles": say_piles,
        "deal": say_deal,
        "auction": say_auction,
        "raising": say_raising,
        "contracts": say_contracts,
        "doubling": say_doubling,
        "play": say_play,
        "settle": say_settle,
        "match": say_match,
        "agreed": say_agreed,
    },
    Kind.STEP: STEPS,
    Kind.STANDING: {
        "claim": say_claim,
        "fault": say_fault,
        "show": say_show,
        "declare": say_declare,
        "signal": say_signal,
        "open_hands": say_open_hands,
    },
    Kind.ALL_PASS: {
        "redeal": say_redeal,
        "play_out": say_play_out,
        "carry_on": say_carry_on,
        "force": say_force,
    },
}


def mechanism_sentences(kind: Kind, name: str, params: Any, telling: Telling) -> Iterator[Told]:
    """Yield the sentences of a mechanism about its parameters in one ruleset."""
    return _SENTENCES[kind][name](params, telling)
