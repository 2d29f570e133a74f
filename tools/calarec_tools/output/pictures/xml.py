"""Elements of XML written safely: any content stays text."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from calarec.core.wording.cells import visible

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_ESCAPES: Final = {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;"}


def escape(text: object) -> str:
    """Escape a text for an element or attribute; show characters that XML forbids."""
    return "".join(_ESCAPES.get(each, each) for each in visible(str(text)))


def svg_number(value: float) -> str:
    """A place in a picture: a tenth is finer than any eye."""
    return (
        f"{value:.1f}".removesuffix(".0").replace("-0", "0") if abs(value) < 0.05 else f"{value:.1f}".removesuffix(".0")
    )


def element(name: str, parts: Iterable[str], /, **attributes: object) -> str:
    """Build an element from XML parts; it always has an end tag, for HTML."""
    return "".join(element_in_pieces(name, parts, **attributes))


def element_in_pieces(name: str, parts: Iterable[str], /, **attributes: object) -> Iterator[str]:
    """The same in pieces: an element may be long."""
    said = "".join(f' {key}="{escape(value)}"' for key, value in attributes.items())
    yield f"<{name}{said}>"
    yield from parts
    yield f"</{name}>"


def text_element(name: str, text: str, /, **attributes: object) -> str:
    """An element with a text."""
    return element(name, [escape(text)], **attributes)
