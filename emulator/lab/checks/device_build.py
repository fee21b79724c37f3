# SPDX-License-Identifier: MIT
"""
What a wheel or a cup is made of, beside the text; and whether its program takes a memory that is not its own.

The numbers of the text are written here again, not read from the rules that the device was made with.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import pairwise

from emulator.lab.exam.examination import DeviceExamination
from emulator.lab.exam.finding import AT_LEAST, AT_MOST, EXACTLY, Figure, Findings, Method, Words, judged
from emulator.tables.electronic_wheel import ElectronicWheel
from machines.firmware import nvram
from machines.tables.cup import Cup
from machines.tables.wheel import Wheel

_FILE = "digests.json"
_ROULETTE = dict.fromkeys(range(37), 1)
_NUMBERS: Mapping[str, Mapping[int, int]] = {
    "french-roulette": _ROULETTE,
    "american-roulette": _ROULETTE,
    "boule": dict.fromkeys(range(1, 10), 2),
    "wheel-of-fortune": {40: 2, 20: 2, 10: 4, 5: 8, 2: 16, 1: 32},
}
"""How often each number stands on a wheel: 1, II.1; 3, II.1; 11, II.1."""
_DICE, _DIE_MM = 3, (20, 25)
"""16, II.3."""
_OTHERS = ("boule", "french-roulette")


def examine(exam: DeviceExamination) -> Findings:
    """Compare with the text; then start the program with another's memory."""
    found = Findings()
    made = exam.sample.sealed.description
    if isinstance(made, Wheel):
        _pockets(made.game, made.pockets, found)
    else:
        _dice(made, found)
    _program(exam, found)
    return found


def _pockets(game: str, pockets: Sequence[int], found: Findings) -> None:
    wanted, got = _NUMBERS[game], Counter(pockets)
    wrong = sum(abs(wanted.get(number, 0) - got[number]) for number in {*wanted, *got})
    around = [*pairwise(pockets), (pockets[-1], pockets[0])]
    # Nothing is said of the holes of boule, which stand in two rows.
    close = 0
    if game == "wheel-of-fortune":
        close = sum(one == other for one, other in around)
    elif game != "boule":
        close = sum(abs(one - other) == 1 for one, other in around)
    found["D-01"] = judged(
        Words(
            f"{len(pockets)} casillas, contadas y miradas en su orden",
            f"{len(pockets)} pockets, counted and read in their order",
        ),
        Method.DOCUMENTARY,
        Figure(
            "pockets", Words("casillas", "pockets"), len(pockets), "places", sum(wanted.values()), EXACTLY
        ),
        Figure(
            "wrong",
            Words("números de más o de menos", "numbers too many or missing"),
            wrong,
            "items",
            0,
            EXACTLY,
        ),
        Figure(
            "close",
            Words("vecinas que no deben serlo", "neighbours that must be none"),
            close,
            "places",
            0,
            EXACTLY,
        ),
    )


def _dice(cup: Cup, found: Findings) -> None:
    least, most = _DIE_MM
    edge = Words("arista", "edge")
    found["D-01"] = judged(
        Words(
            f"{cup.dice} dados de {cup.die_mm} mm, todos de color {cup.colour}",
            f"{cup.dice} dice of {cup.die_mm} mm, all of colour {cup.colour}",
        ),
        Method.DOCUMENTARY,
        Figure("dice", Words("dados", "dice"), cup.dice, "items", _DICE, EXACTLY),
        Figure("least", edge, cup.die_mm, "mm", least, AT_LEAST),
        Figure("most", edge, cup.die_mm, "mm", most, AT_MOST),
    )


def _program(exam: DeviceExamination, found: Findings) -> None:
    """A device with another's memory, sealed by the same chip: it must stop and draw nothing."""
    sample, sealed = exam.sample, exam.sample.sealed
    rom = sealed.rom()
    exam.keep(_FILE, {**rom.digests, "device": sealed.box.digest, "ours": sample.ours})
    program, tables, lines = (
        digest[:16] for digest in (rom.firmware_digest, rom.tables_digest, rom.pins_digest)
    )
    taken = 0
    if isinstance(sealed.description, Wheel):
        name = next(one for one in _OTHERS if one != sealed.description.name)
        taken = int(_draws_from(exam, ElectronicWheel(name, seed=exam.seed, serial=sample.serial).nvram))
    taken += int(_draws_from(exam, bytes(nvram.SIZE)))
    found["D-02"] = judged(
        Words(
            f"Programa {program}, tabla {tables}, líneas {lines}; con memoria ajena o vacía se para",
            f"Program {program}, tables {tables}, lines {lines}; with another's memory or none it stops",
        ),
        Method.OBSERVED,
        Figure(
            "taken",
            Words("memorias ajenas admitidas", "memories of others taken"),
            taken,
            "cases",
            0,
            EXACTLY,
        ),
        files=[_FILE],
    )


def _draws_from(exam: DeviceExamination, image: bytes) -> bool:
    """Whether a device shows anything that starts with this memory."""
    hand = exam.hand(nvram=image)
    hand.device.run(ms=100)
    hand.begin()
    hand.device.run(ms=40_000)
    if hand.device.ready or hand.shown is not None:
        return True
    return hand.device.nvram != image and hand.counted[0] > 0
