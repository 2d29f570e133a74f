"""One driver for all work: order, deaths, parts; the same with any executor."""

from __future__ import annotations

import pickle
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from functools import partial
from typing import TYPE_CHECKING, Any

import pytest

from calarec.rule_files.kept import from_flat_text
from calarec.rule_files.load import load_ruleset
from calarec_tools.archive.runs import running
from calarec_tools.archive.runs.driver import _bundles_of, process_pool, run_in_order
from calarec_tools.archive.runs.in_flight import BundleResults, SentWork
from calarec_tools.archive.runs.running import check_files
from calarec_tools.archive.runs.shard import check_shard
from calarec_tools.archive.runs.shards import Shard, evening_shards
from calarec_tools.archive.runs.workers import Crew, LostTask
from calarec_tools.main import main
from calarec_tools.output.files.streams import RefusalError
from tests.tools.evenings import evening
from tests.tools.scale.deadly import POISON, check_unless_deadly, doubled, doubled_below

if TYPE_CHECKING:
    from pathlib import Path


def done(work: partial[Any], count: int = 12) -> list[tuple[int, Any]]:
    """Run `count` numbers in two processes."""
    with process_pool(2) as executor:
        return list(run_in_order(iter(range(count)), work, Crew(executor, 2)))


def test_the_guilty_one_alone_is_lost(tmp_path: Path) -> None:
    """Only the task that kills processes when run singly is lost, after few tries."""
    note = tmp_path / "note"
    found = done(partial(doubled, deadly=(4,), note=str(note)))
    assert [each for each, _ in found] == list(range(12))
    assert [each for each, came in found if isinstance(came, LostTask)] == [4]
    assert [came for each, came in found if each != 4] == [2 * each for each in range(12) if each != 4]
    assert note.read_text().split().count("4") <= 4


