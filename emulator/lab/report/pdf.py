# SPDX-License-Identifier: MIT
"""The view of a report as PDF: the same bytes for the same report, on any computer."""

from __future__ import annotations

import importlib
import importlib.util
import json
import re
import shutil
from collections.abc import Sequence
from importlib import resources
from pathlib import Path
from tempfile import TemporaryDirectory

from emulator.support.errors import HintedError
from machines.support.plain import JsonView

MISSING = "the package that sets a report's PDF is not installed"
FONTS = (
    ("font_manrope", ("Manrope-Regular.ttf", "Manrope-Bold.ttf")),
    ("font_fjallaone", ("FjallaOne-Regular.ttf",)),
)
"""The faces of the panel, which azar has anyhow; digests are in the one that typst brings."""


class PdfError(HintedError):
    """A report's PDF cannot be set."""


def require() -> None:
    """PdfError where typst is not installed: asked before an examination begins."""
    if importlib.util.find_spec("typst") is None:
        raise PdfError(MISSING, "pip install 'azar[lab]', in a clone pip install '.[lab]'")


def pdf(shown: JsonView, pictures: Sequence[tuple[str, Path]]) -> bytes:
    """
    The PDF of a view.

    Args:
        shown: what ``view`` and ``drawn`` made.
        pictures: (caption, PNG file) of the panel.

    Raises:
        PdfError: typst is not installed.
    """
    require()
    typst = importlib.import_module("typst")
    entity = dict(shown["entity"])
    told = {
        **shown,
        "pictures": [
            {"file": f"/picture-{at}.png", "caption": caption} for at, (caption, _) in enumerate(pictures)
        ],
        "entity_name": entity.get(shown["t"]["entity"], ""),
        "author": entity.get(shown["t"]["entity"], ""),
        "day": day(shown["issued"]),
    }
    source = resources.files(__package__).joinpath("report.typ").read_bytes()
    with TemporaryDirectory() as folder:
        for face in faces():
            shutil.copy(face, folder)
        for at, (_, path) in enumerate(pictures):
            shutil.copy(path, Path(folder, f"picture-{at}.png"))
        made = typst.compile(
            source,
            root=folder,
            font_paths=[folder],
            ignore_system_fonts=True,
            format="pdf",
            sys_inputs={"view": json.dumps(told, ensure_ascii=False)},
        )
    assert isinstance(made, bytes)
    return made


def day(issued: str) -> tuple[int, int, int] | None:
    """The date that the file carries: that of issue, else none; never that of the clock."""
    found = re.fullmatch(r"(\d{4})-(\d{2})-(\d{2})", issued.strip())
    return None if found is None else (int(found[1]), int(found[2]), int(found[3]))


def faces() -> list[Path]:
    """The files of the faces; a variable one of the same name would be taken for any weight."""
    found = []
    for package, names in FONTS:
        spec = importlib.util.find_spec(package)
        for place in (spec.submodule_search_locations or ()) if spec else ():
            found += [Path(place) / "files" / name for name in names]
    return found
