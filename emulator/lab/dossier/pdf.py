# SPDX-License-Identifier: MIT
"""Documents as PDF, and drawings as pictures: the same bytes for the same contents."""

from __future__ import annotations

import importlib.util
import json
from collections.abc import Mapping
from dataclasses import asdict
from importlib import resources
from pathlib import Path
from typing import Any, Literal, NamedTuple

from emulator.lab.dossier.block import Block, Document
from emulator.support.errors import HintedError

MISSING = 'the dossier is written by packages that are not here: run pip install "azar[lab]"'
# Dots an inch of a drawing that a text document holds as a picture.
_PICTURE_PPI = 220
_STILL = (2000, 1, 1)
"""Date in the files of a dossier without a date."""


class WriterError(HintedError):
    """What writes documents is not installed."""


class Frame(NamedTuple):
    """What stands on every page of a dossier."""

    language: str
    machine: str
    running: str
    foot: str
    page: str
    sign_here: str
    author: str
    day: tuple[int, int, int] | None

    @property
    def date(self) -> tuple[int, int, int]:
        """The date that the files carry."""
        return self.day or _STILL


def pdf_of(document: Document, frame: Frame, folder: Path) -> bytes:
    """
    A document as PDF.

    Args:
        folder: where its pictures are.

    Raises:
        WriterError: typst is not installed.
    """
    told = {
        "lang": frame.language,
        "machine": frame.machine,
        "running": frame.running,
        "foot": frame.foot,
        "page": frame.page,
        "sign_here": frame.sign_here,
        "author": frame.author,
        "date": frame.date,
        "title": document.title,
        "basis": document.basis,
        "blocks": _tied([_told(block) for block in document.blocks]),
    }
    template = resources.files(__package__).joinpath("dossier.typ").read_text(encoding="utf-8")
    return _compiled(template, folder, "pdf", {"document": json.dumps(told, ensure_ascii=False)})


def png_of(drawing: str, folder: Path) -> bytes:
    """A drawing of the folder as a picture, for files that hold no drawings."""
    page = "#set page(width: auto, height: auto, margin: 0pt)\n#image(sys.inputs.file)"
    return _compiled(page, folder, "png", {"file": f"/{drawing}"})


def joined(words: str) -> str:
    """The words with their units tied to the figures before them."""
    return words.replace(" €", "\u00a0€").replace(" %", "\u00a0%").replace(" mm", "\u00a0mm")


def _tied(value: Any) -> Any:
    if isinstance(value, str):
        return joined(value)
    if isinstance(value, list | tuple):
        return [_tied(one) for one in value]
    return {key: _tied(one) for key, one in value.items()} if isinstance(value, dict) else value


def _told(block: Block) -> dict[str, Any]:
    told = {"kind": type(block).__name__.lower(), **asdict(block)}
    if "columns" in told:
        told["columns"] = [column._asdict() for column in told["columns"]]
    if "file" in told:
        told["file"] = f"/{told['file']}"
    return told


def _compiled(source: str, folder: Path, form: Literal["pdf", "png"], inputs: Mapping[str, str]) -> bytes:
    try:
        import typst
    except ImportError:
        raise WriterError(MISSING, 'pip install "azar[lab]"') from None
    # Only what the source names is read: the letters are those of the package, on any computer.
    spec = importlib.util.find_spec("font_manrope")
    fonts: list[Path] = []
    if spec is not None:
        fonts += [Path(place) / "files" for place in spec.submodule_search_locations or ()]
    compiler: Any = typst  # its stubs want the same type for source and folder
    made = compiler.compile(
        source.encode(),
        root=folder,
        font_paths=fonts,
        ignore_system_fonts=True,
        format=form,
        ppi=_PICTURE_PPI,
        sys_inputs=dict(inputs),
        timestamp=0,
    )
    assert isinstance(made, bytes)
    return made
