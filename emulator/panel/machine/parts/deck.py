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
from emulator.panel.art.theme import BONE, CREAM, INK, Colour, dark_enough, mix
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
_OFF_CONTRAST = 6.0  # of a label on the flank of an unlit cap, whose dome is up to an eighth brighter


class Deck:
    """Draws buttons by lamp, hover and finger; says which button or slot lies under a point."""

    def __init__(self, kit: Kit) -> None:
        self._kit = kit
        zone = kit.layout.zones["deck"]
        self.rect = zone
        self._lip = max(5, kit.px(18))
        self.caps, self.plate, self.slot_rect = place(kit, zone, self._lip)
        self._beside = self.slot_rect.width > 1.2 * self.slot_rect.height
        tall = round(self.slot_rect.height * (0.76 if self._beside else 0.62))
        wide = min(round(coins.diameter(200, kit.px(100)) * 0.26), round(tall * 0.36))
        self.slot = Rect(0, 0, wide, tall)
        self.slot.center = (self.slot_rect.centerx, round(self.slot_rect.y + self.slot_rect.height * 0.40))
        if self._beside:
            self.slot.center = (self.slot_rect.x + round(self.slot_rect.width * 0.25), self.slot_rect.centery)
        self._pictures: dict[tuple[str, str], pygame.Surface] = {}
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
            paint.cast(
                base,
                cap.rect.inflate(kit.gap(0), kit.gap(0)),
                max(2, kit.gap(1)),
                0.75,
                cap.rect.height * 0.3,
            )
            paint.frame(base, cap.rect, max(2, kit.gap(0)), cap.rect.height * 0.26)
        for cap in self.caps:
            for state in ("off", "lit", "off-down", "lit-down", "dead"):
                self._pictures[cap.name, state] = self._picture(cap, state)
            self._blooms[cap.name] = self._bloom(cap)

    def draw(self, screen: pygame.Surface, seen: Seen, held: set[str], hover: str | None) -> None:
        """Every cap in its state, then the light that lit ones throw."""
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
            screen, CREAM, cap.rect.inflate(2, 2), max(1, self._kit.px(3)), round(cap.rect.height * 0.27)
        )

    def _picture(self, cap: Cap, state: str) -> pygame.Surface:
        """A translucent cap in its well: side wall below, domed top above, label on the top."""
        kit = self._kit
        size = cap.rect.size
        out = paint.layer(size)
        down = state.endswith("-down")
        wall = max(2, round(size[1] * (0.05 if down else 0.13)))
        lit = state.startswith("lit")
        radius = size[1] * 0.24
        out.blit(
            paint.to_surface(np.zeros((size[1], size[0], 3), dtype=np.float32), paint.rounded(size, radius)),
            (0, 0),
        )
        body = mix(cap.colour, (30, 22, 22), 0.62) if state == "dead" else mix(cap.colour, INK, 0.5)
        if lit:
            body = cap.colour
        ink: Colour = (44, 10, 8) if lit or sum(body) > 370 else CREAM
        if state.startswith("off") and ink == CREAM:
            body = dark_enough(body, ink, _OFF_CONTRAST)
        side = paint.clip_round(
            paint.down(size, [(0, mix(body, INK, 0.3)), (1, mix(body, INK, 0.72))]), radius
        )
        out.blit(side, (0, 0))
        inset = max(1, size[1] // 22)
        top_size = (size[0] - 2 * inset, size[1] - inset - wall)
        top = _dome_top(top_size, body, lit)
        drop = wall // 2 if down else 0
        out.blit(paint.clip_round(top, radius * 0.9), (inset, inset + drop))
        box = Rect(inset + kit.gap(1), inset + drop, top_size[0] - 2 * kit.gap(1), top_size[1])
        if state == "dead":
            ink = mix(BONE, body, 0.45)
        lines = 2 if " " in cap.label or "\n" in cap.label else 1
        with kit.text.moved(cap.rect.topleft):
            kit.text.put(
                out,
                cap.label,
                box,
                "label",
                round(size[1] * (0.44 if lines == 1 else 0.34)),
                ink,
                lines_max=lines,
                remember=state == "off",
            )
        return out

    def _bloom(self, cap: Cap) -> tuple[pygame.Surface, tuple[int, int]]:
        """A lit cap's light, about twice as large as the cap."""
        reach = max(8, round(cap.rect.height * 0.62))
        mask = np.pad(paint.rounded(cap.rect.size, cap.rect.height * 0.3), reach)
        around = np.clip(paint.blur(mask, max(3, reach // 2)) * 1.15, 0, 1) * (1 - 0.9 * mask)
        soft = paint.to_surface(
            around[..., None] * np.asarray(mix(cap.colour, (255, 120, 40), 0.15), dtype=np.float32)
        )
        return soft, (cap.rect.x - reach, cap.rect.y - reach)

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


def _dome_top(size: tuple[int, int], body: Colour, lit: bool) -> pygame.Surface:
    """The cap's upper face: lamp behind plastic when lit, else the key light on its dome."""
    x = np.linspace(-1, 1, size[0], dtype=np.float32)[None, :]
    y = np.linspace(-1, 1, size[1], dtype=np.float32)[:, None]
    base = np.asarray(body, dtype=np.float32)
    if lit:
        core = np.clip(1.15 - np.sqrt(x * x * 0.8 + y * y), 0, 1)[..., None]
        colour = base + (np.asarray((255, 250, 226), dtype=np.float32) - base) * core * 0.74
    else:
        colour = np.broadcast_to(base, (size[1], size[0], 3)) * (1.12 - 0.30 * (y * 0.8 + x * 0.2))[..., None]
    gloss = np.clip(1 - np.abs(y + 0.62) / 0.22, 0, 1) * np.clip(1.05 - x * x, 0, 1)
    colour = colour + (255 - colour) * (gloss * 0.34)[..., None]
    edge = np.clip((y - 0.72) / 0.28, 0, 1)[..., None]
    return paint.to_surface(np.clip(colour * (1 - 0.35 * edge), 0, 255))
