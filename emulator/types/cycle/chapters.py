# SPDX-License-Identifier: MIT
"""The chapters of the power-cut script: everything that a machine does with money, in a few plays each."""

from __future__ import annotations

import functools
from collections.abc import Iterator

import cext
from emulator.chapters.link import SERIAL
from emulator.chapters.player import HALF_SECOND_MS, LOOK_MS, Chapter, Player, Prepared, ScriptStuckError
from emulator.types.common.chapters_money import NOTE, nothing, smallest_of
from machines.model import CycleModel, need_cycle

# -- the next play ---------------------------------------------------------------------------------


def _walk(
    model: CycleModel, key: bytes, *, dare: bool = False
) -> Iterator[tuple[bytes, bytes, cext.Outcome]]:
    """Single plays of two cycles, every gamble dared or none: (state before, state after, outcome)."""
    state = cext.new_state(model.tables, key, SERIAL)
    for _ in range(2 * model.tables.cycle_plays):
        after, outcome = cext.step(model.tables, state)
        yield state, after, outcome
        while outcome.phase:
            after, outcome = cext.answer_gamble(model.tables, after, dare=dare)
        state = after


def _before_prize(model: CycleModel, key: bytes) -> bytes:
    """A state whose next play wins the smallest prize, and the one after it nothing."""
    smallest = min(cents for cents in model.tables.prizes_cents if cents)
    earlier, won = b"", -1
    for before, _, outcome in _walk(model, key):
        if won == smallest and not outcome.entries[0].prize_cents:
            return earlier
        earlier, won = before, outcome.entries[0].prize_cents
    raise ScriptStuckError(f"no play of two cycles wins {smallest} cents")


def _before_hold(model: CycleModel, key: bytes) -> bytes:
    """A state whose next play loses and offers a hold."""
    for before, _, outcome in _walk(model, key):
        if outcome.hold_offer:
            return before
    raise ScriptStuckError("no play of two cycles offers a hold")


def _before_gamble(model: CycleModel, key: bytes) -> bytes:
    """A state whose next play wins a prize that is doubled, where that may be twice, and then lost."""
    wanted = [True, False] if model.gamble and model.gamble.rounds > 1 else [False]
    for before, state, outcome in _walk(model, key):
        won = []
        while outcome.phase:
            state, outcome = cext.answer_gamble(model.tables, state, dare=True)
            won.append(outcome.won_cents > 0)
        if won == wanted:
            return before
    raise ScriptStuckError("no play of two cycles wins a prize that is lost by its last gamble")


def _before_return(model: CycleModel, key: bytes) -> bytes:
    """A state whose next play gives back what gambles lost."""
    for before, _, outcome in _walk(model, key, dare=True):
        if outcome.returned_cents:
            return before
    raise ScriptStuckError("no play of two cycles gives back what gambles lost")


@functools.lru_cache(maxsize=8)
def _last_of(tables: cext.Tables, key: bytes, entries: int) -> bytes:
    """The state with one entry left of the first so many, so that a double play goes across the join."""
    state = cext.new_state(tables, key, SERIAL)
    for _ in range(entries - 1):
        state, raw = cext.step_bytes(tables, state, 1, 0)
        if tables.gamble and cext.unpack_outcome(raw).phase:
            state, _ = cext.answer_gamble(tables, state, dare=False)
    return state


# -- the chapters ----------------------------------------------------------------------------------
# Each plays what the options of the model leave of it: a reserve, a prize meter, double plays.


def _of(player: Player) -> CycleModel:
    """The model that is played."""
    return need_cycle(player.cab.model, "these chapters need")


def _collectable(model: CycleModel, cents: int) -> dict[str, int]:
    """The row with what COLLECT pays: the prize meter, or credits where a machine has none."""
    if model.prize_meter_max_cents:
        return {"prize_meter_cents": cents}
    return {"credits_cents": min(cents, int(str(model.settings()["CREDITS_MAX_CENTS"])))}


def _play_coins(player: Player) -> None:
    """Every coin, two of them close together, credits up to the maximum and on into the reserve."""
    cab = player.cab
    for cents in cab.model.coins_cents:
        player.insert(cents)
    player.meters_done()
    full = int(str(cab.model.settings()["CREDITS_MAX_CENTS"]))
    small = smallest_of(player)
    cab.insert(small)
    player.wait(220)
    player.insert(small)
    while _of(player).reserve and not player.record()["reserve_cents"]:
        missing = full - player.record()["credits_cents"]
        larger = [cents for cents in cab.model.coins_cents if cents > missing]
        player.insert(min(larger) if larger else max(cab.model.coins_cents))
    player.meters_done()


