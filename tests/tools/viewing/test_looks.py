"""One visual language: colours, sizes of text and corners of the page, of view and of the sheet come from one file."""

from __future__ import annotations

import re

import pytest

from calarec.core.base.resources import data_folder
from calarec_tools.desk.site.files import served_files
from calarec_tools.desk.viewing.page import VIEW_STYLE
from calarec_tools.output.browser.document import asset
from calarec_tools.output.sheet.pages import SHEET_STYLE

LOOKS = asset("looks.css")
SHEETS = {
    "page": (data_folder("page") / "page.css").read_text("utf-8"),
    "player": asset("player.css"),
    "sheet": asset("sheet.css"),
    "view": VIEW_STYLE,
}


@pytest.mark.parametrize("name", SHEETS)
def test_looks_come_from_one_file(name: str) -> None:
    """No colour, no size of text beside the scale, no corner of its own; every name that is used is given there."""
    style = SHEETS[name]
    assert re.findall(r"#[0-9a-f]{3,8}\b(?=[;}])", style) == []
    assert re.findall(r"font-size:[\d.]+rem", style) == []
    assert re.findall(r"border-radius:\.[4-6]5?rem", style) == []
    own = set(re.findall(r"(--[a-z0-9-]+):", style)) | {"--people"}
    assert set(re.findall(r"var\((--[a-z0-9-]+)\)", style)) - own <= set(re.findall(r"(--[a-z0-9-]+):", LOOKS))


def test_both_kinds_of_pages_begin_with_it() -> None:
    assert served_files()["page.css"].decode().startswith(LOOKS)
    assert SHEET_STYLE.startswith(LOOKS)


def test_each_colour_has_one_for_the_dark() -> None:
    """And text on paper is read well on both: a contrast of 4.5 at least."""
    light, dark = (dict(re.findall(r"--([a-z-]+):(#[0-9a-f]{3,6})", part)) for part in split_by_scheme())
    assert set(light) == set(dark)
    for colours in (light, dark):
        for text in ("ink", "faint", "good", "bad", "warn", "felt-ink", "focus"):
            for ground in ("paper", "band"):
                assert contrast(colours[text], colours[ground]) >= 4.5, (text, ground)


def split_by_scheme() -> tuple[str, str]:
    """Return the light and the dark styles."""
    before, rest = LOOKS.split("@media (prefers-color-scheme:dark)")
    return before, rest.split("@media")[0]


def contrast(one: str, other: str) -> float:
    """The contrast of two colours, as WCAG defines it."""

    def light(colour: str) -> float:
        digits = colour[1:] if len(colour) == 7 else "".join(each * 2 for each in colour[1:])
        parts = [int(digits[at : at + 2], 16) / 255 for at in (0, 2, 4)]
        red, green, blue = (each / 12.92 if each <= 0.04045 else ((each + 0.055) / 1.055) ** 2.4 for each in parts)
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    dim, bright = sorted((light(one), light(other)))
    return (bright + 0.05) / (dim + 0.05)
