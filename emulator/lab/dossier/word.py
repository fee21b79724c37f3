# SPDX-License-Identifier: MIT
"""Documents as docx, which an engineer edits and signs: the same bytes for the same contents."""

from __future__ import annotations

import io
import zipfile
from datetime import datetime
from pathlib import Path
from typing import Any

from emulator.lab.dossier.block import (
    Block,
    Break,
    Document,
    Facts,
    Heading,
    Para,
    Picture,
    Points,
    Signature,
    Table,
)
from emulator.lab.dossier.pdf import MISSING, Frame, WriterError, joined, png_of

_ZIP_DATE = (1980, 1, 1, 0, 0, 0)
_TEXT_MM = 170
_NAMES_MM = 58
_INK, _QUIET, _ACCENT, _LINE = "1D2733", "5B6876", "8A1F2B", "B9C2CC"
_LETTERS, _MONO = "Calibri", "Consolas"


def docx_of(document: Document, frame: Frame, folder: Path) -> bytes:
    """
    A document as docx.

    Args:
        folder: where its pictures are.

    Raises:
        WriterError: python-docx is not installed.
    """
    try:
        import docx
    except ImportError:
        raise WriterError(MISSING, 'pip install "azar[lab]"') from None
    file = docx.Document()
    _set_up(file, document, frame)
    _write(file, document.basis.upper(), size=8, colour=_ACCENT, bold=True)
    file.add_heading(document.title, 0)
    for block in document.blocks:
        _add(file, block, frame, folder)
    stream = io.BytesIO()
    file.save(stream)
    return _still(stream.getvalue())


def _set_up(file: Any, document: Document, frame: Frame) -> None:
    """Paper, letters, head and foot, and the properties of the file."""
    from docx.shared import Mm, Pt, RGBColor

    section = file.sections[0]
    section.page_width, section.page_height = Mm(210), Mm(297)
    section.left_margin, section.right_margin = Mm(22), Mm(18)
    section.top_margin, section.bottom_margin = Mm(25), Mm(22)
    for name, size in (("Normal", 10), ("Title", 20), ("Heading 1", 13)):
        style = file.styles[name]
        style.font.name, style.font.size = _LETTERS, Pt(size)
        style.font.color.rgb = RGBColor.from_string(_INK)
        _letters(style.element.get_or_add_rPr())
    for part, words in ((section.header, f"{frame.machine}\t\t{frame.running}"), (section.footer, "")):
        paragraph = part.paragraphs[0]
        run = paragraph.add_run(words or f"{frame.foot}\t\t{frame.page} ")
        runs = [run] if words else [run, *_field(paragraph, "PAGE"), paragraph.add_run(" / ")]
        runs += [] if words else _field(paragraph, "NUMPAGES")
        for run in runs:
            run.font.size, run.font.color.rgb = Pt(8), RGBColor.from_string(_QUIET)
        # A style's own stops would come before ours.
        paragraph.style.paragraph_format.tab_stops.clear_all()
        _tab(paragraph)
    about = file.core_properties
    about.title, about.author, about.language = document.title, frame.author, frame.language
    about.comments, about.revision, about.last_modified_by = "", 1, frame.author
    about.created = about.modified = datetime(*frame.date)


