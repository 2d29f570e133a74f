"""Parts of a release: workflows, metadata, README of an index, files for hosts."""

from __future__ import annotations

import importlib.util
import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pytest
import yaml

from calarec.core.base.version import REPOSITORY, SITE, __version__
from tests.house.tree import ROOT, text_of

if TYPE_CHECKING:
    from types import ModuleType

WORKFLOWS: Final = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
ADDRESS: Final = "https://example.org/calarec"


@pytest.fixture(scope="module")
def metadata() -> ModuleType:
    """`tools/release_metadata.py`, which no package holds."""
    spec = importlib.util.spec_from_file_location("release_metadata", ROOT / "tools" / "release_metadata.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def run_steps(workflow: Path) -> list[str]:
    """Return the shell commands of a workflow or of the action."""
    content = yaml.safe_load(text_of(workflow))
    jobs: list[dict[str, Any]] = list(content["jobs"].values()) if "jobs" in content else [content["runs"]]
    return [step["run"] for job in jobs for step in job["steps"] if "run" in step]


def test_an_auditor_finds_nothing_in_the_workflows() -> None:
    """zizmor knows attacks on workflows: injected text, passwords, moved actions."""
    audited = [str(ROOT / "action.yml"), str(ROOT / ".github")]
    run = [str(Path(sys.executable).with_name("zizmor")), "--offline", "--no-progress", "--format=plain", *audited]
    found = subprocess.run(run, capture_output=True, text=True, check=False, encoding="utf-8")
    assert (found.returncode, found.stdout) == (0, found.stdout), found.stdout + found.stderr


def test_the_auditor_finds_something_where_there_is_something(tmp_path: Path) -> None:
    """The title of a request in a shell's line runs a stranger's text."""
    bad = tmp_path / "bad.yml"
    bad.write_text(
        "on: pull_request_target\njobs:\n  one:\n    runs-on: ubuntu-latest\n    steps:\n"
        "      - run: echo ${{ github.event.pull_request.title }}\n"
    )
    run = [str(Path(sys.executable).with_name("zizmor")), "--offline", "--no-progress", "--format=plain", str(bad)]
    found = subprocess.run(run, capture_output=True, text=True, check=False, encoding="utf-8")
    assert found.returncode != 0
    assert "template-injection" in found.stdout


@pytest.mark.parametrize("workflow", [*WORKFLOWS, ROOT / "action.yml"], ids=lambda file: str(file.name))
def test_steps_are_lines_that_a_shell_reads(workflow: Path) -> None:
    """Every step without its values, as bash reads it."""
    for step in run_steps(workflow):
        read = subprocess.run(["bash", "-n"], input=step, capture_output=True, text=True, check=False)
        assert read.returncode == 0, step + read.stderr


@pytest.mark.parametrize("workflow", WORKFLOWS, ids=lambda file: str(file.name))
def test_a_workflow_may_do_nothing_but_what_a_job_asks_for(workflow: Path) -> None:
    """Jobs have no default permissions, a limit of time, and named action versions."""
    content = yaml.safe_load(text_of(workflow))
    assert content["permissions"] == {}
    assert [
        name for name, job in content["jobs"].items() if "permissions" not in job or "timeout-minutes" not in job
    ] == []
    used = re.findall(r"uses: (\S+)(.*)", text_of(workflow))
    assert [action for action, after in used if action != "./" and not re.fullmatch(r" # v\d+\.\d+\.\d+", after)] == []


def test_workflows_run_what_stands_in_the_makefile() -> None:
    """So that `.ci/run` and people can run the same."""
    targets = set(re.findall(r"^([a-z-]+):", text_of(ROOT / "Makefile"), re.MULTILINE))
    asked = [word for file in WORKFLOWS for step in run_steps(file) for word in made_targets(step)]
    assert set(asked) == {"release-version", "release-build", "release-check", "site"}
    assert set(asked) <= targets
    assert "release-version release-check" in text_of(ROOT / ".ci" / "run")


def made_targets(step: str) -> list[str]:
    """Return the targets that a step makes."""
    return [
        word for line in step.splitlines() if line.startswith("make ") for word in line.split()[1:] if "=" not in word
    ]


def test_the_suite_is_run_as_the_readme_does_it() -> None:
    """On every system and every Python that the metadata names."""
    content = yaml.safe_load(text_of(ROOT / ".github" / "workflows" / "tests.yml"))
    suite = content["jobs"]["suite"]
    steps = [step["run"] for step in suite["steps"] if "run" in step]
    readme = re.findall(r"<!-- run by \.ci/run -->\n```sh\n(.*)\n", text_of(ROOT / "README.md"))[1]
    assert steps == [
        part.replace(".venv/bin/pip", "python -m pip").replace(".venv/bin/python", "python")
        for part in readme.split(" && ")[1:]
    ]
    classifiers = tomllib.loads(text_of(ROOT / "pyproject.toml"))["project"]["classifiers"]
    named = [each.rpartition(" ")[2] for each in classifiers if re.search(r":: 3\.\d+$", each)]
    assert suite["strategy"]["matrix"]["python"] == named


def test_wheels_have_the_core_and_are_tried() -> None:
    """A wheel whose core was not built must not be made, and each is used once."""
    wheels = tomllib.loads(text_of(ROOT / "pyproject.toml"))["tool"]["cibuildwheel"]
    assert wheels["environment"] == {"CALAREC_CORE": "required"}
    assert any("_kernel" in command for command in wheels["test-command"])
    assert any("replay" in command for command in wheels["test-command"])


def test_a_readme_without_an_address_claims_none(metadata: ModuleType) -> None:
    """Without a URL, links into the repository become plain text, and others stay."""
    text = metadata.write_index_readme(text_of(ROOT / "README.md"), "", "1.2.3")
    targets = re.findall(r"]\(([^)]*)\)", text)
    assert targets
    assert [each for each in targets if not each.startswith(("https://", "#"))] == []
    assert "In italiano" in text
    assert "what calarec trusts" in text


def test_a_readme_with_an_address_leads_to_the_release(metadata: ModuleType) -> None:
    """Every link and every picture names a file that there is."""
    text = metadata.write_index_readme(text_of(ROOT / "README.md"), ADDRESS, "1.2.3")
    links = re.findall(rf"(?<!!)\[[^]]*]\({ADDRESS}/blob/v1\.2\.3/([^)#]*)", text)
    pictures = re.findall(rf"!\[[^]]*]\({ADDRESS}/raw/v1\.2\.3/([^)]*)", text)
    assert links
    assert pictures
    assert [each for each in (*links, *pictures) if not (ROOT / each).is_file()] == []
    assert [each for each in re.findall(r"]\(([^)]*)\)", text) if not each.startswith(("https://", "#"))] == []


def test_links_of_every_kind_are_told_apart(metadata: ModuleType) -> None:
    """A place on the page, another site, a file, a picture, a picture that is not a link."""
    text = "[a](#here) [b](https://x.org/y) [c](docs/c.md#d) ![e](docs/e.svg)"
    assert metadata.write_index_readme(text, "", "1") == "[a](#here) [b](https://x.org/y) c "
    assert metadata.write_index_readme(text, ADDRESS, "1") == (
        f"[a](#here) [b](https://x.org/y) [c]({ADDRESS}/blob/v1/docs/c.md#d) ![e]({ADDRESS}/raw/v1/docs/e.svg)"
    )


def test_addresses_come_from_one_setting(metadata: ModuleType) -> None:
    """None is claimed while there is none."""
    assert (metadata.read_setting("REPOSITORY"), metadata.read_setting("SITE")) == (REPOSITORY, SITE)
    assert metadata.read_setting("__version__") == __version__
    assert metadata.list_addresses("", "") == {}
    assert metadata.list_addresses(ADDRESS, "") == {
        "Source": ADDRESS, "Issues": f"{ADDRESS}/issues", "Changelog": f"{ADDRESS}/blob/main/CHANGELOG.md",
    }  # fmt: skip
    assert metadata.list_addresses("", "https://example.org/") == {
        "Homepage": "https://example.org/", "Documentation": "https://example.org/",
    }  # fmt: skip


def test_a_citation_names_this_release() -> None:
    """With the licence of the project, and no address that is not configured."""
    citation = yaml.safe_load(text_of(ROOT / "CITATION.cff"))
    project = tomllib.loads(text_of(ROOT / "pyproject.toml"))["project"]
    assert (citation["version"], citation["license"]) == (__version__, project["license"])
    assert citation["authors"] == project["authors"]
    assert citation.get("repository-code", "") == REPOSITORY
    assert citation.get("url", "") == SITE


@pytest.mark.parametrize(
    "name",
    ["CITATION.cff", "SECURITY.md", "CODE_OF_CONDUCT.md", ".github/PULL_REQUEST_TEMPLATE.md", ".github/dependabot.yml"],
)
def test_what_hosts_look_for_is_there_and_in_the_source_distribution(name: str) -> None:
    """Each file is where hosts of repositories look for it, and its links work."""
    text = text_of(ROOT / name)
    links = re.findall(r"]\(([^):#]+)[^):]*\)", text)
    assert [each for each in links if not (ROOT / name).parent.joinpath(each).is_file()] == []
    included = tomllib.loads(text_of(ROOT / "pyproject.toml"))["tool"]["hatch"]["build"]["targets"]["sdist"]["include"]
    assert f"/{name.partition('/')[0]}" in included


def test_the_extension_has_an_icon_and_no_address_that_is_not_configured() -> None:
    """The icon is the page's, and put beside the bundle when it is packaged."""
    package = json.loads(text_of(ROOT / "editors" / "vscode" / "package.json"))
    assert (package["icon"], package["license"]) == ("dist/icon.png", "MIT")
    copied = re.search(
        r'copyFileSync\("\.\./\.\./([^"]+)", "dist/icon.png"\)', text_of(ROOT / "editors" / "vscode" / "bundle.mjs")
    )
    assert copied is not None
    assert (ROOT / copied[1]).is_file()
    assert package.get("repository", "") == REPOSITORY
    assert package["version"] == __version__
