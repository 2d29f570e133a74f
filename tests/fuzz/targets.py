"""All targets, by name."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tests.fuzz import commanding, converting, cutting, hiding, judging, reading, ruling

if TYPE_CHECKING:
    from tests.fuzz.target import Target

TARGETS: Final[dict[str, Target]] = {
    each.name: each
    for each in (
        reading.READERS, judging.JUDGED, judging.TOLD, judging.LOCAL, cutting.SHARDS, converting.CONVERSIONS,
        converting.BACK, ruling.RULES, commanding.COMMANDS, hiding.HIDDEN, hiding.DEDUCED,
    )
}  # fmt: skip
