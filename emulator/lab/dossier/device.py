# SPDX-License-Identifier: MIT
"""
The dossier of a table's device: what a laboratory signs of an electronic wheel or a dice cup.

    case = DeviceCase(DeviceSample.of("boule"), Entity.read(None), DEFAULT_LANGUAGE, "00")
    make_device_dossier(case, Path("expediente"))

It holds a whole examination, which ``azar lab verify`` does again, and says its twenty rows with their
articles, figures, evidence and pictures as documents that a person edits and signs.
"""

from __future__ import annotations

from pathlib import Path

from emulator.lab.dossier.block import BLANK
from emulator.lab.dossier.bundle import Bundle, Told, require_empty
from emulator.lab.dossier.device_case import DeviceCase
from emulator.lab.dossier.device_papers import (
    Drawn,
    device_index,
    examination_document,
    program_document,
    sheet_document,
    wiring_of_device,
    wiring_paper,
)
from emulator.lab.dossier.pdf import Frame
from emulator.lab.dossier.wiring import board_drawing
from emulator.lab.exam.folder import EVIDENCE, every_file, note_journals, seal
from emulator.lab.exam.gather import gather
from emulator.lab.exam.pictures import PICTURES, take
from emulator.lab.exam.run import begin
from emulator.lab.report import write_report
from emulator.lab.report.charts import drawn
from emulator.lab.report.figures import Scribe
from emulator.lab.report.view import view
from machines.support.plain import JsonView


def make_device_dossier(
    case: DeviceCase, folder: Path, *, force: bool = False, told: Told | None = None
) -> Bundle:
    """
    Examine a device and write its dossier.

    Args:
        folder: made where it is missing.
        force: write into one that is not empty.
        told: called with what is being done, how much of it is done, and of how much.

    Raises:
        DossierError: the folder is not empty.
        WriterError: what writes documents is not installed.
        ExamError: an examination lies in the folder already.
    """
    require_empty(folder, force)
    folder.mkdir(parents=True, exist_ok=True)
    made = Bundle(folder, told or (lambda what, done, total: None), frame_of(case))
    say = case.say
    rom = made.put(f"{say('memoria', 'memory')}/{case.sample.sealed.description.name}.rom", case.sample.data)
    room = say("examen", "examination")
    report, pictures = _examined(case, made, room)
    shown, scribe = view(report, case.language), Scribe(case.language)
    drawings = say("planos", "drawings")
    wiring = wiring_of_device(case)
    board = made.put(f"{drawings}/{say('placa', 'board')}.svg", board_drawing(case, wiring))
    charts: list[Drawn] = []
    for number, chart in enumerate(drawn(folder / room / EVIDENCE, scribe), 1):
        if chart.svg:
            name = made.put(f"{drawings}/{say('grafico', 'chart')}_{number}.svg", chart.svg.encode())
            charts.append((name, f"{chart.title}. {chart.note}"))
    made.documents += [
        sheet_document(case, pictures),
        wiring_paper(case, wiring, board),
        examination_document(case, shown, charts, room),
        program_document(case, rom),
    ]
    made.write(lambda: device_index(case, made.files, made.documents))
    return made


def _examined(case: DeviceCase, made: Bundle, room: str) -> tuple[JsonView, list[Drawn]]:
    """Examine it within the dossier; its report, and the pictures of its case."""
    inside = made.folder / room
    exam = begin(inside, case.sample, case.mode, seed=case.seed)
    exam.carry_out(jobs=1, told=lambda done, total, name: made.told(name, round(done), round(total)))
    note_journals(inside)
    report = gather(exam, None)
    taken = take(case.sample, inside / PICTURES, case.language)
    write_report(inside, report, inside / EVIDENCE, case.language)
    seal(inside)
    for path in (*every_file(inside), inside / "SHA256SUMS"):
        made.files[path.relative_to(made.folder).as_posix()] = path.read_bytes()
    return report, [(f"{room}/{PICTURES}/{one['file']}", str(one["caption"][case.language])) for one in taken]


def frame_of(case: DeviceCase) -> Frame:
    """What stands on every page."""
    say, day, maker = case.say, case.entity.day, case.said("maker", "name")
    return Frame(
        language=case.language,
        machine=f"{case.sample.title} · {case.sample.law.id}",
        running=say("Expediente de un aparato de mesa", "Dossier of a table's device"),
        foot=f"{say('Memoria', 'Memory')} {case.sample.sealed.box.digest[:16]} · {case.date}",
        page=say("página", "page"),
        sign_here=say("Firma del técnico competente", "Signature of the engineer"),
        author="" if maker == BLANK else maker,
        day=None if day is None else (day.year, day.month, day.day),
    )