def _tab(paragraph: Any) -> None:
    """Head and foot have their second text at the right edge."""
    from docx.enum.text import WD_TAB_ALIGNMENT
    from docx.shared import Mm

    stops = paragraph.paragraph_format.tab_stops
    stops.add_tab_stop(Mm(_TEXT_MM // 2), WD_TAB_ALIGNMENT.CENTER)
    stops.add_tab_stop(Mm(_TEXT_MM), WD_TAB_ALIGNMENT.RIGHT)


def _letters(properties: Any) -> None:
    """The letters of a style for every script: the theme's would go before them."""
    from docx.oxml.ns import qn

    fonts = properties.get_or_add_rFonts()
    for name in list(fonts.attrib):
        del fonts.attrib[name]
    for kind in ("ascii", "hAnsi", "cs", "eastAsia"):
        fonts.set(qn(f"w:{kind}"), _LETTERS)


def _field(paragraph: Any, name: str) -> list[Any]:
    """A number that the word processor fills in; each part is a run, so that it takes their letters."""
    from docx.oxml import OxmlElement
    from docx.oxml.ns import qn

    runs = []
    for kind in ("begin", None, "separate", "1", "end"):
        run = paragraph.add_run("1" if kind == "1" else "")
        runs.append(run)
        if kind == "1":
            continue
        element = OxmlElement("w:fldChar" if kind else "w:instrText")
        if kind:
            element.set(qn("w:fldCharType"), kind)
        else:
            element.text = name
        run._r.append(element)
    return runs


def _add(file: Any, block: Block, frame: Frame, folder: Path) -> None:
    match block:
        case Heading(text):
            file.add_heading(text, 1)
        case Para(text, small):
            _write(file, text, size=8.5 if small else 10, colour=_QUIET if small else _INK)
        case Points(items):
            for item in items:
                file.add_paragraph(item, style="List Bullet")
        case Facts(rows):
            _table(file, [(name, value) for name, value in rows], (_NAMES_MM, _TEXT_MM - _NAMES_MM))
        case Table():
            _grid(file, block)
        case Picture(name, caption, width_mm):
            _picture(file, folder, name, width_mm)
            _write(file, caption, size=8.5, colour=_QUIET, centre=True)
        case Signature(rows):
            _write(file, "")
            lines = [(f"{name} {value}", "") for name, value in rows]
            _table(file, [*lines, ("\n\n\n\n", ""), (frame.sign_here, "")], (_TEXT_MM - 82, 82), swap=True)
        case Break():
            file.add_page_break()


def _write(file: Any, text: str, *, size: float = 10, colour: str = _INK, bold: bool = False,
           centre: bool = False) -> None:  # fmt: skip
    from docx.enum.text import WD_ALIGN_PARAGRAPH
    from docx.shared import Pt, RGBColor

    paragraph = file.add_paragraph()
    run = paragraph.add_run(joined(text))
    run.font.size, run.bold, run.font.color.rgb = Pt(size), bold, RGBColor.from_string(colour)
    paragraph.paragraph_format.space_after = Pt(6)
    if centre:
        paragraph.alignment = WD_ALIGN_PARAGRAPH.CENTER


def _picture(file: Any, folder: Path, name: str, width_mm: int) -> None:
    from docx.enum.text import WD_ALIGN_PARAGRAPH
    from docx.shared import Mm

    source: Any = str(folder / name) if name.endswith(".png") else io.BytesIO(png_of(name, folder))
    file.add_picture(source, width=Mm(width_mm))
    file.paragraphs[-1].alignment = WD_ALIGN_PARAGRAPH.CENTER
    file.paragraphs[-1].paragraph_format.keep_with_next = True


def _table(file: Any, rows: list[tuple[str, str]], widths: tuple[int, int], *, swap: bool = False) -> None:
    """Two columns without a head; ``swap`` puts the first text at the right, for who signs."""
    made = file.add_table(0, 2)
    made.style = "Normal Table" if swap else "Table Grid"
    if not swap:
        _rule(made)
    for first, second in rows:
        cells = made.add_row().cells
        _cell(cells[1 if swap else 0], first, colour=_INK if swap else _QUIET)
        _cell(cells[0 if swap else 1], second)
    _set_widths(made, widths)
    _write(file, "", size=4)


def _grid(file: Any, block: Table) -> None:
    made = file.add_table(1, len(block.columns))
    made.style = "Table Grid"
    _rule(made)
    size = 8 if len(block.columns) > 6 else 9
    for cell, column in zip(made.rows[0].cells, block.columns, strict=True):
        _cell(cell, column.title, size=size, bold=True, right=column.figures)
    _repeat(made.rows[0])
    for row in block.rows:
        for cell, column, words in zip(made.add_row().cells, block.columns, row, strict=True):
            _cell(
                cell, words, size=size - (1.5 if column.mono else 0), right=column.figures, mono=column.mono
            )
    whole = sum(column.share for column in block.columns)
    _set_widths(made, tuple(_TEXT_MM * column.share // whole for column in block.columns))
    _write(file, block.note, size=8.5, colour=_QUIET)


def _rule(table: Any) -> None:
    """Thin grey lines between rows and none between columns, as the PDF has them."""
    from docx.oxml import OxmlElement
    from docx.oxml.ns import qn

    borders = OxmlElement("w:tblBorders")
    for side in ("top", "left", "bottom", "right", "insideH", "insideV"):
        line = OxmlElement(f"w:{side}")
        seen = side in ("top", "bottom", "insideH")
        line.set(qn("w:val"), "single" if seen else "nil")
        if seen:
            line.set(qn("w:sz"), "4")
            line.set(qn("w:color"), _LINE)
        borders.append(line)
    table._tbl.tblPr.append(borders)


def _cell(cell: Any, words: str, *, size: float = 9, bold: bool = False, right: bool = False,
          mono: bool = False, colour: str = _INK) -> None:  # fmt: skip
    from docx.enum.text import WD_ALIGN_PARAGRAPH
    from docx.shared import Pt, RGBColor

    paragraph = cell.paragraphs[0]
    run = paragraph.add_run(joined(words))
    run.font.size, run.bold, run.font.color.rgb = Pt(size), bold, RGBColor.from_string(colour)
    if mono:
        run.font.name = _MONO
    paragraph.paragraph_format.space_before = paragraph.paragraph_format.space_after = Pt(2)
    if right:
        paragraph.alignment = WD_ALIGN_PARAGRAPH.RIGHT


def _repeat(row: Any) -> None:
    """A head that stands on every page of a long table."""
    from docx.oxml import OxmlElement
    from docx.oxml.ns import qn

    element = OxmlElement("w:tblHeader")
    element.set(qn("w:val"), "true")
    row._tr.get_or_add_trPr().append(element)


def _set_widths(made: Any, widths: tuple[int, ...]) -> None:
    from docx.shared import Mm

    made.autofit = False
    for column, width in zip(made.columns, widths, strict=True):
        column.width = Mm(width)
    for row in made.rows:
        for cell, width in zip(row.cells, widths, strict=True):
            cell.width = Mm(width)


def _still(data: bytes) -> bytes:
    """The same archive with one date for every member, in name order."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as new:
        # Readers want the list of contents first.
        for name in sorted(old.namelist(), key=lambda name: (name != "[Content_Types].xml", name)):
            info = zipfile.ZipInfo(name, _ZIP_DATE)
            info.compress_type = zipfile.ZIP_DEFLATED
            new.writestr(info, old.read(name))
    return out.getvalue()
