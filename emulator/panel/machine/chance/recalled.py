# SPDX-License-Identifier: MIT
"""The cards of a recalled play of chance: the paid turn and every step after it, and what each won."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from emulator.panel.machine.parts.recalled import (
    Card,
    Money,
    Say,
    circumstances,
    money_of,
    reels_at_rest,
    rolls,
)
from emulator.panel.machine.parts.seen import FREE_MARK
from machines.model import ChanceModel

if TYPE_CHECKING:
    from emulator.records.recall import Play
    from emulator.types.common.recall import Step

_TURNS = ("play", "free")


def steps(model: ChanceModel, play: Play, say: Say, language: str) -> Iterator[Card]:
    """One card for each step; a play of one step is shown as its roll."""
    if len(play.steps) < 2:
        yield from rolls(model, play, say, language)
        return
    free, before_cents, money = False, 0, money_of(model, language)
    for number, step in enumerate(play.steps):
        free = step.kind == "free" if step.kind in _TURNS else free
        seen = reels_at_rest(
            model,
            step.stops,
            won=step.prize_cents > 0 and step.kind in _TURNS,
            strips=model.tables.free_strips if free and not model.motor_steps else (),
            extra={FREE_MARK} if free else (),
        )
        asked = step.kind if step.kind in ("pick", "gamble") else ""
        yield Card(seen, _told(play, number, before_cents, say, money), number == 0, asked, step.choice)
        before_cents = step.won_cents


def _told(play: Play, number: int, before_cents: int, say: Say, money: Money) -> str:
    """One step: which, what was done and what it won, and what the play had come to by then."""
    step = play.steps[number]
    name = say("Play {}").format(f"{play.number} · {number + 1}/{len(play.steps)}")
    facts = [name, _done(step, say), *_won(step, before_cents, say, money)]
    rest = [say("{} in all").format(money(step.won_cents))]
    if step.kind == "play":
        rest = [say("stake {}").format(money(play.stake_cents))]
        rest += circumstances(play, say, money)
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


def _won(step: Step, before_cents: int, say: Say, money: Money) -> Iterator[str]:
    if step.kind == "gamble":
        yield say("won") if step.won_cents > before_cents else say("lost")
    elif step.kind != "collect":
        yield say("prize {}").format(money(step.prize_cents))
    if step.pots_cents:
        yield say("pot {}").format(money(step.pots_cents))
