"""`calarec sheet`: the sheet of an evening, the standings of several, debts."""

from __future__ import annotations

import os
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Final

from calarec.core.wording.language import Words
from calarec_tools.archive.runs.crews import crew
from calarec_tools.archive.runs.workers import useful_workers
from calarec_tools.cli.declare import Command, Option
from calarec_tools.cli.over_files import OverFiles
from calarec_tools.cli.parameters import JOBS, JSON, OUTPUT, PATHS, RULES, SCHEDULER
from calarec_tools.cli.ruleset import named_ruleset
from calarec_tools.output.files.inputs import NO_FORM, STDIN, size_of_files, without_packing
from calarec_tools.output.files.output_files import text_of_any, write_output_pieces
from calarec_tools.output.files.replacing import named_as
from calarec_tools.output.files.streams import CLEAN, FINDINGS, REFUSED, RefusalError
from calarec_tools.output.sheet.evenings import read_evenings, sum_evening, tables_of
from calarec_tools.output.sheet.money import read_stake
from calarec_tools.output.sheet.packed_hands import evening_packer, leave_hands_out
from calarec_tools.output.sheet.people import alias_file, known_as, maybe_one, read_alias

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from calarec.core.mechanisms.ruleset import Ruleset
    from calarec_tools.archive.runs.shards import Shard
    from calarec_tools.output.files.streams import Output
    from calarec_tools.output.sheet.evenings import EveningSheet
    from calarec_tools.output.sheet.money import StakeMoney
    from calarec_tools.output.sheet.packed_hands import EveningPacker
    from calarec_tools.output.sheet.people import GivenAlias

_FORMS: Final = {
    "text": ".txt",
    "markdown": ".md",
    "csv": ".csv",
    "html": ".html",
    "svg": ".svg",
    "json": ".json",
    "score-sheet": "",
}
_MAX_UNPACKED_HANDS: Final = 1_000
"""Hands that are kept as they are: a season is shown faster so."""
_BYTES_PER_PROCESS: Final = 1 << 21
"""Bytes of records for each process: plain hands are not explained."""
_STAKE: Final = Words("`--stake` is an amount of money above nothing, like 0.10, not `{given}`.")
_NOTHING: Final = Words("there is no hand in any of these files, so there is no sheet.")
_ONE: Final = Words("`--format svg` draws the curve of one evening; there are {count} here.")
_ONE_SHEET: Final = Words("`--format score-sheet` holds one evening; there are {count} here.")
_ALSO: Final = Words('{one} and {other} may be one person; if so: --alias "{one}={other}"')
_SITE_ALONE: Final = Words(
    "`--site` writes a folder of pages with everything; `--format`, `--json`, `--curve`, `--standings` and `--output` "
    "do not go with it."
)
_SOMETHING_ELSE: Final = Words(
    "`{folder}` holds something else: choose a new or an empty folder, or one with an older site."
)
_SITE_WRITTEN: Final = Words("`{folder}`: {count} pages; open `{home}` in a browser.")
_NOBODY: Final = Words("`--alias`: no person is called `{name}`; there are: {people}.")


def run_sheet(
    out: Output,
    *,
    paths: tuple[str, ...],
    rules: str | None,
    alias: tuple[str, ...],
    aliases: str | None,
    stake: str | None,
    format: str | None,  # noqa: A002
    json: bool,
    curve: bool,
    standings: bool,
    output: str | None,
    site: str | None,
    jobs: int = 0,
    scheduler: str | None = None,
) -> int:
    """Print the sheet, or write a site; 1 if something in it is not in order."""
    if site is not None and (format or json or output or curve or standings):
        raise RefusalError(_SITE_ALONE)
    form = "json" if json else format or _form_by_output(output)
    worth = _worth_of_stake(stake)
    asked = None if rules is None else named_ruleset(rules)
    known = known_as([*_from_file(aliases), *(read_alias(text, "--alias") for text in alias)])
    over = OverFiles(out, paths)
    ask = partial(_evenings_of_shard, asked=asked, known=known, only_sums=standings and form == "text")
    with evening_packer() as packer:
        with crew(jobs, scheduler, None, useful=useful_workers(size_of_files(over.files), _BYTES_PER_PROCESS)) as who:
            sheets = _packed_sheets(over.answers_of_runs(ask, who, hands_in=_count_hands), packer)
        status = over.status
        sheets = [sheet for sheet in sheets if sheet.file not in over.refused]
        if not sheets:
            if status == REFUSED:
                return status
            raise RefusalError(_NOTHING)
        _say_people(out, sheets, known, alias)
        if site is not None:
            _write_site(out, sheets, known, worth, site)
        else:
            pieces = _sheet_pieces(
                out, form, sheets, known, worth, curve=curve, alone=standings, to_file=output not in (None, STDIN)
            )
            write_output_pieces(out, pieces, output)
    wrong = any(sum_evening(sheet).wrong for sheet in sheets)
    return status or (FINDINGS if wrong else CLEAN)


