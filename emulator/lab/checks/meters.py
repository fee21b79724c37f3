# SPDX-License-Identifier: MIT
"""A visit counted by hand: money in and out, stakes and prizes, against wheels, audit pages and credits."""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import pairwise

from emulator.lab.bench.drill import visitor_of
from emulator.lab.bench.visitor import Visitor
from emulator.lab.exam.examination import Examination
from emulator.lab.exam.finding import (
    AT_LEAST,
    AT_MOST,
    EXACTLY,
    Figure,
    Finding,
    Findings,
    Grade,
    Method,
    Words,
    judged,
)
from machines.support.plain import Json, JsonView
from machines.types.chance.model import ChanceModel
from machines.types.cycle.model import CycleModel

_FILE = "meters.json"
# Digits of a meter at least: Oklahoma 3A-275.A.7.
_DIGITS = 7
# "At once" for a person: the stake falls with the press.
_AT_ONCE_MS = 500
_MOST_PLAYS = 60
_LINES = 40
# The machine was switched on once, and main door and cash box opened once.
_OPENED = ("ENCENDIDOS 1", "PUERTA 1", "PUERTA CAJA 1")
# Lines of the audit page: what is counted, and how the machine names it.
_PAGE = {
    "in": "ENTRADA",
    "out": "SALIDA",
    "drop": "A CAJA",
    "staked": "JUGADO",
    "won": "GANADO",
    "by hand": "A MANO",
    "notes": "BILLETES",
}


def examine(exam: Examination) -> Findings:
    """Make the visit, read everything that counts, and compare."""
    found = Findings()
    visitor = visitor_of(exam)
    with visitor.cab:
        seen = _visit(exam, visitor)
        wheels = visitor.bench.clicks()
        period_ms = _period_ms(visitor)
        page = _page(visitor)
        after = visitor.bench.clicks()
        visitor.bench.power_cycle()
        visitor.bench.wait(6_500)
        again = visitor.bench.wheels
    kept = {"seen": seen, "wheels": wheels, "page": page, "after_menu": after, "after_cut": again}
    exam.keep(_FILE, {**kept, "pulse_ms": period_ms})
    _wheels(exam, found, seen, wheels, again)
    _identity(found, seen)
    _audit_page(exam, found, seen, page)
    _menu(found, wheels, after, page)
    _stakes(found, seen)
    _pace(exam, found, period_ms)
    return found


def _visit(exam: Examination, visitor: Visitor) -> Json:
    """Notes and coins in, plays until something was won, money back; what anybody could count of it."""
    cab, bench = visitor.cab, visitor.bench
    if cab.model.note_cents and cab.note_open:
        cab.insert_note(cab.model.note_cents)
        bench.wait(4_000)
    card = _card(visitor)
    won, least = 0, 0
    after_win: list[frozenset[int]] = []
    after_loss: set[int] = set()
    lit: set[int] = set()

    def look(kind: str, t_us: int, fields: JsonView) -> None:
        if kind == "display" and fields.get("name") == "glass":
            lit.update(cab.glass)

    cab.listen(look)
    for number in range(_MOST_PLAYS):
        lit.clear()
        made = visitor.play()
        won += made.prize_cents
        if made.prize_cents:
            after_win.append(frozenset(lit | cab.glass))
        else:
            after_loss |= lit | cab.glass
        least = min(least, bench.held)
        if after_win and number >= exam.pick(3, 20, 40):
            break
    out = visitor.collect()
    visitor.pay_in(visitor.price_cents)
    visitor.rest()
    return {
        "in_cents": sum(one.fields["cents"] for one in bench.of("coin_accepted")),
        "note_cents": sum(one.fields["cents"] for one in bench.of("note_stacked")),
        "card_cents": card - _card(visitor),
        "out_cents": sum(one.fields["cents"] for one in bench.of("hopper_coin")),
        "tray_cents": out,
        "staked_cents": sum(start.stake_cents for start in bench.starts),
        "starts": len(bench.starts),
        "won_cents": won,
        "wins": len(after_win),
        "marked": sum(bool(lit - after_loss) for lit in after_win),
        "held_cents": bench.held,
        "least_cents": least,
        "slowest_ms": _slowest_ms(visitor),
    }


def _card(visitor: Visitor) -> int:
    card = visitor.cab.card
    return 0 if card is None else card.balance_cents


