# SPDX-License-Identifier: MIT
"""The devices of the drawing: coins, notes, tickets, meters, reels and the front, from their readings."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import TYPE_CHECKING

import pygame
from pygame import Rect

from emulator.devices.hopper import LOW_COINS, SENSOR_SOUND
from emulator.panel.machine.inside.box import Box, Draw, rows, wires
from emulator.panel.machine.inside.ink import (
    BRASS,
    FAULT,
    HAIR,
    LINE,
    LIVE,
    MOVES,
    PAPER,
    SHEET,
    SOFT,
    STEEL,
    STRONG,
    WORKS,
    Pen,
)
from emulator.panel.machine.inside.look import Look
from emulator.panel.machine.inside.plan import Plan

if TYPE_CHECKING:
    from emulator.cabinet import Cabinet
    from emulator.panel.machine.inside.speech import Speech

DIGITS = 6


def money_boxes(cabinet: Cabinet, kit: Speech, plan: Plan, titles: dict[str, str]) -> list[Box]:
    """What coins, notes, tickets and cards go through."""
    found = []
    if "acceptor" in plan.places:
        coins = cabinet.model.coin_lines if cabinet.machine.mechanisms.bus is None else {}
        lines = tuple(f"{what}_{line}" for line in coins.values() for what in ("coin", "inhibit"))
        draw = _acceptor(kit, coins)
        found.append(_box(plan, titles, "acceptor", ("acceptor.",), lines, draw))
        found.append(_box(plan, titles, "diverter", ("diverter.",), ("diverter",), _diverter(kit)))
    for hopper in cabinet.machine.hoppers.values():
        title = titles["hopper"].format(kit.money(hopper.cents, whole=True))
        parallel = cabinet.machine.mechanisms.bus is None
        names = ("motor", "sense", "low", "full") if parallel else ()
        lines = tuple(f"{hopper.name}_{name}" for name in names)
        draw = _hopper(kit, hopper.name, names)
        rect = plan.places[hopper.name]
        found.append(Box(hopper.name, title, rect, (f"{hopper.name}.",), lines, draw, (f"{hopper.name}.",)))
    found.append(_box(plan, titles, "cash_box", ("cash_box.",), (), _cash(kit), ("door_box.",)))
    found.append(_box(plan, titles, "tray", ("tray.",), (), _tray(kit), ("tray.",)))
    for part, draw in (("notes", _notes(kit)), ("tickets", _tickets(kit)), ("card", _card(kit))):
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
            found.append(_box(plan, titles, part, (f"{part}.",), lines, draw))
    return found


def _box(
    plan: Plan,
    titles: dict[str, str],
    part: str,
    prefixes: tuple[str, ...],
    lines: tuple[str, ...],
    draw: Draw,
    parts: tuple[str, ...] = (),
) -> Box:
    return Box(part, titles[part], plan.places[part], prefixes, lines, draw, parts or (f"{part}.",))


def _acceptor(kit: Speech, coins: Mapping[int, int]) -> Draw:
    def draw(pen: Pen, box: Rect, look: Look) -> None:
        left = Rect(box.x, box.y, box.width * 2 // 5, box.height)
        slot = Rect(left.x + left.width // 2 - 9, left.y + 2, 18, 4)
        pen.box(slot, LINE, LINE)
        right = Rect(left.right, box.y, box.right - left.right, box.height)
        if coins:
            y = right.y
            for cents, line in coins.items():
                if y + pen.row > right.bottom + 2:
                    break
                seen, shut = look.asserted[f"coin_{line}"], look.asserted[f"inhibit_{line}"]
                fresh = f"coin_{line}" in look.fresh
                radius = max(3, pen.size // 3)
                pen.dot(
                    (right.x + radius, y + pen.row // 2), radius, MOVES if fresh else WORKS, seen or fresh
                )
                pen.text(kit.money(cents), (right.x + 3 * radius, y), LINE)
                words = kit.say("shut") if shut else kit.say("open")
                pen.text(words, (right.right, y), SOFT if shut else WORKS, align="right")
                y += pen.row
        else:
            words = kit.say("no plug") if not look.yes("acceptor.plugged") else kit.say("on the bus")
            rows(pen, right, [("ccTalk", "2", False), (words, "", False)])

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
        wires(pen, Rect(x, box.y, box.right - x, pen.row), look, [("diverter", kit.say("coil"))])
        pen.text(words, (x, box.y + pen.row), FAULT if stuck else LIVE, face=STRONG, width=box.right - x)

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
        width = min(box.width * 11 // 20, box.height)
        bowl = Rect(box.x, box.y, width, box.height - pen.row - 4)
        disc = min(bowl.width, bowl.height) // 3
        _bowl(pen, bowl, level / capacity, disc)
        _disc(pen, (bowl.centerx, bowl.bottom - disc), disc, look, name)
        right = Rect(bowl.right + 5, box.y, box.right - bowl.right - 5, bowl.height)
        y = wires(pen, right, look, [(f"{name}_{line}", labels[line]) for line in lines])
        trouble = _trouble(kit, look, name)
        if trouble:
            pen.text(trouble, (right.x, y), FAULT, face=STRONG, width=right.width)
        words = kit.say("{} of {}").format(level, capacity)
        pen.text(words, (box.x, box.bottom - pen.row), FAULT if ill else LIVE, face=STRONG)

    return draw


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


def _notes(kit: Speech) -> Draw:
    def draw(pen: Pen, box: Rect, look: Look) -> None:
        tall = max(14, box.height // 5)
        path = Rect(box.x, box.y + 2, box.width, tall)
        pen.box(path, LINE, PAPER)
        for share in (0.12, 0.5, 0.88):
            x = path.x + round(path.width * share)
            pen.disc((x, path.y), 4, STEEL)
            pen.disc((x, path.bottom), 4, STEEL)
        if look.note is not None:
            _note(pen, path, look, kit)
        below = Rect(box.x, path.bottom + 8, box.width, box.bottom - path.bottom - 8)
        half = below.width * 11 // 20
        labels = [
            ("note_enable", kit.say("enable")),
            ("note_escrow", kit.say("escrow")),
            ("note_stack", kit.say("stack")),
            ("note_stacked", kit.say("stacked")),
            ("note_return", kit.say("return")),
            ("note_fault", kit.say("fault")),
        ]
        wires(pen, Rect(below.x, below.y, half - 6, below.height), look, labels)
        box_cents = kit.money(look.number("notes.box_cents"), whole=True)
        pairs = [
            (kit.say("in the box"), str(look.number("notes.box")), look.yes("notes.full")),
            ("", box_cents, False),
        ]
        if not look.yes("notes.plugged"):
            pairs.append((kit.say("no plug"), "!", True))
        if look.yes("notes.jam"):
            pairs.append((kit.say("jammed"), "!", True))
        rows(pen, Rect(below.x + half, below.y, below.width - half, below.height), pairs)

    return draw


def _note(pen: Pen, path: Rect, look: Look, kit: Speech) -> None:
    """The note on its way: in to the middle, then on into the box or back out."""
    note = look.note
    assert note is not None
    share = note.progress_permille / 1000
    places = {"in": share * 0.5, "escrow": 0.5, "stacking": 0.5 + share * 0.3, "stacked": 0.8 + share * 0.2}
    places |= {"back": 0.5 - share * 0.5, "jammed": 0.5}
    width = path.width // 3
    sheet = Rect(0, path.y + 3, width, path.height - 6)
    sheet.centerx = path.x + round(path.width * places.get(note.path, 0.5))
    sheet.clamp_ip(path)
    pen.box(sheet, FAULT if note.path == "jammed" else LIVE, (222, 230, 200))
    words = kit.money(note.cents, whole=True)
    pen.text(words, (sheet.centerx, sheet.centery - pen.row // 2), LINE, align="center", width=width)


def _tickets(kit: Speech) -> Draw:
    def draw(pen: Pen, box: Rect, look: Look) -> None:
        radius = min(box.height // 4, box.width // 5)
        left = look.number("tickets.left")
        roll = (box.x + radius + 2, box.y + radius + 2)
        pen.disc(roll, max(3, radius * min(3000, left + 300) // 3300), BRASS if left else SHEET)
        pen.disc(roll, max(2, radius // 4), PAPER)
        strip = Rect(roll[0], roll[1] + radius - 6, box.width - 2 * radius, 6)
        pen.box(strip, LINE, BRASS if left else SHEET)
        x = roll[0] + 2 * radius
        labels = [
            ("ticket_motor", kit.say("motor")),
            ("ticket_notch", kit.say("notch")),
            ("ticket_low", kit.say("low")),
        ]
        wires(pen, Rect(x, box.y, box.right - x, 3 * pen.row + 4), look, labels)
        below = Rect(box.x, max(strip.bottom + 6, box.y + 3 * pen.row + 6), box.width, 0)
        below.height = box.bottom - below.y
        trouble = kit.say("jammed") if look.yes("tickets.jammed") else ""
        pairs = [
            (kit.say("in the pack"), str(left), not left),
            (kit.say("given"), str(look.number("tickets.given")), False),
            (trouble, "!" if trouble else "", True),
        ]
        rows(pen, below, pairs)

    return draw


def _card(kit: Speech) -> Draw:
    def draw(pen: Pen, box: Rect, look: Look) -> None:
        number = look.number("card.number")
        card = Rect(
            box.x + box.width // 6, box.y + 6, box.width * 2 // 3, min(box.height // 3, box.width * 2 // 5)
        )
        pen.box(card, LINE if number else HAIR, (216, 226, 236) if number else PAPER, 1, 6)
        if number:
            pen.box(Rect(card.x + 8, card.centery - 6, 16, 12), LINE, BRASS, 1, 3)
        pairs = [
            (kit.say("card"), str(number) if number else "-", False),
            (kit.say("balance"), kit.money(look.number("card.cents")) if number else "-", False),
            (kit.say("house"), kit.say("answers") if look.yes("card.online") else kit.say("silent"), False),
            (kit.say("cable"), kit.say("in") if look.yes("card.plugged") else kit.say("no plug"), False),
        ]
        rows(pen, Rect(box.x, card.bottom + 8, box.width, box.bottom - card.bottom - 8), pairs)

    return draw


def works_boxes(cabinet: Cabinet, kit: Speech, plan: Plan, titles: dict[str, str]) -> list[Box]:
    """Reels, the front and the meters."""
    found = []
    meters = tuple(cabinet.machine.meters)
    if "reels" in plan.places:
        optics = tuple(f"optic_{number}" for number in range(1, 4))
        draw = _reels(kit, [reel.stops for reel in [*cabinet.machine.reels]])
        found.append(_box(plan, titles, "reels", ("reel_",), optics, draw, ("reel_",)))
    buttons, lamps = tuple(cabinet.machine.buttons), tuple(cabinet.machine.lamps)
    lines = (*(f"button_{name}" for name in buttons), *(f"lamp_{name}" for name in lamps), "buzzer")
    draw = _front(kit, tuple(dict.fromkeys((*buttons, *lamps))))
    prefixes = ("button_", "lamp_", "buzzer.")
    found.append(_box(plan, titles, "front", prefixes, lines, draw, ("button_", "lamp_", "buzzer.")))
    lines = (*(f"meter_{name}" for name in meters), "meter_present")
    found.append(_box(plan, titles, "meters", ("meter_",), lines, _meters(kit, meters), ("meter_",)))
    return found


def _reels(kit: Speech, stops: list[int]) -> Draw:
    def draw(pen: Pen, box: Rect, look: Look) -> None:
        width = box.width // max(1, len(stops))
        radius = min(width // 2 - 4, (box.height - pen.row) // 2)
        for number, count in enumerate(stops, 1):
            name = f"reel_{number}"
            at = (box.x + width * (number - 1) + width // 2, box.y + radius + 2)
            ill = (
                look.yes(f"{name}.jammed")
                or look.yes(f"{name}.dirty")
                or look.values.get(f"{name}.encoder") is False
            )
            moving = look.yes(f"{name}.moving")
            pen.disc(at, radius, SHEET, FAULT if ill else MOVES if moving else LINE, 2)
            angle = look.number(f"{name}.angle") / 65_536 * 2 * math.pi
            for stop in range(count if count <= 24 else 24):
                turn = angle + stop * 2 * math.pi / min(count, 24)
                edge = (at[0] + math.cos(turn) * radius * 0.92, at[1] + math.sin(turn) * radius * 0.92)
                pygame.draw.circle(pen.target, LIVE if stop == 0 else HAIR, edge, 3 if stop == 0 else 1)
            line = f"optic_{number}"
            if line in look.asserted:
                pen.dot((at[0] + radius - 2, at[1] - radius + 4), 4, WORKS, look.asserted[line])
            stop = (look.number(f"{name}.angle") * count + 32_768 + count - 1) // 65_536 % count
            pen.text(str(stop), (at[0], at[1] - pen.row // 2), LIVE, face=STRONG, align="center")
            off = look.number(f"{name}.off")
            words = kit.say("off by {}").format(off) if off and not moving else ""
            pen.text(words, (at[0], at[1] + radius + 3), FAULT, align="center", width=width)

    return draw


def _front(kit: Speech, names: tuple[str, ...]) -> Draw:
    def draw(pen: Pen, box: Rect, look: Look) -> None:
        names_shown = names
        radius = max(4, pen.size * 2 // 5)
        y = box.y
        for name in names_shown:
            if y + pen.row > box.bottom + 2:
                break
            down = look.asserted.get(f"button_{name}", False)
            lit, broken = look.yes(f"lamp_{name}.lit"), look.yes(f"lamp_{name}.broken")
            stuck = look.yes(f"button_{name}.stuck")
            if f"button_{name}.down" in look.values:
                cap = Rect(box.x, y + 2 + (2 if down else 0), 3 * radius, pen.row - 6)
                pen.box(cap, FAULT if stuck else LINE, MOVES if down else STEEL, 1, 3)
            if f"lamp_{name}.lit" in look.values:
                at = (box.x + 5 * radius, y + pen.row // 2)
                pen.disc(at, radius - 1, (255, 206, 84) if lit else PAPER, FAULT if broken else LINE)
            pen.text(
                name,
                (box.x + 7 * radius, y),
                FAULT if stuck or broken else LINE,
                width=box.width - 7 * radius,
            )
            y += pen.row
        if "buzzer.sounding" in look.values and y + pen.row <= box.bottom + 2:
            on, broken = look.yes("buzzer.sounding"), look.yes("buzzer.broken")
            pen.disc(
                (box.x + 5 * radius, y + pen.row // 2),
                radius - 1,
                MOVES if on else PAPER,
                FAULT if broken else LINE,
            )
            pen.text("buzzer", (box.x + 7 * radius, y), FAULT if broken else LINE)

    return draw


def _meters(kit: Speech, names: tuple[str, ...]) -> Draw:
    def draw(pen: Pen, box: Rect, look: Look) -> None:
        tall = (box.height - pen.row) // max(1, len(names))
        for number, name in enumerate(names):
            top = box.y + number * tall
            plugged = look.yes(f"meter_{name}.plugged")
            on = look.yes(f"meter_{name}.coil")
            pen.dot((box.x + 5, top + pen.row // 2), 4, MOVES, on)
            pen.text(name, (box.x + 14, top), LINE if plugged else FAULT)
            if not plugged:
                pen.text(kit.say("no plug"), (box.right, top), FAULT, face=STRONG, align="right")
            drum = Rect(box.x, top + pen.row + 1, box.width, max(14, min(tall - pen.row - 6, 2 * pen.size)))
            drums(pen, drum, look.number(f"meter_{name}.count"), on)
        loop = look.asserted.get("meter_present", False)
        words = kit.say("loop closed") if loop else kit.say("loop open")
        pen.text(words, (box.x, box.bottom - pen.row), WORKS if loop else FAULT, face=STRONG)

    return draw


def drums(pen: Pen, box: Rect, count: int, pulse: bool) -> None:
    """Digit drums of a mechanical counter; while its coil pulls the last one stands between two figures."""
    width = min(box.width // DIGITS, box.height)
    for place in range(DIGITS):
        drum = Rect(box.x + place * width, box.y, width - 2, box.height)
        last = place == DIGITS - 1
        pen.box(drum, LINE, (32, 32, 34) if not last else (150, 40, 34))
        figure = str(count // 10 ** (DIGITS - 1 - place) % 10)
        size = max(11, box.height * 7 // 10)
        lift = -box.height // 6 if last and pulse else 0
        before = pen.target.get_clip()
        pen.target.set_clip(drum.inflate(-2, -2).clip(before))
        y = drum.centery - round(size * 0.68) + lift
        pen.text(figure, (drum.centerx, y), (248, 244, 232), face=STRONG, size_px=size, align="center")
        pen.target.set_clip(before)
