# SPDX-License-Identifier: MIT
"""The chapters of the power-cut script of a machine of type C: coins, steps of plays, coins and staff."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from typing import Any

import cext
from cext.chance_play import ChanceOutcome
from emulator.chapters.link import SERIAL
from emulator.chapters.player import (
    HALF_SECOND_MS,
    Chapter,
    Player,
    Prepared,
    ScriptStuckError,
    answer,
)
from emulator.types.common.chapters_money import COINS, NOTE, REFUND, smallest_of
from machines.model import ChanceModel

# Plays that are looked through for the one that a chapter needs.
PLAYS = 200_000
# Steps of a play that are cut one by one; what comes after them is the same again.
STEPS_CUT = 3

# -- the next play ---------------------------------------------------------------------------------


def _walk(tables: cext.ChanceTables, key: bytes) -> Iterator[tuple[bytes, list[ChanceOutcome]]]:
    """Plays in which the first object is picked and no win is dared: (state before, its steps)."""
    state = cext.new_chance_state(tables, key, SERIAL)
    for _ in range(PLAYS):
        before, made = state, []
        action: Any = "play"
        while action != "idle":
            state, outcome = cext.chance_step(tables, state, action, 0)
            made.append(outcome)
            action = "collect" if outcome.phase == "gamble" else outcome.phase
        yield before, made


def _wins(made: list[ChanceOutcome]) -> bool:
    return {step.kind for step in made} <= {"play", "collect"} and made[-1].won_cents > 0


_WANTED: dict[str, Callable[[list[ChanceOutcome]], bool]] = {
    "wins": _wins,
    "free": lambda made: any(step.kind == "free" for step in made),
    "pick": lambda made: any(step.kind == "pick" for step in made),
    "gamble": lambda made: made[0].phase == "gamble",
}


@functools.lru_cache(maxsize=16)
def _before(tables: cext.ChanceTables, key: bytes, wanted: str) -> bytes:
    """The state in front of the first play that is as it is wanted."""
    for before, made in _walk(tables, key):
        if _WANTED[wanted](made):
            return before
    raise ScriptStuckError(f"none of {PLAYS} plays is one of kind {wanted}")


# -- the chapters ----------------------------------------------------------------------------------


def _prepared(wanted: str) -> Callable[[ChanceModel, bytes], Prepared]:
    def prepare(model: ChanceModel, key: bytes) -> Prepared:
        return Prepared({"credits_cents": model.price_cents}, _before(model.tables, key, wanted))

    return prepare


def _over(player: Player) -> None:
    """Answer whatever the play asks until it is over."""
    for _ in range(4_000):
        if not player.record()["phase"]:
            return
        answer(player.cab)
        player.wait(100)
    raise ScriptStuckError("the play is not over")


def _play_prize(player: Player) -> None:
    """A play that wins, and its prize among the credits."""
    player.press("start")
    _over(player)
    player.wait(200)
    # What the meters count of a large prize is the matter of other chapters.
    player.watch(False)


def _play_steps(player: Player) -> None:
    """The first steps of a play that has many: each is decided and committed on its own."""
    player.press("start")
    steps: list[bytes] = []
    for _ in range(4_000):
        outcome = player.record()["outcome"]
        if not steps or outcome != steps[-1]:
            steps.append(outcome)
        if len(steps) > STEPS_CUT or not player.record()["phase"]:
            break
        answer(player.cab)
        player.wait(100)
    player.watch(False)
    _over(player)


def _play_gamble(player: Player) -> None:
    """A win is dared once, and what there is then is kept."""
    player.press("start")
    player.lit("double")
    player.press("double")
    _over(player)
    player.wait(200)
    player.watch(False)


def _short_prepared(model: ChanceModel, key: bytes) -> Prepared:
    """Two coins of each hopper are all there is of five times as much."""
    counts = [2] * len(model.hoppers)
    owed_cents = 5 * sum(hopper.cents for hopper in model.hoppers)
    levels = {hopper.cents: 2 for hopper in model.hoppers}
    padded = [*counts, *[0] * (2 - len(counts))]
    return Prepared({"credits_cents": owed_cents, "hopper_counts": padded}, levels=levels)


def _play_short(player: Player) -> None:
    """What the coins do not make up is paid by staff with the operator key."""
    player.press("collect")
    player.until("staff is asked", lambda: player.cab.tilt == "handpay")
    player.wait(HALF_SECOND_MS)
    for on in (True, False):
        player.cab.turn_key("operator", on)
        player.wait(HALF_SECOND_MS)
    player.paid()
    player.meters_done()


def _play_dips(player: Player) -> None:
    """The mains fail and come back in time: with a coin behind the gate, in a play, in a payment."""
    player.lit("start")
    player.cab.insert(smallest_of(player))
    player.wait(330)
    player.dip()
    player.wait(700)
    player.press("start")
    player.wait(700)
    player.dip()
    _over(player)
    player.watch(False)


def _play_recovery(player: Player) -> None:
    """The plug is pulled in a play, so that a second cut falls into the recovery."""
    player.press("start")
    player.wait(1_500)
    player.quiet_meters()
    player.replug()
    _over(player)
    player.watch(False)


CHAPTERS = (
    COINS,
    NOTE,
    REFUND,
    Chapter("prize", "play and prize", _prepared("wins"), _play_prize),
    Chapter(
        "free", "free plays", _prepared("free"), _play_steps,
        lambda model: any(row.free_plays for row in model.tables.scatters),
    ),
    Chapter("pick", "picks", _prepared("pick"), _play_steps, lambda model: bool(model.tables.picks)),
    Chapter(
        "gamble", "a win dared", _prepared("gamble"), _play_gamble, lambda model: bool(model.tables.gamble)
    ),
    Chapter("short", "the rest by staff", _short_prepared, _play_short),
    Chapter("dips", "mains that fail and come back", _prepared("wins"), _play_dips),
    Chapter("recovery", "cuts in a recovery from a cut", _prepared("wins"), _play_recovery),
)  # fmt: skip
