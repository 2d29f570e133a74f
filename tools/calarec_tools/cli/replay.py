"""`calarec replay FILE...`: who has won, who pays whom, and by which rule; then the hand as it was played."""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.language import Both
from calarec_tools.cli.declare import Argument, Command, Option
from calarec_tools.cli.output import CLEAN, FINDINGS, REFUSED, Output, RefusalError

if TYPE_CHECKING:
    from calarec.notation.reader import Records
    from calarec.records.model import Hand
    from calarec.replay.as_json import Shown
    from calarec.replay.result import Replay
    from calarec.replay.session import Session
    from calarec.rulesets.ruleset import Ruleset


def replay(
    out: Output,
    *,
    files: tuple[str, ...],
    rules: str | None,
    hand: str | None,
    until: str | None,
    view: str | None,
    json: bool,
) -> int:
    """Replays the hands of each file."""
    wanted = _Wanted(hand, until, view, as_json=json)
    asked = None if rules is None else load(rules)
    telling = _Telling(out, wanted)
    status = CLEAN
    for file in files:
        status = max(status, _file(out, file, asked, wanted, telling))
    if wanted.hand is not None and not telling.shown and status != REFUSED:
        raise _no_hand(wanted.hand, telling.names)
    telling.finish()
    return status


class _Wanted:
    """What of the hands is asked for."""

    def __init__(self, hand: str | None, until: str | None, view: str | None, *, as_json: bool) -> None:
        self.hand = hand
        self.until = until
        self.view = view
        self.as_json = as_json


def load(rules: str) -> Ruleset:
    """The ruleset of `--rules`; a refusal of one line if it cannot be used."""
    from calarec.rulesets.load import RulesetError, load_rules

    try:
        return load_rules(rules)
    except RulesetError as error:
        first = next(each for each in error.diagnostics if each.severity == "error")
        more = sum(each.severity == "error" for each in error.diagnostics) - 1
        place = f"{first.span}: " if first.span.line else ""
        said = Both(
            *(
                f"{place}{first.code} {first.message(lang)}{_advice(first.help(lang))}{_more(more, lang)}"
                for lang in ("en", "it")
            )
        )
        raise RefusalError(Both("{said}", "{said}"), said=said) from None


def _advice(text: str) -> str:
    return f" ({text})" if text else ""


def _more(count: int, lang: str) -> str:
    if not count:
        return ""
    return f" (+{count} {'altri errori' if lang == 'it' else 'more errors'})"


def _file(out: Output, file: str, asked: Ruleset | None, wanted: _Wanted, telling: _Telling) -> int:
    """Replays one file; answers its status."""
    from calarec.notation.reader import read
    from calarec.notation.source import UNREADABLE
    from calarec.replay.session import NoRulesError, Session

    records = read(file)
    session = Session(asked)
    status = CLEAN
    try:
        for hand in records:
            status = max(status, _hand(hand, session, wanted, telling))
    except NoRulesError as error:
        raise _no_rules(error) from None
    if records.findings:
        status = max(status, _complain(out, records))
    if any(each.code in UNREADABLE for each in records.findings):
        return REFUSED
    return status


def _hand(hand: Hand, session: Session, wanted: _Wanted, telling: _Telling) -> int:
    """Replays a hand and tells it if it is asked for."""
    replayed = session.replay(hand)
    if wanted.hand is not None and hand.name != wanted.hand:
        telling.names.append(hand.name)
        return CLEAN
    telling.tell(replayed)
    return FINDINGS if any(each.severity != "note" for each in replayed.diagnostics) else CLEAN


def _complain(out: Output, records: Records) -> int:
    """Findings that belong to no hand, to standard error."""
    import sys

    from calarec.diagnostics.render import render

    sys.stdout.flush()
    for piece in render(records.findings, lang=out.lang):
        sys.stderr.write(piece)
    return CLEAN if records.clean else FINDINGS


class _Telling:
    """Tells hands as text or as JSON."""

    def __init__(self, out: Output, wanted: _Wanted) -> None:
        self.out = out
        self.wanted = wanted
        self.shown = 0
        self.names: list[str] = []
        self.rules: dict[str, tuple[Ruleset, dict[str, None]]] = {}

    def tell(self, replayed: Replay) -> None:
        """Tells one hand."""
        shown = what(replayed, self.wanted.until, self.wanted.view)
        self.shown += 1
        if self.wanted.as_json:
            import json

            from calarec.replay.as_json import as_json

            self.out.line(json.dumps(as_json(replayed, self.out.lang, shown=shown)))
            return
        from calarec_tools.telling.hand import told
        from calarec_tools.telling.page import Page

        page = Page(self.out.lang, width=self.out.width, colour=self.out.colour)
        if self.shown > 1:
            self.out.line()
        paths = told(replayed, page, shown)
        ruleset = replayed.game.ruleset
        self.rules.setdefault(ruleset.digest, (ruleset, {}))[1].update(paths)
        self._write(page.lines)

    def finish(self) -> None:
        """After the last hand: the rules that were named, and where they stand."""
        from calarec_tools.telling.page import Page

        for ruleset, paths in self.rules.values():
            if paths:
                from calarec_tools.telling.sources import rules

                page = Page(self.out.lang, width=self.out.width, colour=self.out.colour)
                self.out.line()
                rules(page, ruleset, paths)
                self._write(page.lines)

    def _write(self, lines: list[str]) -> None:
        self.out.write("\n".join(lines).strip("\n") + "\n")


