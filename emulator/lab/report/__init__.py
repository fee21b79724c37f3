# SPDX-License-Identifier: MIT
"""
The report of an examination: ``report.json``, ``report.html`` and ``report.pdf`` from one plain object.

    write_report(Path("informe"), gather(exam), Path("informe/evidence"), DEFAULT_LANGUAGE)

    texts     words of the report itself, in ``texts.toml``
    figures   a figure with unit, interval and limit
    view      the object as lines of text in one language
    drawing, charts   pictures of what checks kept
    page, pdf   the two layouts of the view

``report.schema.json`` describes the object, and docs/laboratory.md.
"""

from __future__ import annotations

import json
from pathlib import Path

from emulator.lab.report.charts import drawn, pictures
from emulator.lab.report.figures import Scribe
from emulator.lab.report.page import page
from emulator.lab.report.pdf import pdf
from emulator.lab.report.view import view
from machines.support.plain import JsonView

JSON, HTML, PDF = "report.json", "report.html", "report.pdf"


def write_report(folder: Path, report: JsonView, evidence: Path, language: str) -> None:
    """
    Write the three files.

    Args:
        folder: where they go; pictures of the panel are in its ``pictures/``.
        report: the object that ``exam.gather`` makes.
        evidence: the folder whose ``checks/`` hold what charts are drawn from.
        language: one of ``texts.LANGUAGES``.

    Raises:
        PdfError: the package that sets the PDF is not installed.
    """
    scribe = Scribe(language)
    shown = view(report, language)
    shown["charts"] = [chart.as_dict() for chart in drawn(evidence, scribe)]
    titles = {check["id"]: check["title"] for check in shown["checks"]}
    seen = pictures(folder, evidence, scribe, titles)
    text = json.dumps(report, indent=1, ensure_ascii=False, sort_keys=True)
    (folder / JSON).write_text(f"{text}\n", encoding="utf-8", newline="\n")
    (folder / HTML).write_text(page(shown, seen), encoding="utf-8", newline="\n")
    (folder / PDF).write_bytes(pdf(shown, seen))
