# SPDX-License-Identifier: MIT
"""
A device whose memory is damaged, byte by byte and copy by copy, and one whose watchdog has restarted it.

With one copy damaged the last result and all that is recalled are as before, or as one commit before; with
both damaged the device locks up, whatever the key does, and writes nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from emulator.board.chip import WDT_RESET
from emulator.lab.exam.examination import DeviceExamination
from emulator.lab.exam.finding import EXACTLY, Figure, Findings, Method, Words, judged
from emulator.tables.hands import Hand, Shown, turn_key
from machines.firmware.chance_device.device_record import SLOTS
from machines.tables import cup, wheel

_FILE = "damage.json"
_THROWS = 3
_LOCKED = "memory"


def examine(exam: DeviceExamination) -> Findings:
    """Damage one copy, then both; then let the watchdog bite before and after a draw."""
    found, hand = Findings(), exam.hand()
    hand.device.run(ms=100)
    for _ in range(_THROWS):
        hand.throw()
    due = exam.undisturbed(_THROWS + 1)
    size = (cup if exam.sample.type == "cup" else wheel).MEMORY.record.size
    image = hand.device.nvram
    every = range(0, size, exam.pick(29, 7, 1))
    single = [
        f"byte {at} of copy {copy}: {said}"
        for at in every
        for copy in (0, 1)
        for said in _single(exam, _damaged(image, at, [copy]), due)
    ]
    both = [one for at in every for one in _both(exam, image, at)]
    exam.keep(_FILE, {"bytes": len(every), "single": single, "both": both})
    found["D-15"] = judged(
        Words(
            f"{len(every)} bytes dañados en cada copia por separado, y en las dos a la vez",
            f"{len(every)} bytes damaged in each copy alone, and in both at once",
        ),
        Method.SAMPLED if len(every) < size else Method.ENUMERATED,
        Figure(
            "single",
            Words("fallos con una copia sana", "faults with one whole copy"),
            len(single),
            "faults",
            0,
            EXACTLY,
        ),
        Figure(
            "both",
            Words("fallos sin copia sana", "faults with no whole copy"),
            len(both),
            "faults",
            0,
            EXACTLY,
        ),
        files=[_FILE],
    )
    hung = [said for drawn in (False, True) for said in _hung(exam.hand(), drawn, due[0])]
    found["D-16"] = judged(
        Words(
            "Reanudado por el vigilante en reposo y con un sorteo sin mostrar",
            "Restarted by the watchdog at rest and with a draw that was not shown",
        ),
        Method.OBSERVED,
        Figure(
            "hung",
            Words(f"fallos: {hung or 'ninguno'}", f"faults: {hung or 'none'}"),
            len(hung),
            "faults",
            0,
            EXACTLY,
        ),
    )
    return found


def _damaged(image: bytes, at: int, copies: Iterable[int]) -> bytes:
    broken = bytearray(image)
    for copy in copies:
        broken[SLOTS[copy] + at] ^= 0x10
    return bytes(broken)


def _single(exam: DeviceExamination, image: bytes, due: Sequence[Shown | None]) -> Iterable[str]:
    hand = exam.hand(nvram=image)
    hand.device.run(ms=100)
    if tilt := hand.device.record["tilt"]:
        yield f"tilt {tilt}"
        return
    if not _THROWS - 1 <= (draws := hand.counted[0]) <= _THROWS:
        yield f"{draws} draws"
    if hand.device.lid_open:
        hand.device.cover()
    got = hand.throw()
    if got != due[hand.counted[0] - 1]:
        yield f"draw {hand.counted[0]} shows {got}"


def _both(exam: DeviceExamination, image: bytes, at: int) -> Iterable[str]:
    broken = _damaged(image, at, (0, 1))
    hand = exam.hand(nvram=broken)
    hand.device.run(ms=100)
    turn_key(hand)
    ready = hand.device.ready
    hand.begin()
    hand.device.run(ms=3_000)
    if ready or hand.device.ready or hand.shown is not None:
        yield f"byte {at}: it goes on"
    if hand.device.nvram != broken:
        yield f"byte {at}: it writes"


def _hung(hand: Hand, drawn: bool, due: Shown | None) -> Iterable[str]:
    device, chip = hand.device, hand.device.board.chip
    device.run(ms=100)
    hand.begin()
    for _ in range(1_000 if drawn else 10):
        device.run(ms=50)
        if hand.counted[0]:
            break
    chip.halt()
    chip.boot(WDT_RESET)
    device.run(ms=100)
    if device.record["tilt"] != "watchdog":
        yield f"tilt {device.record['tilt'] or 'none'}"
    device.run(ms=3_000)
    if hand.shown is not None:
        yield "something is shown before the key"
    turn_key(hand)
    if hand.throw() != due or hand.counted != (1, 1):
        yield f"counts {hand.counted} and does not show the first draw"