def _refund_prepared(model: CycleModel, key: bytes) -> Prepared:
    return Prepared(
        {"credits_cents": 100, "reserve_cents": 2 * model.hoppers[0].cents if model.reserve else 0}
    )


def _play_refund(player: Player) -> None:
    """Credits and reserve are asked back; a coin that is inserted meanwhile comes back, too."""
    player.press("collect")
    player.cab.insert(player.cab.model.coins_cents[0])
    player.paid()
    player.meters_done()


def _prize_prepared(model: CycleModel, key: bytes) -> Prepared:
    price = model.price_cents
    rows = (
        {"credits_cents": price, "reserve_cents": 2 * price}
        if model.reserve
        else {"credits_cents": 3 * price}
    )
    rows["prize_meter_cents"] = 100 if model.prize_meter_max_cents else 0
    return Prepared(rows, _before_prize(model, key))


def _play_prize(player: Player) -> None:
    """A prize to the meter, the reserve to the credits, a loss, the meter collected, a play by itself."""
    player.press("start")
    player.settled()
    if _of(player).reserve:
        player.press("reserve")
    player.press("start")
    player.settled()
    player.meters_done()
    if _of(player).prize_meter_max_cents:
        player.press("collect")
        player.paid()
    starts = player.record()["starts"]
    player.until("a start by itself", lambda: bool(player.record()["starts"] > starts))
    player.settled()
    player.meters_done()


def _hold_prepared(model: CycleModel, key: bytes) -> Prepared:
    return Prepared({"credits_cents": 2 * model.price_cents}, _before_hold(model, key))


def _play_hold(player: Player) -> None:
    """A losing play that offers a hold, reels held, a play with them."""
    player.press("start")
    player.settled()
    offer = cext.unpack_outcome(player.record()["outcome"]).hold_offer
    mask = next(mask for mask in range(offer.bit_length()) if offer >> mask & 1)
    player.lit("start")
    for reel in range(mask.bit_length()):
        if mask >> reel & 1:
            player.cab.press(f"hold_{reel + 1}")
            player.wait(200)
    player.press("start")
    player.settled()
    player.meters_done()


def _gamble_prepared(model: CycleModel, key: bytes) -> Prepared:
    return Prepared({"credits_cents": 2 * model.price_cents}, _before_gamble(model, key))


def _play_gamble(player: Player) -> None:
    """A prize dared until it is lost, and another play."""
    player.press("start")
    player.until("a play", lambda: player.record()["phase"] != 0)
    while player.record()["phase"]:
        if player.cab.lamps["double"]:
            player.press("double")
        player.wait(LOOK_MS)
    player.press("start")
    player.settled()
    player.meters_done()


def _returned_prepared(model: CycleModel, key: bytes) -> Prepared:
    return Prepared({"credits_cents": 2 * model.price_cents}, _before_return(model, key))


def _play_returned(player: Player) -> None:
    """A play that gives back what gambles lost, which asks for no gamble, and another one."""
    for _ in range(2):
        player.press("start")
        player.settled()
    player.meters_done()


def _cycle_prepared(model: CycleModel, key: bytes) -> Prepared:
    state = _last_of(model.tables, key, model.tables.cycle_plays)
    return Prepared({"credits_cents": 3 * model.price_cents}, state)


def _stratum_prepared(model: CycleModel, key: bytes) -> Prepared:
    state = _last_of(model.tables, key, sum(model.tables.strata[0]))
    return Prepared({"credits_cents": 2 * model.price_cents}, state)


def _play_join(player: Player) -> None:
    """The last entry of a cycle or stratum and the first of the next, in one double play if there is one."""
    if _of(player).simultaneous_max > 1:
        player.press("double")
    else:
        player.press("start")
        player.settled()
        player.press("start")
    player.settled()
    player.wait(200)
    # What is paid and pulsed for a large prize is the matter of other chapters.
    player.watch(False)


def _maximum_prepared(model: CycleModel, key: bytes) -> Prepared:
    full = model.prize_meter_max_cents - model.hoppers[0].cents
    rows = {"credits_cents": model.price_cents, "prize_meter_cents": full}
    return Prepared(rows, _before_prize(model, key))


def _play_maximum(player: Player) -> None:
    """The prize meter would reach its maximum: meter and prize are owed apart, in one commit."""
    player.watch(False)
    player.press("start")
    player.wait(500)
    player.until("the reels stop", lambda: not any(reel.moving for reel in player.cab.reels))
    player.watch(True)
    player.until("payments are owed", lambda: bool(player.record()["queue"]))
    player.watch(False)


