"""`calarec rules diff`: what two rulesets do not have in common, rule by rule."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from calarec.core.wording.language import Listing, Words, fill_words, text_in
from calarec.core.wording.sources import rule_place, source_text
from calarec.rule_files.locate import ENDING
from calarec_tools.cli.declare import Command, Option
from calarec_tools.cli.parameters import JSON, ONE_RULESET
from calarec_tools.cli.rules_opening import FaultyError, open_ruleset, short_path
from calarec_tools.output.files.streams import CLEAN, RefusalError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from calarec.core.mechanisms.ruleset import Plain, Ruleset
    from calarec.rulebook.comparison import Comparison, Difference, Leaf
    from calarec.rulebook.differences import DifferingRule
    from calarec_tools.archive.runs.shards import Shard
    from calarec_tools.archive.witnesses import Run, WitnessedRule
    from calarec_tools.cli.rules_examples import ExampleWriter
    from calarec_tools.output.files.streams import Output

FORMAT: Final = "calarec-rules-diff/1"
_ALONE: Final = Words("`--from` and `-o` go with `--witness`.")
_SAME: Final = Words("{left} and {right} have the same rules.")
SAME_NAMES: Final = Words("The same by other names ({kind}): {pairs}.")
_TRIED: Final = Words("{hands:# hand|# hands} tried; rule {found}")
_NOTHING: Final = Words("(nothing)")
_DEFAULT: Final = Words("default")
KINDS: Final = {
    "rank": Words("ranks"),
    "suit": Words("suits"),
    "pile": Words("piles"),
    "step": Words("steps"),
    "contract": Words("contracts"),
    "bonus": Words("bonuses"),
    "word": Words("words"),
}
"""Names for the kinds of things that have names."""


def run_rules_diff(
    out: Output, *, left: str, right: str, witness: bool, records: tuple[str, ...], output: str | None, json: bool
) -> int:
    """Print the differences: both sentences, their rules, and witnesses."""
    from calarec.rulebook.comparison import compare

    if not witness and (records or output is not None):
        raise RefusalError(_ALONE)
    if output is not None:
        from calarec_tools.output.files.output_files import refuse_no_folder

        refuse_no_folder(str(Path(output).parent) if output.endswith(ENDING) else output, "-o")
    try:
        comparison = compare(open_ruleset(out, left), open_ruleset(out, right))
    except FaultyError as error:
        return error.status
    shown = _Shows(out, comparison, records, output) if witness else None
    if shown is not None and shown.status != CLEAN and not shown.witnesses.records:
        return shown.status
    if json:
        _print_comparison_json(out, comparison, shown)
    else:
        _print_comparison(out, comparison, shown)
    if shown is not None:
        shown.write_examples()
    return shown.status if shown is not None else CLEAN


class _Shows:
    """Shows a witness for each differing rule."""

    def __init__(self, out: Output, comparison: Comparison, records: tuple[str, ...], output: str | None) -> None:
        from calarec_tools.archive.witnesses import WitnessSearch
        from calarec_tools.output.files.progress import Progress

        self.out = out
        self.names = comparison.left.id, comparison.right.id
        self.output = output
        self.examples: ExampleWriter | None = None
        if output is not None and output.endswith(ENDING):
            from calarec_tools.cli.rules_examples import ExampleWriter

            self.examples = ExampleWriter(comparison.left)
        self.status = CLEAN
        self.number = 0
        self.made = not records
        self.progress = Progress(out.lang, _TRIED)
        found = list(self._runs_of_records(records)) if records else None
        self.witnesses = WitnessSearch(comparison, found, self._show_progress)

    def _show_progress(self, tried: int) -> None:
        self.progress.show_progress(tried, self.number + 1)

    def _runs_of_records(self, records: tuple[str, ...]) -> Iterator[Run]:
        from calarec_tools.cli.over_files import OverFiles

        over = OverFiles(self.out, records)
        yield from over.answers_of_runs(_runs_of)
        self.status = over.status

    def show_witness(self, change: DifferingRule) -> WitnessedRule:
        """Find a witness for a rule; write it if that was asked for."""
        from calarec_tools.cli.rules_witness import write_to

        try:
            found = self.witnesses.find_witness(change)
        finally:
            self.progress.clear_progress_line()
        self.number += 1
        if self.examples is not None:
            self.examples.add_witness(found)
        elif self.output is not None:
            write_to(self.out, self.output, self.number, self.names, found)
        return found

    def write_examples(self) -> None:
        """Write what was gathered, where a file was asked for."""
        if self.examples is not None and self.output is not None:
            self.examples.write_to(self.out, self.output)


def _runs_of(shard: Shard) -> Iterator[Run]:
    from calarec_tools.archive.runs.shards import records_of
    from calarec_tools.archive.witnesses import runs_of_record
    from calarec_tools.output.files.output_files import require_all_hands_read

    records = records_of(shard)
    yield from runs_of_record(records)
    require_all_hands_read(records)


def _print_comparison(out: Output, comparison: Comparison, shown: _Shows | None) -> None:
    left, right = comparison.left, comparison.right
    for kind, pairs in comparison.names.items():
        if pairs:
            said = Listing(tuple(f"{old} = {new}" for old, new in pairs.items()))
            _paragraph(out, fill_words(SAME_NAMES, out.lang, {"kind": KINDS[kind], "pairs": said}))
    from calarec.rulebook.differences import differing_rules

    changes = differing_rules(comparison)
    if not changes:
        _paragraph(out, fill_words(_SAME, out.lang, {"left": left.id, "right": right.id}))
    for place, change in enumerate(changes):
        if place:
            out.write_line()
        _print_change(out, comparison, change)
        if shown is not None:
            from calarec_tools.cli.rules_witness import print_witness

            print_witness(out, shown.show_witness(change), made=shown.made)


def _print_change(out: Output, comparison: Comparison, change: DifferingRule) -> None:
    from calarec.rulebook.pages import plain_text

    for ruleset, saying in ((comparison.left, change.left), (comparison.right, change.right)):
        text = plain_text(saying.saying_text(out.lang)) if saying else text_in(_NOTHING, out.lang)
        _paragraph(out, f"{ruleset.id}: {text}")
    for difference in change.differences:
        for line in _rule_lines(out, comparison, difference):
            out.write_line(line)


def _paragraph(out: Output, text: str) -> None:
    from calarec.core.wording.cells import wrap_text

    for line in wrap_text(text, min(out.width, 100) if out.width else 0, hang=2):
        out.write_line(line)


def _rule_lines(out: Output, comparison: Comparison, difference: Difference) -> list[str]:
    """One leaf in figures; on a narrow terminal the new value has a line of its own."""
    from calarec.core.wording.cells import cells, wrap_text

    old, new = _rule_columns(out, comparison, difference)
    whole = f"    {old} {new}"
    if not out.width or cells(whole) <= out.width:
        return [whole]
    lines = []
    for indent, part in ((4, old), (6, new)):
        first, *more = wrap_text(part, out.width, taken=indent, hang=8)
        lines += [" " * indent + first, *more]
    return lines


def _rule_columns(out: Output, comparison: Comparison, difference: Difference) -> tuple[str, str]:
    """Return path and old value, and the new value."""
    old, new = difference.left, difference.right
    path = f"{old.path} = {new.path}" if old and new and old.path != new.path else difference.path
    sides = zip((comparison.left, comparison.right), (old, new), difference.both_values, strict=True)
    said = [_value_of_leaf(out, ruleset, leaf, value) for ruleset, leaf, value in sides]
    return f"{path}: {said[0]}", f"→ {said[1]}"


def _value_of_leaf(out: Output, ruleset: Ruleset, leaf: Leaf | None, value: Plain) -> str:
    from calarec.rule_files.writing import flow_text

    if leaf is None:
        return "–"
    origin = leaf.origin
    place = (
        rule_place(f"{short_path(origin.file)}:{origin.line}:{origin.column}")
        if origin.file
        else text_in(_DEFAULT, out.lang)
    )
    source = f" [{text_in(source_text(origin.source, ruleset.sources), out.lang)}]" if origin.source else ""
    return f"{flow_text(value)} ({place}{source})"


def _print_comparison_json(out: Output, comparison: Comparison, shown: _Shows | None) -> None:
    from json import dumps

    witnesses: dict[str, Any] = {}
    if shown is not None:
        from calarec.rulebook.differences import differing_rules
        from calarec_tools.cli.rules_witness import witness_data

        witnesses = {
            "witnesses": [witness_data(out, shown.show_witness(change)) for change in differing_rules(comparison)]
        }

    out.write_line(
        dumps(
            {
                "format": FORMAT,
                "left": {"ruleset": comparison.left.id, "digest": comparison.left.digest},
                "right": {"ruleset": comparison.right.id, "digest": comparison.right.digest},
                "names": {kind: pairs for kind, pairs in comparison.names.items() if pairs},
                "differences": [
                    {"left": _leaf_object(difference.left), "right": _leaf_object(difference.right)}
                    for difference in comparison.differences
                ],
                **witnesses,
            },
            ensure_ascii=False,
            indent=1,
        )
    )


def _leaf_object(leaf: Leaf | None) -> dict[str, Any] | None:
    if leaf is None:
        return None
    origin = leaf.origin
    said = {} if leaf.has_bare_number else {"said": leaf.said}
    return {
        "path": leaf.path,
        "value": leaf.value,
        **said,
        "at": str(origin),
        "layer": origin.layer,
        "source": origin.source,
    }


DECLARED = Command(
    run_rules_diff,
    arguments=(ONE_RULESET._replace(name="left"), ONE_RULESET._replace(name="right")),
    options=(
        Option("witness", ("--witness",), Words("Add a hand for each rule that settles differently."), kind="flag"),
        Option(
            "records",
            ("--from",),
            Words("Take these hands from records or folders instead of generating them. Repeatable."),
            many=True,
            metavar="PATH",
        ),
        Option(
            "output",
            ("--output", "-o"),
            Words("A folder for the hands of `--witness`; or NAME.yaml, for `examples` of LEFT."),
            metavar="PATH",
        ),
        JSON,
    ),
    example="calarec rules diff pagat thirty-five",
    paged=True,
)
