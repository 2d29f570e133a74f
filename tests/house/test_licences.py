"""The licence comes with everything that calarec is given away as."""

from __future__ import annotations

import io
import json
import tarfile
import tomllib
import zipfile
from pathlib import Path

import pytest

from tests.house.licences import lacking, main
from tests.house.tree import ROOT, text_of

TEXT = (ROOT / "LICENSE").read_bytes()


def _zipped(file: Path, name: str, text: bytes) -> Path:
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("calarec/__init__.py", "")
        archive.writestr(name, text)
    return file


def _tarred(file: Path, name: str, text: bytes) -> Path:
    with tarfile.open(file, "w:gz") as archive:
        member = tarfile.TarInfo(name)
        member.size = len(text)
        archive.addfile(member, io.BytesIO(text))
    return file


@pytest.mark.parametrize("text", [TEXT, TEXT.replace(b"MIT", b"XIT"), b""])
@pytest.mark.parametrize(
    ("file", "right", "wrong"),
    [
        ("a.whl", "calarec-0.1.0.dist-info/licenses/LICENSE", "calarec/_data/LICENSE"),
        ("a.vsix", "extension/LICENSE.txt", "extension/node_modules/other/LICENSE.txt"),
        ("a.tar.gz", "calarec-0.1.0/LICENSE", "calarec-0.1.0/kernel/LICENSE"),
    ],
)
def test_a_package_without_it_is_found(tmp_path: Path, file: str, right: str, wrong: str, text: bytes) -> None:
    """It is looked for where people look, and compared to the letter."""
    made = _tarred if file.endswith(".gz") else _zipped
    whole = made(tmp_path / file, right, text)
    assert lacking([whole]) == ([] if text == TEXT else [whole])
    elsewhere = made(tmp_path / f"other-{file}", wrong, text)
    assert lacking([whole, elsewhere])[-1:] == [elsewhere]
    assert main([str(elsewhere)]) == 1


def test_a_folder_without_it_is_found(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """As the page is exported; and nothing at all is not everything."""
    (tmp_path / "index.html").write_text("")
    assert main([str(tmp_path)]) == 1
    assert "licence is missing" in capsys.readouterr().err
    (tmp_path / "LICENSE").write_bytes(TEXT)
    assert main([str(tmp_path)]) == 0
    assert main([]) == 1


def test_every_part_that_is_packed_by_itself_has_the_same_one() -> None:
    """A distribution has the files of its own folder."""
    packed = [Path(each).parent for each in ("editors/vscode/package.json",)]
    assert [(ROOT / folder / "LICENSE").read_bytes() == TEXT for folder in packed] == [True]


def test_what_builds_them_takes_it_along() -> None:
    """And `.ci/run` looks at all that was built."""
    project = tomllib.loads(text_of(ROOT / "pyproject.toml"))
    assert project["project"]["license-files"] == ["LICENSE"]
    hatch = project["tool"]["hatch"]["build"]["targets"]
    assert hatch["wheel"]["force-include"]["LICENSE"] == "calarec/_data/LICENSE"
    assert "/LICENSE" in hatch["sdist"]["include"]
    package = json.loads(text_of(ROOT / "editors" / "vscode" / "package.json"))["scripts"]["package"]
    assert "--skip-license" not in package
    assert "LICENSE" not in text_of(ROOT / "editors" / "vscode" / ".vscodeignore")
    calls = [line for line in text_of(ROOT / ".ci" / "run").splitlines() if "tests.house.licences" in line]
    assert [each for each in ("dist", "site", "vsix") if not any(each in line for line in calls)] == []
