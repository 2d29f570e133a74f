"""`calarec replay`: results, payments and their rules, then the hand as played."""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.core.base.frozen import NamedTuple
from calarec.core.wording.language import Words
from calarec_tools.cli.declare import Argument, Command, Option
from calarec_tools.cli.parameters import HAND, ODDS, SEED, VIEW, rules_option
from calarec_tools.output.files.streams import CLEAN, FINDINGS, NO_HAND, REFUSED, Output, RefusalError, no_hand
from calarec_tools.output.files.unruled import PassedOver

if TYPE_CHECKING:
    from calarec.core.judge.happenings import ShownPart
    from calarec.core.judge.judgement import Judgement
    from calarec.core.mechanisms.ruleset import Ruleset
    from calarec.core.notation.reader import Records
    from calarec_tools.output.report.page import Page

_WHOLE = Words(
    "`--worth` looks at a whole hand with all cards known, and tells it as text; `calarec annotate --json` is for "
    "programs."
)
_WHOLE_ODDS = Words("`--odds` is about a whole hand, with what all seats know: leave out `--until` and `--view`.")
_UNWEIGHED = Words("calarec does not show what each card gave away: {reason}.")


class ReplayWanted(NamedTuple):
    """The options of a replay."""

    hand: str | None
    until: str | None
    view: str | None
    as_json: bool
    full: bool
    worth: bool
    odds_seed: int | None
    """The seed of the samples for the odds; None without odds."""


def run_replay(
    out: Output,
    *,
    files: tuple[str, ...],
    rules: str | None,
    hand: str | None,
    until: str | None,
    view: str | None,
    json: bool,
    full: bool,
    worth: bool,
    odds: bool,
    seed: int,
) -> int:
    """Replay the hands of each file; report what is refused, and do the rest."""
    if worth and (json or view is not None or until is not None):
        raise RefusalError(_WHOLE)
    if odds and (view is not None or until is not None):
        raise RefusalError(_WHOLE_ODDS)
    telling = _ReplayTelling(out, ReplayWanted(hand, until, view, json, full, worth, seed if odds else None))
    asked = None
    if rules is not None:
        from calarec_tools.cli.ruleset import named_ruleset

        asked = named_ruleset(rules)
    status = max([CLEAN, *(telling.replay_file(file, asked) for file in files)])
    if hand is not None and not telling.found and status != REFUSED:
        raise no_hand(hand, telling.names)
    telling.print_named_rules()
    telling.print_explain_advice()
    return status


class _ReplayTelling:
    """Prints hands as text or as JSON."""

    def __init__(self, out: Output, wanted: ReplayWanted) -> None:
        self.out = out
        self.wanted = wanted
        self.found = False
        """True if a hand that was asked for exists."""
        self.begun = False
        self.names: list[str] = []
        self.first_code = ""
        """The code of the first error or warning that the text has."""
        self.rules: dict[str, tuple[Ruleset, dict[str, None]]] = {}

    @property
    def is_full(self) -> bool:
        """True if nothing is shortened: also for parts up to a step, or views of a seat."""
        return self.wanted.full or self.wanted.until is not None or self.wanted.view is not None

    def replay_file(self, file: str, asked: Ruleset | None) -> int:
        """Print the hands of one file; return its status."""
        from calarec.bulk.wanted_hands import WantedHands
        from calarec.core.notation.reader import read_records
        from calarec.core.notation.source import UNREADABLE_CODES

        records = read_records(file)
        passed_over = PassedOver(self.out)
        hands = WantedHands(records, asked, self.wanted.hand, passed_over.note_skipped_hand, self.wanted.odds_seed)
        status = CLEAN
        empty = True
        for replayed in hands:
            self.found, empty = True, False
            try:
                status = max(status, self.print_replayed(replayed))
            except RefusalError as refusal:
                status = self._report_unshown(refusal)
        self.names += hands.others
        complained = max(self._report_stray_findings(records), passed_over.status)
        status = max(status, complained)
        if any(finding.code in UNREADABLE_CODES for finding in records.findings):
            return REFUSED
        if empty and not complained and self.wanted.hand is None:
            self.out.remark(NO_HAND, file=file)
        return status

    def print_replayed(self, replayed: Judgement) -> int:
        """Print one hand; return the status that it calls for."""
        shown = shown_part(replayed, self.wanted.until, self.wanted.view)
        if self.wanted.as_json:
            import json

            from calarec.core.judge.json import as_json

            self.out.write_line(json.dumps(as_json(replayed, self.out.lang, shown=shown)))
        else:
            self._print_as_text(replayed, shown)
        return FINDINGS if any(finding.severity != "note" for finding in replayed.findings) else CLEAN

    def _print_as_text(self, replayed: Judgement, shown: ShownPart) -> None:
        from calarec_tools.output.report.hand import print_hand
        from calarec_tools.output.report.page import Page

        page = Page(self.out.lang, width=self.out.width, colour=self.out.has_colour, full=self.is_full)
        paths = print_hand(replayed, page, shown)
        codes = (finding.code for finding in replayed.findings if finding.severity != "note")
        self.first_code = self.first_code or next(
            (code for code in codes if any(code in line for line in page.lines)), ""
        )
        ruleset = replayed.game.ruleset
        self.rules.setdefault(ruleset.digest, (ruleset, {}))[1].update(paths)
        if self.wanted.worth:
            _weigh(page, replayed)
        self._write_lines(page.lines)

    def print_named_rules(self) -> None:
        """After the last hand, print the rules that were named, and their places."""
        from calarec_tools.output.report.page import Page

        for ruleset, paths in self.rules.values():
            if paths:
                from calarec_tools.output.report.wrong import print_rules

                page = Page(self.out.lang, width=self.out.width, colour=self.out.has_colour, full=self.is_full)
                print_rules(page, ruleset, paths)
                self._write_lines(page.lines)

    def print_explain_advice(self) -> None:
        """At the end: where the code of the first finding is explained."""
        advice = self.out.explain_advice(self.first_code, has_links=False)
        if advice:
            self._write_lines([advice])

    def _write_lines(self, lines: list[str]) -> None:
        self.out.write(("\n" if self.begun else "") + "\n".join(lines).strip("\n") + "\n")
        self.begun = True

    def _report_stray_findings(self, records: Records) -> int:
        """Findings that belong to no hand, to standard error."""
        if not records.findings:
            return CLEAN
        import sys

        from calarec_tools.output.render import render

        sys.stdout.flush()
        for piece in render(records.findings, lang=self.out.lang):
            sys.stderr.write(piece)
        return CLEAN if records.is_clean else FINDINGS

    def _report_unshown(self, refusal: RefusalError) -> int:
        import sys

        sys.stdout.flush()
        self.out.remark(f"calarec: {refusal.refusal_text(self.out.lang)}")
        return REFUSED


