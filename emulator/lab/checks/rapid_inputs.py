# SPDX-License-Identifier: MIT
"""
Buttons, coins and doors all at once, as fast as hands could, and a machine that comes back after it (G-34).

What to do is drawn with the check's own seed. Afterwards the visitor must own what he had, less the price of
each play that was counted, and more what the machine says it won; and each fall of the credits was a play.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from contextlib import suppress

from emulator.cabinet import CabinetError
from emulator.lab.bench.drill import visitor_of
from emulator.lab.bench.visitor import PURSE, Visitor
from emulator.lab.exam.examination import Examination
from emulator.lab.exam.finding import AT_LEAST, EXACTLY, Figure, Findings, Method, Words, judged
from emulator.support.errors import EmulatorError
from machines.support.plain import Json

_FILE = "rapid.json"
# On a machine of chance DOUBLE chooses a dearer bet, and the counter knows no stakes.
_BUTTONS = {"A": ("start", "collect", "hold_1", "hold_2", "hold_3", "double"),
            "B": ("start", "collect", "double", "hold_1", "hold_2", "hold_3", "reserve"),
            "C": ("start", "collect", "hold_1", "hold_2", "hold_3")}  # fmt: skip
_LONGEST_MS = 300
# Of each coin: no machine takes as many.
_COINS = 5_000
_BOOT_MS = 15_000


def examine(exam: Examination) -> Findings:
    """Press and pay at random, let it come to rest, and pull the plug."""
    found, visitor = Findings(), visitor_of(exam, purse=dict.fromkeys(PURSE, _COINS))
    with visitor.cab:
        seen = _storm(exam, visitor, exam.pick(600, 3_000, 12_000))
        seen |= _started(visitor) if seen["plays_on"] else {}
    exam.keep(_FILE, seen)
    _judge(found, seen)
    return found


def _storm(exam: Examination, visitor: Visitor, bursts: int) -> Json:
    """What a visitor in a hurry owns in the end beyond what he must."""
    cab, bench = visitor.cab, visitor.bench
    buttons = _BUTTONS[exam.model.type]
    owned, plays, won = visitor.owns_cents, _plays(visitor), _won_cents(visitor)
    drawn = _drawn(exam.stream("storm"))
    for _ in range(bursts):
        choice, coins, pause = next(drawn), next(drawn), next(drawn)
        for at, name in enumerate(buttons):
            if choice >> at & 1 and (name != "collect" or coins % 16 == 0):
                with suppress(CabinetError):
                    cab.press(name, 20 + pause % 60)
        if coins % 3 == 0 and cab.model.coins_cents:
            # The second of two comes too soon; small ones alone seldom pay for two plays at once.
            first = coins // 3 % len(cab.model.coins_cents)
            for coin in cab.model.coins_cents[first : first + 1 + coins % 2]:
                with suppress(CabinetError):
                    cab.insert(coin)
        if coins == 0:
            cab.open_door()
        bench.wait(1 + pause % _LONGEST_MS)
        cab.close_door()
    return {"bursts": bursts, **_after(visitor, owned, plays, won)}


def _plays(visitor: Visitor) -> int:
    """Plays that the sealed counter knows, or the wheel of a machine that has none."""
    cab = visitor.cab
    return cab.counter.read().plays if cab.model.sealed else visitor.bench.clicks()["plays"]


def _won_cents(visitor: Visitor) -> int:
    """What was won in money by then; on a machine of skill the price given back is a prize on its wheel."""
    cab = visitor.cab
    if cab.model.sealed:
        return cab.counter.read().won_cents
    return visitor.bench.clicks()["prizes"] * cab.model.meter_units.prize_cents


def _drawn(seed: str) -> Iterator[int]:
    number = 0
    while True:
        yield from hashlib.sha256(f"{seed}/{number}".encode()).digest()
        number += 1


def _after(visitor: Visitor, owned: int, plays: int, won_cents: int) -> Json:
    """The money once everything is at rest, and whether the machine plays on."""
    try:
        visitor.rest()
        visitor.collect()
        visitor.rest()
        made, won = _plays(visitor) - plays, _won_cents(visitor) - won_cents
        off = visitor.owns_cents - (owned - made * visitor.price_cents + won)
        visitor.play()
    except (EmulatorError, AssertionError) as error:
        return {"plays": 0, "off_cents": 0, "plays_on": False, "broken": str(error)}
    return {"plays": made, "off_cents": off, "plays_on": True, "broken": ""}


def _started(visitor: Visitor) -> Json:
    """Coins dropped in while the machine starts again: taken no sooner than its reels have found home."""
    bench, cab = visitor.bench, visitor.cab
    # Without credits no play begins by itself, and one small coin pays for none.
    visitor.collect()
    visitor.rest()
    shown = bench.stops
    bench.power_cycle()
    begun_us = cab.now_us
    for _ in range(0, _BOOT_MS, 500):
        taken = any(one.t_us >= begun_us for one in bench.of("coin_accepted"))
        if cab.model.coins_cents and not taken:
            with suppress(CabinetError):
                cab.insert(min(cab.model.coins_cents))
        bench.wait(500)
    rested = max((one.t_us for one in bench.of("reel_stop") if one.t_us > begun_us), default=begun_us)
    if not cab.model.motor_steps:
        rested = begun_us
    early = [one for one in bench.of("coin_accepted") if begun_us <= one.t_us < rested]
    return {"stops_before": [*shown], "stops_after": [*bench.stops], "early_coins": len(early)}


def _judge(found: Findings, seen: Json) -> None:
    back = "stops_after" in seen and seen["stops_before"] == seen["stops_after"]
    bursts = seen["bursts"]
    said = Words(
        f"{bursts} ráfagas de botones, monedas y puerta a la vez no causan daño: cada partida cuesta su"
        " precio, el dinero cuadra al céntimo y la máquina sigue; al volver la corriente se muestra el último"
        " resultado antes de admitir moneda",
        f"{bursts} bursts of buttons, coins and door at once do no harm: each play costs its price, the money"
        " is right to the cent and the machine goes on; once current is back it shows the last result before"
        " a coin is taken",
    )
    if seen["broken"]:
        said = Words(f"La máquina no vuelve: {seen['broken']}", f"The machine is not back: {seen['broken']}")
    found["G-34"] = judged(
        said,
        Method.OBSERVED,
        Figure("plays", Words("partidas entretanto", "plays meanwhile"), seen["plays"], "plays", 1, AT_LEAST),
        Figure("off", Words("dinero de más", "money beyond"), seen["off_cents"], "cents", 0, EXACTLY),
        Figure("on", Words("sigue jugando", "plays on"), int(seen["plays_on"]), "", 1, EXACTLY),
        Figure("back", Words("último resultado", "last result shown"), int(back), "", 1, EXACTLY),
        Figure(
            "early",
            Words("monedas admitidas antes", "coins taken before"),
            seen.get("early_coins", 0),
            "",
            0,
            EXACTLY,
        ),
        files=(_FILE,),
    )
