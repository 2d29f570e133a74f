"""`calarec view`: an evening as a page to step through, or a static picture."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from calarec.core.wording.language import Words
from calarec.record_judge.session import NoRulesError, RecordJudge
from calarec_tools.cli.declare import Argument, Command, Option
from calarec_tools.cli.parameters import HAND, ODDS, OUTPUT, RULES, SEED, VIEW
from calarec_tools.cli.ruleset import named_ruleset
from calarec_tools.cli.seat_names import seat_called
from calarec_tools.output.files.output_files import write_output_pieces
from calarec_tools.output.files.progress import HANDS_DONE, Progress
from calarec_tools.output.files.streams import CLEAN, FINDINGS, NO_HAND, RefusalError, no_hand
from calarec_tools.output.files.unruled import no_rules

if TYPE_CHECKING:
    from collections.abc import Iterable

    from calarec.core.judge.judgement import Judgement
    from calarec_tools.output.files.streams import Output
    from calarec_tools.output.sheet.evenings import EveningSheet

ANALYSIS_SECONDS: Final = 30
_WHICH: Final = Words("there are {count} hands here: `--hand` says which one is drawn.")
_NO_CURVE: Final = Words("the curve is of one evening with a hand that was settled; there are {count} here.")
_NOTHING: Final = Words("hand {name}: there are no cards to be drawn.")
_NO_STEP: Final = Words("hand {name}: there is no step `{step}`; the steps of this hand are {steps}.")
_NO_ODDS: Final = Words("`--odds` is for the page: leave out `--svg`.")
_ONLY_PAGE: Final = Words("`--analysis` is part of the page, not of a picture: it does not go with `--svg`.")
_NOT_IN_ORDER: Final = Words("`{file}` has findings; `calarec check` lists them.")
_ONLY_SVG: Final = Words("`{option}` goes with `--svg`.")


def run_view(
    out: Output,
    *,
    file: str,
    rules: str | None,
    hand: str | None,
    svg: bool,
    at: str | None,
    view: str | None,
    narrow: bool,
    curve: bool,
    odds: bool,
    seed: int,
    analysis: bool,
    seconds: int,
    output: str | None,
) -> int:
    """Write the page or the picture; 1 if something in the record is not in order."""
    given = {"--at": at, "--view": view, "--narrow": narrow or None, "--curve": curve or None}
    for option, value in given.items():
        if value is not None and not svg:
            raise RefusalError(_ONLY_SVG, option=option)
    if odds and svg:
        raise RefusalError(_NO_ODDS)
    if svg and analysis:
        raise RefusalError(_ONLY_PAGE)
    judged, sheets, others = _judged_hands(file, rules, None if curve else hand, seed if odds else None)
    if not judged and not others:
        out.remark(NO_HAND, file=file)
        return CLEAN
    chosen = [each for each in judged if hand in (None, each.hand.name)]
    if hand is not None and not chosen:
        raise no_hand(hand, others or [each.hand.name for each in judged])
    if not svg:
        from calarec_tools.desk.viewing.page import PageHands, evening_page

        shown = PageHands()
        progress = Progress(out.lang, HANDS_DONE)
        for each in chosen:
            shown.add_hand(each, _analyse_hand(each, seconds) if analysis and each.setting is not None else None)
            progress.count_hands(1, file)
        progress.clear_progress_line()
        pieces: Iterable[str] = evening_page(shown, sheets, out.lang)
    elif curve:
        pieces = [_curve_picture(out, sheets)]
    else:
        if len(chosen) > 1:
            raise RefusalError(_WHICH, count=len(chosen))
        pieces = [_still(out, chosen[0], at, view, narrow=narrow)]
    write_output_pieces(out, pieces, output)
    return _status_of(out, chosen, file, output)


def _status_of(out: Output, chosen: list[Judgement], file: str, output: str | None) -> int:
    """The exit status, with a remark for the reason if only a file is written."""
    if not any(finding.severity != "note" for judged in chosen for finding in judged.findings):
        return CLEAN
    if output is not None:
        out.remark(_NOT_IN_ORDER, file=file)
    return FINDINGS


def _analyse_hand(judged: Judgement, seconds: int) -> dict[str, Any]:
    """Analyses a hand: a third of the time each for cards, contracts and places."""
    from calarec_tools.desk.viewing.hand_analysis import HandAnalysis

    share = seconds / 3
    return HandAnalysis(judged, cards_seconds=share, contracts_seconds=share).search_whole_hand(share)


def _judged_hands(
    file: str, rules: str | None, hand: str | None, odds_seed: int | None
) -> tuple[list[Judgement], list[EveningSheet], list[str]]:
    """Return the hands of a name, and the names of the others.

    Without a name: all hands, and their evenings.
    """
    from calarec.bulk.wanted_hands import WantedHands
    from calarec.core.notation.reader import read_records
    from calarec_tools.output.files.apply_fixes import refusing
    from calarec_tools.output.files.output_files import require_all_hands_read
    from calarec_tools.output.sheet.evenings import read_evenings

    asked = None if rules is None else named_ruleset(rules)
    judged: list[Judgement] = []
    with refusing(file):
        try:
            if hand is None:
                judge = RecordJudge(asked, finds_ends=True, odds_seed=odds_seed)
                found = list(read_evenings(file, asked, {}, judged, judge))
                return judged, [sheet for sheet in found if sheet.hands], []
            records = read_records(file)
            wanted = WantedHands(records, asked, hand, odds_seed=odds_seed)
            judged += wanted
            require_all_hands_read(records)
            return judged, [], wanted.others
        except NoRulesError as error:
            raise no_rules(error) from None


def _still(out: Output, judged: Judgement, at: str | None, view: str | None, *, narrow: bool) -> str:
    from calarec_tools.desk.viewing.still import hand_picture, position_picture
    from calarec_tools.desk.viewing.stops import stops

    setting = judged.setting
    eyes = seat_called(judged, setting.labels, view) if view is not None and setting is not None else ""
    if setting is None or not judged.happened:
        raise RefusalError(_NOTHING, name=judged.hand.name)
    if at is None:
        return hand_picture(judged, eyes, out.lang) + "\n"
    names = [name for stop in stops(judged.happened) for name in stop.names]
    if at not in names:
        raise RefusalError(_NO_STEP, name=judged.hand.name, step=at, steps=", ".join(names))
    return position_picture(judged, at, eyes, out.lang, "tall" if narrow else "wide") + "\n"


def _curve_picture(out: Output, sheets: list[EveningSheet]) -> str:
    from calarec_tools.output.pictures.svg_curve import svg_curve
    from calarec_tools.output.sheet.curve import curve_of
    from calarec_tools.output.sheet.lines import SheetWords

    if len(sheets) != 1:
        raise RefusalError(_NO_CURVE, count=len(sheets))
    return svg_curve(curve_of(sheets[0], SheetWords(sheets, out.lang))) + "\n"


DECLARED = Command(
    run_view,
    arguments=(Argument("file", Words("The record; `-` is standard input.")),),
    options=(
        RULES,
        HAND,
        Option(
            "svg", ("--svg",), Words("Write a picture (SVG) of the hand, or of the position of `--at`."), kind="flag"
        ),
        Option(
            "at",
            ("--at",),
            Words(
                "A position: deal, auction, exchange, 7 (before the seventh trick), 7.2 (after two cards of it), end."
            ),
            metavar="STEP",
        ),
        VIEW,
        Option("narrow", ("--narrow",), Words("Draw for the width of a phone."), kind="flag"),
        Option("curve", ("--curve",), Words("Draw the curve of the totals."), kind="flag"),
        ODDS,
        SEED,
        Option(
            "analysis", ("--analysis",), Words("Add what every card, contract and seat's view was worth."), kind="flag"
        ),
        Option(
            "seconds",
            ("--seconds",),
            Words("The time to analyse each hand, in seconds."),
            kind="whole",
            default=ANALYSIS_SECONDS,
            least=0,
        ),
        OUTPUT,
    ),
    example="calarec view evening.cal -o evening.html",
)