def _weigh(page: Page, replayed: Judgement) -> None:
    """Print the points that each card lost, or why that is unknown."""
    from calarec.solving.position import UnsolvableError
    from calarec.solving.search import Allowance
    from calarec_tools.cli.annotate import WEIGHING_SECONDS
    from calarec_tools.output.report.weighed import print_weighed_hand, weighed_choices, weighed_hand

    page.blank()
    try:
        allowance = Allowance(seconds=WEIGHING_SECONDS)
        found = weighed_hand(replayed, allowance)
        print_weighed_hand(page, replayed, found, weighed_choices(replayed, allowance))
    except UnsolvableError as error:
        page.print_sentence(_UNWEIGHED, indent=0, reason=error.reason)


def shown_part(replayed: Judgement, until: str | None, view: str | None) -> ShownPart:
    """Return the part of a hand to show; refuse an unknown step or seat."""
    from calarec.core.judge.happenings import ShownPart

    happened = replayed.happened
    if (until is None and view is None) or replayed.verdict == "unreadable":
        return ShownPart(happened)
    labels = replayed.setting.labels if replayed.setting else replayed.hand.session.order
    if view is not None:
        from calarec_tools.cli.seat_names import seat_called

        view = seat_called(replayed, labels, view)
    eyes = 0 if view is None else 1 << labels.index(view)
    if until is None:
        return ShownPart(happened, eyes, view)
    from calarec.core.judge.happenings import ends_of_steps

    found = ends_of_steps(happened)
    if until not in found:
        raise RefusalError(
            Words("hand {name}: there is no step `{step}`; the steps of this hand are {steps}."),
            name=replayed.hand.name, step=until, steps=_listed_steps(list(found)),
        )  # fmt: skip
    end = found[until]
    return ShownPart(happened[:end], eyes, view, until, finished=end == len(happened))


def _listed_steps(steps: list[str]) -> str:
    """The steps, the tricks as a range."""
    tricks = [step for step in steps if step.isdigit()]
    named = [step for step in steps if not step.isdigit()]
    if tricks:
        named.append(tricks[0] if len(tricks) == 1 else f"{tricks[0]}–{tricks[-1]}")
    return ", ".join(named) or "–"


DECLARED = Command(
    run_replay,
    arguments=(
        Argument(
            "files",
            Words("Records; `-` is standard input."),
            many=True,
        ),
    ),
    options=(
        rules_option(
            Words("The ruleset, by id or path (with a `/` or ending in `.yaml`)."),
            usual=Words("the one that the record names"),
        ),
        HAND,
        Option(
            "until",
            ("--until",),
            Words("Stop at a step: deal, auction, exchange (before the first lead), or the number of a trick."),
            metavar="STEP",
        ),
        VIEW,
        Option(
            "full",
            ("--full",),
            Words("Add the table, the account, and each rule with its place and source."),
            kind="flag",
        ),
        Option(
            "worth",
            ("--worth",),
            Words("Add what each card gave away, and which one decided the hand."),
            kind="flag",
        ),
        ODDS,
        SEED,
        Option(
            "json",
            ("--json",),
            Words("Print one JSON object for each hand, one a line."),
            kind="flag",
        ),
    ),
    example="calarec replay game.cal --rules rules/pagat.yaml",
    paged=True,
)
