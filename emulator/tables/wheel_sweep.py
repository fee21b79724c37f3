# SPDX-License-Identifier: MIT
"""
The plug of an electronic wheel, pulled at every operation of a throw.

    swept = sweep("boule", 500)
    assert not swept.violations

The laws: no draw is lost, none comes twice, none differs from the core's stream, each is shown as often
as it counts as shown, always with the same pocket and never under a tilt, and recalled as it was.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from cext import PURPOSE_PLAY, draw_below
from emulator.tables.electronic_wheel import ElectronicWheel
from machines.firmware.wheel.wheel_record import RING_ROWS

SEED, KEY = "00", bytes(32)
LOOK_MS = 200
THROW_MS = 45_000
THROWS = 3
# Ticks with fewer operations only look at lines.
IDLE_OPS = 8

Cut = tuple[int, int]
"""An operation, and of which tick from the beginning of the first throw."""


class Swept(NamedTuple):
    """A sweep: how many places a throw has, at how many of them the plug was pulled, what broke a law."""

    places: int
    cuts: int
    violations: tuple[str, ...]


def thrown(made: ElectronicWheel, seen: Callable[[], None] = lambda: None) -> None:
    """Launch the ball and wait until a draw is shown, the wheel is ready again, or it has stopped."""
    made.launch()
    for _ in range(THROW_MS // LOOK_MS):
        made.run(ms=LOOK_MS)
        if not made.board.powered:
            made.run(ms=LOOK_MS)
            made.power_on()
            made.run(ms=LOOK_MS)
        seen()
        if made.pocket is not None or made.ready or made.record["tilt"]:
            return


def places(model: str, runtime: str | None = None) -> list[Cut]:
    """Every operation of every tick of a throw and the launch after it in which something happens."""
    made = ElectronicWheel(model, seed=SEED, runtime=runtime)
    made.run(ms=100)
    found: list[Cut] = []
    first = tick = made.board.ticks

    def note() -> None:
        nonlocal tick
        while tick < made.board.ticks:
            tick += 1
            if made.board.ops > IDLE_OPS:
                found.extend((op, tick - first) for op in range(made.board.ops))

    made.board.after_event = note
    thrown(made)
    made.launch()
    made.run(ms=500)
    return found


def broken(
    model: str, cut: Cut | None, *, runtime: str | None = None, firmware: dict[str, str] | None = None
) -> list[str]:
    """Throw three times, cut off once on the way; the laws that this run breaks."""
    made = ElectronicWheel(model, seed=SEED, runtime=runtime, firmware=firmware)
    made.run(ms=100)
    pockets = len(made.wheel.pockets)
    shown: dict[int, int] = {}
    wrong: list[str] = []

    def seen() -> None:
        pocket = made.pocket
        if pocket is None:
            return
        record = made.record
        if record["tilt"]:
            wrong.append(f"a draw is shown under the tilt {record['tilt']}")
        if shown.setdefault(record["draws"], pocket) != pocket:
            wrong.append(f"draw {record['draws']} is shown as pocket {shown[record['draws']]} and {pocket}")

    if cut is not None:
        made.cut_power(*cut)
    for _ in range(THROWS):
        thrown(made, seen)
    record, board = made.record, made.board
    wanted = {n: draw_below(KEY, 1, PURPOSE_PLAY, n - 1, pockets) for n in range(1, record["draws"] + 1)}
    recalled = [(row["draw"], row["pocket"]) for row in made.draws]
    laws = (
        (board.fault is None and not board.flags, f"the firmware fails: {board.fault} {board.flags}"),
        (not record["tilt"], f"the wheel has stopped: {record['tilt']}"),
        (record["draws"] >= THROWS - 1, f"{record['draws']} draws of {THROWS} throws"),
        (shown == wanted, f"shown {shown}, but the core has {wanted}"),
        (record["shows"] == len(shown), f"{record['shows']} counted as shown of {len(shown)}"),
        (recalled == sorted(wanted.items(), reverse=True)[:RING_ROWS], f"recalled {recalled}"),
    )
    return wrong + [said for holds, said in laws if not holds]


def sweep(
    model: str,
    cuts: int,
    *,
    runtime: str | None = None,
    at: Callable[[int, int], None] = lambda done, of: None,
) -> Swept:
    """Pull the plug at so many places at most, evenly among all of a throw; ``at``: (done, of how many)."""
    where = places(model, runtime)
    chosen = where[:: max(1, -(-len(where) // cuts))]
    violations = []
    for number, cut in enumerate(chosen, 1):
        violations += [f"cut at operation {cut[0]} of tick {cut[1]}: {said}" for said in broken(
            model, cut, runtime=runtime
        )]  # fmt: skip
        at(number, len(chosen))
    return Swept(len(where), len(chosen), tuple(violations))
