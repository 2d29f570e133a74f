"""Raising in sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.language import Words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from calarec.mechanisms.raising import Raising
    from calarec.rulesets.explain.sentences import Told
    from calarec.rulesets.explain.telling import Telling

_UNTIL = {
    "first_lead": Words(
        "Some contracts may be raised: at any time between the auction and the first lead the declarer may announce "
        "the higher contract, which is then played instead."
    ),
    "first_step": Words(
        "Some contracts may be raised: directly after the auction, before anybody does anything else, the declarer may "
        "announce the higher contract, which is then played instead."
    ),
}


def say(part: Raising, telling: Telling) -> Iterator[Told]:
    """Up to when the declarer may raise, if any contract can be raised."""
    if any(contract.raises for contract in telling.rules.contracts.values()):
        yield telling.say(_UNTIL[part.until], "until")
    else:
        yield from telling.idle(part, "until")
