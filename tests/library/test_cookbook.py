"""The recipes of the cookbook run as written, and give the promised output."""

from __future__ import annotations

import json
import runpy
import subprocess
import sys
import threading
from http.server import ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.error import HTTPError
from urllib.request import urlopen
from xml.etree import ElementTree

import pytest

import calarec

if TYPE_CHECKING:
    from collections.abc import Iterator

COOKBOOK = Path(__file__).parents[2] / "docs" / "cookbook"
RECIPES = ("win_rate", "tournament", "train_policy", "draw_hand", "web_endpoint", "records_folder")


def load_recipe(name: str) -> dict[str, Any]:
    """All that a script defines."""
    return runpy.run_path(str(COOKBOOK / f"{name}.py"))


def test_each_recipe_is_tried_here_and_listed_on_the_page() -> None:
    """No script without a test, and none that the page leaves out."""
    assert {file.stem for file in COOKBOOK.glob("*.py")} == set(RECIPES)
    page = (COOKBOOK / "index.md").read_text("utf-8")
    assert all(f"]({name}.py)" in page for name in RECIPES)


def test_win_rates_are_those_of_the_records(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Counted here hand by hand; pandas and polars print the same contracts, and the plot has a bar for each."""
    hands = [played.hand for played in calarec.simulate("pagat", hands=30, seed=3)]
    evening, picture = tmp_path / "evening.cal", tmp_path / "rates.svg"
    evening.write_text("calarec 1\nrules pagat\n\n" + calarec.write(hands).split("\n", 2)[-1], "utf-8")
    table = load_recipe("win_rate")["main"]([str(evening)], picture=str(picture))
    wanted: dict[str, list[bool]] = {}
    for judgement in calarec.replay(hands, "pagat"):
        account = judgement.account
        if account is not None and account.contract:
            payments = judgement.payments or {}
            is_won = payments[judgement.seats[account.declarer]] > 0
            wanted.setdefault(account.contract, []).append(is_won)
    assert table["count"].to_dict() == {name: len(won) for name, won in wanted.items()}
    assert table["mean"].to_dict() == pytest.approx({name: sum(won) / len(won) for name, won in wanted.items()})
    printed = capsys.readouterr().out
    assert all(printed.count(f"{name} ") == 2 for name in wanted)
    bars = [element for element in ElementTree.parse(picture).iter() if element.tag.endswith("rect")]
    assert len(bars) == len(wanted)


def test_a_tournament_is_fair(capsys: pytest.CaptureFixture[str]) -> None:
    """Each bot sits in each seat, gains sum to nothing, and chance does not win."""
    means = load_recipe("tournament")["main"](["3"])
    assert set(means) == {"sensible", "random", "passes"}
    assert sum(means.values()) == pytest.approx(0)
    assert min(means, key=lambda name: means[name]) == "random"
    assert len(capsys.readouterr().out.splitlines()) == 3


def test_a_policy_learns() -> None:
    """Against bots that bid by chance: ten trainings with other lots gained 1.7 to 3.5 a hand in 300 hands.

    Sums of a processor with other vectors choose other actions, so that fewer hands or updates prove nothing.
    """
    before, after = load_recipe("train_policy")["main"](["12"], hands=300, batch=64)
    assert after > before
    assert after > 1


def test_pictures_are_svg(tmp_path: Path) -> None:
    """A seat's picture does not have the cards of others."""
    written = load_recipe("draw_hand")["main"]([str(tmp_path)])
    assert [file.name for file in written] == ["hand.svg", "seen-by-bruno.svg", "cards.svg"]
    sizes = [len(list(ElementTree.parse(file).iter())) for file in written]
    assert all(size > 5 for size in sizes)
    assert written[0].read_text("utf-8") != written[1].read_text("utf-8")


@pytest.fixture
def address() -> Iterator[str]:
    """A server that answers on a port that is free."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), load_recipe("web_endpoint")["CheckHandler"])
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/check"
    server.shutdown()
    thread.join()
    server.server_close()


def test_the_endpoint_answers_as_the_library(address: str) -> None:
    """A wrong total is found; a ruleset that is not shipped, a file for one, is refused."""
    (played,) = calarec.simulate("pagat", hands=1, seed=2)
    record = calarec.write([played.hand])
    wrong = record.replace("\nend", "\nscore A: +7 B: -7 C: +0\nend")
    for text in (record, wrong):
        with urlopen(f"{address}?rules=pagat", text.encode()) as answer:
            found = json.load(answer)
        report = calarec.check(calarec.Text(text), "pagat")
        assert found["findings"] == [finding.as_json() for finding in report.findings]
        assert found["verdicts"] == dict(report.verdicts)
    assert found["findings"]
    for query in ("?rules=/etc/passwd", "?rules=../pagat"):
        with pytest.raises(HTTPError) as error:
            urlopen(address + query, record.encode())
        assert error.value.code == 400


def test_the_hooks_of_a_folder_pass_and_stop(tmp_path: Path) -> None:
    """The entries of the configuration, run as pre-commit runs them: with the names of the files."""
    import yaml

    folder = tmp_path / "club"
    written = load_recipe("records_folder")["main"]([str(folder)])
    hooks = yaml.safe_load((folder / ".pre-commit-config.yaml").read_text("utf-8"))["repos"][0]["hooks"]
    names = [str(file.relative_to(folder)) for file in written]

    def run(hook: dict[str, str]) -> int:
        program, *options = hook["entry"].split()
        assert program == "calarec"
        command = [sys.executable, "-m", "calarec", *options, *names]
        return subprocess.run(command, cwd=folder, capture_output=True, check=False).returncode

    assert [run(hook) for hook in hooks] == [0, 0]
    text = written[0].read_text("utf-8")
    written[0].write_text(text.replace(" 01 ", " 01  ").replace("deal A: ", "deal A: 3c 3c ", 1), "utf-8")
    assert run(hooks[1]) == 1
