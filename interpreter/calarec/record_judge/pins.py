"""From the `rules` line of a record to the ruleset that it names.

Terms. A *pin* is the content of the line: id, version, digest (or the beginning of one). A ruleset *meets* a pin if
its digest begins with the pinned digits. Among rulesets of one id the one that meets the pin is chosen, in any place.
*Beside* a record is its own folder, the folder `rules` there, and the other folders there, one level deep. An id is
searched in the first two; a digest in all of them, with any file name. No file there is read if the first ruleset of
the id is the right one.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Final

from calarec.core.base.frozen import NamedTuple
from calarec.core.records.model import is_same_statement
from calarec.core.wording.findings import Finding

if TYPE_CHECKING:
    from collections.abc import Iterator

    from calarec.core.mechanisms.ruleset import Ruleset
    from calarec.core.records.model import Hand, RulesPin
    from calarec.record_judge.carried_hand import CarriedHand


SHOWN_CHANGES: Final = 3
FOREIGN: Final = ("CAL801", "CAL806")


class Chosen(NamedTuple):
    """The ruleset for a hand (None: there is none), and the findings on it."""

    ruleset: Ruleset | None
    findings: tuple[Finding, ...] = ()
    own: Ruleset | None = None
    """The one that the record names, if another was asked for and it is known."""
    may_rename: bool = False
    """True if a name may mean another one here, so that the hand needs a translation."""

    @property
    def is_foreign(self) -> bool:
        """Check whether it is known to be another one than the record names."""
        return any(finding.code in FOREIGN for finding in self.findings)


def choose_ruleset(hand: Hand, asked: Ruleset | None = None, loaded: dict[str, Ruleset] | None = None) -> Chosen:
    """Choose the ruleset of a hand: the one asked for, otherwise the record's.

    `loaded` keeps the rulesets of ids from one record to the next, for a run over many.
    """
    pin = hand.session.rules
    if pin is None:
        unread = hand.session.rules_unread
        return Chosen(
            asked, () if asked or not unread else (_pin_finding("CAL803", hand, None, "unread", line=unread),)
        )
    if asked is not None:
        return Chosen(asked) if is_pinned_ruleset(asked, pin) else _choose_asked(hand, pin, asked)
    known = (loaded or {}).get(pin.id) or _load_by_id(hand, pin)
    if loaded is not None and known is not None and not isinstance(known, Finding):
        loaded[pin.id] = known
    if known is not None and not isinstance(known, Finding) and is_pinned_ruleset(known, pin):
        return Chosen(known, _note_version(hand, pin, known))
    exact = find_exact(hand.file, pin)
    if exact is not None:
        return Chosen(exact, _note_place(hand, pin, exact, known))
    if known is None:
        known = _load_beside_record(hand, pin) or _unknown_finding(hand, pin)
    if isinstance(known, Finding):
        return Chosen(None, (known,))
    return Chosen(known, (_digest_finding(hand, pin, known),))


def is_pinned_ruleset(ruleset: Ruleset, pin: RulesPin) -> bool:
    """Check whether a pin names a ruleset, by digest, or by id and version."""
    if pin.digest:
        return ruleset.digest.startswith(pin.digest)
    return ruleset.id == pin.id and pin.version in ("", ruleset.version)


def find_exact(record: str, pin: RulesPin) -> Ruleset | None:
    """Find the ruleset that meets a pin: by id, then by digest beside the record."""
    from calarec.rule_files.load import RulesetError, load_ruleset

    seen = set()
    for files in (files_by_id, files_beside) if pin.digest else (files_by_id,):
        for file in files(record, pin):
            if file in seen:
                continue
            seen.add(file)
            try:
                ruleset = load_ruleset(file)
            except RulesetError:
                continue
            if is_pinned_ruleset(ruleset, pin):
                return ruleset
    return None


def other_rules_findings(
    old: RulesPin | None, new: RulesPin | None, hand: Hand, wording: str = ""
) -> tuple[Finding, ...]:
    """The note on another ruleset for the rest of a file, or for a hand; none if same."""
    if old is None or new is None or is_same_statement(old, new):
        return ()
    return (_pin_finding("CAL804", hand, new, wording, first=old.id, other=new.id, line=old.line),)


def _load_by_id(hand: Hand, pin: RulesPin) -> Ruleset | Finding | None:
    """Load the first ruleset of a pinned id; None without one, a finding if faulty."""
    from calarec.rule_files.locate import rule_folders, search

    if search(pin.id, rule_folders()).file is None:
        return None
    return _try_ruleset(hand, pin, pin.id)


def _load_beside_record(hand: Hand, pin: RulesPin) -> Ruleset | Finding | None:
    """Load the ruleset of the pinned id beside the record."""

    file = find_file_beside(hand.file, pin)
    return None if file is None else _try_ruleset(hand, pin, file)


def _try_ruleset(hand: Hand, pin: RulesPin, rules: str) -> Ruleset | Finding:
    from calarec.rule_files.load import RulesetError, load_ruleset

    try:
        return load_ruleset(rules)
    except RulesetError as error:
        first = next(finding for finding in error.findings if finding.severity == "error")
        return _pin_finding("CAL807", hand, pin, id=pin.id, place=str(first.span), first=first.code, rules=rules)


def _note_version(hand: Hand, pin: RulesPin, known: Ruleset) -> tuple[Finding, ...]:
    if pin.version in ("", known.version):
        return ()
    return (_pin_finding("CAL802", hand, pin, id=known.id, pinned=pin.version, version=known.version),)


def _digest_finding(hand: Hand, pin: RulesPin, known: Ruleset) -> Finding:
    wording = "version" if not pin.digest else "both" if pin.version not in ("", known.version) else ""
    return _pin_finding(
        "CAL801", hand, pin, wording, id=known.id, pinned=pin.digest, digest=known.digest[:12],
        old=pin.version, version=known.version,
    )  # fmt: skip


def _note_place(hand: Hand, pin: RulesPin, exact: Ruleset, known: Ruleset | Finding | None) -> tuple[Finding, ...]:
    """The findings on a ruleset that meets a pin and is not the first of its id."""
    if known is None and exact.id == pin.id and exact.file == _usual_file(hand, pin):
        return _note_version(hand, pin, exact)  # it lies where one looks for it, under its own name
    if not pin.digest:
        return (_pin_finding("CAL805", hand, pin, "version", file=exact.file, id=exact.id, version=exact.version),)
    known = known or _load_beside_record(hand, pin)
    if known is None or isinstance(known, Finding):
        return (_pin_finding("CAL805", hand, pin, "alone", file=exact.file, id=pin.id),)
    return (_pin_finding("CAL805", hand, pin, file=exact.file, id=known.id, changes=first_changes(exact, known)),)


def _usual_file(hand: Hand, pin: RulesPin) -> str | None:

    return find_file_beside(hand.file, pin)


def _choose_asked(hand: Hand, pin: RulesPin, asked: Ruleset) -> Chosen:
    """Choose another ruleset than the record's, and the names to read in it."""
    from calarec.record_judge.carrying import Translation, listed_pairs

    named = _find_pinned(hand, pin)
    if named is None:
        wording = "digest" if asked.id == pin.id else ""
        note = _pin_finding("CAL806", hand, pin, wording, id=pin.id, asked=asked.id, digest=asked.digest[:12])
    else:
        note = _pin_finding(
            "CAL806", hand, pin, "changes", id=pin.id, asked=asked.id, changes=first_changes(named, asked)
        )
    own = named or choose_ruleset(hand).ruleset
    if own is None:
        return Chosen(asked, (note,))
    translation = Translation.from_rulesets(own, asked)
    names = translation.stated_names
    pairs = listed_pairs(names, opens=bool(translation.opens))
    read = (_pin_finding("CAL808", hand, pin, asked=asked.id, pairs=pairs),) if pairs.items else ()
    return Chosen(asked, (note, *read), own, bool(names))