def _count_hands(sheet: EveningSheet) -> int:
    return len(sheet.hands)


def _packed_sheets(sheets: Iterable[EveningSheet], packer: EveningPacker) -> list[EveningSheet]:
    """The sheets; the hands after the first of many are packed."""
    found: list[EveningSheet] = []
    hands = 0
    for sheet in sheets:
        hands += len(sheet.hands)
        if hands > _MAX_UNPACKED_HANDS:
            packer.pack_evening(sheet)
        found.append(sheet)
    return found


def _worth_of_stake(stake: str | None) -> StakeMoney | None:
    if stake is None:
        return None
    worth = read_stake(stake)
    if worth is None:
        raise RefusalError(_STAKE, given=stake)
    return worth


def _from_file(file: str | None) -> Sequence[GivenAlias]:
    if file is None:
        return ()
    return alias_file(text_of_any(file).split("\n"), file)


def _evenings_of_shard(
    shard: Shard, *, asked: Ruleset | None, known: Mapping[str, str], only_sums: bool
) -> Iterator[EveningSheet]:
    """The unit of work."""
    for sheet in read_evenings(shard.shard_source, asked, known, line=shard.line, evenings=shard.context.evenings):
        if sheet.hands:
            if only_sums:
                leave_hands_out(sheet)
            yield sheet


def _form_by_output(output: str | None) -> str:
    """Return the format by the extension of the output; text without a file."""
    if output is None or output == STDIN:
        return "text"
    ending = os.path.splitext(without_packing(output))[1].lower()  # noqa: PTH122
    for form, usual in _FORMS.items():
        if usual and usual == ending:
            return form
    raise RefusalError(NO_FORM, file=output, option="--format", forms="|".join(_FORMS))


def _say_people(out: Output, sheets: list[EveningSheet], known: Mapping[str, str], alias: tuple[str, ...]) -> None:
    """Report aliases that name no player, and names that may be the same person."""
    written = _written_names(sheets)
    for text in alias:
        name = read_alias(text, "").spelling
        if name not in written:
            out.remark(_NOBODY, name=name, people=", ".join(sorted(written)))
    for one, other in maybe_one(tables_of(sheets), known):
        out.remark(_ALSO, one=one, other=other)


def _written_names(sheets: list[EveningSheet]) -> set[str]:
    return {name for sheet in sheets for name in sheet.written}


def _spellings(known: Mapping[str, str], written: set[str]) -> dict[str, list[str]]:
    """The other names of each that occur."""
    found: dict[str, list[str]] = {}
    for spelling, person in known.items():
        if spelling != person and spelling in written:
            found.setdefault(person, []).append(spelling)
    return found


def _sheet_pieces(
    out: Output,
    form: str,
    sheets: list[EveningSheet],
    known: Mapping[str, str],
    worth: StakeMoney | None,
    *,
    curve: bool,
    alone: bool,
    to_file: bool,
) -> Iterable[str]:
    """The sheet in a form, in pieces; each imports its own modules."""
    spellings = _spellings(known, _written_names(sheets))
    if form == "json":
        from calarec_tools.output.sheet.json_form import sheet_json_pieces

        return sheet_json_pieces(sheets, spellings, worth)
    if form == "csv":
        from calarec_tools.output.formats.columns import settled_csv

        return settled_csv((sheet.hands, sheet.after) for sheet in sheets)
    if form == "score-sheet":
        from calarec_tools.output.sheet.score_sheet_form import score_sheet_csv

        if len(sheets) > 1:
            raise RefusalError(_ONE_SHEET, count=len(sheets))
        return score_sheet_csv(sheets[0], out.lang)
    from calarec_tools.output.sheet.lines import SheetWords

    said = SheetWords(sheets, out.lang, worth)
    if form == "svg":
        from calarec_tools.output.pictures.svg_curve import svg_curve
        from calarec_tools.output.sheet.curve import curve_of

        if len(sheets) > 1:
            raise RefusalError(_ONE, count=len(sheets))
        return [svg_curve(curve_of(sheets[0], said)), "\n"]
    if form == "text":
        from calarec_tools.output.sheet.text import sheet_text_pieces

        width, colour = (0, False) if to_file else (out.width, out.has_colour)
        return sheet_text_pieces(said, spellings, width=width, colour=colour, curve=curve, alone=alone)
    from calarec_tools.output.sheet.pages import sheet_html_pieces, sheet_markdown_pieces

    return (sheet_html_pieces if form == "html" else sheet_markdown_pieces)(said, spellings)


