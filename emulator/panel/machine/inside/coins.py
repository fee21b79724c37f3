# SPDX-License-Identifier: MIT
"""The devices of the drawing that coins go through: acceptor, diverter, hoppers, cash box and tray."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import pygame
from pygame import Rect

from emulator.devices.hopper import LOW_COINS, SENSOR_SOUND
from emulator.panel.machine.inside.box import Box, Draw, rows, wires, wires_width
from emulator.panel.machine.inside.ink import (
    BRASS,
    FAULT,
    HAIR,
    LINE,
    LIVE,
    MOVES,
    PAPER,
    SHEET,
    STEEL,
    STRONG,
    WORKS,
    Pen,
)
from emulator.panel.machine.inside.look import Look
from emulator.panel.machine.inside.paper import draw_card, draw_notes, draw_tickets
from emulator.panel.machine.inside.plan import Plan

if TYPE_CHECKING:
    from emulator.cabinet import Cabinet
    from emulator.panel.machine.inside.speech import Speech


def money_boxes(cabinet: Cabinet, kit: Speech, plan: Plan, titles: dict[str, str]) -> list[Box]:
    """What coins, notes, tickets and cards go through."""
    found = []
    if "acceptor" in plan.places:
        coins = cabinet.model.coin_lines if cabinet.machine.mechanisms.bus is None else {}
        lines = tuple(f"{what}_{line}" for line in coins.values() for what in ("coin", "inhibit"))
        draw = _acceptor(kit, coins)
        found.append(boxed(plan, titles, "acceptor", ("acceptor.",), lines, draw))
        found.append(boxed(plan, titles, "diverter", ("diverter.",), ("diverter",), _diverter(kit)))
    for hopper in cabinet.machine.hoppers.values():
        title = titles["hopper"].format(kit.money(hopper.cents, whole=True))
        parallel = cabinet.machine.mechanisms.bus is None
        names = ("motor", "sense", "low", "full") if parallel else ()
        lines = tuple(f"{hopper.name}_{name}" for name in names)
        draw = _hopper(kit, hopper.name, names)
        rect = plan.places[hopper.name]
        found.append(Box(hopper.name, title, rect, (f"{hopper.name}.",), lines, draw, (f"{hopper.name}.",)))
    found.append(boxed(plan, titles, "cash_box", ("cash_box.",), (), _cash(kit), ("door_box.", "cash_box.")))
    found.append(boxed(plan, titles, "tray", ("tray.",), (), _tray(kit), ("tray.",)))
    for part, draw in (("notes", draw_notes(kit)), ("tickets", draw_tickets(kit)), ("card", draw_card(kit))):
        if part in plan.places:
            lines = {
                "notes": (
                    "note_enable",
                    "note_escrow",
                    "note_stack",
                    "note_stacked",
                    "note_return",
                    "note_fault",
                ),
                "tickets": ("ticket_motor", "ticket_notch", "ticket_low"),
            }.get(part, ())
            found.append(boxed(plan, titles, part, (f"{part}.",), lines, draw))
    return found


def boxed(
    plan: Plan,
    titles: dict[str, str],
    part: str,
    prefixes: tuple[str, ...],
    lines: tuple[str, ...],
    draw: Draw,
    parts: tuple[str, ...] = (),
) -> Box:
    """A device at its place in the plan."""
    return Box(part, titles[part], plan.places[part], prefixes, lines, draw, parts or (f"{part}.",))


def _acceptor(kit: Speech, coins: Mapping[int, int]) -> Draw:
    def draw(pen: Pen, box: Rect, look: Look) -> None:
        left = Rect(box.x, box.y, box.width * 2 // 5, box.height)
        wide, x = max(8, pen.size), box.x - 6 + (box.width + 12) // 5
        chute = Rect(x - wide // 2, left.y, wide, box.bottom - left.y + 5)
        pen.box(chute, HAIR, PAPER)
        pen.box(Rect(x - wide, left.y, 2 * wide, 4), LINE, LINE)
        gate = chute.bottom - chute.height // 6
        jammed = look.yes("acceptor.jam")
        pen.line([(chute.x - 4, gate), (chute.right + 4, gate)], FAULT if jammed else LINE, 2)
        right = Rect(left.right, box.y, box.right - left.right, box.height)
        if coins:
            y = right.y
            for cents, line in coins.items():
                if pen.full(y, right):
                    break
                seen, shut = look.asserted[f"coin_{line}"], look.asserted[f"inhibit_{line}"]
                fresh = f"coin_{line}" in look.fresh
                radius = max(3, pen.size // 3)
                pen.dot(
                    (right.x + radius, y + pen.row // 2), radius, MOVES if fresh else WORKS, seen or fresh
                )
                taken = 3 * radius + pen.text(kit.money(cents), (right.x + 3 * radius, y), LINE)
                words = kit.say("shut") if shut else kit.say("open")
                pen.told(words, Rect(right.x + taken, y, right.width - taken, pen.row), not shut)
                y += pen.row
        else:
            plugged = look.yes("acceptor.plugged")
            words = kit.say("on the bus") if plugged else kit.say("no plug")
            y = rows(pen, right, [("ccTalk", "2", False)])
            pen.told(words, Rect(right.x, y, right.width, pen.row), plugged, bad=FAULT)

    return draw


def _diverter(kit: Speech) -> Draw:
    def draw(pen: Pen, box: Rect, look: Look) -> None:
        stuck = look.word("diverter.stuck")
        ways = {str(value) for _, value in look.part("diverter.") if value}
        to_hopper = stuck == "hopper" if stuck else any(way.startswith("hopper") for way in ways)
        pivot = (box.x + box.width // 5, box.y + box.height // 2)
        reach = min(box.width // 6, box.height // 2)
        way = -1 if to_hopper else 1
        end = (pivot[0] + reach, pivot[1] + way * reach * 3 // 4)
        pygame.draw.line(pen.target, FAULT if stuck else LIVE, pivot, end, 4)
        pen.disc(pivot, 4, SHEET, LINE, 2)
        words = kit.say("to the hopper") if to_hopper else kit.say("to the cash box")
        x = box.x + box.width * 2 // 5
        y = box.y
        rows_needed = len(pen.rows_of(words, box.right - x, STRONG))
        if pen.has_row(y + pen.row * rows_needed, box):
            y = wires(pen, Rect(x, y, box.right - x, pen.row), look, [("diverter", kit.say("coil"))])
        pen.lines(words, Rect(x, y, box.right - x, pen.row), FAULT if stuck else LIVE, face=STRONG)

    return draw


def _hopper(kit: Speech, name: str, lines: tuple[str, ...]) -> Draw:
    labels = {
        "motor": kit.say("motor"),
        "sense": kit.say("sensor"),
        "low": kit.say("low"),
        "full": kit.say("full"),
    }

    def draw(pen: Pen, box: Rect, look: Look) -> None:
        level, capacity = look.number(f"{name}.level"), max(1, look.number(f"{name}.capacity"))
        ill = level < LOW_COINS or look.yes(f"{name}.jammed") or look.word(f"{name}.sensor") != SENSOR_SOUND
        words = kit.say("{} of {}").format(kit.number(level), kit.number(capacity))
        if trouble := _trouble(kit, look, name):
            words = f"{trouble} · {words}"
            if pen.least_width(words, STRONG) > box.width and box.height < (len(lines) + 3) * pen.row:
                words = f"{trouble} · {kit.number(level)}"
        foot = Rect(box.x, 0, box.width, pen.row * len(pen.rows_of(words, box.width, STRONG)))
        foot.bottom = box.bottom
        shown = [(f"{name}_{line}", labels[line]) for line in lines]
        bowl, right = _halves(pen, Rect(box.x, box.y, box.width, foot.y - box.y - 4), shown)
        disc = min(bowl.width, bowl.height) // 3
        _bowl(pen, bowl, level / capacity, disc)
        _disc(pen, (bowl.centerx, bowl.bottom - disc), disc, look, name)
        wires(pen, right, look, shown)
        pen.lines(words, foot, FAULT if ill else LIVE, face=STRONG)

    return draw


def _halves(pen: Pen, box: Rect, shown: Sequence[tuple[str, str]]) -> tuple[Rect, Rect]:
    """Where the bowl of a hopper stands, and its lines: beside it, or below it where they have no room."""
    width = min(box.width * 9 // 20, box.height)
    need, tall = wires_width(pen, shown), pen.row * (len(shown) + 1)
    if need > box.width - width - 5 and box.height - tall > max(40, box.width // 2):
        bowl = Rect(box.x, box.y, box.width, box.height - tall - 4)
        return bowl, Rect(box.x, bowl.bottom + 4, box.width, tall)
    width = max(min(width, box.width - 5 - need), box.width // 4)
    return Rect(box.x, box.y, width, box.height), Rect(
        box.x + width + 5, box.y, box.width - width - 5, box.height
    )


def _trouble(kit: Speech, look: Look, name: str) -> str:
    """What is wrong with a hopper, in a word."""
    if not look.yes(f"{name}.plugged"):
        return kit.say("no plug")
    if look.yes(f"{name}.jammed"):
        return kit.say("jammed")
    if look.yes(f"{name}.runs_away"):
        return kit.say("runs away")
    if look.number(f"{name}.lodged"):
        return kit.say("lodged: {}").format(look.number(f"{name}.lodged"))
    sensor = look.word(f"{name}.sensor")
    return {"dark": kit.say("dark"), "stuck": kit.say("stuck")}.get(sensor, "")


def _bowl(pen: Pen, bowl: Rect, share: float, disc: int) -> None:
    """A funnel over the disc, filled with coins up to its level."""
    inset = bowl.width // 5
    points = [
        (bowl.x, bowl.y),
        (bowl.right, bowl.y),
        (bowl.right - inset, bowl.bottom - disc),
        (bowl.x + inset, bowl.bottom - disc),
    ]
    tall = bowl.height - disc
    top = bowl.bottom - disc - round(tall * min(1.0, share))
    cut = inset * (bowl.bottom - disc - top) // max(1, tall)
    heap = [
        (bowl.x + inset - cut, top),
        (bowl.right - inset + cut, top),
        (bowl.right - inset, bowl.bottom - disc),
        (bowl.x + inset, bowl.bottom - disc),
    ]
    if share > 0:
        pygame.draw.polygon(pen.target, BRASS, heap)
        pygame.draw.line(pen.target, LINE, heap[0], heap[1])
    pygame.draw.polygon(pen.target, LINE, points, 1)


def _disc(pen: Pen, at: tuple[int, int], radius: int, look: Look, name: str) -> None:
    """The disc with its holes; it turns with the machine's time while its motor has current."""
    jammed, turning = look.yes(f"{name}.jammed"), look.yes(f"{name}.turning")
    pen.disc(at, radius, STEEL, FAULT if jammed else LINE, 2)
    # Five holes, a coin each period: a fifth of a turn in 250 ms.
    turn = look.now_us / 250_000 * (2 * math.pi / 5) if turning and not jammed else 0.0
    for hole in range(5):
        angle = turn + hole * 2 * math.pi / 5
        spot = (round(at[0] + math.cos(angle) * radius * 0.6), round(at[1] + math.sin(angle) * radius * 0.6))
        pen.disc(spot, max(2, radius // 4), MOVES if turning else PAPER, LINE)
    pen.disc(at, max(2, radius // 7), LINE)
    if jammed:
        pygame.draw.line(
            pen.target, FAULT, (at[0] - radius, at[1] - radius), (at[0] + radius, at[1] + radius), 3
        )


def _cash(kit: Speech) -> Draw:
    def draw(pen: Pen, box: Rect, look: Look) -> None:
        chest = Rect(box.x + 4, box.y + 4, box.width - 8, box.height - pen.row - 10)
        pen.box(chest, LINE, STEEL, 2)
        pen.line([(chest.x, chest.y + chest.height // 4), (chest.right, chest.y + chest.height // 4)])
        pen.box(Rect(chest.centerx - 6, chest.y + chest.height // 4 - 4, 12, 9), LINE, BRASS)
        words = kit.money(look.number("cash_box.cents"))
        pen.text(words, (box.centerx, box.bottom - pen.row), LIVE, face=STRONG, align="center")

    return draw


def _tray(kit: Speech) -> Draw:
    def draw(pen: Pen, box: Rect, look: Look) -> None:
        cents = look.number("tray.cents")
        pen.text(kit.money(cents), (box.right, box.y - pen.row - 4), LIVE, face=STRONG, align="right")
        base = Rect(box.x, box.bottom - 6, box.width, 6)
        pen.box(base, LINE, STEEL)
        coins = min(60, cents // 20 + (cents > 0))
        radius = max(3, box.height // 5)
        for number in range(coins):
            x = box.x + radius + number * (2 * radius + 1)
            if x > box.right - radius:
                break
            pen.disc((x, base.y - radius), radius, BRASS)

    return draw