def test_small_tasks_travel_in_bundles() -> None:
    """The more of them there were, the larger; none is beyond the limits, and what is large goes alone."""
    bundles = list(_bundles_of(iter(range(2000)), 8))
    assert [each for bundle in bundles for each in bundle] == list(range(2000))
    sizes = list(map(len, bundles))
    assert sizes[:-1] == sorted(sizes[:-1])
    assert (sizes[0], max(sizes)) == (1, 64)
    begun = [sum(sizes[:at]) for at in range(len(sizes))]
    assert all(size <= max(1, before // 8) for size, before in zip(sizes, begun, strict=True))
    large = [Shard("a.cal", text="x" * 300_000)] * 200
    assert {len(bundle) for bundle in _bundles_of(iter(large), 8)} == {1, 2}
    assert {len(bundle) for bundle in _bundles_of(iter(range(50)), 0)} == {1}


def test_of_a_bundle_the_guilty_one_alone_is_lost() -> None:
    """Tasks that travelled with it are run again, in their order."""
    with process_pool(2) as executor:
        work = partial(doubled, deadly=(150, 151, 299))
        found = list(run_in_order(iter(range(300)), work, Crew(executor, 2), bundled=True))
    assert [each for each, _ in found] == list(range(300))
    assert [each for each, came in found if isinstance(came, LostTask)] == [150, 151, 299]
    assert all(came == 2 * each for each, came in found if not isinstance(came, LostTask))


@pytest.mark.parametrize("limit", [0, 31, 150, 199])
def test_what_went_before_a_mistake_in_a_bundle_is_given_out(limit: int) -> None:
    """As if each task had travelled alone."""
    found: list[tuple[int, Any]] = []
    work = partial(doubled_below, limit=limit)
    with process_pool(2) as executor, pytest.raises(ValueError, match=f"^{limit}$"):
        found.extend(run_in_order(iter(range(200)), work, Crew(executor, 2), bundled=True))
    assert found == [(each, 2 * each) for each in range(limit)]


def test_two_guilty_ones() -> None:
    """Guilty tasks may be neighbours, the first and the last."""
    found = done(partial(doubled, deadly=(0, 1, 11)))
    assert [each for each, came in found if isinstance(came, LostTask)] == [0, 1, 11]


def test_who_is_struck_by_chance_is_not_lost(tmp_path: Path) -> None:
    """A process that dies once, of whatever else: the task is done again."""
    assert done(partial(doubled, once=(3, 7), note=str(tmp_path / "n"))) == [(each, 2 * each) for each in range(12)]


def test_a_pool_of_others_is_not_mended() -> None:
    """A pool of the caller is not restarted: the run ends with its error."""
    from concurrent.futures import ProcessPoolExecutor
    from concurrent.futures.process import BrokenProcessPool

    deadly: partial[Any] = partial(doubled, deadly=(1,))
    with ProcessPoolExecutor(1) as executor, pytest.raises(BrokenProcessPool):
        list(run_in_order(iter(range(3)), deadly, Crew(executor, 1)))


class KilledWorker(Exception):  # noqa: N818
    """Dask's error for a task that it gives up."""


class HastyCluster(Executor):
    """Drops work beside deadly work, as a cluster does if all wait at one worker."""

    def __init__(self, deadly: set[int]) -> None:
        self.deadly = deadly
        self.open: dict[int, Future[Any]] = {}

    def submit(self, fn: Any, /, *args: Any, **_: Any) -> Future[Any]:
        """The result is seen when it is awaited."""
        del fn
        (number,) = args[0]
        self.open[number] = future = Awaited(self)
        return future

    def settle(self) -> None:
        """All that was handed in ends."""
        for each, future in self.open.items():
            if self.deadly & set(self.open):
                future.set_exception(KilledWorker(f"{each} is given up\nand more"))
            else:
                future.set_result(BundleResults([2 * each]))
        self.open.clear()


class Awaited(Future[Any]):
    """Settled when it is asked."""

    def __init__(self, cluster: HastyCluster) -> None:
        super().__init__()
        self.cluster = cluster

    def exception(self, timeout: float | None = None) -> BaseException | None:
        """As every future does."""
        self.cluster.settle()
        return super().exception(timeout)


def test_what_a_cluster_gives_up_is_tried_alone() -> None:
    """Only what it gives up then is lost: what was in flight beside it is done again."""
    for deadly in ({2}, {0, 7}, {3, 4}, set[int]()):
        found = list(run_in_order(iter(range(8)), doubled, Crew(HastyCluster(deadly), 2)))
        assert [each for each, _ in found] == list(range(8))
        lost = {each: came.reason for each, came in found if isinstance(came, LostTask)}
        assert lost == {each: f"{each} is given up" for each in deadly}
        assert all(came == 2 * each for each, came in found if each not in deadly)


def test_another_calarec_is_refused() -> None:
    """Worker and caller must be the same version."""
    sent = SentWork(pickle.dumps(partial(doubled)), "0.0.0", "")
    with pytest.raises(RefusalError) as refused:
        sent([1])
    again = pickle.loads(pickle.dumps(refused.value))
    assert again.refusal_text("en") == refused.value.refusal_text("en")
    assert "0.0.0" in again.refusal_text("it")


def test_parts_are_done_once(tmp_path: Path) -> None:
    """A second run finds them, by any worker; a lost task is tried again."""
    note, parts = tmp_path / "note", tmp_path / "parts"
    parts.mkdir(mode=0o700)
    work: partial[Any] = partial(doubled, note=str(note))
    with ThreadPoolExecutor(2) as threads:
        first = list(run_in_order(iter(range(5)), work, Crew(threads, 2, str(parts))))
    assert sorted(note.read_text().split()) == list("01234")
    assert list(run_in_order(iter(range(7)), work, Crew(parts=str(parts))))[:5] == first
    assert sorted(note.read_text().split()) == list("0123456")
    assert {each.suffix for each in parts.iterdir()} == {".part"}
    other: partial[Any] = partial(doubled, note=str(note), deadly=())
    list(run_in_order(iter(range(5)), other, Crew(parts=str(parts))))
    assert len(note.read_text().split()) == 12


def test_rulesets_travel_as_text() -> None:
    """Wherever they come from: the same rules, origins and words, and within one process one object."""
    ruleset = load_ruleset("quintiglio")
    sent = pickle.dumps([ruleset, ruleset])
    one, other = pickle.loads(sent)
    assert one == ruleset
    assert one is other
    assert one is pickle.loads(pickle.dumps(one))
    assert str(one.origin("pack")) == str(ruleset.origin("pack"))
    with pytest.raises(ValueError):
        from_flat_text('{"digest": "0"}')


def test_a_poisoned_shard_is_told_and_the_rest_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Its place and reason, status 2; later errors are found, and totals are unknown."""
    monkeypatch.setattr(running, "check_shard", check_unless_deadly)
    hands = evening("pagat", 40).split("\nhand ")
    hands[12] = hands[12].replace("\n", "\n" + POISON, 1)
    hands[30] = hands[30].replace("\nresult ", "\nresult A: +999 ", 1)
    file = tmp_path / "a.cal"
    file.write_text("\nhand ".join(hands), encoding="utf-8")
    with process_pool(2) as executor:
        found = list(check_files([str(file)], size=2000, executor=executor, workers=2))
    lost = [part for part in found if part.lost is not None]
    assert len(lost) == 1
    assert POISON in lost[0].shard.shard_text()
    told = [each for part in found for each in part.findings]
    assert told
    assert all(each.span.line > lost[0].shard.line for each in told)
    assert {each.code for each in told} == {each.code for each in _of_hand_30(tmp_path, hands)}
    assert main(["check", str(file), "--jobs", "2", "--format", "concise"]) == 2
    said = capsys.readouterr()
    assert f"{file}, from line 1 on: passed over" in said.err


def _of_hand_30(tmp_path: Path, hands: list[str]) -> Any:
    file = tmp_path / "alone.cal"
    text = "\nhand ".join([hands[0], *(each.replace(POISON, "") for each in hands[1:])])
    file.write_text(text, encoding="utf-8")
    return [each for part in check_files([str(file)], size=2000) for each in part.findings]


def test_a_check_that_was_broken_off_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """With the same words, from the parts that are there; none of them is checked again."""
    file, parts = tmp_path / "a.cal", tmp_path / "parts"
    file.write_text(evening("pagat", 20).replace("total A: ", "total A: 9", 1), encoding="utf-8")
    assert main(["check", str(file), "--format", "concise"]) == 1
    said = capsys.readouterr().out
    assert main(["check", str(file), "--format", "concise", "--parts", str(parts)]) == 1
    assert capsys.readouterr().out == said

    def nobody(*_: object, **__: object) -> None:
        raise AssertionError

    nobody.__module__, nobody.__qualname__ = check_shard.__module__, check_shard.__qualname__
    monkeypatch.setattr(running, "check_shard", nobody)
    assert main(["check", str(file), "--format", "concise", "--parts", str(parts)]) == 1
    assert capsys.readouterr().out == said
    with pytest.raises(AssertionError):
        list(check_files([str(file)], rules="tretre", parts=str(parts)))


def test_parts_are_nobody_elses(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A folder that others may write to is refused: its content is trusted."""
    parts = tmp_path / "parts"
    parts.mkdir()
    parts.chmod(0o777)
    (tmp_path / "a.cal").write_text(evening("pagat", 1), encoding="utf-8")
    assert main(["check", str(tmp_path / "a.cal"), "--parts", str(parts)]) == 2
    assert "only you may write to" in capsys.readouterr().err


def test_lines_of_json_are_made_shard_by_shard(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    """The same bytes; and the same refusal, with its place, where something cannot be converted."""
    text = "".join(evening("pagat", 3 + n).replace("\nend\n", "\nend\n; said between\n\n", 1) for n in range(6))
    file = tmp_path / "a.cal"
    cut: list[int] = []

    def shards(name: str) -> Any:
        found = list(evening_shards(name, size=2000))
        cut.append(len(found))
        return iter(found)

    monkeypatch.setattr("calarec_tools.cli.convert.evening_shards", shards)
    apart = text.replace("\ncal 1\n", "\n\n; of another evening\ncal 1\n")
    for raw in (text.encode(), apart.encode(), text.encode() + b"; \xff\n", (text + "cal 1\n; alone\n").encode()):
        file.write_bytes(raw)
        status = main(["convert", str(file), "-", "--to", "jsonl", "--jobs", "1"])
        said = capsysbinary.readouterr()
        assert main(["convert", str(file), "-", "--to", "jsonl", "--jobs", "2"]) == status
        assert capsysbinary.readouterr() == said
    assert min(cut) > 3
