"""Builds the site: the pages of `docs` and generated ones, in every language.

    python -m docs.site

needs the extra `site`. The pages are written into `build/site`, Zensical builds them into `site`, and every warning and
every broken link is an error.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from typing import TYPE_CHECKING, Final

from calarec.core.base.version import SITE
from calarec.core.wording.language import LANGUAGES, SOURCE
from docs.site.check_links import find_broken_links
from docs.site.code_pages import add_code_pages
from docs.site.command_pages import add_command_pages
from docs.site.navigation import expand_navigation
from docs.site.reference_pages import add_reference_pages
from docs.site.ruleset_pages import add_ruleset_pages
from docs.site.tree import ROOT, SiteTree

if TYPE_CHECKING:
    from pathlib import Path

_CONFIGURATIONS: Final = ROOT / "docs" / "site"
_ASSETS: Final = ("calarec.css", "calarec.js")
BUILT: Final = "built"
"""The output folder within that of the pages, as Zensical requires."""
PLAY: Final = "play"
"""The folder of the page to type into, which `calarec page --export` writes."""


def make_tree() -> SiteTree:
    """All pages, those that are generated among them."""
    tree = SiteTree()
    add_code_pages(tree)
    add_command_pages(tree)
    add_reference_pages(tree)
    add_ruleset_pages(tree)
    return tree


def write_pages(tree: SiteTree, folder: Path) -> None:
    """Write pages, the files that they link to, and configurations into a folder."""
    shutil.rmtree(folder, ignore_errors=True)
    for place, text in tree.list_pages().items():
        file = folder / place.lang / place.name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8", newline="\n")
    for source, place in tree.sources.items():
        if not source.endswith(".md"):
            file = folder / place.lang / place.name
            file.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / source, file)
    for lang in LANGUAGES:
        for name in _ASSETS:
            shutil.copyfile(_CONFIGURATIONS / name, folder / lang / name)
        text = expand_navigation((_CONFIGURATIONS / f"zensical.{lang}.toml").read_text(encoding="utf-8"), tree, lang)
        url = f'site_url = "{SITE.rstrip("/")}/{"" if lang == SOURCE else f"{lang}/"}"\n' if SITE else ""
        (folder / f"zensical.{lang}.toml").write_text(
            text.replace("[project]\n", f"[project]\n{url}", 1), encoding="utf-8", newline="\n"
        )


def publish_built_site(built: Path, site: Path) -> None:
    """Put a built site in the place of the one before; the page to type into stays."""
    site.mkdir(exist_ok=True)
    for old in site.iterdir():
        if old.name == PLAY:
            continue
        if old.is_dir():
            shutil.rmtree(old)
        else:
            old.unlink()
    for new in built.iterdir():
        shutil.move(new, site / new.name)


def main() -> int:
    """Build the site and check it; the exit status."""
    folder = ROOT / "build" / "site"
    write_pages(make_tree(), folder)
    for lang in LANGUAGES:
        builder = (sys.executable, "-m", "zensical", "build", "--strict", "--clean", "-f", f"zensical.{lang}.toml")
        if subprocess.run(builder, cwd=folder, check=False).returncode:
            return 1
    publish_built_site(folder / BUILT, ROOT / "site")
    broken = list(find_broken_links(ROOT / "site", without=(PLAY,)))
    sys.stdout.writelines(f"{line}\n" for line in broken)
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