def note_names_read(hand: Hand, asked: Ruleset, read: CarriedHand, own: Ruleset | None) -> Finding:
    """The note on names that are read as others; `own`: the record's known rules."""
    from calarec.record_judge.carrying import listed_pairs

    pin = hand.session.rules
    pairs = listed_pairs(read.stated_names, opens=read.opened and own is None)
    wording = "" if own is not None else "unnamed" if pin is None else "unknown"
    return _pin_finding("CAL808", hand, pin, wording, asked=asked.id, pairs=pairs)


def note_names_kept(hand: Hand, asked: Ruleset, read: CarriedHand) -> Finding:
    """The note on names that may mean different things under the ruleset asked for."""
    from calarec.record_judge.carrying import listed_names

    pin = hand.session.rules
    wording = "unclear" if pin is None else "clash"
    return _pin_finding("CAL808", hand, pin, wording, asked=asked.id, pairs=listed_names(read.unclear))


def _find_pinned(hand: Hand, pin: RulesPin) -> Ruleset | None:
    """The very ruleset that a pin names, if it can be found."""
    known = _load_by_id(hand, pin)
    if known is not None and not isinstance(known, Finding) and is_pinned_ruleset(known, pin):
        return known
    return find_exact(hand.file, pin)


def _unknown_finding(hand: Hand, pin: RulesPin) -> Finding:
    from calarec.rule_files.locate import is_part, known_ids, rule_folders
    from calarec.rule_files.paths import find_closest

    if is_part(pin.id, (*rule_folders(), *_folders_near(hand.file))):
        return _pin_finding("CAL803", hand, pin, "part", id=pin.id)
    misnamed = misnamed_file(hand.file, pin)
    if misnamed:
        return _pin_finding("CAL803", hand, pin, "ending", id=pin.id, file=misnamed)
    near = find_closest(pin.id, known_ids(rule_folders()) | ids_beside(hand.file))
    return _pin_finding("CAL803", hand, pin, "near" if near else "", id=pin.id, near=near or "")


