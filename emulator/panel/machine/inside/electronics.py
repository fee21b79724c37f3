# SPDX-License-Identifier: MIT
"""The electric devices of the drawing: board, memory, watchdog, supply, sealed counter, doors and keys."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pygame import Rect

from emulator.devices.supply import DROPOUT_MV, NOMINAL_MV
from emulator.inside.board import FAILED, OFF, RUNS, STARTS
from emulator.panel.machine.inside.box import Box, rows
from emulator.panel.machine.inside.ink import FAULT, LINE, LIVE, MOVES, PAPER, SOFT, STRONG, WORKS, Pen
from emulator.panel.machine.inside.look import Look
from emulator.panel.machine.inside.plan import Plan

if TYPE_CHECKING:
    from emulator.cabinet import Cabinet
    from emulator.panel.machine.inside.speech import Speech

# The longest time-out of a watchdog of this chip.
_WATCHDOG_US = 2_000_000
_GREEN = (26, 92, 66)


def electric_boxes(cabinet: Cabinet, kit: Speech, plan: Plan, titles: dict[str, str]) -> list[Box]:
    """Board, supply, sealed counter, doors and keys."""
    at = plan.places

    def board(pen: Pen, box: Rect, look: Look) -> None:
        _board(pen, box, look, kit)

    def supply(pen: Pen, box: Rect, look: Look) -> None:
        _supply(pen, box, look, kit)

    def counter(pen: Pen, box: Rect, look: Look) -> None:
        _counter(pen, box, look, kit)

    def doors(pen: Pen, box: Rect, look: Look) -> None:
        _doors(pen, box, look, kit)

    def link(pen: Pen, box: Rect, look: Look) -> None:
        _link(pen, box, look, kit)

    found = [
        Box(
            "board", titles["board"], at["board"], ("board.", "memory.", "firmware."), (), board, ("memory.",)
        ),
        Box(
            "supply",
            titles["supply"],
            at["supply"],
            ("supply.",),
            ("supply", "battery"),
            supply,
            ("supply.",),
        ),
        Box("doors", titles["doors"], at["doors"], ("door_", "key_"), (), doors, ("door_", "key_")),
    ]
    if "counter" in at:
        found.append(
            Box("counter", titles["counter"], at["counter"], ("counter.",), (), counter, ("counter.",))
        )
    if "link" in at:
        found.append(Box("link", titles["link"], at["link"], ("link.",), (), link, ("link.",)))
    return found


def _link(pen: Pen, box: Rect, look: Look, kit: Speech) -> None:
    status = look.word("link.status")
    words = {"up": kit.say("link up"), "down": kit.say("link down"), "refused": kit.say("link refused")}
    pairs = [(words.get(status, status), look.word("link.why"), status != "up")]
    for name, cents in look.part("link."):
        if name.startswith("link.pot_") and isinstance(cents, int):
            pairs.append((kit.say("pot {}").format(name.removeprefix("link.pot_")), kit.money(cents), False))
    rows(pen, box, pairs)


def _board(pen: Pen, box: Rect, look: Look, kit: Speech) -> None:
    state = look.word("board.program")
    words = {
        RUNS: kit.say("runs"),
        STARTS: kit.say("starts anew"),
        FAILED: kit.say("failed"),
        OFF: kit.say("no current"),
    }[state]
    card = Rect(box.x, box.y, box.width, pen.row * 2 + 6)
    pen.box(card, LINE, _GREEN, 1, 3)
    chip = Rect(card.x + card.width // 4, card.y + 5, card.width // 3, card.height - 10)
    pen.box(chip, (10, 14, 16), (24, 28, 30))
    pen.text(
        "RP2350",
        (chip.centerx, chip.centery - pen.row // 2),
        (220, 220, 214),
        align="center",
        width=chip.width,
    )
    memory = Rect(chip.right + 8, chip.y, card.right - chip.right - 16, chip.height)
    pen.box(memory, (10, 14, 16), (24, 28, 30))
    pen.text(
        "FRAM",
        (memory.centerx, memory.centery - pen.row // 2),
        (220, 220, 214),
        align="center",
        width=memory.width,
    )
    led = (card.x + card.width // 9, card.centery)
    blink = state == RUNS and look.number("board.ticks") % 2 == 0
    pen.disc(led, 5, (120, 240, 140) if blink else (30, 60, 44), (10, 14, 16))
    left_us = look.values.get("board.watchdog")
    y = card.bottom + 5
    phase = look.word("firmware.phase") or "-"
    phases = {"idle": kit.say("idle"), "rolling": kit.say("rolling"), "settled": kit.say("settled")}
    bad = state in (FAILED, STARTS)
    pairs = [
        (kit.say("program"), words, bad),
        (kit.say("play"), phases.get(phase, phase), False),
        (kit.say("tick"), kit.number(look.number("board.ticks")), False),
        (kit.say("operations"), str(look.number("board.ops")), False),
    ]
    y = rows(pen, Rect(box.x, y, box.width, box.bottom - y), pairs)
    if y + pen.row * 2 <= box.bottom + 4:
        shown = kit.say("off") if not isinstance(left_us, int) else f"{kit.number(left_us // 1000)} ms"
        pen.pair(kit.say("watchdog"), shown, Rect(box.x, y, box.width, pen.row))
        if isinstance(left_us, int):
            share = left_us / _WATCHDOG_US
            pen.bar(Rect(box.x, y + pen.row + 2, box.width, 5), share, WORKS if share > 0.2 else FAULT)
        y += pen.row + 9
    _copies(pen, Rect(box.x, y, box.width, box.bottom - y), look)


def _copies(pen: Pen, box: Rect, look: Look) -> None:
    """The two copies of both records; the one that counts has the higher number."""
    y = box.y
    for name in ("main", "marks"):
        if y + pen.row > box.bottom + 2:
            return
        even, odd = (look.values.get(f"memory.{name}_{copy}") for copy in ("even", "odd"))
        newest = max((one for one in (even, odd) if isinstance(one, int)), default=None)
        pen.text(name, (box.x, y), SOFT)
        x = box.right
        for number in (odd, even):
            words = "x" if number is None else str(number)
            colour = FAULT if number is None else LIVE if number == newest else SOFT
            x -= pen.text(words, (x, y), colour, face=STRONG, align="right") + pen.size
        y += pen.row


def _supply(pen: Pen, box: Rect, look: Look, kit: Speech) -> None:
    millivolts = look.number("supply.millivolts")
    volts, large = f"{millivolts / 1000:.1f} V", round(pen.size * 1.3)
    taken = pen.text(volts, (box.x, box.y), LIVE, face=STRONG, size_px=large)
    on = look.yes("supply.powered")
    words = kit.say("mains on") if on else kit.say("no current")
    beside = Rect(box.x + taken, box.y + 2, box.width - taken, pen.row)
    pen.told(words, beside, on, bad=FAULT, face=STRONG)
    y = box.y + round(pen.row * 1.4)
    gauge = Rect(box.x, y, box.width, 7)
    if gauge.bottom <= box.bottom:
        pen.bar(gauge, millivolts / NOMINAL_MV, WORKS if millivolts > DROPOUT_MV + 4_000 else FAULT)
        x = gauge.x + gauge.width * DROPOUT_MV // NOMINAL_MV
        pen.line([(x, gauge.y - 2), (x, gauge.bottom + 2)], FAULT)
    low = look.yes("supply.battery_low")
    pairs = [(kit.say("battery"), kit.say("low") if low else kit.say("good"), low)]
    rows(pen, Rect(box.x, gauge.bottom + 4, box.width, box.bottom - gauge.bottom - 4), pairs)


def _counter(pen: Pen, box: Rect, look: Look, kit: Speech) -> None:
    plugged = look.yes("counter.plugged")
    broken = look.yes("counter.seal_broken")
    pairs = [
        (kit.say("plays"), kit.number(look.number("counter.plays")), False),
        (kit.say("prizes"), kit.number(look.number("counter.prizes")), False),
        (kit.say("prize money"), kit.money(look.number("counter.won_cents")), False),
        (kit.say("seal"), kit.say("broken") if broken else kit.say("whole"), broken),
        (kit.say("cable"), kit.say("in") if plugged else kit.say("no plug"), not plugged),
    ]
    rows(pen, box, pairs)


def _doors(pen: Pen, box: Rect, look: Look, kit: Speech) -> None:
    half = box.width // 2
    doors = [
        ("main", kit.say("main door")),
        ("box", kit.say("cash box")),
        ("logic", kit.say("logic area")),
    ]
    keys = [("operator", kit.say("operator")), ("service", kit.say("service"))]
    radius = max(4, pen.size * 2 // 5)
    for rows_, x, kind, quantity in ((doors, box.x, "door", "open"), (keys, box.x + half, "key", "turned")):
        y = box.y
        for name, label in rows_:
            if y + pen.row > box.bottom + 2:
                break
            on = look.yes(f"{kind}_{name}.{quantity}")
            at = (x + radius, y + pen.row // 2)
            if kind == "door":
                pen.box(
                    Rect(at[0] - radius + 1, at[1] - radius, 2 * radius - 2, 2 * radius),
                    LINE,
                    MOVES if on else PAPER,
                )
            else:
                pen.disc(at, radius, MOVES if on else PAPER)
                reach = (radius, 0) if on else (0, radius)
                pen.line(
                    [(at[0] - reach[0], at[1] - reach[1]), (at[0] + reach[0], at[1] + reach[1])], LINE, 2
                )
            spot = Rect(x + 3 * radius, y, half - 3 * radius - 4, pen.row)
            pen.fitted(label, spot, MOVES if on else LINE)
            y += pen.row
