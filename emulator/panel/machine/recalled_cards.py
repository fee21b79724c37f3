# SPDX-License-Identifier: MIT
"""The cards of a recalled play: what the panel showed at each of its rolls or steps, and what it came to."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from emulator.cabinet.front import Display, ReelView
from emulator.panel.machine.parts.seen import FREE_MARK, PAYLINE_LEFT, PAYLINE_RIGHT, WINDOW_FIRST, Seen
from machines.model import ChanceModel, Model
from machines.support.languages import euros

if TYPE_CHECKING:
    from emulator.records.recall import Play, Recalled
    from emulator.records.recall_chance import Step

Say = Callable[[str], str]
_TURN_U16 = 65_536
_TURNS = ("play", "free")


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


def cards_of(recalled: Recalled, play: Play, say: Say, language: str) -> Iterator[Card]:
    """Its rolls, two of a double play; of a play of chance the paid turn and every step after it."""
    if len(play.steps) < 2:
        for roll, (stops, cents) in enumerate(zip(play.stops, play.prizes_cents, strict=True)):
            seen = _seen(recalled.model, stops, won=cents > 0)
            yield Card(seen, _caption(play, roll, say, language), roll == 0)
        return
    assert isinstance(recalled.model, ChanceModel)
    free, before_cents = False, 0
    for number, step in enumerate(play.steps):
        free = step.kind == "free" if step.kind in _TURNS else free
        won = step.prize_cents > 0 and step.kind in _TURNS
        seen = _seen(recalled.model, step.stops, won=won, free=free)
        told = _told(play, number, before_cents, say, language)
        asked = step.kind if step.kind in ("pick", "gamble") else ""
        yield Card(seen, told, number == 0, asked, step.choice)
        before_cents = step.won_cents


def _seen(model: Model, stops: tuple[int, ...], *, won: bool, free: bool = False) -> Seen:
    """A powered machine at rest with its reels where they stood, in the light of that moment."""
    motors = model.motor_steps or tuple(len(strip) for strip in model.strips)
    screen = free and not model.motor_steps
    strips = model.tables.free_strips if screen and isinstance(model, ChanceModel) else model.strips
    reels = [
        ReelView(stop * _TURN_U16 // len(strip), False, 0, len(strip), steps, int(screen))
        for stop, strip, steps in zip(stops, strips, motors, strict=True)
    ]
    lit = {WINDOW_FIRST + number for number in range(len(reels))}
    lit |= {PAYLINE_LEFT, PAYLINE_RIGHT} if won else set()
    lit |= {FREE_MARK} if free else set()
    return at_rest(Display("", "", "", ""), frozenset(lit), reels)


def at_rest(
    display: Display, glass: frozenset[int], reels: Sequence[ReelView] = (), skill: bool = False
) -> Seen:
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
        skill=skill,
    )


def _caption(play: Play, roll: int, say: Say, language: str) -> str:
    """What the window does not show, in two lines."""
    name = say("Play {}").format(f"{play.number}" if not play.double else f"{play.number} · {roll + 1}/2")
    facts = [name, say("prize {}").format(euros(play.prizes_cents[roll], language))]
    facts.append(say("stake {}").format(euros(play.stake_cents, language)))
    first = " · ".join(facts)
    return "\n".join(filter(None, (first, " · ".join(circumstances(play, say, language)))))


def circumstances(play: Play, say: Say, language: str) -> Iterator[str]:
    if play.credits_before_cents is not None and play.credits_after_cents is not None:
        before, after = (euros(c, language) for c in (play.credits_before_cents, play.credits_after_cents))
        yield say("credits {} to {}").format(before, after)
    if play.held:
        yield say("held {}").format(" ".join(str(reel) for reel in play.held))
    if play.auto:
        yield say("started by itself")


def _told(play: Play, number: int, before_cents: int, say: Say, language: str) -> str:
    """One step: which, what was done and what it won, and what the play had come to by then."""
    step = play.steps[number]
    name = say("Play {}").format(f"{play.number} · {number + 1}/{len(play.steps)}")
    facts = [name, _done(step, say), *_won(step, before_cents, say, language)]
    rest = [say("{} in all").format(euros(step.won_cents, language))]
    if step.kind == "play":
        rest = [say("stake {}").format(euros(play.stake_cents, language))]
        rest += circumstances(play, say, language)
    if step.free_left:
        rest.append(say("{} free plays left").format(step.free_left))
    return " · ".join(facts) + "\n" + " · ".join(rest)


def _done(step: Step, say: Say) -> str:
    if step.kind == "pick":
        return say("pick {}").format(step.choice + 1)
    if step.kind == "gamble":
        return say("bet on red") if step.choice == 0 else say("bet on black")
    names = {"play": say("paid turn"), "free": say("free play"), "collect": say("prize kept")}
    return names[step.kind]


def _won(step: Step, before_cents: int, say: Say, language: str) -> Iterator[str]:
    if step.kind == "gamble":
        yield say("won") if step.won_cents > before_cents else say("lost")
    elif step.kind != "collect":
        yield say("prize {}").format(euros(step.prize_cents, language))
    if step.pots_cents:
        yield say("pot {}").format(euros(step.pots_cents, language))
