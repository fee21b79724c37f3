# SPDX-License-Identifier: MIT
"""The last plays of a machine of type C with every step of them that its NVRAM holds."""

from __future__ import annotations

from dataclasses import dataclass

from machines.firmware import nvram
from machines.firmware.chance import steps
from machines.memory.chip import Seals
from machines.model import ChanceModel
from machines.support.plain import Json, JsonView

KINDS = ("play", "pick", "free", "gamble", "collect")


@dataclass(frozen=True)
class Step:
    """One step of a play of chance; money in cents."""

    kind: str
    """One of KINDS: the paid turn, a pick, a free turn, a gamble, or the win kept."""
    choice: int
    """What the player chose, from 0."""
    stops: tuple[int, ...]
    """Of the reels as they stood."""
    window: tuple[tuple[str, ...], ...]
    """The symbols shown: rows from the top, one symbol a reel."""
    prize_cents: int
    """What the step won, pots apart."""
    won_cents: int
    """What the play had won by then, pots apart."""
    pots_cents: int
    """What pots paid that it hit."""
    free_left: int
    """Free plays left after it."""

    def as_dict(self) -> Json:
        """The same as plain JSON values."""
        return {
            **{name: getattr(self, name) for name in ("kind", "choice", "prize_cents", "won_cents")},
            **{name: getattr(self, name) for name in ("pots_cents", "free_left")},
            "stops": list(self.stops),
            "window": [list(row) for row in self.window],
        }


def steps_by_play(image: bytes, model: ChanceModel, seals: Seals = ()) -> dict[int, tuple[Step, ...]]:
    """
    The steps that an NVRAM holds, by number of the play.

    Args:
        image: the whole FRAM; its main record is whole.
        model: whose strips the windows are drawn from.
        seals: of the machine's chip; empty: seals are not checked.
    """
    record = nvram.decode(image, seals)
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
