# SPDX-License-Identifier: MIT
"""The deck: buttons with lamps inside and the coin slot, on wood seen slightly from above."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pygame
from pygame import Rect

from emulator.panel.art import coins, paint
from emulator.panel.art.fitting import readable_px
from emulator.panel.art.lettering import fit
from emulator.panel.art.theme import CREAM, INK, Colour, mix
from emulator.panel.machine.parts import dome
from emulator.panel.machine.parts.bezel import mounted, paint_bezel, paint_mount
from emulator.panel.machine.parts.cap import Cap
from emulator.panel.machine.parts.caps import place
from emulator.panel.machine.parts.kit import Kit
from emulator.panel.machine.parts.seen import Seen
from emulator.panel.machine.parts.slot_plate import engrave_token
from machines.support.currency import EURO
from machines.support.languages import translator
from machines.types.common.base import text_in

_ACCEPT: Colour = (96, 230, 110)
_ENGRAVED = 0.75  # of the largest letters that a plate has room for, enough for all that may stand on it


class Deck:
    """Draws buttons by lamp, hover and finger; says which button or slot lies under a point."""

    def __init__(self, kit: Kit) -> None:
        self._kit = kit
        zone = kit.layout.zones["deck"]
        self.rect = zone
        self._lip = max(5, kit.px(18))
        placed, self.plate, self.slot_rect = place(kit, zone, self._lip)
        self.places = {cap.name: cap.rect for cap in placed}
        """Where each button may stand, by name."""
        self.caps = mounted(placed, kit.layout.touch_px, kit.gap(1), zone)
        self._beside = self.slot_rect.width > 1.2 * self.slot_rect.height
        tall = round(self.slot_rect.height * (0.76 if self._beside else 0.62))
        wide = min(round(coins.diameter(200, kit.px(100)) * 0.26), round(tall * 0.36))
        self.slot = Rect(0, 0, wide, tall)
        self.slot.center = (self.slot_rect.centerx, round(self.slot_rect.y + self.slot_rect.height * 0.40))
        if self._beside:
            self.slot.center = (self.slot_rect.x + round(self.slot_rect.width * 0.25), self.slot_rect.centery)
        self._pictures: dict[tuple[str, str], pygame.Surface] = {}
        self._shadows: dict[tuple[str, bool], tuple[pygame.Surface, tuple[int, int]]] = {}
        self._blooms: dict[str, tuple[pygame.Surface, tuple[int, int]]] = {}
        self._pad = kit.gap(2)
        self.accept: Rect | None = None
        """The lamp of accepted coins, on machines that have one."""
        if kit.front.accept_lamp:
            side = max(7, round(self.slot_rect.width * 0.13))
            self.accept = Rect(0, 0, side, side)
            self.accept.center = (
                (self.slot.right + self.slot_rect.right) // 2 + kit.gap(0),
                self.slot_rect.y + round(self.slot_rect.height * 0.28) if self._beside else self.slot.centery,
            )

    def paint(self, base: pygame.Surface) -> None:
        """Wood, metal lip, plate, coin slot and the buttons' bezels."""
        kit, zone = self._kit, self.rect
        board = kit.cabinet.deck((zone.width, zone.height - self._lip), kit.theme, kit.scenery.deck)
        base.blit(board, zone)
        lip = Rect(zone.x, zone.bottom - self._lip, zone.width, self._lip)
        base.blit(paint.chrome(lip.size), lip)
        back = paint.down((zone.width, round(zone.height * 0.30)), [(0, (70, 66, 66)), (1, (255, 255, 255))])
        paint.shade(base, back, zone.topleft)
        self._paint_plate(base)
        if kit.front.coins_cents:
            self._paint_slot(base)
        for cap in self.caps:
            if cap.tall:
                paint_mount(base, kit, self.places[cap.name], cap)
            paint_bezel(base, cap, dome.radius_of(cap))
            ring = max(2, cap.bezel)
            for state in dome.STATES:
                self._pictures[cap.name, state] = dome.cap_picture(kit, cap, state)
            for down in (False, True):
                self._shadows[cap.name, down] = dome.shadow(cap, ring, down=down)
            others = [other for other in self.caps if other is not cap]
            self._blooms[cap.name] = dome.thrown(cap, others)

    def draw(self, screen: pygame.Surface, seen: Seen, held: set[str], hover: str | None) -> None:
        """Every cap in its state with its shadow, then the light that lit ones throw."""
        for cap in self.caps:
            screen.blit(*self._shadows[cap.name, cap.name in held])
        for cap in self.caps:
            lit = seen.lamps.get(cap.name, False)
            state = ("lit" if lit else "off") + ("-down" if cap.name in held else "")
            idle = not lit and not cap.always and cap.name not in held
            if not seen.powered or (seen.alarm and not seen.called and idle):
                state = "dead"
            screen.blit(self._pictures[cap.name, state], cap.rect)
            if hover == cap.name and cap.name not in held:
                self._draw_hover(screen, cap)
        for cap in self.caps:
            if seen.lamps.get(cap.name, False):
                light, at = self._blooms[cap.name]
                paint.add(screen, light, at)
        if self.accept is not None and seen.powered and seen.lamps.get("accept", False):
            self._draw_accept(screen, self.accept)

    def draw_slot(self, screen: pygame.Surface, inviting: float) -> None:
        """The light in the slot's rim, ``inviting`` 0 to 1."""
        if inviting <= 0:
            return
        level = round(120 * inviting)
        size = (self.slot_rect.width * 3, self.slot_rect.height * 3)
        light = paint.glow(
            (size[0] // 4, size[1] // 4), (level, round(level * 0.78), round(level * 0.24)), 0.8, 1.6
        )
        paint.add(
            screen,
            pygame.transform.smoothscale(light, size),
            (self.slot.centerx - size[0] // 2, self.slot.centery - size[1] // 2),
        )

    @property
    def edge(self) -> Rect:
        """Its metal lip in front."""
        return Rect(self.rect.x, self.rect.bottom - self._lip, self.rect.width, self._lip)

    def button_at(self, point: tuple[int, int]) -> str | None:
        """Name of the button under a point, or None."""
        return next((cap.name for cap in self.caps if cap.rect.collidepoint(point)), None)

    def slot_at(self, point: tuple[int, int]) -> bool:
        """Whether a coin let go at this point goes into the slot: its plate and a hand's breadth round it."""
        return self.slot_rect.inflate(self._kit.gap(4), self._kit.gap(5)).collidepoint(point)

    def _draw_accept(self, screen: pygame.Surface, lamp: Rect) -> None:
        """The light that tells of an accepted coin (C-16), with its bloom on the metal."""
        reach = lamp.width * 6
        green = paint.plain((reach, reach))
        green.fill((255, 255, 255))
        halo = paint.glow((reach, reach), (130, 40, 120), 0.9, 1.7)
        green.blit(halo, (0, 0), special_flags=pygame.BLEND_RGB_SUB)
        paint.shade(screen, green, green.get_rect(center=lamp.center).topleft)
        screen.blit(_jewel(lamp.size, _ACCEPT, lit=True), lamp)

    def _draw_hover(self, screen: pygame.Surface, cap: Cap) -> None:
        light = paint.plain(cap.rect.size)
        light.fill((26, 24, 20))
        paint.add(screen, light, cap.rect.topleft)
        pygame.draw.rect(
            screen, CREAM, cap.rect.inflate(2, 2), max(1, self._kit.px(3)), round(dome.radius_of(cap))
        )

    def _paint_plate(self, base: pygame.Surface) -> None:
        """The engraved plate with the coins that are taken, or the card where there are none."""
        kit, plate = self._kit, self.plate
        paint.cast(base, plate, max(1, kit.gap(0)), 0.5, kit.gap(0))
        picture = paint.down(plate.size, [(0, (196, 176, 128)), (0.5, (232, 214, 168)), (1, (150, 128, 84))])
        paint.tint(picture, 3, 40, 16)
        base.blit(paint.clip_round(picture, kit.gap(1)), plate)
        box = plate.inflate(-2 * kit.gap(0), -2)
        tried = [(words, self._engraved_px(words, box)) for words in self._engraved()]
        enough = max(readable_px(kit.layout.size), _ENGRAVED * max(size for _, size in tried))
        words, size = next((one for one in tried if one[1] >= enough), max(tried, key=lambda one: one[1]))
        lines = words.count("\n") + 1
        kit.text.put(base, words, box, "label", size, (58, 36, 18), lines_max=lines, shadow=(246, 234, 200))

    def _engraved_px(self, words: str, box: Rect) -> int:
        lines = words.count("\n") + 1
        return fit(words, "label", box.size, round(box.height * 0.42), lines).size_px

    def _engraved(self) -> Iterator[str]:
        """What may stand on the plate, in as many lines as it is written: its coins, or the card's name."""
        kit = self._kit
        currency, say = kit.front.currency, kit.say
        values = [
            kit.money(cents, whole=True).replace(currency.symbol, "").strip()
            for cents in kit.front.coins_cents
        ]
        if not values and kit.front.card:
            name = text_in(kit.front.card, kit.language)
            yield from dict.fromkeys((name, name.replace(" ", "\n", 1)))
            return
        half = (len(values) + 1) // 2
        what = say("TOKENS") if kit.front.tokens else say("COINS")
        found: list[str] = []
        for parts in ([values], [values[:half], values[half:]]):
            lines = [" · ".join(part) for part in parts if part]
            if currency.before and lines:
                lines[0] = f"{currency.symbol} {lines[0]}"
            found += ["\n".join((what, *lines)), "\n".join(lines)]
        if kit.front.tokens:
            found = found[::2]  # tokens must say what they are
        for words in sorted(found, key=lambda words: not words.startswith(what)):
            if currency == EURO:
                yield translator(kit.language, "numbers")("{} EUR").format(words)
            else:
                yield words if currency.before else f"{words} {currency.symbol}"

    def _paint_slot(self, base: pygame.Surface) -> None:
        """A polished escutcheon with a vertical slot whose rim is bevelled."""
        kit, rect = self._kit, self.slot_rect
        paint.cast(base, rect, max(2, kit.gap(1)), 0.7, kit.gap(2))
        metal = paint.chrome(rect.size)
        paint.tint(metal, 9, 60, 9)
        base.blit(paint.clip_round(metal, kit.gap(2)), rect)
        face = rect.inflate(-2 * kit.gap(0), -2 * kit.gap(0))
        inner = paint.down(face.size, [(0, (224, 222, 220)), (0.45, (168, 166, 170)), (1, (108, 106, 112))])
        paint.tint(inner, 8, 80, 14, vertical=True)
        base.blit(paint.clip_round(inner, kit.gap(2)), face)
        rim = self.slot.inflate(kit.gap(2), kit.gap(2))
        if kit.front.tokens:
            rim = rim.union(engrave_token(base, kit, self.slot, rect))
        paint.frame(base, self.slot.inflate(kit.gap(0), kit.gap(0)), max(3, kit.gap(1)), self.slot.width)
        hole = paint.across(self.slot.size, [(0, (2, 2, 3)), (0.6, (14, 11, 11)), (1, (54, 44, 38))])
        base.blit(paint.clip_round(hole, self.slot.width * 0.3), self.slot)
        box = Rect(
            face.x + kit.gap(0),
            rim.bottom + kit.gap(0),
            face.width - 2 * kit.gap(0),
            face.bottom - rim.bottom - kit.gap(0),
        )
        if self._beside:
            lamp = self.accept.bottom if self.accept is not None else face.y
            left = rim.right + kit.gap(0)
            box = Rect(left, lamp, face.right - kit.gap(0) - left, face.bottom - lamp)
        kit.text.put(
            base,
            kit.say("INSERT"),
            box,
            "label",
            min(round(box.height * 0.80), kit.px(40)),
            (28, 22, 24),
            shadow=(232, 230, 228),
        )
        if self.accept is not None:
            bezel = self.accept.inflate(2 * max(1, kit.gap(0) // 2), 2 * max(1, kit.gap(0) // 2))
            paint.frame(base, bezel, max(1, kit.gap(0) // 2), bezel.width / 2)
            base.blit(_jewel(self.accept.size, _ACCEPT, lit=False), self.accept)


def _jewel(size: tuple[int, int], colour: Colour, *, lit: bool) -> pygame.Surface:
    """A round lens: dark plastic with the key light on it, or the lamp behind it."""
    x = np.linspace(-1, 1, size[0], dtype=np.float32)[None, :]
    y = np.linspace(-1, 1, size[1], dtype=np.float32)[:, None]
    far = np.sqrt(x * x + y * y)
    base = np.asarray(colour if lit else mix(colour, INK, 0.72), dtype=np.float32)
    core = np.clip(0.85 - far, 0, 1) * 0.9 if lit else np.clip(0.7 - np.hypot(x + 0.35, y + 0.4), 0, 1) * 0.7
    face = base + (255 - base) * np.clip(core, 0, 1)[..., None]
    return paint.to_surface(np.clip(face, 0, 255), np.clip((1 - far) * size[0] / 2, 0, 1))


def forget_caps() -> None:
    """Drop what was drawn for caps of another size."""
    dome.forget()