def _write_site(
    out: Output, sheets: list[EveningSheet], known: Mapping[str, str], worth: StakeMoney | None, folder: str
) -> None:
    """Write the pages of a season and remove its own older ones."""
    from calarec.core.base.frozen import replace
    from calarec.rulebook.book import make_rulebook
    from calarec_tools.cli.rules_opening import parent_of
    from calarec_tools.output.files.draft_folders import replace_all
    from calarec_tools.output.sheet.lines import SheetWords
    from calarec_tools.output.sheet.season_site import HOME, SiteRules, season_files, site_rulesets

    older = _list_older_pages(folder)
    # A site does not tell the folders of this machine.
    said = SheetWords([replace(sheet, file=os.path.basename(sheet.file)) for sheet in sheets], out.lang, worth)  # noqa: PTH119
    rulesets = site_rulesets(sheets)
    rules = [SiteRules(ruleset, make_rulebook(ruleset, parent_of(out, ruleset))) for ruleset in rulesets]
    names = replace_all(folder, season_files(said, _spellings(known, _written_names(sheets)), rules))
    for name in older.difference(names):
        with named_as(folder), suppress(FileNotFoundError):
            os.unlink(os.path.join(folder, name))  # noqa: PTH108, PTH118
    out.remark(_SITE_WRITTEN, folder=folder, count=len(names) - 1, home=os.path.join(folder, HOME))  # noqa: PTH118


def _list_older_pages(folder: str) -> set[str]:
    """The pages of an older site; a refusal where something else is."""
    from calarec_tools.output.sheet.season_site import LISTED, OWN_NAMES

    with named_as(folder):
        try:
            names = os.listdir(folder)  # noqa: PTH208
        except FileNotFoundError:
            return set()
        except NotADirectoryError:
            raise RefusalError(_SOMETHING_ELSE, folder=folder) from None
        if names and LISTED not in names:
            raise RefusalError(_SOMETHING_ELSE, folder=folder)
        if not names:
            return set()
        with open(os.path.join(folder, LISTED), encoding="utf-8", errors="replace") as listed:  # noqa: PTH118, PTH123
            return {line for line in listed.read().splitlines() if OWN_NAMES.fullmatch(line)}


DECLARED = Command(
    run_sheet,
    arguments=(PATHS,),
    options=(
        RULES,
        Option(
            "alias",
            ("--alias",),
            Words('Another spelling of a person\'s name: --alias "A. Rossi=Anna". Repeatable.'),
            many=True,
            metavar="NAME=PERSON",
        ),
        Option("aliases", ("--aliases",), Words("A file with one alias on each line."), metavar="FILE"),
        Option("stake", ("--stake",), Words("The money for one stake, such as 0.10."), metavar="AMOUNT"),
        Option(
            "format",
            ("--format",),
            Words("The format of the sheet."),
            usual=Words("by the extension of `--output`, otherwise text"),
            choices=tuple(form for form in _FORMS if form != "json"),
        ),
        JSON,
        Option("curve", ("--curve",), Words("Add the curve of the totals (HTML always has it)."), kind="flag"),
        Option("standings", ("--standings",), Words("Print only the standings."), kind="flag"),
        OUTPUT,
        Option(
            "site",
            ("--site",),
            Words("Write a site to this folder: standings, a page for each evening, rulebooks."),
            metavar="FOLDER",
        ),
        JOBS,
        SCHEDULER,
    ),
    example="calarec sheet evening.cal --stake 0.10",
    paged=True,
    late=True,
)