def _hopper_prepared(model: CycleModel, key: bytes) -> Prepared:
    small, large = model.hoppers[0].cents, model.hoppers[-1].cents
    # A hopper whose sensor says that it is low counts as holding what the sensor allows, and no more:
    # less than three large coins are worth.
    return Prepared(_collectable(model, 4 * large + small), levels={small: 9, large: 1})


def _play_hopper(player: Player) -> None:
    """A hopper runs empty in a payment: tilt, refill, the door, and the payment goes on."""
    large = player.cab.model.hoppers[-1].cents
    player.press("collect")
    player.tilted()
    player.wait(2_000)
    player.cab.open_door()
    player.wait(HALF_SECOND_MS)
    player.cab.refill(large, 40)
    player.wait(HALF_SECOND_MS)
    player.cab.close_door()
    player.paid()
    player.meters_done()


def _faults_prepared(model: CycleModel, key: bytes) -> Prepared:
    return Prepared({"credits_cents": 2 * model.price_cents}, _before_prize(model, key))


def _play_faults(player: Player) -> None:
    """The door, a meter unplugged, a reel caught in its spin: all mended, and the play goes on."""
    cab = player.cab
    player.lit("start")
    player.attended()
    player.lit("start")
    cab.unplug("plays")
    player.tilted()
    player.wait(HALF_SECOND_MS)
    cab.plug("plays")
    player.attended()
    player.press("start")
    player.wait(300)
    cab.jam_reel(1)
    player.tilted()
    player.wait(HALF_SECOND_MS)
    cab.jam_reel(1, jammed=False)
    player.attended()
    player.settled()
    player.meters_done()


def _paying_prepared(model: CycleModel, key: bytes) -> Prepared:
    """A play that wins, and a payment: of the prize meter, or of that prize where there is none."""
    rows = {"credits_cents": model.price_cents}
    rows["prize_meter_cents"] = 120 if model.prize_meter_max_cents else 0
    return Prepared(rows, _before_prize(model, key))


def _play_dips(player: Player) -> None:
    """The mains fail and come back in time: with coins behind the gate, in a payment, in a play."""
    cab = player.cab
    player.lit("start")
    for passed_ms in (310, 370, 450):
        cab.insert(smallest_of(player))
        player.wait(passed_ms)
        player.dip()
        player.wait(700)
    if _of(player).prize_meter_max_cents:
        player.press("collect")
        _dip_in_payment(player)
    player.press("start")
    player.wait(700)
    player.dip()
    player.settled()
    if not _of(player).prize_meter_max_cents:
        _dip_in_payment(player)
    player.meters_done()


def _dip_in_payment(player: Player) -> None:
    player.until("the first coin", lambda: player.cab.tray_cents > 0)
    player.dip()
    player.paid()


def _play_recovery(player: Player) -> None:
    """The plug is pulled in a play and in a payment, so that a second cut falls into the recovery."""
    cab = player.cab
    player.press("start")
    player.wait(1_500)
    player.quiet_meters()
    player.replug()
    player.settled()
    if _of(player).prize_meter_max_cents:
        player.meters_done()
        player.press("collect")
    player.until("the first coin", lambda: cab.tray_cents > 0)
    player.quiet_meters()
    player.replug()
    player.paid()
    player.meters_done()


CHAPTERS = (
    Chapter("coins", "coins, credits, reserve", nothing, _play_coins),
    NOTE,
    Chapter("refund", "credits and reserve asked back", _refund_prepared, _play_refund),
    Chapter("prize", "play, prize, reserve, collect, start by itself", _prize_prepared, _play_prize),
    Chapter("hold", "hold", _hold_prepared, _play_hold, lambda model: bool(model.tables.hold)),
    Chapter(
        "gamble",
        "a prize dared and lost",
        _gamble_prepared,
        _play_gamble,
        lambda model: model.gamble is not None,
    ),
    Chapter(
        "returned",
        "what gambles lost given back",
        _returned_prepared,
        _play_returned,
        lambda model: model.gamble is not None,
    ),
    Chapter("cycle", "double play across two cycles", _cycle_prepared, _play_join),
    Chapter("stratum", "double play across two strata", _stratum_prepared, _play_join),
    Chapter(
        "maximum",
        "prize meter at its maximum",
        _maximum_prepared,
        _play_maximum,
        lambda model: model.prize_meter_max_cents > 0,
    ),
    Chapter("hopper", "hopper empty, tilt, payment goes on", _hopper_prepared, _play_hopper),
    Chapter("faults", "meter and reel fail and are mended", _faults_prepared, _play_faults),
    Chapter("dips", "mains that fail and come back", _paying_prepared, _play_dips),
    Chapter("recovery", "cuts in a recovery from a cut", _paying_prepared, _play_recovery),
)
