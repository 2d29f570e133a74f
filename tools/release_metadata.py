"""Metadata of a distribution: its README and its URLs.

The URLs are only in `calarec/core/base/version.py`. While there is none, the README of a distribution has no
links into the repository, and the metadata has no URLs.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

ROOT = Path(__file__).resolve().parents[1]
VERSION_FILE = ROOT / "interpreter" / "calarec" / "core" / "base" / "version.py"
_PICTURE = re.compile(r"!\[(?P<text>[^]]*)]\((?P<path>[^):]+)\)")
_LINK = re.compile(r"(?<!!)\[(?P<text>[^]]*)]\((?P<path>[^):#][^):]*|#[^)]*)\)")


class ReleaseMetadata(MetadataHookInterface):
    """Fills in the README and the addresses when a distribution is built."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Called by the build with the metadata of `pyproject.toml`."""
        repository, site = read_setting("REPOSITORY"), read_setting("SITE")
        text = (ROOT / "README.md").read_text(encoding="utf-8")
        metadata["readme"] = {
            "content-type": "text/markdown",
            "text": write_index_readme(text, repository, read_setting("__version__")),
        }
        metadata["urls"] = list_addresses(repository, site)


def read_setting(name: str) -> str:
    """One of the settings of `version.py`, without importing calarec."""
    found = re.search(rf'^{name} = "([^"]*)"$', VERSION_FILE.read_text(encoding="utf-8"), re.MULTILINE)
    if found is None:
        raise ValueError(f"{VERSION_FILE.name} has no {name}")
    return found[1]


def list_addresses(repository: str, site: str) -> dict[str, str]:
    """The addresses of the project, by the names that package indexes know."""
    addresses = {"Homepage": site, "Documentation": site} if site else {}
    if repository:
        addresses |= {
            "Source": repository,
            "Issues": f"{repository}/issues",
            "Changelog": f"{repository}/blob/main/CHANGELOG.md",
        }
    return addresses


def write_index_readme(text: str, repository: str, version: str) -> str:
    """The README for a package index: links lead to this release, or are plain text."""

    def replace_picture(match: re.Match[str]) -> str:
        return f"![{match['text']}]({repository}/raw/v{version}/{match['path']})" if repository else ""

    def replace_link(match: re.Match[str]) -> str:
        if match["path"].startswith("#"):
            return match[0]
        return f"[{match['text']}]({repository}/blob/v{version}/{match['path']})" if repository else match["text"]

    return _LINK.sub(replace_link, _PICTURE.sub(replace_picture, text))
