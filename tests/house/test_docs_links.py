# SPDX-License-Identifier: MIT
"""Every link of the README and the documents leads to a file, and to a heading of it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from places import ROOT

PAGES = ("README.md", *sorted(f"docs/{path.name}" for path in (ROOT / "docs").glob("*.md")))


def broken(page: Path) -> list[str]:
    """The links of a page that lead nowhere; those to other sites are left alone."""
    links = re.findall(r"\]\(([^)\s]+)\)", _prose(page))
    return [link for link in links if "://" not in link and not _leads_somewhere(page, link)]


def _prose(page: Path) -> str:
    return re.sub(r"```.*?```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)


def _leads_somewhere(page: Path, link: str) -> bool:
    name, _, heading = link.partition("#")
    target = page.parent / name if name else page
    return target.is_file() and (not heading or heading in _anchors(target))


def _anchors(page: Path) -> set[str]:
    """Headings as GitHub names them in addresses: small letters, no stops, a dash for a space."""
    headings = re.findall(r"^#+ (.*)$", _prose(page), flags=re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", PAGES)
def test_every_link_leads_somewhere(page: str) -> None:
    assert broken(ROOT / page) == []


@pytest.mark.parametrize(
    "link", ["missing.png", "../missing.md", "#missing", "other.md#missing", "other.md#two-wordss"]
)
def test_a_link_that_leads_nowhere_is_found(link: str, tmp_path: Path) -> None:
    (tmp_path / "other.md").write_text("# Other\n\n## Two words\n", encoding="utf-8")
    page = tmp_path / "page.md"
    page.write_text(f"# Page\n\n[so](other.md#two-words), [here](#page), ![it]({link})\n", encoding="utf-8")
    assert broken(page) == [link]
