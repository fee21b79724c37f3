# SPDX-License-Identifier: MIT
"""The last plays of a machine of type C with every step of them that its NVRAM holds."""

from __future__ import annotations

from dataclasses import replace

from emulator.types.common import recall
from emulator.types.common.recall import Play, Step
from machines.firmware.chance import steps
from machines.memory.chip import Seals
from machines.memory.record import decode
from machines.model import ChanceModel
from machines.support.plain import JsonView

KINDS = ("play", "pick", "free", "gamble", "collect")


def play_of_row(row: JsonView, model: ChanceModel, t_us: int | None) -> Play:
    """A row of the ring in NVRAM as a play: one entry, which won what its reels and its pots paid."""
    play = recall.play_of_row(row, model, t_us)
    return replace(play, prizes_cents=(sum(row["prizes_cents"]),))


def steps_by_play(image: bytes, model: ChanceModel, seals: Seals = ()) -> dict[int, tuple[Step, ...]]:
    """
    The steps that an NVRAM holds, by number of the play.

    Args:
        image: the whole FRAM; its main record is whole.
        model: whose strips the windows are drawn from.
        seals: of the machine's chip; empty: seals are not checked.
    """
    record = decode(image, seals)
    assert record is not None
    plays = steps.read(image, record, seals)
    return {play["number"]: tuple(_steps(play["steps"], model)) for play in plays}


def _steps(rows: list[JsonView], model: ChanceModel) -> list[Step]:
    """Rows as steps; picks and gambles leave the reels as the turn before them showed them."""
    free, found = False, []
    for row in rows:
        kind = KINDS[row["kind"]]
        free = kind == "free" if kind in ("play", "free") else free
        stops = tuple(row["stops"][: len(model.strips)])
        window = model.free_window(stops) if free and not model.motor_steps else model.window(stops)
        found.append(
            Step(
                kind=kind,
                choice=row["choice"],
                stops=stops,
                window=window,
                prize_cents=row["step_cents"],
                won_cents=row["won_cents"],
                pots_cents=row["pots_cents"],
                free_left=row["free_left"],
            )
        )
    return found
