"""The icons of the page as PNG, for telephones: `python -m tests.browser.icons`."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Final

from calarec_tools.desk.site.files import icon
from tests.browser.chromium import gone_through
from tests.house.tree import ROOT

SIZES: Final = (180, 192, 512)
"""The first is the size for Apple's telephones, the others are for a manifest."""


def drawn(folder: Path) -> list[Path]:
    """Draws the sign of the page in a browser, in every size, into a folder."""
    files = [folder / f"icon-{size}.png" for size in SIZES]
    with tempfile.TemporaryDirectory() as place:
        sign = Path(place, "icon.html")
        sign.write_text(f"<!DOCTYPE html><style>body{{margin:0}}svg{{display:block}}</style>{icon()}", "utf-8")
        gone_through(
            {
                file.name: {"page": sign.as_uri(), "width": size, "height": size, "steps": [("shot", str(file))]}
                for size, file in zip(SIZES, files, strict=True)
            }
        )
    return files


if __name__ == "__main__":
    print(*(file.name for file in drawn(ROOT / "page")))  # noqa: T201
