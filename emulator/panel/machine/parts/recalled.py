# SPDX-License-Identifier: MIT
"""The cards of a recalled play: what the panel showed at each of its rolls, and what it came to."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from emulator.cabinet.front import Display, ReelView
from emulator.panel.machine.parts.seen import PAYLINE_LEFT, PAYLINE_RIGHT, WINDOW_FIRST, Seen
from machines.model import Model
from machines.support.currency import amount

if TYPE_CHECKING:
    from emulator.records.recall import Play

Say = Callable[[str], str]
Money = Callable[[int], str]
"""Writes an amount."""
_TURN_U16 = 65_536


class Card(NamedTuple):
    """One picture of a play."""

    seen: Seen
    caption: str
    """Two lines at most."""
    first: bool
    """Whether a play begins with it."""
    asked: str = ""
    """What the screen asked: "pick", "gamble" or nothing."""
    choice: int = 0
    """What was chosen then, from 0."""
    game: int = 0
    """Number of the game that was played, of a machine of type A."""


def rolls(model: Model, play: Play, say: Say, language: str) -> Iterator[Card]:
    """One card for each roll of the reels, two of a double play."""
    for roll, (stops, cents) in enumerate(zip(play.stops, play.prizes_cents, strict=True)):
        seen = reels_at_rest(model, stops, won=cents > 0)
        yield Card(seen, _caption(play, roll, say, money_of(model, language)), roll == 0)


def reels_at_rest(
    model: Model,
    stops: tuple[int, ...],
    *,
    won: bool,
    strips: Sequence[Sequence[object]] = (),
    extra: Iterable[int] = (),
) -> Seen:
    """
    A powered machine at rest with its reels where they stood, in the light of that moment.

    Args:
        strips: those on its screen, where they are not those of a paid play.
        extra: more lamps that were lit.
    """
    shown = strips or model.strips
    motors = model.motor_steps or tuple(len(strip) for strip in model.strips)
    reels = [
        ReelView(stop * _TURN_U16 // len(strip), False, 0, len(strip), steps, int(bool(strips)))
        for stop, strip, steps in zip(stops, shown, motors, strict=True)
    ]
    lit = {*extra, *(WINDOW_FIRST + number for number in range(len(reels)))}
    lit |= {PAYLINE_LEFT, PAYLINE_RIGHT} if won else set()
    return at_rest(Display("", "", "", ""), frozenset(lit), reels)


def at_rest(display: Display, glass: frozenset[int], reels: Sequence[ReelView] = ()) -> Seen:
    """A powered machine at which nobody stands, with these lights behind its glass."""
    return Seen(
        now_us=0,
        powered=True,
        display=display,
        lamps={},
        glass=glass,
        reels=reels,
        coins=[],
        tray={},
        purse={},
        wallet={},
        note=None,
        note_open=False,
        door_open=False,
        doors={},
        keys={},
    )


def money_of(model: Model, language: str) -> Money:
    """Writes amounts in a model's money."""
    return partial(amount, language=language, currency=model.currency)


def _caption(play: Play, roll: int, say: Say, money: Money) -> str:
    """What the window does not show, in two lines."""
    name = say("Play {}").format(f"{play.number}" if not play.double else f"{play.number} · {roll + 1}/2")
    facts = [name, say("prize {}").format(money(play.prizes_cents[roll]))]
    facts.append(say("stake {}").format(money(play.stake_cents)))
    first = " · ".join(facts)
    return "\n".join(filter(None, (first, " · ".join(circumstances(play, say, money)))))


def circumstances(play: Play, say: Say, money: Money) -> Iterator[str]:
    if play.credits_before_cents is not None and play.credits_after_cents is not None:
        before, after = map(money, (play.credits_before_cents, play.credits_after_cents))
        yield say("credits {} to {}").format(before, after)
    if play.held:
        yield say("held {}").format(" ".join(str(reel) for reel in play.held))
    if play.auto:
        yield say("started by itself")
