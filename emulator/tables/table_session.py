# SPDX-License-Identifier: MIT
"""
One sitting at a table, as a command line asks for it: by a script, or by itself, up to a moment.

A script is TOML: steps in order, each with ``wait`` (a phase of the table to wait for), ``after_ms``, ``do``
(``lay``, ``take``, ``press``, ``give``, ``away``, ``back``) with its arguments, and ``expect`` (values of the
meters). ``give`` is what a real shoe, wheel or dice gave, in the phase that waits for it.

    [[step]]
    wait = "bets"
    do = "lay"
    seat = 4
    spot = "caballo 17-20"
    cents = 500
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from pathlib import Path

from emulator.support.errors import EmulatorError
from emulator.tables.table_game import TableGame
from machines.support.plain import Json, read_toml

VERBS = ("lay", "take", "press", "give", "away", "back")
_KEYS = {"wait", "after_ms", "do", "expect", "say"}
WAIT_MAX_MS = 180_000
LOOK_MS = 20


class SittingError(EmulatorError):
    """A script is wrong, or something in it did not hold."""


def read_script(path: Path) -> list[Json]:
    """Read a script; raises SittingError with all its mistakes."""
    try:
        steps = read_toml(path.read_text(encoding="utf-8")).get("step", [])
    except (OSError, ValueError) as error:
        raise SittingError(f"{path}: {error}") from error
    numbered = enumerate(steps, 1)
    wrong = [f"{path}: step {number}: {fault}" for number, step in numbered for fault in _faults(step)]
    if wrong:
        raise SittingError("\n".join(wrong))
    return list(steps)


def _faults(step: Json) -> list[str]:
    """What is wrong with a step."""
    verb, after_ms = step.get("do"), step.get("after_ms", 0)
    if verb is not None and verb not in VERBS:
        return [f"do must be one of {', '.join(VERBS)} (got {verb})"]
    found = []
    if type(after_ms) is not int or after_ms < 0:
        found.append(f"after_ms must be whole, 0 or more (got {after_ms})")
    arguments = {key: value for key, value in step.items() if key not in _KEYS}
    try:
        if verb:
            inspect.signature(getattr(TableGame, verb)).bind(None, **arguments)
        elif arguments:
            raise TypeError(f"without do there is no {', '.join(arguments)}")
    except TypeError as error:
        found.append(str(error))
    return found


def run_script(game: TableGame, steps: list[Json], going: Callable[[], bool] = lambda: True) -> None:
    """Do what a script says while ``going``; SittingError names the first step that did not hold."""
    for number, step in enumerate(steps, 1):
        if not going():
            return
        game.run(ms=step.get("after_ms", 0))
        if "wait" in step:
            _wait_for(game, step["wait"], number)
        if "do" in step:
            arguments = {key: value for key, value in step.items() if key not in _KEYS}
            if getattr(game, step["do"])(**arguments) in (False, 0) and step["do"] in ("lay", "take", "give"):
                raise SittingError(f"step {number}: {step['do']} was refused ({arguments})")
        seen = meters(game)
        for name, value in step.get("expect", {}).items():
            if seen.get(name) != value:
                raise SittingError(f"step {number}: {name} must be {value!r} (got {seen.get(name)!r})")


def _wait_for(game: TableGame, phase: str, number: int) -> None:
    for _ in range(WAIT_MAX_MS // LOOK_MS):
        if game.phase == phase:
            return
        game.run(ms=LOOK_MS)
    raise SittingError(f"step {number}: phase must become {phase} (got {game.phase})")


def play_by_itself(
    game: TableGame, rounds: int, at: Callable[[int], None], going: Callable[[], bool] = lambda: True
) -> None:
    """Let so many rounds pass while ``going``; ``at`` is told the number of each that is over."""
    told = game.number
    while game.number < rounds and going():
        game.run(ms=LOOK_MS * 5)
        if game.number != told:
            told = game.number
            at(told)


def meters(game: TableGame) -> Json:
    """What a sitting came to: rounds, phase, chips by seat, what lies, the last result, the pot."""
    dealer = game.dealer
    chips = {f"chips_{seat}": cents for seat, cents in dealer.chips().items()}
    lies = sum(one.cents for one in dealer.stakes())
    last = game.past[0][0] if game.past else ""
    pot = {} if dealer.pot_cents is None else {"pot_cents": dealer.pot_cents}
    found = {"rounds": game.number, "phase": game.phase, **chips, "on_the_cloth_cents": lies}
    return {**found, "last": last, **pot}
