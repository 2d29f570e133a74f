"""All targets, by name."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tests.fuzz import (
    archives,
    commanding,
    converting,
    cutting,
    editor_messages,
    hiding,
    judging,
    kept_parts,
    page_requests,
    reading,
    ruling,
    typed_evenings,
    vocabulary,
)

if TYPE_CHECKING:
    from tests.fuzz.target import Target

TARGETS: Final[dict[str, Target]] = {
    each.name: each
    for each in (
        reading.READERS, judging.JUDGED, judging.TOLD, judging.LOCAL, cutting.SHARDS, converting.CONVERSIONS,
        converting.BACK, ruling.RULES, commanding.COMMANDS, hiding.HIDDEN, hiding.DEDUCED,
        vocabulary.VOCABULARY, archives.ARCHIVES, kept_parts.PARTS, page_requests.SERVER,
        editor_messages.LANGUAGE_SERVER, typed_evenings.ENTERING,
    )
}  # fmt: skip
