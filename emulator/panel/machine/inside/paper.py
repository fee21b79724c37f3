# SPDX-License-Identifier: MIT
"""The devices of the drawing that take notes and cards and give tickets."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pygame import Rect

from emulator.panel.machine.inside.box import Draw, rows, wires, wires_width
from emulator.panel.machine.inside.ink import (
    BRASS,
    FAULT,
    HAIR,
    LINE,
    LIVE,
    PAPER,
    SHEET,
    STEEL,
    Pen,
)
from emulator.panel.machine.inside.look import Look

if TYPE_CHECKING:
    from emulator.panel.machine.inside.speech import Speech


def draw_notes(kit: Speech) -> Draw:
    """The note acceptor: its path, its lines, the box behind it."""

    def draw(pen: Pen, box: Rect, look: Look) -> None:
        tall = max(10 if box.height < 9 * pen.row else 14, box.height // 5)
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
        need = wires_width(pen, labels)
        box_cents = kit.money(look.number("notes.box_cents"), whole=True)
        pairs = [
            (kit.say("in the box"), str(look.number("notes.box")), look.yes("notes.full")),
            ("", box_cents, False),
        ]
        if not look.yes("notes.plugged"):
            pairs.append((kit.say("no plug"), "!", True))
        if look.yes("notes.jam"):
            pairs.append((kit.say("jammed"), "!", True))
        left = max(half, need + 6)
        others = Rect(below.x + left, below.y, below.width - left, below.height)
        wide = max(pen.least_width(name) for name, *_ in pairs)
        if pen.has_row(below.y + pen.row * (len(labels) - 1), below):
            bottom = wires(pen, Rect(below.x, below.y, left - 6, below.height), look, labels)
        else:  # in two columns, the pairs below
            wide, third = below.width, len(labels) // 2
            for number in range(2):
                column = Rect(below.x + number * below.width // 2, below.y, below.width // 2, below.height)
                bottom = wires(pen, column, look, labels[third * number : third * (number + 1)])
        if wide > others.width and pen.has_row(bottom + 2, below):
            others = Rect(below.x, bottom + 2, below.width, below.bottom - bottom - 2)
        rows(pen, others, pairs)

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


def draw_tickets(kit: Speech) -> Draw:
    """The ticket dispenser: roll, strip and lines."""

    def draw(pen: Pen, box: Rect, look: Look) -> None:
        labels = [
            ("ticket_motor", kit.say("motor")),
            ("ticket_notch", kit.say("notch")),
            ("ticket_low", kit.say("low")),
        ]
        need = wires_width(pen, labels)
        radius = max(5, min(box.height // 4, box.width // 5, (box.width - need - 2) // 3))
        left = look.number("tickets.left")
        roll = (box.x + radius + 2, box.y + radius + 2)
        pen.disc(roll, max(3, radius * min(3000, left + 300) // 3300), BRASS if left else SHEET)
        pen.disc(roll, max(2, radius // 4), PAPER)
        strip = Rect(roll[0], roll[1] + radius - 6, box.width - 2 * radius, 6)
        pen.box(strip, LINE, BRASS if left else SHEET)
        x = roll[0] + 2 * radius
        wires(pen, Rect(x, box.y, box.right - x, 3 * pen.row + 4), look, labels)
        below = Rect(box.x, max(strip.bottom + 6, box.y + 3 * pen.row + 6), box.width, 0)
        below.height = box.bottom - below.y
        trouble = kit.say("jammed") if look.yes("tickets.jammed") else ""
        pairs = [
            (kit.say("in the pack"), kit.number(left), not left),
            (kit.say("given"), str(look.number("tickets.given")), False),
            (trouble, "!" if trouble else "", True),
        ]
        rows(pen, below, pairs)

    return draw


def draw_card(kit: Speech) -> Draw:
    """The reader of house cards."""

    def draw(pen: Pen, box: Rect, look: Look) -> None:
        number = look.number("card.number")
        tall = min(box.height // 3, box.width * 2 // 5)
        wide = min(box.width * 2 // 3, tall * 8 // 5)
        card = Rect(box.centerx - wide // 2, box.y + 6, wide, tall)
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
