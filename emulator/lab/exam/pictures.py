# SPDX-License-Identifier: MIT
"""
Pictures of the sample for its report: at rest, at play, after a visit, its door open, and its last plays.

    take(sample, Path("informe/pictures"))

They are part of the document, not of the evidence: another SDL or font draws other pixels.
"""

from __future__ import annotations

from pathlib import Path

from emulator.cabinet import Cabinet
from emulator.lab.exam.device_pictures import take_device
from emulator.lab.exam.device_sample import DeviceSample
from emulator.lab.exam.examinee import Examinee
from emulator.lab.exam.finding import Words
from emulator.lab.exam.folder import write_json
from emulator.lab.exam.sample import Sample
from emulator.records.recall import Play, Recalled
from emulator.scenario.script import run
from emulator.scenario.visit import load
from emulator.types.registry import TYPES
from machines.memory.record import recent
from machines.support.languages import DEFAULT_LANGUAGE
from machines.support.plain import Json

PICTURES, LISTED = "pictures", "pictures.json"
SIZE = (1280, 800)
_BOOT_MS, _DOOR_MS, _PLAYS = 5_500, 1_000, 4
_RECALLED = Words(
    "Las últimas partidas, como la máquina las recuerda", "The last plays, as the machine recalls them"
)


def take(sample: Examinee, folder: Path, language: str = DEFAULT_LANGUAGE) -> list[Json]:
    """
    Play the short visit that ships on a TEST machine and draw it at four moments.

    Returns:
        The pictures with their captions, that of the plays which the machine recalls among them; nothing
        where pygame is not installed. Of a device of a table: its case, ``device_pictures.py``.
    """
    if isinstance(sample, DeviceSample):
        cases = take_device(sample, folder)
        if cases:
            write_json(folder / LISTED, cases)
        return cases
    if not isinstance(sample, Sample):
        return []
    try:
        from emulator.panel.machine.picture import save_screenshot
        from emulator.panel.machine.recalled import save_recall
    except ImportError:
        return []
    folder.mkdir(parents=True, exist_ok=True)
    cabinet = Cabinet(sample.model.name, rom=sample.rom, seed="00")
    if not sample.ours:
        cabinet.board.after_event = None  # another's books are not the cabinet's to judge
    found: list[Json] = []

    def keep(name: str, caption: Words) -> None:
        save_screenshot(cabinet, folder / f"{name}.png", SIZE, language)
        found.append({"file": f"{name}.png", "caption": caption._asdict()})

    def look(_: object) -> None:
        if len(found) == 1 and any(reel.moving for reel in cabinet.reels):
            keep("play", Words("Una partida", "A play"))

    cabinet.run(ms=_BOOT_MS)
    keep("rest", Words("En reposo", "At rest"))
    run(load("visit", sample.model), cabinet, look)
    keep("after", Words("Tras la visita", "After the visit"))
    cabinet.open_door()
    cabinet.run(ms=_DOOR_MS)
    keep("door", Words("Con la puerta abierta", "With its door open"))
    plays = _recalled(cabinet)
    if plays:
        told = Recalled(sample.name, "nvram", sample.model, sample.serial, True, plays)
        save_recall(told, folder / "recall.png", language)
        found.append({"file": "recall.png", "caption": _RECALLED._asdict()})
    write_json(folder / LISTED, found)
    return found


def _recalled(cabinet: Cabinet) -> tuple[Play, ...]:
    """The plays that the machine can recall, the newest first; none of a program whose books are its own."""
    if not cabinet.firmware_ours:
        return ()
    of_row = TYPES[cabinet.model.type].recall.play
    return tuple(of_row(row, cabinet.model, None) for row in recent(cabinet.nvram, cabinet.seals)[:_PLAYS])
