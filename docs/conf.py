# SPDX-License-Identifier: MIT
"""
The documentation as a site: its pages, a search, and what the docstrings say.

    pip install -e '.[docs]' && sphinx-build -W docs site
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

_PROJECT = tomllib.loads((Path(__file__).parents[1] / "pyproject.toml").read_text(encoding="utf-8"))[
    "project"
]

project = str(_PROJECT["name"])
release = str(_PROJECT["version"])
html_title = project
html_theme = "furo"
extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
root_doc = "index"
myst_heading_anchors = 3
# Pages name files of the repository besides one another; a site has the pages alone.
suppress_warnings = ["myst.xref_missing", "myst.header", "ref.python"]
autodoc_member_order = "bysource"
autodoc_typehints = "description"
napoleon_use_ivar = True


def _examples(app: Any, what: str, name: str, item: Any, options: Any, lines: list[str]) -> None:
    """An indented block after an empty line is an example, shown as it stands."""
    shown: list[str] = []
    for number, line in enumerate(lines):
        indented = line.startswith("    ") and number > 0 and not lines[number - 1]
        above = next((past for past in reversed(shown) if past), "")
        if indented and not above.startswith("    ") and above != "::":
            shown += ["::", ""]
        shown.append(line)
    lines[:] = shown


def setup(app: Any) -> None:
    """Before the sections of a docstring are read."""
    app.connect("autodoc-process-docstring", _examples, priority=400)
