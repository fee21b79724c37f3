# SPDX-License-Identifier: MIT
"""The chapters of the power-cut script of a machine of type A: rounds, awards of each kind, tickets."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

from emulator.chapters.link import SERIAL
from emulator.chapters.player import HALF_SECOND_MS, Chapter, Player, Prepared, ScriptStuckError
from emulator.types.common.chapters_money import COINS, NOTE, REFUND, smallest_of
from machines.firmware import nvram
from machines.firmware.skill import memory, rows
from machines.model import Model, SkillModel
from machines.types.skill.games import Game

# Tickets that a chapter begins with owing.
OWED = 2
# Pads of a memory game in the order of its table, and the lamps that are all lit while it asks.
_PADS = ("hold_1", "hold_2", "hold_3", "double")
_PAD_MS = 200
# The light of the glass at which the ring of a stopper begins half a lap before the mark.
_OPPOSITE = 16

# -- where a chapter begins ------------------------------------------------------------------------


def _state(model: SkillModel, game: int, **values: int) -> bytes:
    """The play state of a machine that plays this game, with values in some rows."""
    raw = rows.put(model.first_state(bytes(32), SERIAL), "game", game)
    for name, value in values.items():
        raw = rows.put(raw, name, value)
    return raw


def _waiting(game: int) -> Callable[[SkillModel, bytes], Prepared]:
    """The price of one play, and of one more, in the credits."""

    def prepare(model: SkillModel, key: bytes) -> Prepared:
        return Prepared({"credits_cents": 2 * model.price_cents}, _state(model, game))

    return prepare


def _rounds(game: Game) -> int:
    if game.stopper is not None:
        return len(game.stopper.laps_ms)
    assert game.memory is not None
    return len(game.memory.lengths)


def _before_award(game: int, gives: str) -> Callable[[SkillModel, bytes], Prepared]:
    """A play whose last round is over, with the points of the smallest award of a kind."""

    def prepare(model: SkillModel, key: bytes) -> Prepared:
        played = model.games[game]
        points = min(award.points for award in played.awards or () if award.gives == gives)
        rows_ = {"round": _rounds(played), "points": points, "paid_cents": model.price_cents}
        state = _state(model, game, left_ms=0, **rows_)
        return Prepared(
            {
                "phase": nvram.PHASE_ROLLING,
                "starts": 1,
                "plays": 1,
                "staked_cents": model.price_cents,
                "credits_cents": model.price_cents,
            },
            state,
        )

    return prepare


def _owing(model: SkillModel, key: bytes) -> Prepared:
    """Tickets that were won, if the machine gives any, and the price of a play."""
    won = OWED if _has_tickets(model) else 0
    return Prepared({"credits_cents": model.price_cents}, _state(model, 0, tickets_won=won))


# -- what a player does ----------------------------------------------------------------------------


def _game_of(player: Player) -> Game:
    model = cast(SkillModel, player.cab.model)
    return model.games[rows.get(player.record()["state"], "game")]


def _row(player: Player, name: str) -> int:
    return rows.get(player.record()["state"], name)


def _round_over(player: Player, number: int) -> None:
    player.until(f"round {number} is over", lambda: _row(player, "round") == number)


def _play_round(player: Player) -> None:
    """A round that scores: the light stopped near its mark, or the tune repeated."""
    number = _row(player, "round")
    game = _game_of(player)
    if game.stopper is not None:
        player.until("the light runs", lambda: _OPPOSITE in player.cab.glass)
        player.wait(game.stopper.laps_ms[number] // 2)
        player.cab.press("start")
        player.wait(50)
    else:
        assert game.memory is not None
        _repeat(player, _tune(player, game, game.memory.lengths[number]))
    _round_over(player, number + 1)


def _tune(player: Player, game: Game, length: int) -> tuple[int, ...]:
    assert game.memory is not None
    notes = tuple(note - 1 for note in game.memory.notes)
    return tuple(memory.tune(notes, game.memory.stride, player.record()["starts"], length))


def _repeat(player: Player, pads: tuple[int, ...]) -> None:
    player.until("the pads are asked for", lambda: all(player.cab.lamps[name] for name in _PADS))
    for pad in pads:
        player.cab.press(_PADS[pad], ms=80)
        player.wait(_PAD_MS)


def _miss(player: Player) -> None:
    """A wrong note costs time, once."""
    game = _game_of(player)
    left_ms = _row(player, "left_ms")
    _repeat(player, ((_tune(player, game, 1)[0] + 1) % len(_PADS),))
    player.until("the note was wrong", lambda: _row(player, "left_ms") < left_ms)


# -- the chapters ----------------------------------------------------------------------------------


def _play_rounds(player: Player) -> None:
    """A price, a round that scores, and the next one under way."""
    player.press("start")
    _play_round(player)
    if _game_of(player).memory is not None:
        _miss(player)
    player.wait(2_000)
    player.watch(False)
    player.settled()


def _first_ticket(player: Player) -> bool:
    """Wait for the first ticket that is owed; False: this machine gives none."""
    if _has_tickets(player.cab.model):
        player.until("the first ticket", lambda: player.cab.tickets_given > 0)
    return _has_tickets(player.cab.model)


def _tickets_out(player: Player) -> None:
    player.until("the tickets are out", lambda: not rows.tickets_owed(player.record()["state"]))
    player.wait(HALF_SECOND_MS)


def _play_tickets(player: Player) -> None:
    """An award of tickets, and every one of them."""
    player.settled()
    _tickets_out(player)


def _play_more(player: Player) -> None:
    """An award of a play, which costs nothing and is played once."""
    player.settled()
    player.press("start")
    player.until("the play begins", lambda: bool(player.record()["phase"]))
    player.wait(HALF_SECOND_MS)
    player.watch(False)
    player.settled()


def _play_refund(player: Player) -> None:
    """The price goes back, in coins."""
    player.settled()
    player.paid()
    player.meters_done()


def _play_empty(player: Player) -> None:
    """The pack ends in the middle of what is owed: tilt, a new pack, the door, and the rest is given."""
    player.watch(False)
    player.cab.fill_tickets(1)
    player.watch(True)
    player.tilted()
    player.wait(HALF_SECOND_MS)
    player.cab.open_door()
    player.wait(HALF_SECOND_MS)
    player.cab.fill_tickets(500)
    player.wait(HALF_SECOND_MS)
    player.cab.close_door()
    _tickets_out(player)


def _play_hand(player: Player) -> None:
    """There is no paper: after a look behind the door the operator key takes over what is owed."""
    player.watch(False)
    player.cab.fill_tickets(0)
    player.tilted()
    player.attended()
    player.tilted()
    player.watch(True)
    for on in (True, False):
        player.cab.turn_key("operator", on)
        player.wait(HALF_SECOND_MS)
    if rows.tickets_owed(player.record()["state"]):
        raise ScriptStuckError("the operator key must take over what is owed")
    player.watch(False)


def _play_dips(player: Player) -> None:
    """The mains fail and come back in time: in the tickets, with a coin behind the gate, in a play."""
    if _first_ticket(player):
        player.dip()
        _tickets_out(player)
    player.lit("start")
    player.cab.insert(smallest_of(player))
    player.wait(330)
    player.dip()
    player.wait(700)
    player.press("start")
    player.wait(700)
    player.dip()
    player.wait(HALF_SECOND_MS)
    player.watch(False)


def _play_recovery(player: Player) -> None:
    """The plug is pulled in the tickets and in a round, so that a second cut falls into the recovery."""
    if _first_ticket(player):
        player.replug()
        _tickets_out(player)
    player.press("start")
    player.wait(2_000)
    player.quiet_meters()
    player.replug()
    player.wait(2_500)
    player.watch(False)


def _gives(game: int, kind: str) -> Callable[[SkillModel], bool]:
    return lambda model: any(award.gives == kind for award in model.games[game].awards or ())


def _has_tickets(model: Model) -> bool:
    return model.tickets is not None


def _of_game(game: int, mark: str) -> tuple[Chapter, ...]:
    """The chapters that every game of a model has."""

    def award(name: str, title: str, gives: str, play: Callable[[Player], None]) -> Chapter:
        return Chapter(name + mark, title, _before_award(game, gives), play, _gives(game, gives))

    return (
        Chapter("rounds" + mark, "price and rounds", _waiting(game), _play_rounds),
        award("tickets", "tickets won and given", "tickets", _play_tickets),
        award("more", "a play won and played", "play", _play_more),
        award("price", "the price given back", "refund", _play_refund),
    )


def chapters_of(model: SkillModel) -> tuple[Chapter, ...]:
    """The chapters of a machine, those of each of its games among them; ``wanted`` tells which it has."""
    games: list[Chapter] = []
    for game in range(len(model.games)):
        games += _of_game(game, f"_{game + 1}" if game else "")
    return (
        COINS,
        NOTE,
        REFUND,
        *games,
        Chapter("empty", "no tickets left, a new pack", _owing, _play_empty, _has_tickets),
        Chapter("hand", "tickets given by hand", _owing, _play_hand, _has_tickets),
        Chapter("dips", "mains that fail and come back", _owing, _play_dips),
        Chapter("recovery", "cuts in a recovery from a cut", _owing, _play_recovery),
    )
