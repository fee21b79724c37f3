# SPDX-License-Identifier: MIT
"""One play as it was, and as a row of the ring in NVRAM tells of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from emulator.support.errors import ImageError
from machines.firmware import nvram
from machines.model import Model
from machines.support.plain import Json, JsonView

Told = Callable[..., Iterable[JsonView]]


@dataclass(frozen=True)
class Step:
    """One step of a play of chance; money in cents."""

    kind: str
    """The paid turn, a pick, a free turn, a gamble, or the win kept."""
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


@dataclass(frozen=True)
class Play:
    """One play as it was; money in cents. What a journal alone cannot tell is None."""

    number: int
    """Starts of the machine until and with this one."""
    t_us: int | None
    """When it was started, in the journal's time."""
    auto: bool | None
    """Nobody pressed: the machine started by itself (B-11)."""
    held: tuple[int, ...]
    """Reels held, from 1."""
    stake_cents: int
    prizes_cents: tuple[int, ...]
    """Of each entry; a double play has two."""
    credits_before_cents: int | None
    credits_after_cents: int | None
    stops: tuple[tuple[int, ...], ...]
    """Of each entry, the left reel first."""
    windows: tuple[tuple[tuple[str, ...], ...], ...]
    """Of each entry the symbols that were shown: rows from the top, one symbol a reel."""
    gambles_won: int = 0
    gamble_lost: bool = False
    """Type B: gambles of its prize that were won, and whether the last one was lost (B-22)."""
    returned: bool = False
    """Type B: its prize gave back what gambles had lost."""
    points: int | None = None
    """Type A: what its presses were worth."""
    rounds: int = 0
    """Type A: rounds of it that were over."""
    award: int = 0
    """Type A: what the points earned, from 1 in the order of the game's awards; 0: nothing."""
    lights: int = 0
    """Type A: the 32 lights of its game as they stood in the end, bit 0 the first."""
    game_number: int = 0
    """Type A: number of the game that was played, from 0."""
    game: str = ""
    """Type A: title of the game that was played."""
    steps: tuple[Step, ...] = ()
    """Type C: every step of it that is still known, the paid turn first."""

    @property
    def double(self) -> bool:
        """Whether two plays were made at once (B-03)."""
        return len(self.stops) == 2

    @property
    def prize_cents(self) -> int:
        """What it won in all, its gambles included."""
        return 0 if self.gamble_lost else sum(self.prizes_cents) << self.gambles_won

    def as_dict(self) -> Json:
        """The same as plain JSON values."""
        return {
            "number": self.number,
            "t_us": self.t_us,
            "kind": "double" if self.double else "single",
            "auto": self.auto,
            "held": list(self.held),
            "stake_cents": self.stake_cents,
            "prizes_cents": list(self.prizes_cents),
            "gambles_won": self.gambles_won,
            "gamble_lost": self.gamble_lost,
            "returned": self.returned,
            "prize_cents": self.prize_cents,
            "credits_before_cents": self.credits_before_cents,
            "credits_after_cents": self.credits_after_cents,
            "stops": [list(stops) for stops in self.stops],
            "windows": [[list(row) for row in window] for window in self.windows],
            "points": self.points,
            "rounds": self.rounds,
            "game": self.game,
            "award": self.award,
            "lights": self.lights,
            "steps": [step.as_dict() for step in self.steps],
        }


def play_of_row(row: JsonView, model: Model, t_us: int | None) -> Play:
    """A row of the ring in NVRAM as a play; ImageError if it cannot be one of this model."""
    reels, entries = len(model.strips), row["simultaneous"]
    flat = row["stops"]
    stops = [tuple(flat[i * nvram.MAX_REELS : i * nvram.MAX_REELS + reels]) for i in range(entries)]
    return Play(
        number=row["number"],
        t_us=t_us,
        auto=bool(row["auto"]),
        held=reels_of(row["held"]),
        stake_cents=row["stake_cents"],
        prizes_cents=tuple(row["prizes_cents"][:entries]),
        credits_before_cents=row["credits_before_cents"],
        credits_after_cents=row["credits_after_cents"],
        stops=tuple(stops),
        windows=tuple(window_of(model, one) for one in stops),
        gambles_won=row["gamble"] % nvram.RETURNED,
        gamble_lost=row["gamble"] >= nvram.LOST,
        returned=row["gamble"] == nvram.RETURNED,
    )


def reels_of(mask: int) -> tuple[int, ...]:
    """The reels of a mask, from 1."""
    return tuple(reel + 1 for reel in range(nvram.MAX_REELS) if mask >> reel & 1)


def window_of(model: Model, stops: tuple[int, ...]) -> tuple[tuple[str, ...], ...]:
    """The symbols that were shown; ImageError if the stops are none of this model."""
    if any(stop >= len(strip) for stop, strip in zip(stops, model.strips, strict=True)):
        raise ImageError(
            f"stops must be some of {model.name} (got {stops})", "name the right model with --model"
        )
    return model.window(stops)
