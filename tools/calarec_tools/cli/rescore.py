"""`calarec rescore PATH...`: what the same play would have paid under other rules."""

from __future__ import annotations

from functools import partial
from math import lcm
from typing import TYPE_CHECKING, Any, Final

from calarec.core.base.escapes import to_json_line
from calarec.core.base.frozen import NamedTuple
from calarec.core.wording.cells import cells, visible
from calarec.core.wording.language import Listing, Phrase, Words
from calarec_tools.archive.rescoring import rescore_record
from calarec_tools.archive.runs.crews import crew
from calarec_tools.archive.runs.kept_classes import keep_in_parts
from calarec_tools.archive.runs.workers import useful_workers
from calarec_tools.cli.declare import Command, Option
from calarec_tools.cli.over_files import OverFiles, ShownHow
from calarec_tools.cli.parameters import CREW, JSON, PATHS
from calarec_tools.cli.rules_diff import KINDS, SAME_NAMES
from calarec_tools.cli.ruleset import named_ruleset
from calarec_tools.output.files.inputs import size_of_files
from calarec_tools.output.files.streams import CLEAN, FINDINGS, REFUSED, Output, RefusalError
from calarec_tools.output.report.page import Page

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from calarec.core.judge.judgement import Judgement
    from calarec.core.mechanisms.ruleset import Ruleset
    from calarec.core.wording.language import Language
    from calarec_tools.archive.rescoring import Rescored
    from calarec_tools.archive.runs.shards import Shard

FORMAT: Final = "calarec-rescore/1"
_BYTES_PER_PROCESS: Final = 1 << 17
"""Bytes of records for each process."""
_WHICH: Final = Words("under which rules? Give `--rules RULES`; it may be given again.")
_UNDER: Final = Words("{file} under {id}")
_OPENED: Final = Words("These rules decide which exchanges are open and which are face down.")
_NAMELESS: Final = Words(
    "It is not known under which rules it was written: its words are taken as they are "
    "(`calarec identify` shows which rules fit, `calarec pin --rules` writes them into it)."
)
_FORBIDDEN: Final = Words("Left out: hand {hand}, line {line}: {code} {said}")
_STOPPED: Final = Words("It ends with hand {hand}, line {line}: {code} {said}")
_UNREADABLE: Final = Words("it cannot be judged")
_ALL_FILES: Final = Words("Final totals, {files} together")
_FILES: Final = Words("file|files")
_TOGETHER: Final = Words("Final totals")


# Whole files: totals continue from evening to evening, so a file is not cut.
def run_rescore(
    out: Output,
    *,
    paths: tuple[str, ...],
    rules: tuple[str, ...],
    stop: bool,
    jobs: int,
    scheduler: str | None,
    parts: str | None,
    json: bool,
) -> int:
    """Report the totals under each ruleset; status 1 if one forbids a hand."""
    if not rules:
        raise RefusalError(_WHICH)
    rulesets = [named_ruleset(rule) for rule in rules]
    over = OverFiles(out, paths)
    if not over.files:
        return REFUSED
    status = CLEAN
    totals: list[list[EveryTotal]] = []
    shows = ShownHow(out.lang, out.width, out.has_colour, json=json)
    ask = partial(_of_file, rulesets=tuple(rulesets), shows=shows, stop=stop)
    with crew(jobs, scheduler, parts, useful=useful_workers(size_of_files(over.files), _BYTES_PER_PROCESS)) as who:
        for answer in over.answers_of_runs(ask, who, whole=True):
            if answer.forbidden:
                status = FINDINGS
            out.write(f"\n{answer.told}" if totals and not json else answer.told)
            totals.append(answer.totals)
    if len(totals) > 1 and not json:
        page = Page(out.lang, width=out.width, colour=out.has_colour)
        title = _ALL_FILES.with_values(files=Phrase("figures", len(totals), _FILES))
        out.write(
            "\n" + _totals_side_by_side(page, title, rulesets, [add_totals(each) for each in zip(*totals, strict=True)])
        )
    return over.status or status


class EveryTotal(NamedTuple):
    """Final totals of all players under one ruleset, in `units` to the stake."""

    amounts: dict[str, int]
    units: int


