# SPDX-License-Identifier: MIT
"""
The journal of a session in which everything is done to a device that can be, replayed on either runtime.

Both must come out with every byte: draws, messages, lamps, tilts and cuts, in the same microsecond. Another's
firmware, which CPython does not run, is replayed on MicroPython alone.
"""

from __future__ import annotations

from typing import Unpack

from emulator.lab.exam.examination import DeviceExamination
from emulator.lab.exam.finding import EXACTLY, Figure, Finding, Findings, Grade, Method, Words, judged
from emulator.records.replay import replay
from emulator.tables.dice_cup import DiceCup
from emulator.tables.electronic_wheel import ElectronicWheel
from emulator.tables.hands import Hand, turn_key
from emulator.tables.table_device import DeviceRun
from emulator.vm.choose import CPYTHON, MICROPYTHON, require_micropython
from emulator.vm.errors import VMUnavailableError
from machines.support.plain import JsonView

_JOURNAL = "session.jsonl"


def examine(exam: DeviceExamination) -> Findings:
    """Keep a journal, and replay it."""
    hand = exam.hand()
    with exam.journal("session", hand.device):
        for _ in range(exam.pick(1, 3, 10)):
            _session(hand)
    runtimes, missing = [CPYTHON] if exam.sample.ours else [], ""
    try:
        require_micropython()
        runtimes.append(MICROPYTHON)
    except VMUnavailableError as error:
        missing = str(error)
    wrong = [said for runtime in runtimes for said in _replayed(exam, runtime)]
    found = Findings()
    many, names = _lines(exam), " y ".join(runtimes)
    figures = [Figure("lines", Words("líneas del diario", "lines of the journal"), many, "items")]
    figures += [
        Figure("runtimes", Words("entornos", "runtimes"), len(runtimes), "items", len(_wanted(exam)), EXACTLY)
    ]
    figures.append(
        Figure(
            "differ",
            Words("repeticiones que difieren", "replays that differ"),
            len(wrong),
            "times",
            0,
            EXACTLY,
        )
    )
    said = Words(
        f"{many} líneas repetidas en {names}", f"{many} lines replayed on {names.replace(' y ', ' and ')}"
    )
    if wrong:
        said = Words(f"{said.es}: {wrong[0]}", f"{said.en}: {wrong[0]}")
    if missing and not wrong:
        said = Words(f"MicroPython no puede ejecutarse: {missing}", f"MicroPython cannot run: {missing}")
        found["D-19"] = Finding(Grade.NO_EXAMINADO, said, Method.OBSERVED, tuple(figures), (_JOURNAL,))
    else:
        found["D-19"] = judged(said, Method.OBSERVED, *figures, files=[_JOURNAL])
    return found


def _wanted(exam: DeviceExamination) -> tuple[str, ...]:
    return (CPYTHON, MICROPYTHON) if exam.sample.ours else (MICROPYTHON,)


def _session(hand: Hand) -> None:
    """Throws, and all that hands do to a device, one after the other."""
    device = hand.device
    device.run(ms=100)
    hand.throw()
    hand.begin()
    device.run(ms=900)
    device.lift()
    device.run(ms=300)
    device.cover()
    device.run(ms=300)
    turn_key(hand)
    device.open_body()
    device.run(ms=300)
    device.close_body()
    turn_key(hand)
    if isinstance(device, ElectronicWheel):
        hand.begin()
        device.run(ms=2_000)
        device.push()
        device.run(ms=100)
        device.push(on=False)
        turn_key(hand)
        device.damage("weak_jet")
        hand.throw()
        device.mend("weak_jet")
    else:
        device.press("bank")
        device.run(ms=300)
    hand.begin()
    device.cut_power(3, 40)
    device.run(ms=3_000)
    if not device.board.powered:
        device.power_on()
    device.run(ms=100)
    turn_key(hand)
    hand.throw()
    device.power_off()
    device.run(ms=200)
    device.power_on()


def _lines(exam: DeviceExamination) -> int:
    return (exam.folder / _JOURNAL).read_bytes().count(b"\n")


def _replayed(exam: DeviceExamination, runtime: str) -> list[str]:
    def build(origin: JsonView, **options: Unpack[DeviceRun]) -> ElectronicWheel | DiceCup:
        return exam.sample.begun(origin, runtime=runtime, entropy=options.get("entropy"))

    report = replay(exam.folder / _JOURNAL, build=build)
    return [] if report.same and report.complete else [f"{runtime}: {report}".replace(str(exam.folder), "")]
