"""The canonical form of a record that is being edited: a block is laid out once, and anew when it changes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.core.notation.formatter import BlockFormatter, slips

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from calarec.core.notation.blocks import Block
    from calarec.core.records.model import Hand


class EditedLayout:
    """What is known of the blocks of one record; copies of the record share it."""

    def __init__(self) -> None:
        self._known: dict[object, tuple[str, tuple[bool, ...]]] = {}
        """By a block and all that decides how it is laid out: its text, and how things stand behind it."""

    def of(self, read: Iterable[tuple[Block, Sequence[Hand]]]) -> str:
        """The canonical form, as `fmt` makes it, of blocks with the hands that were read in them."""
        layout, texts = BlockFormatter(), list[str]()
        known: dict[object, tuple[str, tuple[bool, ...]]] = {}
        for block, hands in read:
            wrong = slips(hands)
            # The first line of a text is read otherwise than the same line below.
            key = block._replace(line=min(block.line, 2)), wrong, layout.stands
            known[key] = self._known.get(key) or (layout.block(block, wrong), layout.stands)
            text, layout.stands = known[key]
            texts.append(text)
        self._known = known
        return "".join(texts)
