# SPDX-License-Identifier: MIT
"""The card of a stand: name, type, what a play costs, what it pays back exactly, and how it stands."""

from __future__ import annotations

import pygame
from pygame import Rect

from emulator.hall.stand import TABLE, Stand
from emulator.hall.standing import Standing
from emulator.panel.art import paint
from emulator.panel.art.lettering import fit, rendered
from emulator.panel.art.theme import AMBER, BONE, CREAM, INK, Colour, mix
from emulator.panel.hall import table_words
from emulator.panel.hall.kit import ZONES, HallKit
from machines.tables.registry import SKILLED

_GREEN: Colour = (132, 226, 140)
_RED: Colour = (255, 132, 112)
_TITLE = 0.36
"""Of a figure's height what stands above it."""
_MEASURED_PX = 48


def paint_card(kit: HallKit, target: pygame.Surface, box: Rect, stand: Stand, standing: Standing) -> None:
    """Letters on a card whose ground is there."""
    tall = box.height
    head = Rect(box.x, box.y, box.width, round(tall * 0.31))
    badge = Rect(0, 0, round(head.height * 0.92), round(head.height * 0.92))
    badge.midleft = head.midleft
    _badge(kit, target, badge, stand)
    name = Rect(badge.right + kit.gap(2), head.y, head.right - badge.right - kit.gap(2), head.height)
    kit.text.put(target, stand.title, name, "title", round(head.height * 0.86), CREAM, align="left")
    figures = Rect(box.x, head.bottom, box.width, round(tall * 0.42))
    if stand.kind == TABLE:
        _table_figures(kit, target, figures, stand)
    else:
        left, right = _parted(figures, figures.width // 2, kit.gap(1))
        _figure(kit, target, left, kit.say("A PLAY"), kit.money(stand.price_cents))
        _figure(kit, target, right, *payout_words(kit, stand))
    state = Rect(box.x, figures.bottom, box.width, box.bottom - figures.bottom)
    words, colour = state_words(kit, standing)
    dot = state.height // 4
    pygame.draw.circle(target, colour, (state.x + dot, state.centery), max(2, dot))
    words_box = Rect(state.x + 3 * dot, state.y, state.width - 3 * dot, state.height)
    beside, tone = "", AMBER
    if standing.pot_cents:
        beside = kit.say("POT {}").format(kit.money(standing.pot_cents, whole=True))
    elif stand.kind == TABLE:
        beside, tone = payout_words(kit, stand)[1], BONE
    if beside:
        right = Rect(state.centerx, state.y, state.right - state.centerx, state.height)
        words_box.width = right.x - kit.gap(1) - words_box.x
        kit.text.put(target, beside, right, "label", round(state.height * 0.72), tone, align="right")
    kit.text.put(target, words, words_box, "strong", round(state.height * 0.66), colour, align="left")


def _badge(kit: HallKit, target: pygame.Surface, rect: Rect, stand: Stand) -> None:
    """The letter of its type, on a lit button; a star with a special machine."""
    light = ZONES[stand.letter].light
    face = paint.down(rect.size, [(0, mix(light, (255, 255, 255), 0.35)), (1, mix(light, INK, 0.25))])
    target.blit(paint.clip_round(face, rect.height * 0.28), rect)
    letter = f"{stand.letter}+" if stand.special else stand.letter
    inner = rect.inflate(-rect.width // 6, -rect.height // 8)
    kit.text.put(target, letter, inner, "title", round(rect.height * 0.8), INK)


def _parted(box: Rect, at: int, gap: int) -> tuple[Rect, Rect]:
    """What is left of there, less the gap, and what is right of it."""
    left = Rect(box.x, box.y, at - gap, box.height)
    return left, Rect(box.x + at, box.y, box.width - at, box.height)


def _table_figures(kit: HallKit, target: pygame.Surface, box: Rect, stand: Stand) -> None:
    """Limits and edge, each with as much of the card as it needs, in letters of one size."""
    limits = kit.say("STAKES"), table_words.stakes(kit, stand)
    edge = kit.say("HOUSE EDGE"), table_words.keeps(kit, stand)
    needs = [
        max(_needs(title, "strong", 0.45), _needs(value, "label", 1.0)) for title, value in (limits, edge)
    ]
    left, right = _parted(box, box.width * needs[0] // sum(needs) + kit.gap(1), kit.gap(2))
    value_box = (round(left.width), round(box.height * (1 - _TITLE)))
    most = round(value_box[1] * 0.94)
    size = min(
        fit(limits[1], "label", value_box, most).size_px,
        fit(edge[1], "label", (right.width, value_box[1]), most).size_px,
    )
    _figure(kit, target, left, *limits, size)
    _figure(kit, target, right, *edge, size)


def _needs(text: str, face: str, scale: float) -> int:
    """How wide a text is beside others, at a size at which that is measured well."""
    return round(rendered(text, face, _MEASURED_PX, CREAM).get_width() * scale)


def _figure(
    kit: HallKit, target: pygame.Surface, box: Rect, title: str, value: str, size: int | None = None
) -> None:
    upper = Rect(box.x, box.y, box.width, round(box.height * _TITLE))
    lower = Rect(box.x, upper.bottom, box.width, box.bottom - upper.bottom)
    kit.text.put(target, title, upper, "strong", round(upper.height * 0.80), BONE, align="left")
    kit.text.put(target, value, lower, "label", size or round(lower.height * 0.94), CREAM, align="left")


def payout_words(kit: HallKit, stand: Stand) -> tuple[str, str]:
    """Title and value of what it pays back."""
    if stand.kind == TABLE:
        skill = stand.game in SKILLED
        return kit.say("WHAT DECIDES"), kit.say("CHANCE, SKILL") if skill else kit.say("CHANCE")
    if stand.payout is None:
        return kit.say("WHAT DECIDES"), kit.say("SKILL")
    return kit.say("PAYS BACK"), kit.payout(stand.payout)


def state_words(kit: HallKit, standing: Standing) -> tuple[str, Colour]:
    """How it stands, in one line."""
    if standing.state == "away":
        return kit.say("in use elsewhere"), AMBER
    if standing.state == "damaged":
        return kit.say("its file is damaged"), _RED
    if standing.tilt:
        return kit.say("needs the attendant: {}").format(standing.tilt), _RED
    if standing.tray_cents:
        return kit.say("in its tray {}").format(kit.money(standing.tray_cents)), AMBER
    if standing.credits_cents:
        return kit.say("credits {} here").format(kit.money(standing.credits_cents)), AMBER
    return kit.say("free"), _GREEN


def paint_desk_card(kit: HallKit, target: pygame.Surface, box: Rect) -> None:
    """What the desk does."""
    head = Rect(box.x, box.y, box.width, round(box.height * 0.31))
    kit.text.put(
        target, kit.say("CHANGE DESK"), head, "title", round(head.height * 0.86), CREAM, align="left"
    )
    rest = Rect(box.x, head.bottom, box.width, box.bottom - head.bottom)
    words = kit.say("Coins, notes, tokens and cards; a new purse of toy money")
    kit.text.put(target, words, rest, "text", round(rest.height * 0.27), BONE, align="left", lines_max=3)
