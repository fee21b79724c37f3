# SPDX-License-Identifier: MIT
"""
The electronic wheel as a machine: its definition, what its board boots, its memory as it leaves the works.

    wheel = load_wheel("french-roulette")
    rom = wheel_rom(wheel)

Its pockets are those of the game that it serves, from the game's rules. Source of what a throw is: Decreto
159/2002 de Aragón, catálogo, artículo 3, epígrafe 1, IV.3.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from cext.wheel import WheelTables, new_wheel_state
from machines import MachinesError
from machines.firmware.wheel import wheel_pins, wheel_record
from machines.memory.chip import Seals
from machines.rom.program import Rom
from machines.support.languages import DEFAULT_LANGUAGE
from machines.support.plain import Json
from machines.support.shipped import read_table, shipped_file, shipped_names
from machines.tables.device_works import Memory, Program
from machines.tables.registry import texts

FOLDER = Path(__file__).parent / "wheels"
PROGRAM = Program("wheel", wheel_pins.PINS)
MEMORY = Memory.of(wheel_record.RECORD, wheel_record.RING, "draws")
# Key, least, most, unit.
_NUMBERS = (
    ("launch_ms", 500, 10_000, "ms"),
    ("laps_min", 3, 100, "laps (1, IV.3.d)"),
    ("run_min_ms", 1_000, 60_000, "ms (1, IV.3.d)"),
    ("slow_ms", 200, 10_000, "ms (1, IV.3.b)"),
    ("fall_ms", 300, 20_000, "ms"),
    ("rest_ms", 200, 5_000, "ms (1, IV.3.c)"),
    ("lost_ms", 1_000, 60_000, "ms (1, IV.3.d)"),
    ("lap_ms", 100, 5_000, "ms"),
    ("slower_permille", 5, 500, "permille"),
    ("fall_lap_ms", 200, 20_000, "ms"),
    ("settle_ms", 100, 20_000, "ms"),
)


class WheelError(MachinesError):
    """A wheel's file has mistakes; the message names all of them."""


@dataclass(frozen=True)
class Wheel:
    """
    A checked wheel; all times are milliseconds.

    Attributes:
        name, title: as the file has them.
        game: whose pockets it has.
        ball: a ball runs in it; else the wheel is turned itself.
        launch_ms: for how long the ball is waited for.
        laps_min, run_min_ms: how many laps, and how long, a throw must be to count.
        slow_ms: a lap that takes so long means that the ball is about to fall: no more bets.
        fall_ms: it has fallen when it was not seen for so long.
        rest_ms: it lies still when it was seen in a pocket for so long.
        lost_ms: it is lost when it does not lie so long after its last lap.
        lap_ms, slower_permille, fall_lap_ms, settle_ms: how its ball runs: the first lap, by how much each is
            longer than the one before, the one that is the last, and from there to the first pocket.
    """

    name: str
    title: str
    game: str
    ball: bool
    launch_ms: int
    laps_min: int
    run_min_ms: int
    slow_ms: int
    fall_ms: int
    rest_ms: int
    lost_ms: int
    lap_ms: int
    slower_permille: int
    fall_lap_ms: int
    settle_ms: int

    @cached_property
    def pockets(self) -> tuple[int, ...]:
        """The numbers on the pockets, clockwise, as the game's rules have them."""
        return tuple(texts()[self.game]["pockets"])

    @cached_property
    def tables(self) -> WheelTables:
        """What the core draws with."""
        return WheelTables(self.pockets)

    def settings(self) -> Json:
        """Constants of the firmware's module ``settings``."""
        return {
            "POCKETS": self.pockets,
            "BALL": int(self.ball),
            "LAUNCH_MS": self.launch_ms,
            "LAPS_MIN": self.laps_min,
            "RUN_MIN_MS": self.run_min_ms,
            "SLOW_MS": self.slow_ms,
            "FALL_MS": self.fall_ms,
            "REST_MS": self.rest_ms,
            "LOST_MS": self.lost_ms,
        }


def wheel_names() -> list[str]:
    """The wheels that ship, each by the name of its game."""
    return shipped_names(FOLDER)


def load_wheel(name_or_path: str = "french-roulette") -> Wheel:
    """Read a wheel that ships, or a file; raises WheelError with all its mistakes."""
    path = shipped_file(FOLDER, name_or_path, "wheel", WheelError)
    return read_wheel(path.read_text(encoding="utf-8"), path.name)


def read_wheel(text: str, source: str = "wheel") -> Wheel:
    """Read and check a wheel; raises WheelError with all its mistakes."""
    table = read_table(text, source, WheelError)
    known = {*Wheel.__dataclass_fields__}
    wrong = [f"{key} must be one of {', '.join(sorted(known))}" for key in sorted(set(table) - known)]
    for key, least, most, unit in _NUMBERS:
        value = table.get(key)
        if type(value) is not int or not least <= value <= most:
            wrong.append(f"{key} must be {least} to {most} {unit} (got {value!r})")
    for key in ("name", "title"):
        if not isinstance(table.get(key), str) or not table[key]:
            wrong.append(f"{key} must be a text (got {table.get(key)!r})")
    if type(table.get("ball")) is not bool:
        wrong.append(f"ball must be true or false (got {table.get('ball')!r})")
    games = [name for name, rules in texts().items() if "pockets" in rules]
    if table.get("game") not in games:
        wrong.append(f"game must be one of {', '.join(games)} (got {table.get('game')!r})")
    wrong = wrong or _out_of_order(table)
    if wrong:
        raise WheelError("\n".join(f"{source}: {line}" for line in wrong))
    return Wheel(**table)


def _out_of_order(table: Json) -> list[str]:
    """Times that cannot tell one thing from another."""
    rows = (
        ("slow_ms", "fall_lap_ms", "the ball must be seen to slow down before its last lap (1, IV.3.b)"),
        ("fall_lap_ms", "fall_ms", "a ball that still runs must not be taken for one that has fallen"),
        ("fall_ms", "lost_ms", "a ball must have time to fall before it is lost"),
    )
    return [
        f"{less} must be less than {more}: {why} (got {table[less]} and {table[more]})"
        for less, more, why in rows
        if table[less] >= table[more]
    ]


def wheel_rom(
    wheel: Wheel,
    *,
    language: str = DEFAULT_LANGUAGE,
    test: bool = False,
    firmware: dict[str, str] | None = None,
) -> Rom:
    """The ROM of a wheel; what it takes and raises, ``Program.rom`` says."""
    return PROGRAM.rom(wheel.tables, wheel.settings(), language=language, test=test, firmware=firmware)


def wheel_image(wheel: Wheel, key: bytes, serial: int, seals: Seals) -> bytes:
    """Return the FRAM of a wheel as it leaves the works; ``key``: 32 bytes, of its random stream."""
    return MEMORY.image(new_wheel_state(wheel.tables, key, serial), serial, seals)


def recent_draws(image: bytes, seals: Seals = ()) -> list[Json]:
    """Return a wheel's last 16 shown draws, newest first: draw (from 1), pocket, number, laps, time_s."""
    names = ("pocket", "number", "laps", "time_s")
    rows = MEMORY.recent(image, seals)
    return [{"draw": row["sequence"], **{name: row[name] for name in names}} for row in rows]