def first_changes(old: Ruleset, new: Ruleset) -> str:
    """The first rules in which two rulesets differ: `contracts.solo.stake` 2 → 3."""
    from calarec.rulebook.comparison import compare

    found = compare(old, new).differences
    said = []
    for difference in found[:SHOWN_CHANGES]:
        values = [
            _value_text(value) if leaf else "–"
            for leaf, value in zip((difference.left, difference.right), difference.both_values, strict=True)
        ]
        said.append(f"`{difference.path}` {values[0]} → {values[1]}")
    if len(found) > SHOWN_CHANGES:
        said.append(f"… (+{len(found) - SHOWN_CHANGES})")
    return ", ".join(said)


def _value_text(value: object) -> str:
    if isinstance(value, list):
        return f"[{', '.join(map(str, value))}]"
    return "null" if value is None else str(value).lower() if isinstance(value, bool) else str(value)


def _pin_finding(code: str, hand: Hand, pin: RulesPin | None, wording: str = "", **args: object) -> Finding:
    """A finding at the `rules` line that holds for a hand."""
    if pin is None:
        return Finding(code=code, span=hand.span(), wording=wording, args=args)
    return Finding(code=code, span=hand.span(pin), wording=wording, args=args, excerpt=hand.excerpt(pin.line, before=0))


MOST_FILES: Final = 200
"""Rule files beside a record that are looked at."""
MOST_FOLDERS: Final = 50
_ENDING: Final = ".yaml"
_OWN: Final = "rules"


def files_by_id(record: str, pin: RulesPin) -> Iterator[str]:
    """Yield files of the pinned id: in CALAREC_RULES, shipped, then beside the record."""
    from calarec.rule_files.locate import rule_folders, search

    for folder in (*rule_folders(), *_folders_near(record)):
        file = search(pin.id, (folder,)).file
        if file is not None:
            yield file


def find_file_beside(record: str, pin: RulesPin) -> str | None:
    """The file of the pinned id beside a record."""
    from calarec.rule_files.locate import search

    return search(pin.id, _folders_near(record)).file


def ids_beside(record: str) -> dict[str, str]:
    """The ids that lie beside a record, with their files."""
    from calarec.rule_files.locate import known_ids

    return known_ids(_folders_near(record))


def misnamed_file(record: str, pin: RulesPin) -> str:
    """A file beside a record that lacks only the extension `.yaml`; empty if none."""
    from calarec.rule_files.locate import OTHER_ENDINGS, is_id

    if not is_id(pin.id):
        return ""
    files = (os.path.join(folder, pin.id + ending) for folder in _folders_near(record) for ending in OTHER_ENDINGS)  # noqa: PTH118
    return next(filter(os.path.isfile, files), "")


def files_beside(record: str, pin: RulesPin) -> Iterator[str]:
    """Yield rule files beside a record, the pinned id's first, up to a limit."""
    left = MOST_FILES
    found = [file for folder in _folders_beside(record) for file in _rule_files(folder)]
    found.sort(key=lambda file: os.path.basename(file) != pin.id + _ENDING)  # noqa: PTH119
    yield from found[:left]


def _folders_near(record: str) -> tuple[str, ...]:
    folder = os.path.dirname(record) or os.curdir  # noqa: PTH120
    return folder, os.path.join(folder, _OWN)  # noqa: PTH118


def _folders_beside(record: str) -> Iterator[str]:
    """The record's folder, `rules` in it, and the others in it."""
    folder, own = _folders_near(record)
    yield folder
    yield own
    try:
        with os.scandir(folder) as entries:
            inside = [entry.path for entry in entries if entry.is_dir() and not entry.name.startswith(".")]
    except OSError:
        return
    yield from sorted(each for each in inside if os.path.basename(each) != _OWN)[:MOST_FOLDERS]  # noqa: PTH119


def _rule_files(folder: str) -> list[str]:
    from calarec.rule_files.locate import is_part_file

    try:
        names = sorted(name for name in os.listdir(folder) if name.endswith(_ENDING))  # noqa: PTH208
    except OSError:
        return []
    rulesets = [name for name in names if not is_part_file(name)]
    return [os.path.join(folder, name) for name in rulesets[:MOST_FILES]]  # noqa: PTH118