def add_totals(files: Iterable[EveryTotal]) -> EveryTotal:
    """The totals of several files together."""
    files = tuple(files)
    units = lcm(*(total.units for total in files))
    amounts: dict[str, int] = {}
    for file in files:
        for who, amount in file.amounts.items():
            amounts[who] = amounts.get(who, 0) + amount * (units // file.units)
    return EveryTotal(amounts, units)


class ToldFile(NamedTuple):
    """The report on a file, as text or JSON."""

    told: str
    forbidden: bool
    totals: list[EveryTotal]
    """Under each ruleset."""


keep_in_parts(EveryTotal, ToldFile)


def _of_file(shard: Shard, *, rulesets: tuple[Ruleset, ...], shows: ShownHow, stop: bool) -> Iterator[ToldFile]:
    """Rescore a whole file: an evening's totals are carried into the next."""
    found = list(rescore_record(shard.shard_source, rulesets, known={}, stops=stop))
    if not found[0].judged:
        return
    totals = [_totals_under_rules(rescored) for rescored in found]
    if shows.json:
        told = "".join(f"{to_json_line(each)}\n" for each in _objects(found, shows.lang))
    else:
        told = "".join(_rescored_texts(found, totals, shows, stop=stop)).rstrip("\n") + "\n"
    yield ToldFile(told, any(rescored.forbidden for rescored in found), totals)


# ---------------------------------------------------------------------- told to people


def _rescored_texts(
    found: Sequence[Rescored], totals: Sequence[EveryTotal], shows: ShownHow, *, stop: bool
) -> Iterator[str]:
    """Yield the sheet under each ruleset, with remarks; then all totals side by side."""
    from calarec_tools.output.sheet.lines import SheetWords
    from calarec_tools.output.sheet.text import sheet_text

    for rescored in found:
        page = Page(shows.lang, width=shows.width, colour=shows.colour)
        title = _UNDER.with_values(file=visible(rescored.judged[0].hand.file), id=rescored.ruleset.id)
        page.print_spans([(page.localized_text(title), "strong")], indent=0)
        for kind, names in rescored.assumed.items():
            pairs = Listing(tuple(f"{old} = {new}" for old, new in names.items()))
            page.print_sentence(SAME_NAMES, kind=KINDS[kind], pairs=pairs)
        if rescored.opened:
            page.print_sentence(_OPENED)
        if rescored.nameless and rescored.forbidden:
            page.print_sentence(_NAMELESS)
        for forbidden in rescored.forbidden:
            hand, finding = forbidden.hand, forbidden.finding
            said = visible(finding.message(shows.lang)) if finding is not None else page.localized_text(_UNREADABLE)
            page.print_sentence(
                _STOPPED if stop else _FORBIDDEN,
                hand=visible(hand.name), line=hand.line, code=finding.code if finding else "", said=said,
            )  # fmt: skip
        yield "\n".join(page.lines) + "\n\n"
        sheets = [sheet for sheet in rescored.evenings if sheet.hands]
        if sheets:
            words = SheetWords(sheets, shows.lang)
            yield sheet_text(words, {}, width=shows.width, colour=shows.colour, curve=False, alone=False) + "\n"
    if len(found) > 1:
        page = Page(shows.lang, width=shows.width, colour=shows.colour)
        yield _totals_side_by_side(page, _TOGETHER, [rescored.ruleset for rescored in found], totals)


def _totals_side_by_side(page: Page, title: Words, rulesets: Sequence[Ruleset], found: Sequence[EveryTotal]) -> str:
    """Return a table of final totals: players by rulesets."""
    from calarec_tools.output.sheet.lines import signed_amount

    page.print_title(title)
    totals = [{who: signed_amount(amount, total.units) for who, amount in total.amounts.items()} for total in found]
    people = list(dict.fromkeys(person for total in totals for person in total))
    heads = [ruleset.id for ruleset in rulesets]
    wide = max(map(cells, people), default=0)
    columns = [max(cells(head), *(cells(total.get(who, "")) for who in people)) for head, total in
               zip(heads, totals, strict=True)]  # fmt: skip
    if 2 + wide + sum(columns) + 2 * len(columns) <= page.room:
        rows = [("", heads), *((who, [total.get(who, "") for total in totals]) for who in people)]
        for who, amounts in rows:
            said = "".join(
                f"  {' ' * (room - cells(amount))}{amount}" for amount, room in zip(amounts, columns, strict=True)
            )
            page.print_row([(f"  {visible(who)}{' ' * (wide - cells(who))}{said}", "")])
    else:
        for who in people:
            said = ", ".join(f"{head} {total.get(who, '–')}" for head, total in zip(heads, totals, strict=True))
            page.print_spans([(f"{visible(who)}: {said}", "")])
    return "\n".join(page.lines) + "\n"


def _totals_under_rules(found: Rescored) -> EveryTotal:
    """Sum the final totals of all players under a ruleset."""
    from calarec_tools.output.sheet.evenings import standings

    summed = standings([evening for evening in found.evenings if evening.hands])
    return EveryTotal(summed.amounts, summed.units)


# ---------------------------------------------------------------------- for programs


def _objects(found: Sequence[Rescored], lang: Language) -> Iterator[dict[str, Any]]:
    """One object a hand, with what it is under each ruleset."""
    for together in zip(*(rescored.judged for rescored in found), strict=True):
        hand = together[0].hand
        left_out = [{each.hand.line for each in rescored.forbidden} for rescored in found]
        yield {
            "format": FORMAT,
            "file": hand.file,
            "line": hand.line,
            "hand": hand.name,
            "people": hand.session.people,
            "under": [
                _rescored_data(rescored.ruleset, judged, lang, counted=hand.line not in gone)
                for rescored, judged, gone in zip(found, together, left_out, strict=True)
            ],
        }


def _rescored_data(ruleset: Ruleset, judged: Judgement, lang: Language, *, counted: bool) -> dict[str, Any]:

    account = judged.account
    labels = judged.setting.labels if judged.setting else ()
    side = next((each for each in account.sides if account.declarer in each.seats), None) if account else None
    wrong = next((finding for finding in judged.findings if finding.severity == "error"), None)
    return {
        "rules": ruleset.identity,
        "verdict": judged.verdict,
        "counted": counted and account is not None,
        "payments": dict(zip(labels, account.payments, strict=True)) if account and account.payments else None,
        "pay_unit": ruleset.rules.settle.pay_unit,
        "points": side.points if side else None,
        "units": judged.game.rules.pack.units_per_point,
        "totals": judged.totals,
        "says": wrong.message(lang) if wrong else "",
    }


DECLARED = Command(
    run_rescore,
    arguments=(PATHS,),
    options=(
        Option(
            "rules",
            ("--rules", "-r"),
            Words("The ruleset to score by, by id or path. Repeatable."),
            many=True,
            metavar="RULES",
            complete="rulesets",
        ),
        Option(
            "stop",
            ("--stop",),
            Words("Stop at the first hand that a ruleset forbids, instead of omitting it."),
            kind="flag",
        ),
        *CREW,
        JSON,
    ),
    example="calarec rescore evening.cal --rules pagat --rules tretre",
    paged=True,
    late=True,
)
