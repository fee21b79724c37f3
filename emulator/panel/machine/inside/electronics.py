# SPDX-License-Identifier: MIT
"""The electric devices of the drawing: board, memory, watchdog, supply, sealed counter, doors and keys."""

from __future__ import annotations

from collections.abc import Iterator
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
    low = box.height < 9 * pen.row + 21
    card = Rect(box.x, box.y, box.width, pen.row * (1 if low else 2) + 6)
    pen.box(card, LINE, _GREEN, 1, 3)
    led = (card.x + max(9, card.width // 9), card.centery)
    room = Rect(led[0] + 9, card.y + 3, card.right - led[0] - 14, card.height - 6)
    chips = {name: pen.least_width(name) for name in ("RP2350", "FRAM")}
    air = max(0, room.width - 4 - sum(chips.values())) // len(chips)
    x = room.x
    for name, width in chips.items():
        chip = Rect(x, room.y, width + min(air, 5 * pen.size), room.height)
        pen.box(chip, (10, 14, 16), (24, 28, 30))
        label = Rect(chip.x, chip.centery - pen.row // 2, chip.width, pen.row)
        pen.fitted(name, label, (220, 220, 214), align="center")
        x = chip.right + 4
    blink = state == RUNS and look.number("board.ticks") % 2 == 0
    pen.disc(led, 5, (120, 240, 140) if blink else (30, 60, 44), (10, 14, 16))
    left_us = look.values.get("board.watchdog")
    y = card.bottom + 5
    phase = look.word("firmware.phase") or "-"
    phases = {"idle": kit.say("idle"), "rolling": kit.say("rolling"), "settled": kit.say("settled")}
    bad = state in (FAILED, STARTS)
    shown = kit.say("off") if not isinstance(left_us, int) else f"{kit.number(left_us // 1000)} ms"
    pairs = [
        (kit.say("program"), words, bad),
        (kit.say("play"), phases.get(phase, phase), False),
        (kit.say("tick"), kit.number(look.number("board.ticks")), False),
        (kit.say("operations"), str(look.number("board.ops")), False),
        (kit.say("watchdog"), shown, False),
    ]
    copies = 2 if pen.has_row(y + 6 * pen.row + 7, box) else 1
    y = rows(pen, Rect(box.x, y, box.width, box.bottom - y - copies * pen.row - 7), pairs)
    if isinstance(left_us, int):
        share = left_us / _WATCHDOG_US
        pen.bar(Rect(box.x, y + 1, box.width, 5), share, WORKS if share > 0.2 else FAULT)
    y += 7
    _copies(pen, Rect(box.x, y, box.width, box.bottom - y), look)


def _copies(pen: Pen, box: Rect, look: Look) -> None:
    """The two copies of both records; the one that counts has the higher number."""
    names = ("main", "marks")
    if pen.has_row(box.y + pen.row, box):
        spots = [Rect(box.x, box.y + pen.row * number, box.width, pen.row) for number in range(len(names))]
    else:
        half = (box.width - pen.size) // 2
        spots = [Rect(box.x, box.y, half, pen.row), Rect(box.right - half, box.y, half, pen.row)]
    for name, spot in zip(names, spots, strict=True):
        if pen.full(spot.y, box):
            return
        even, odd = (look.values.get(f"memory.{name}_{copy}") for copy in ("even", "odd"))
        newest = max((one for one in (even, odd) if isinstance(one, int)), default=None)
        x = spot.right
        for number in (odd, even):
            words = "x" if number is None else str(number)
            colour = FAULT if number is None else LIVE if number == newest else SOFT
            x -= pen.text(words, (x, spot.y), colour, face=STRONG, align="right") + pen.size // 2
        pen.fitted(name, Rect(spot.x, spot.y, max(8, x - spot.x), pen.row), SOFT)


def _supply(pen: Pen, box: Rect, look: Look, kit: Speech) -> None:
    millivolts = look.number("supply.millivolts")
    volts, large = f"{millivolts / 1000:.1f} V", round(pen.size * 1.3)
    taken = pen.text(volts, (box.x, box.y), LIVE, face=STRONG, size_px=large)
    on, low = look.yes("supply.powered"), look.yes("supply.battery_low")
    pairs = [(kit.say("battery"), kit.say("low") if low else kit.say("good"), low)]
    y = box.y + round(pen.row * 1.4)
    gauge = Rect(box.x, y, box.width, 7)
    if not pen.has_row(gauge.bottom + 4, box):  # all in two rows
        gauge.update(box.x + taken + pen.size, box.y + pen.row // 2, 0, 7)
        gauge.width = box.right - 2 * pen.size - gauge.x
        pen.check((box.right - pen.size // 2, box.y + pen.row // 2), on)
    else:
        words = kit.say("mains on") if on else kit.say("no current")
        pen.told(
            words, Rect(box.x + taken, box.y + 2, box.width - taken, pen.row), on, bad=FAULT, face=STRONG
        )
    pen.bar(gauge, millivolts / NOMINAL_MV, WORKS if millivolts > DROPOUT_MV + 4_000 else FAULT)
    x = gauge.x + gauge.width * DROPOUT_MV // NOMINAL_MV
    pen.line([(x, gauge.y - 2), (x, gauge.bottom + 2)], FAULT)
    top = max(gauge.bottom + 4, box.y + round(pen.row * 1.2))
    rows(pen, Rect(box.x, top, box.width, box.bottom - top), pairs)


def _counter(pen: Pen, box: Rect, look: Look, kit: Speech) -> None:
    plugged = look.yes("counter.plugged")
    broken = look.yes("counter.seal_broken")
    pairs = [
        (kit.say("plays"), kit.number(look.number("counter.plays")), False),
        (kit.say("prizes"), kit.number(look.number("counter.prizes")), False),
        (kit.say("prize money"), kit.money(look.number("counter.won_cents")), False),
        (kit.say("seal"), kit.say("broken") if broken else kit.say("whole"), broken),
        (kit.say("cable"), kit.say("in"), False) if plugged else (kit.say("no plug"), "!", True),
    ]
    rows(pen, box, pairs)


def _doors(pen: Pen, box: Rect, look: Look, kit: Speech) -> None:
    doors = [
        ("door", "main", kit.say("main door")),
        ("door", "box", kit.say("cash box")),
        ("door", "logic", kit.say("logic area")),
    ]
    keys = [("key", "operator", kit.say("operator")), ("key", "service", kit.say("service"))]
    radius = max(4, pen.size * 2 // 5)
    for kind, name, label, spot in _door_spots(pen, box, doors, keys, 3 * radius):
        if pen.full(spot.y, box):
            break
        on = look.yes(f"{kind}_{name}.{'open' if kind == 'door' else 'turned'}")
        _door_or_key(pen, kind, (spot.x + radius, spot.y + pen.row // 2), radius, on)
        words = Rect(spot.x + 3 * radius, spot.y, spot.width - 3 * radius, spot.height)
        pen.fitted(label, words, MOVES if on else LINE)


Entry = tuple[str, str, str]
"""Door or key, which, and what it is called."""


def _door_spots(
    pen: Pen, box: Rect, doors: list[Entry], keys: list[Entry], icon: int
) -> Iterator[tuple[str, str, str, Rect]]:
    """A column of doors and one of keys; all in one where that is narrow; else one after the other."""
    left, right = (max(icon + pen.least_width(label) for *_, label in column) for column in (doors, keys))
    if left + 4 + right <= box.width and pen.has_row(box.y + pen.row * (len(doors) - 1), box):
        middle = min(max(box.width // 2, left + 4), box.width - right)
        for x, width, column in ((box.x, middle - 4, doors), (box.x + middle, box.width - middle, keys)):
            for number, entry in enumerate(column):
                yield *entry, Rect(x, box.y + number * pen.row, width, pen.row)
        return
    x, y, whole = box.x, box.y, pen.has_row(box.y + pen.row * len(doors + keys[1:]), box)
    for number, entry in enumerate(doors + keys):
        width = min(box.width, icon + pen.least_width(entry[2]))
        if number and (whole or x + width > box.right):
            x, y = box.x, y + pen.row
        yield *entry, Rect(x, y, box.right - x if whole else width, pen.row)
        x += width + pen.size * 2 // 3


def _door_or_key(pen: Pen, kind: str, at: tuple[int, int], radius: int, on: bool) -> None:
    """A door that is a sheet, coloured while it is open, or a lock whose slit lies as it is turned."""
    x, y = at
    if kind == "door":
        pen.box(Rect(x - radius + 1, y - radius, 2 * radius - 2, 2 * radius), LINE, MOVES if on else PAPER)
        return
    pen.disc(at, radius, MOVES if on else PAPER)
    reach = (radius, 0) if on else (0, radius)
    pen.line([(x - reach[0], y - reach[1]), (x + reach[0], y + reach[1])], LINE, 2)