def what(replayed: Replay, until: str | None, view: str | None) -> Shown:
    """What of a hand is to be shown; a refusal if there is no such step or seat."""
    from calarec.replay.as_json import Shown

    happened = replayed.happened
    if until is None and view is None:
        return Shown(happened)
    labels = replayed.setting.labels if replayed.setting else replayed.hand.session.order
    if view is not None and view not in labels:
        raise RefusalError(
            Both(
                "hand {name}: nobody sits on seat `{seat}`; the seats are {seats}.",
                "mano {name}: al posto `{seat}` non siede nessuno; i posti sono {seats}.",
            ),
            name=replayed.hand.name, seat=view, seats=", ".join(labels),
        )  # fmt: skip
    eyes = 0 if view is None else 1 << labels.index(view)
    if until is None:
        return Shown(happened, eyes, view)
    from calarec.replay.steps import steps

    found = steps(happened)
    if until not in found:
        raise RefusalError(
            Both(
                "hand {name}: there is no step `{step}`; the steps of this hand are {steps}.",
                "mano {name}: il momento `{step}` non c'è; i momenti di questa mano sono {steps}.",
            ),
            name=replayed.hand.name, step=until, steps=_listed(list(found)),
        )  # fmt: skip
    end = found[until]
    return Shown(happened[:end], eyes, view, until, finished=end == len(happened))


def _listed(steps: list[str]) -> str:
    """The steps, the tricks as a range."""
    tricks = [step for step in steps if step.isdigit()]
    named = [step for step in steps if not step.isdigit()]
    if tricks:
        named.append(tricks[0] if len(tricks) == 1 else f"{tricks[0]}–{tricks[-1]}")
    return ", ".join(named) or "–"


def _no_hand(name: str, names: list[str]) -> RefusalError:
    shown = ", ".join(names[:12]) + (" …" if len(names) > 12 else "")
    return RefusalError(
        Both("there is no hand `{name}`; there are: {names}.", "la mano `{name}` non c'è; ci sono: {names}."),
        name=name,
        names=shown or "–",
    )


def _no_rules(error: Exception) -> RefusalError:
    """Why there is no ruleset, and which ones are known."""
    from calarec.replay.session import NoRulesError
    from calarec.rulesets.locate import known_ids, rule_folders

    assert isinstance(error, NoRulesError)
    ids = ", ".join(known_ids(rule_folders()))
    hand = error.hand
    if error.diagnostics:
        first = error.diagnostics[0]
        said = Both(first.message("en"), first.message("it"))
        place = str(first.span)
    else:
        said = Both(
            "the record has no `rules` line, and no --rules was given",
            "la partita non ha una riga `rules`, e non è stato indicato --rules",
        )
        place = f"{hand.file}:{hand.line}"
    return RefusalError(
        Both("{place}: {said}; the rulesets are: {ids}.", "{place}: {said}; i regolamenti sono: {ids}."),
        place=place, said=said, ids=ids,
    )  # fmt: skip


def _ids() -> list[str]:
    from calarec.rulesets.locate import known_ids, rule_folders

    return list(known_ids(rule_folders()))


DECLARED = Command(
    "replay",
    Both(
        "Replay hands: who has won, who pays whom, and by which rule; then the hand step by step.",
        "Rigioca le mani: chi ha vinto, chi paga a chi, e secondo quale regola; poi la mano passo per passo.",
    ),
    replay,
    arguments=(
        Argument(
            "files",
            Both("Records; `-` is standard input.", "Partite scritte; `-` è lo standard input."),
            many=True,
        ),
    ),
    options=(
        Option(
            "rules",
            ("--rules",),
            Both(
                "The ruleset: an id, or a path (with a `/`, or ending in .yaml); without it, the one that the record "
                "names.",
                "Il regolamento: un nome, o un percorso (con una `/`, o che finisce in .yaml); senza, quello indicato "
                "dalla partita.",
            ),
            metavar="RULES",
            complete=_ids,
        ),
        Option(
            "hand", ("--hand",), Both("Only the hand of this name.", "Solo la mano con questo nome."), metavar="NAME"
        ),
        Option(
            "until",
            ("--until",),
            Both(
                "Only up to a step: deal, auction, exchange (all before the first lead), or the number of a trick.",
                "Solo fino a un certo momento: deal (distribuzione), auction (dichiarazione), exchange (tutto prima "
                "della prima uscita), o il numero di una presa.",
            ),
            metavar="STEP",
        ),
        Option(
            "view",
            ("--view",),
            Both("Only what this seat knew.", "Solo quel che sapeva chi siede a questo posto."),
            metavar="SEAT",
        ),
        Option(
            "json",
            ("--json",),
            Both("One JSON object a hand, one a line.", "Un oggetto JSON per mano, uno per riga."),
            kind="flag",
        ),
    ),
    example="calarec replay game.cal --rules rules/pagat.yaml",
)
