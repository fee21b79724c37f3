# SPDX-License-Identifier: MIT
"""What the croupier says, in the words of the text: a line for what happened last, or for what is awaited."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from cext.cards import Hand, Kind
from emulator.tables.pai_gow_game import PaiGowGame
from machines.firmware.chance_device.device_record import PHASE_DRAWN, PHASE_SHOWN
from machines.support.languages import euros
from machines.tables.games.pai_gow.moves import Event

Say = Callable[[str], str]
Throwing = Literal["shake", "shaking", "lift", "rolling"]
RESULTS = {"win": "Win", "push": "Drawn game", "loss": "Loss"}
# Names of hands as the text lists them (16, V).
KINDS = {
    Kind.FIVE: "five aces",
    Kind.ROYAL: "royal flush",
    Kind.STRAIGHT_FLUSH: "straight flush",
    Kind.FOUR: "four of a kind",
    Kind.FULL: "full house",
    Kind.FLUSH: "flush",
    Kind.STRAIGHT: "straight",
    Kind.THREE: "three of a kind",
    Kind.TWO_PAIRS: "two pairs",
    Kind.PAIR: "pair",
    Kind.HIGH: "highest card",
}


def who(place: int, game: PaiGowGame, say: Say) -> str:
    """How a place is called."""
    if place == 0:
        return say("the croupier")
    return say("you") if place in game.people else say("player {}").format(place)


def hand_name(hand: Hand, say: Say) -> str:
    """A hand as one says it: its kind and the ranks that make it."""
    count = {Kind.TWO_PAIRS: 2, Kind.FULL: 2, Kind.FIVE: 0, Kind.ROYAL: 0}.get(hand.kind, 1)
    ranks = " ".join("10" if rank == "T" else rank for rank in hand.ranks[:count])
    return f"{say(KINDS[hand.kind])} {ranks}".strip()


def throwing(game: PaiGowGame) -> Throwing:
    """How far the throw has come: what the cup waits for, or what its dice do."""
    phase = game.cup.record["phase"]
    if phase == PHASE_DRAWN:
        return "rolling" if game.cup.lid_open else "lift"
    if phase == PHASE_SHOWN:
        return "rolling"
    return "shaking" if game.cup.moving else "shake"


def broke(game: PaiGowGame, place: int) -> bool:
    """Whether somebody has too few chips to stake, none on the felt, and has not asked for more."""
    seat = game.table.seat(place)
    idle = not seat.stake_cents and not seat.cards and place != game.table.state.bank
    return idle and not game.buying(place) and seat.chips_cents < game.rules.least_cents


def awaited(game: PaiGowGame, say: Say) -> str:
    """What the table waits for somebody to do; empty while it waits for nobody."""
    state = game.table.state
    mine = bool(game.waits_for())
    if any(broke(game, place) for place in game.people):
        return say("You have no chips left: buy some and go on")
    if state.phase == "bank" and mine:
        return say("The bank is offered to you: take it or pass")
    if state.phase == "cut" and mine:
        return say("Cut the deck")
    if state.phase == "bets" and mine:
        return say("Place your stakes")
    if state.phase == "throw" and game.people:
        return {
            "shake": say("No more bets. Shake the cup"),
            "shaking": say("The cup is shaken"),
            "lift": say("Lift the lid"),
            "rolling": say("The dice roll"),
        }[throwing(game)]
    if state.phase == "set" and mine:
        return say("Make two hands: two cards low, five high")
    return ""


def spoken(event: Event, game: PaiGowGame, say: Say, language: str) -> str:
    """What the croupier says when this happens, amounts in a language; empty for what needs no word."""
    place, values = who(event.place, game, say), event.values
    if event.kind == "banks":
        return say("The bank: {}").format(place)
    if event.kind == "no_more_bets":
        return say("No more bets")
    if event.kind == "dice":
        start = who(values["start"], game, say)
        return say("The dice add up to {}: first hand to {}").format(values["sum"], start)
    if event.kind == "compared":
        result = say(RESULTS[values["result"]])
        less = say("paid even, less commission: {}") if values["commission_cents"] else say("paid even: {}")
        money = {"win": less, "push": say("the stake goes back: {}"), "loss": say("the stake is lost")}
        paid = money[values["result"]].format(euros(values["paid_cents"], language))
        return f"{place[:1].upper()}{place[1:]}: {result} ({say('case')} {values['case']}), {paid}"
    if event.kind == "bank_result":
        gain = values["won_cents"] - values["commission_cents"]
        if event.place in game.people:
            own = say("Your bank wins {}") if gain >= 0 else say("Your bank loses {}")
            return own.format(euros(abs(gain), language))
        won = say("The bank, {}, wins {}") if gain >= 0 else say("The bank, {}, loses {}")
        return won.format(place, euros(abs(gain), language))
    if event.kind == "shows":
        if event.place in game.people:
            return say("You show your cards")
        return say("{} shows").format(f"{place[:1].upper()}{place[1:]}")
    if event.kind == "clears":
        return say("A new deal")
    return ""