def _slowest_ms(visitor: Visitor) -> int:
    """The longest time from the press of START to the fall of the credits, of plays that were pressed for."""
    presses = [one.t_us for one in visitor.bench.of("button", name="start")]
    slowest = 0
    for start in visitor.bench.starts:
        before = [t_us for t_us in presses if t_us <= start.t_us]
        if before and start.t_us - before[-1] < 4_000_000:
            slowest = max(slowest, (start.t_us - before[-1]) // 1000)
    return slowest


def _period_ms(visitor: Visitor) -> int:
    """The shortest time between two pulses of a meter, in whole ms rounded up."""
    gaps = []
    for name in ("plays", "prizes", "in", "out"):
        times = [one.t_us for one in visitor.bench.of("meter", name=name)]
        gaps += [later - earlier for earlier, later in pairwise(times)]
    return -(-min(gaps) // 1000) if gaps else 0


def _page(visitor: Visitor) -> list[str]:
    """The lines of the audit page, as the attendant reads them with door and key."""
    cab, bench = visitor.cab, visitor.bench
    cab.open_door("box")
    bench.wait(600)
    cab.close_door("box")
    cab.open_door()
    bench.wait(600)
    cab.turn_key("service")
    bench.wait(500)
    seen = len(bench.of("message"))
    bench.press("hold_3")
    for _ in range(_LINES):
        bench.press("hold_2", ms=60)
    lines = [one.fields["text"].removeprefix("TEST ").strip() for one in bench.of("message")[seen:]]
    cab.turn_key("service", False)
    bench.wait(600)
    cab.close_door()
    bench.wait(3_000)
    return list(dict.fromkeys(lines))


def _wheels(exam: Examination, found: Findings, seen: Json, wheels: Json, again: Json) -> None:
    """K-01, G-26: the wheels say what was seen, and a power cut moves none of them."""
    units = exam.model.meter_units
    must = {
        "plays": seen["starts"],
        "prizes": seen["won_cents"] // units.prize_cents,
        "in": (seen["in_cents"] + seen["note_cents"] + max(0, seen["card_cents"])) // units.money_cents,
        "out": seen["out_cents"] // units.money_cents,
    }
    if exam.model.card_name is not None:
        # Taken from the card and put back to it: the balance tells only the difference.
        must["in"] = must["out"] = -1
        off = abs((wheels["in"] - wheels["out"]) * units.money_cents - seen["card_cents"])
    else:
        off = 0
    off += sum(abs(wheels[name] - count) for name, count in must.items() if count >= 0)
    said = Words(
        f"{seen['starts']} partidas contadas a mano: los cuatro contadores mecánicos marcan lo mismo",
        f"{seen['starts']} plays counted by hand: the four mechanical meters show the same",
    )
    figure = Figure("off", Words("pulsos de más o de menos", "pulses off"), off, "pulses", 0, EXACTLY)
    found["K-01"] = judged(said, Method.OBSERVED, figure, files=(_FILE,))
    moved = sum(abs(again[name] - wheels[name]) for name in wheels)
    kept = Words("Un corte no mueve ni borra ningún contador", "A power cut neither moves nor clears a meter")
    lost = Figure("moved", Words("pulsos perdidos", "pulses lost"), moved, "pulses", 0, EXACTLY)
    found["G-26"] = judged(kept, Method.OBSERVED, lost, files=(_FILE,))


def _identity(found: Findings, seen: Json) -> None:
    """G-27: what came in and was won, less what was paid and staked, is on the counters."""
    came = seen["in_cents"] + seen["note_cents"] + seen["card_cents"]
    off = came + seen["won_cents"] - seen["out_cents"] - seen["staked_cents"] - seen["held_cents"]
    said = Words(
        "Entrado más ganado, menos pagado y jugado, es lo que marcan los visores, al céntimo",
        "What came in and was won, less paid and staked, is what the counters show, to the cent",
    )
    figure = Figure("off", Words("diferencia", "difference"), abs(off), "cents", 0, EXACTLY)
    found["G-27"] = judged(said, Method.OBSERVED, figure, files=(_FILE,))


def _audit_page(exam: Examination, found: Findings, seen: Json, page: list[str]) -> None:
    """G-24, G-26: the audit page has every sum, in seven digits or more."""
    missing = [what for what, word in _PAGE.items() if not any(line.startswith(word) for line in page)]
    digits = [len(match[1]) for line in page if (match := re.match(r"JUGADAS (\d+)$", line))]
    if not exam.sample.ours and missing:
        nobody = Words(
            "Nadie conoce aquí las páginas de servicio de este programa",
            "Nobody here knows the service pages of this program",
        )
        for row in ("G-24", "G-25"):
            found[row] = Finding(Grade.NO_EXAMINADO, nobody, files=(_FILE,))
        return
    _openings(found, page)
    wrong = [name for name, cents in (("JUGADO", "staked_cents"), ("GANADO", "won_cents"))
             if f"{name} {_euros(seen[cents])}" not in page]  # fmt: skip
    said = Words(
        "La página de contadores da entrada, salida, cajón, jugado, ganado, pagado a mano y billetes, y lo"
        " jugado y ganado es lo visto",
        "The page of meters has in, out, drop, staked, won, paid by hand and notes, and what was staked and"
        " won is what was seen",
    )
    if missing or wrong:
        what = ", ".join([*missing, *wrong])
        said = Words(f"Falta o no cuadra: {what}", f"Missing or different: {what}")
    count = len(missing) + len(wrong)
    figure = Figure("wrong", Words("partidas que faltan", "items missing"), count, "items", 0, EXACTLY)
    found["G-24"] = judged(said, Method.OBSERVED, figure, files=(_FILE,))
    width = Figure("digits", Words("cifras", "digits"), min(digits, default=0), "digits", _DIGITS, AT_LEAST)
    wide = Words("Los contadores tienen ancho fijo", "The meters have a fixed width")
    found["G-26"] = judged(wide, Method.OBSERVED, width, files=(_FILE,))


def _openings(found: Findings, page: list[str]) -> None:
    """G-25: one start, and each door as often as it was opened."""
    missing = [line for line in _OPENED if line not in page]
    said = Words(
        "La página cuenta el encendido, la puerta y el cajón tantas veces como se hizo",
        "The page counts the start, the door and the cash box as often as it was done",
    )
    if missing:
        said = Words(f"No consta: {', '.join(missing)}", f"Not on the page: {', '.join(missing)}")
    name = Words("cuentas que faltan", "counts missing")
    figure = Figure("missing", name, len(missing), "counts", 0, EXACTLY)
    found["G-25"] = judged(said, Method.OBSERVED, figure, files=(_FILE,))


def _euros(cents: int) -> str:
    return f"{cents // 100},{cents % 100:02d}"


def _menu(found: Findings, wheels: Json, after: Json, page: list[str]) -> None:
    """G-29: reading the audit pages moves no meter."""
    if len(page) < len(_PAGE):
        unread = Words("No se pudo leer la página de contadores", "The page of meters could not be read")
        found["G-29"] = Finding(Grade.NO_EXAMINADO, unread, files=(_FILE,))
        return
    moved = sum(abs(after[name] - wheels[name]) for name in wheels)
    said = Words("Consultar el menú no mueve ningún contador", "Reading the menu moves no meter")
    figure = Figure("moved", Words("pulsos", "pulses"), moved, "pulses", 0, EXACTLY)
    found["G-29"] = judged(said, Method.OBSERVED, figure, files=(_FILE,))


def _stakes(found: Findings, seen: Json) -> None:
    """G-22, G-23: the stake falls with the press, nothing is below zero, and what wins is lit."""
    found["G-22"] = judged(
        Words(
            "La apuesta se descuenta con la pulsación y ningún visor baja de cero",
            "The stake is deducted with the press, and no counter falls below zero",
        ),
        Method.OBSERVED,
        Figure(
            "slowest", Words("la más lenta", "the slowest"), seen["slowest_ms"], "ms", _AT_ONCE_MS, AT_MOST
        ),
        Figure("least", Words("saldo menor", "least balance"), seen["least_cents"], "cents", 0, AT_LEAST),
        files=(_FILE,),
    )
    if not seen["wins"]:
        none = Words("No salió ningún premio en la visita", "No prize came in the visit")
        found["G-23"] = Finding(Grade.NO_EXAMINADO, none, files=(_FILE,))
        return
    dark = seen["wins"] - seen["marked"]
    name = Words("premios sin marcar", "prizes unmarked")
    found["G-23"] = judged(
        Words(
            f"Los {seen['wins']} premios vistos encienden en el cristal lo que ninguna pérdida enciende",
            f"The {seen['wins']} prizes seen light on the glass what no loss lights",
        ),
        Method.OBSERVED,
        Figure("dark", name, dark, "prizes", 0, EXACTLY),
        files=(_FILE,),
    )


def _pace(exam: Examination, found: Findings, period_ms: int) -> None:
    """K-31: how busy the meters are at the fastest pace, and how long the largest prize takes them."""
    model, units = exam.model, exam.model.meter_units
    assert isinstance(model, CycleModel | ChanceModel)
    if not period_ms:
        none = Words("No se vieron dos pulsos seguidos", "No two pulses were seen in a row")
        found["K-31"] = Finding(Grade.NO_EXAMINADO, none, files=(_FILE,))
        return
    stake, payout = max(model.stakes_cents), Fraction(model.payout)
    pulses = max(Fraction(stake, units.money_cents), stake * payout / units.prize_cents)
    busy = pulses * period_ms * 100 / model.play_min_ms
    prize_ms = -(-model.largest_prize_cents // units.prize_cents) * period_ms
    law = exam.law.rules["K-31"]
    found["K-31"] = judged(
        Words(
            f"Un pulso cada {period_ms} ms: a paso máximo el que más trabaja lo hace {round(busy)} %"
            f" del tiempo, y el premio mayor queda contado en {prize_ms // 1000} s",
            f"A pulse every {period_ms} ms: at the fastest pace the busiest works {round(busy)} % of the"
            f" time, and the largest prize is counted in {prize_ms // 1000} s",
        ),
        Method.OBSERVED,
        Figure("busy", Words("ocupación", "busy"), busy, "percent", exam.law.value("K-31"), AT_MOST),
        Figure(
            "prize", Words("premio mayor", "largest prize"), prize_ms, "ms", law.values["prize_ms"], AT_MOST
        ),
        files=(_FILE,),
    )
