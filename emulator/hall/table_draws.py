# SPDX-License-Identifier: MIT
"""
What the journal of a hall's table says of the device that draws for it, and whether the device says the same.

    draws = read_draws(folder / "boule.jsonl")
    draws.last.number                       # of draws that the table has had of its wheel
    device_problem(folder / "boule.jsonl", "boule")

Behind a move whose chance a device made stands ``device``: serial number, number of the draw, and the state
of its core from which it was drawn, so that anybody can draw it again.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple, Protocol

from cext import CoreError
from cext.cup import STATE_SIZE, cup_faces, cup_step_bytes
from cext.wheel import pocket_of, wheel_step_bytes
from emulator.records import chip_key
from emulator.records.storage import read_file
from emulator.support.errors import EmulatorError
from machines import MachinesError
from machines.firmware.chance_device.device_record import RING_ROWS
from machines.memory.chip import seals_of
from machines.support.plain import Json, JsonView, read_json
from machines.tables import cup, wheel
from machines.tables.device_works import Memory
from machines.tables.registry import OWN_TABLE

NVRAM = ".nvram"
CUP = "cubilete"
_DRAW_AT = slice(64, 72)
"""Where a state has the number of its next draw (cext/src/wheel.h, cup.h)."""


class Last(NamedTuple):
    """The last draw that a table has had: of which device, and which it was; 0, 0: it has had none."""

    serial: int = 0
    number: int = 0

    def header(self) -> Json:
        """What the first line of a journal says that begins anew."""
        return {"device": list(self)} if self.number else {}


class Drawn(NamedTuple):
    """A draw that a table has had."""

    serial: int
    number: int
    state: bytes
    """Of the core, before."""
    values: tuple[int, ...]
    """As the table has them."""

    def beside(self) -> Json:
        """What stands behind the move in the journal."""
        return {"device": [self.serial, self.number, self.state.rstrip(b"\0").hex()]}


class Draws(NamedTuple):
    """All draws of a journal."""

    begun: Last
    """Before its first move."""
    rows: tuple[Drawn, ...]

    @property
    def last(self) -> Last:
        """The last one."""
        return Last(*self.rows[-1][:2]) if self.rows else self.begun


class Core(Protocol):
    """How a device draws, and what it remembers."""

    memory: Memory

    def draw(self, state: bytes) -> tuple[int, ...]:
        """The values of a draw, as a table has them."""

    def seen(self, row: JsonView) -> tuple[int, ...]:
        """Those that a row of its memory has."""


class CupCore:
    """Of the dice cup."""

    memory = cup.MEMORY

    def __init__(self) -> None:
        self._cup = cup.load_cup(CUP)

    def draw(self, state: bytes) -> tuple[int, ...]:
        """The faces."""
        return cup_faces(cup_step_bytes(self._cup.tables, state)[1])

    def seen(self, row: JsonView) -> tuple[int, ...]:
        """The faces."""
        return tuple(row["faces"][: self._cup.dice])


class WheelCore:
    """Of the wheel of a game."""

    memory = wheel.MEMORY

    def __init__(self, game: str) -> None:
        self._wheel = wheel.load_wheel(game)

    def draw(self, state: bytes) -> tuple[int, ...]:
        """The number, and its pocket."""
        pocket = pocket_of(wheel_step_bytes(self._wheel.tables, state)[1])
        return self._wheel.pockets[pocket], pocket

    def seen(self, row: JsonView) -> tuple[int, ...]:
        """The number, and its pocket."""
        return row["number"], row["pocket"]


def core_of(game: str) -> Core:
    """How the device of a game draws."""
    return CupCore() if game in OWN_TABLE else WheelCore(game)


def device_path(journal: Path) -> Path:
    """Where the device of a table is kept."""
    return journal.with_suffix(NVRAM)


def read_draws(journal: Path) -> Draws:
    """The draws of a journal whose chain holds; of one that is not there none."""
    data = journal.read_bytes() if journal.is_file() else b""
    lines = data[: data.rfind(b"\n") + 1].splitlines()
    if not lines:
        return Draws(Last(), ())
    rows: list[Json] = [read_json(line) for line in lines[1:] if b'"device":' in line]
    found = [_drawn(row) for row in rows if "move" in row and "device" in row]
    return Draws(Last(*read_json(lines[0]).get("device", ())), tuple(found))


def _drawn(row: Json) -> Drawn:
    serial, number, digits = row["device"]
    return Drawn(serial, number, _state(digits), tuple(row["move"][5]))


def _state(digits: str) -> bytes:
    return bytes.fromhex(digits).ljust(STATE_SIZE, b"\0")


def due(journal: Path, game: str) -> bool:
    """Whether the device of a table has drawn what the table has not had yet, or cannot say so."""
    path = device_path(journal)
    if not path.is_file():
        return False
    try:
        kept = read_file(path)
    except EmulatorError:  # whoever opens it says what is wrong
        return True
    record = core_of(game).memory.read(kept.nvram or b"")
    last = read_draws(journal).last
    return record is not None and (kept.serial, record[core_of(game).memory.counter]) > last


def device_problem(journal: Path, game: str) -> str:
    """
    What is wrong with the draws of a table by themselves, or beside the memory of its device.

    Every draw is made again from the state of the core that it was made from; they follow one another without
    a gap; the device has counted as many, or one more that the table has still to have, and recalls them.
    """
    draws = read_draws(journal)
    if draws.last == Last() and not device_path(journal).is_file():
        return ""
    try:
        return _wrong_draw(draws, core_of(game)) or _wrong_memory(journal, draws, core_of(game))
    except (EmulatorError, MachinesError, CoreError, OSError) as error:
        return f"its device: {error}"


def _wrong_draw(draws: Draws, core: Core) -> str:
    before = draws.begun
    for row in draws.rows:
        wanted = before.number + 1 if row.serial == before.serial else 1
        if row.number != wanted or row.serial < before.serial:
            return f"draw {wanted} of its device must come (got {row.number} of device {row.serial})"
        if (drawn := core.draw(row.state)) != row.values or _number(row.state) != row.number - 1:
            return f"draw {row.number} of its device must be {drawn} (got {row.values})"
        before = Last(row.serial, row.number)
    return ""


def _number(state: bytes) -> int:
    return int.from_bytes(state[_DRAW_AT], "little")


def _wrong_memory(journal: Path, draws: Draws, core: Core) -> str:
    path, last = device_path(journal), draws.last
    if not path.is_file():
        return f"its device is gone: {path}"
    kept = read_file(path)
    key = kept.chip_key or chip_key.read(chip_key.key_file(path))
    image, seals = kept.nvram or b"", seals_of(key, kept.serial)
    record = core.memory.read(image, seals)
    if record is None:
        return f"{path}: no copy of its device's record is whole and sealed by its chip"
    number, count = last.number if kept.serial == last.serial else 0, record[core.memory.counter]
    if kept.serial < last.serial or not number <= count <= number + 1:
        return f"its device must have drawn {number} times, or once more (got {count})"
    if count > number and (kept.physical or {}).get("drawn", {}).get("number") != count:
        return f"{path}: how draw {count} was made must be there, which its table has still to have"
    return _wrong_recall(draws, core, core.memory.recent(image, seals), Last(kept.serial, number))


def _wrong_recall(draws: Draws, core: Core, rows: Sequence[Json], last: Last) -> str:
    """The device recalls what the table has had, a row less where a cut came as the next was written."""
    recalled = {row["sequence"]: core.seen(row) for row in rows}
    for row in draws.rows:
        first = last.number - RING_ROWS + 3
        if row.serial != last.serial or row.number < first:
            continue
        if (got := recalled.get(row.number)) != row.values:
            return f"its device must recall {row.values} as draw {row.number} (got {got})"
    return ""
