"""The season of the page: a site of its evenings, as `sheet --site` writes it."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from calarec.core.wording.language import Words
from calarec_tools.cli.sheet import run_sheet
from calarec_tools.desk.calls.files import language_of
from calarec_tools.desk.calls.rule_files import FOLDER
from calarec_tools.desk.serving.evening_folder import ENDINGS, SEASON_FOLDER, EveningFolder
from calarec_tools.output.files.streams import Output, RefusalError
from calarec_tools.output.sheet.season_site import HOME

if TYPE_CHECKING:
    from calarec.core.wording.language import Sayable

_NO_FOLDER: Final = Words("A season is written where evenings are files: with `calarec page`.")
_NO_EVENING: Final = Words("There is no evening yet.")
_A_LINK: Final = Words("`{folder}` is a link: the season needs a folder of its own there.")


class _QuietOutput(Output):
    """An output that drops the command's remarks, which are for a terminal."""

    def remark(self, text: Sayable | str, **values: object) -> None:
        """Print nothing."""

    def complain(self, refusal: RefusalError) -> None:
        """Print nothing: an unreadable evening is marked in the list of the page."""


def write_season(*, lang: str) -> dict[str, Any]:
    """Write the site; return the address of its first page, and its folder."""
    if not FOLDER:
        raise RefusalError(_NO_FOLDER)
    evenings = EveningFolder(Path(FOLDER)).list_files("evening")
    names = sorted(evening["id"] + ENDINGS["evening"] for evening in evenings if evening.get("hands"))
    paths = [os.path.join(FOLDER, name) for name in names]  # noqa: PTH118
    if not paths:
        raise RefusalError(_NO_EVENING)
    site = os.path.join(FOLDER, SEASON_FOLDER)  # noqa: PTH118
    if os.path.islink(site):  # noqa: PTH114
        raise RefusalError(_A_LINK, folder=site)
    out = _QuietOutput(language_of(lang))
    run_sheet(
        out, paths=tuple(paths), rules=None, alias=(), aliases=None, stake=None, format=None, json=False, curve=False,
        standings=False, output=None, site=site,
    )  # fmt: skip
    return {"address": f"{SEASON_FOLDER}/{HOME}", "folder": site}
