# SPDX-License-Identifier: MIT
"""
One sitting at the Pai Gow table, as the command line asks for it: on the screen, by a script, or by itself.

A script is TOML: steps in order, each with ``wait`` (a phase of the table to wait for), ``after_ms``, ``do``
(an input of ``PaiGowGame``) with its arguments, and ``expect`` (values of the table's meters and phase).

    [[step]]
    wait = "bets"
    do = "bet"
    place = 1
    cents = 1000
"""

from __future__ import annotations

import contextlib
import inspect
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from cext.cards import PAI_GOW
from emulator.records.journal import Recorder
from emulator.records.journal_file import open_journal
from emulator.support.errors import EmulatorError
from emulator.tables.pai_gow_game import BEST, PaiGowGame
from machines.support.languages import DEFAULT_LANGUAGE
from machines.support.plain import Json, read_toml
from machines.tables.games.pai_gow.hands import house_setting
from machines.tables.games.pai_gow.rules import TableError, TableRules
from machines.tables.games.pai_gow.way import load_way

VERBS = (
    "take_bank",
    "cut",
    "bet",
    "ready",
    "no_more_bets",
    "buy",
    "set_hand",
    "shake",
    "lift",
    "cover",
    "away",
    "back",
)
_KEYS = {"wait", "after_ms", "do", "expect", "say"}
WAIT_MAX_MS = 120_000
LOOK_MS = 50
HOUSE = "house"


class SittingError(EmulatorError):
    """A script is wrong, or something in it did not hold."""


@dataclass(frozen=True)
class Options:
    """What the command line says."""

    players: int = 6
    place: int = 4
    way: str = "casa"
    commission_bp: int = 500
    best: bool = False
    seed: str | None = None
    deals: int = 3
    headless: bool = False
    script: Path | None = None
    journal: Path | None = None
    kiosk: bool = False
    language: str = DEFAULT_LANGUAGE
    screenshot: Path | None = None

    def game(self) -> PaiGowGame:
        """The table that they ask for."""
        people = [self.place] if self.place and (self.script or not self.headless) else []
        rules = TableRules(commission_bp=self.commission_bp, way=self.way)
        return PaiGowGame(
            seed=self.seed, players=self.players, people=people, rules=rules, language=self.language,
            play=BEST if self.best else HOUSE,
        )  # fmt: skip


@contextlib.contextmanager
def recorded(game: PaiGowGame, path: Path | None) -> Iterator[None]:
    """Keep a journal of a game while this lasts, if a path is given."""
    if path is None:
        yield
        return
    with open_journal(path) as stream:
        recorder = Recorder(game, stream)
        try:
            yield
        finally:
            recorder.close()


def read_script(path: Path) -> list[Json]:
    """Read a script; raises SittingError with all its mistakes."""
    try:
        steps = read_toml(path.read_text(encoding="utf-8")).get("step", [])
    except (OSError, ValueError) as error:
        raise SittingError(f"{path}: {error}") from error
    wrong = []
    for number, step in enumerate(steps, 1):
        verb = step.get("do")
        if verb is not None and verb not in VERBS:
            wrong.append(f"{path}: step {number}: do must be one of {', '.join(VERBS)} (got {verb})")
            continue
        after_ms = step.get("after_ms", 0)
        if type(after_ms) is not int or after_ms < 0:
            wrong.append(f"{path}: step {number}: after_ms must be whole, 0 or more (got {after_ms})")
        arguments = {key: value for key, value in step.items() if key not in _KEYS}
        try:
            if verb:
                inspect.signature(getattr(PaiGowGame, verb)).bind(None, **arguments)
            elif arguments:
                raise TypeError(f"without do there is no {', '.join(arguments)}")
        except TypeError as error:
            wrong.append(f"{path}: step {number}: {error}")
    if wrong:
        raise SittingError("\n".join(wrong))
    return list(steps)


def run_script(game: PaiGowGame, steps: list[Json], going: Callable[[], bool] = lambda: True) -> None:
    """Do what a script says while ``going``; SittingError names the first step that did not hold."""
    for number, step in enumerate(steps, 1):
        if not going():
            return
        game.run(ms=step.get("after_ms", 0))
        if "wait" in step:
            wait_for(game, step["wait"], f"step {number}")
        if "do" in step:
            arguments = {key: value for key, value in step.items() if key not in _KEYS}
            try:
                getattr(game, step["do"])(**_cards(game, arguments))
            except TableError as error:
                raise SittingError(f"step {number}: {error}") from error
        seen = {**game.meters, "phase": game.table.state.phase, "deal": game.table.state.deal}
        for name, value in step.get("expect", {}).items():
            if seen.get(name) != value:
                raise SittingError(f"step {number}: {name} must be {value!r} (got {seen.get(name)!r})")


def _cards(game: PaiGowGame, arguments: Json) -> Json:
    """Cards by their names, or as the house sets them, become numbers."""
    low = arguments.get("low")
    if low == HOUSE:
        packet = game.table.seat(arguments["place"]).cards
        return {**arguments, "low": house_setting(packet, load_way(game.rules.way)).low}
    if isinstance(low, str):
        return {**arguments, "low": PAI_GOW.cards(low)}
    return arguments


def wait_for(game: PaiGowGame, phase: str, who: str = "the table") -> None:
    """Let time pass until the table is in a phase, and waits for people there if it has to."""
    for _ in range(WAIT_MAX_MS // LOOK_MS):
        state = game.table.state
        asks = phase not in ("bank", "cut", "set") or not game.people or bool(game.waits_for())
        if state.phase == phase and asks:
            return
        game.run(ms=LOOK_MS)
    raise SittingError(
        f"{who}: phase must become {phase} within {WAIT_MAX_MS} ms (got {game.table.state.phase})"
    )


def play_by_itself(
    game: PaiGowGame,
    deals: int,
    said: Callable[[int], None] = lambda deal: None,
    going: Callable[[], bool] = lambda: True,
) -> None:
    """Let a table of the house play so many deals, or for as long as ``going`` says yes."""
    while game.table.state.deal < deals and going():
        before = game.table.state.deal
        game.run(ms=1_000)
        if game.table.state.deal != before:
            said(game.table.state.deal)


def found(game: PaiGowGame) -> Json:
    """What a sitting came to, as plain values."""
    state = game.table.state
    return {
        "seed": game.seed,
        "deals": state.deal,
        "phase": state.phase,
        "now_ms": game.now_us // 1000,
        "chips": {str(place): state.seats[place].chips_cents for place in state.players()},
        "house_cents": state.house_cents,
        "commission_cents": state.commission_cents,
        "throws": game.cup.meters["throws"],
        "bank": state.bank,
    }
