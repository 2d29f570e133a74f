"""`calarec rules measure`: play the same deals under several rulesets."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from calarec.core.wording.language import SOURCE, Words, text_in
from calarec.simulation.strong import NotPlayedError
from calarec_tools.cli.bots import BOT, not_played
from calarec_tools.cli.declare import Argument, Command, Option
from calarec_tools.cli.parameters import JSON, OUTPUT
from calarec_tools.cli.rules_opening import FaultyError, open_ruleset
from calarec_tools.output.files.streams import CLEAN, RefusalError

if TYPE_CHECKING:
    from calarec.core.mechanisms.ruleset import Ruleset
    from calarec.simulation.estimates import Estimate, FoundOut
    from calarec.simulation.measuring import MeasuredRules
    from calarec_tools.output.files.streams import Output

FORMAT: Final = "calarec-measure/1"
_DEFAULT_HANDS: Final = 1000
_MAX_HANDS: Final = 1_000_000

_PLAYED: Final = Words("{hands:# hand|# hands} played")
_BOTH: Final = Words("`--json` and `--svg` are two forms: choose one of them.")
_SEATS: Final = Words("`{id}` is played at {seats} seats.")
_NOTHING_OPEN: Final = Words("`{id}`: there is no declarer in those hands, so `--open` has nothing to solve.")


def run_rules_measure(
    out: Output,
    *,
    rules: tuple[str, ...],
    hands: int,
    seed: int,
    bot: str,
    seats: int | None,
    open: int,  # noqa: A002 - as the option is called
    json: bool,
    svg: bool,
    output: str | None,
) -> int:
    """Play the hands and print the measures."""
    from calarec.simulation.measuring import measure_rulesets as measured
    from calarec_tools.output.files.progress import Progress

    if json and svg:
        raise RefusalError(_BOTH)
    try:
        rulesets = [open_ruleset(out, rule) for rule in rules]
    except FaultyError as error:
        return error.status
    for ruleset in rulesets:
        allowed = ruleset.rules.table.seats
        if seats is not None and seats not in allowed:
            raise RefusalError(_SEATS, id=ruleset.id, seats=" / ".join(map(str, allowed)))
    progress = Progress(out.lang, _PLAYED)
    try:
        found = measured(
            rulesets, hands=hands, seed=seed, bot=bot, seats=seats, opened=open, told=progress.show_progress
        )
    except NotPlayedError as error:
        raise not_played(error) from None
    finally:
        progress.clear_progress_line()
    for each in found if open else ():
        if not each.opened:
            out.remark(_NOTHING_OPEN, id=each.ruleset)
    text = _measures_text(out, rulesets, found, seed, bot, as_json=json, as_svg=svg)
    if output in (None, "", "-"):
        out.write(text)
        return CLEAN
    from calarec_tools.output.files.replacing import replace_file

    replace_file(str(output), iter([text]))
    return CLEAN


def _measures_text(
    out: Output, rulesets: list[Ruleset], found: tuple[MeasuredRules, ...], seed: int, bot: str, *,
    as_json: bool, as_svg: bool,
) -> str:  # fmt: skip
    if as_svg:
        from calarec_tools.output.pictures.svg_bars import svg_bars
        from calarec_tools.output.report.measures import measure_bars

        return svg_bars(measure_bars(found, out.lang)) + "\n"
    if as_json:
        import json

        return json.dumps(measures_data(rulesets, found, seed, bot), ensure_ascii=False, indent=1) + "\n"
    from calarec_tools.output.report.measures import print_measures
    from calarec_tools.output.report.page import Page

    page = Page(out.lang, width=out.width, colour=out.has_colour)
    print_measures(page, rulesets, found, seed, bot)
    return "\n".join(page.lines) + "\n"


def measures_data(rulesets: list[Ruleset], found: tuple[MeasuredRules, ...], seed: int, bot: str) -> dict[str, Any]:
    """The measures as plain data."""

    def estimate_data(of: Estimate | None) -> dict[str, float | None] | None:
        return None if of is None else of._asdict()

    def found_out(of: FoundOut | None) -> dict[str, float] | None:
        if of is None:
            return None
        return {
            "value": of.least, "most": of.most, "low": of.low, "high": of.high,
            "deals": of.cases, "made": of.held, "not_made": of.failure_count, "unknown": of.unknown,
        }  # fmt: skip

    return {
        "format": FORMAT,
        "seed": seed,
        "bot": bot,
        "rules": [
            {
                "id": ruleset.id,
                "version": ruleset.version,
                "digest": ruleset.digest,
                "hands": rules.hands,
                "passed": estimate_data(rules.passed),
                "contracts": {
                    contract.contract: {
                        "played": estimate_data(contract.played),
                        "made": estimate_data(contract.made),
                        "paid": estimate_data(contract.paid),
                        "by": list(contract.by),
                        "can_be_made": found_out(contract.can_be_made),
                    }
                    for contract in rules.contracts
                },
                "opened": rules.opened,
                "refused": {
                    one.contract: {"rule": one.rule, "reason": text_in(one.reason, SOURCE)} for one in rules.refused
                },
                "places": [estimate_data(place) for place in rules.places],
                "counted": [
                    {"places": [place + 1 for place in count.places], **count.counted._asdict()}
                    for count in rules.counts
                ],
                "bonuses": {name: estimate_data(one) for name, one in rules.bonuses},
                "declarations": {name: estimate_data(one) for name, one in rules.declarations},
                "match": estimate_data(rules.matches),
                "match_unfinished": rules.unfinished,
                "paired": rules.paired,
                "declarer_apart": estimate_data(rules.declarer_apart),
                "made_apart": estimate_data(rules.made_apart),
            }
            for ruleset, rules in zip(rulesets, found, strict=True)
        ],
    }


DECLARED = Command(
    run_rules_measure,
    arguments=(Argument("rules", Words("Rulesets: ids, or paths of files."), many=True, complete="rulesets"),),
    options=(
        Option(
            "hands",
            ("--hands", "-n"),
            Words("The number of hands to generate."),
            kind="whole",
            default=_DEFAULT_HANDS,
            least=2,
            most=_MAX_HANDS,
        ),
        Option("seed", ("--seed",), Words("The seed; the same seed gives the same hands."), kind="whole", default=0),
        BOT,
        Option("seats", ("--seats",), Words("The number of people at the table."), kind="whole"),
        Option(
            "open",
            ("--open",),
            Words("Also find, for this number of hands, the contracts that can be made with all cards known."),
            kind="whole",
            default=0,
            least=0,
        ),
        JSON,
        Option(
            "svg",
            ("--svg",),
            Words("Print a picture (SVG): how often each contract is made; without an auction, what the match counts."),
            kind="flag",
        ),
        OUTPUT,
    ),
    example="calarec rules measure pagat pagat-declarer-leads --hands 500",
)
