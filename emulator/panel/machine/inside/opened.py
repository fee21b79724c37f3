# SPDX-License-Identifier: MIT
"""Behind the open main door: the front swung aside, and the devices at work where they are built in."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import pygame
from pygame import Rect

from emulator.inside.reading import Value, whole
from emulator.panel.art import coins, paint
from emulator.panel.art.theme import BONE, CREAM, INK, STEEL_DARK, STEEL_LIGHT, STEEL_MID, Colour, mix
from emulator.panel.machine.inside.alone import HIDDEN_ELSEWHERE
from emulator.panel.machine.inside.plan import Point, along
from emulator.panel.machine.inside.speech import DOMAIN
from emulator.panel.machine.inside.steel import (
    LED_ON,
    bloom,
    chest,
    circuit,
    disc,
    heap,
    plate,
    roll,
    stack,
    vents,
    wheels,
)
from machines.support.languages import translator, written

if TYPE_CHECKING:
    from emulator.panel.machine.parts.kit import Kit
    from emulator.panel.machine.parts.seen import Seen

# Of an inside 1,000 wide and 1,000 tall: left, top, width, height. The door stands at its left.
_DOOR = 150
_PLACES = {
    "acceptor": (195, 60, 210, 280),
    "other": (440, 60, 225, 280),
    "board": (705, 60, 262, 330),
    "meters": (705, 430, 262, 250),
    "cash_box": (705, 715, 262, 240),
}
_HOPPERS = (195, 500, 470, 420)
# A machine that takes cards alone: its reader, and below it what is hidden behind hoppers elsewhere.
_CARD_ALONE = {
    "other": (215, 60, 430, 420),
    "supply": (215, 530, 200, 400),
    "counter": (445, 530, 200, 400),
}
_PCB: Colour = (20, 78, 56)
_FLASH: Colour = (255, 170, 60)
_LEVELS = 40


class Opened:
    """
    Args:
        kit: colours, words and sizes.
        rect: what of the screen is open.
        front: the picture of the closed front there, for the door that has swung aside.
    """

    def __init__(self, kit: Kit, rect: Rect, front: pygame.Surface) -> None:
        self._kit, self.rect, self._front = kit, rect, front
        self._say = translator(kit.language, DOMAIN)
        self._base: pygame.Surface | None = None
        self._made: tuple[object, ...] = ()
        self._hoppers: tuple[str, ...] = ()
        self._levels: dict[tuple[str, int], pygame.Surface] = {}
        self._places: dict[str, Rect] = {}
        self._ways: dict[str, tuple[Point, ...]] = {}

    def draw(self, screen: pygame.Surface, seen: Seen) -> None:
        """The inside as its devices are now."""
        values = seen.inside
        hoppers = tuple(sorted(name.partition(".")[0] for name in values if name.endswith(".capacity")))
        parts = {name.partition(".")[0] for name in values}
        others = tuple(part for part in ("notes", "tickets", "card", "link") if part in parts)
        if self._base is None or self._made != (hoppers, others):
            self._made, self._hoppers = (hoppers, others), hoppers
            self._base = self._paint(hoppers, others)
        screen.blit(self._base, self.rect)
        before = screen.get_clip()
        screen.set_clip(self.rect)
        for name in hoppers:
            self._draw_hopper(screen, name, values, seen.now_us)
        self._draw_acceptor(screen, values)
        self._draw_diverter(screen, values)
        self._draw_board(screen, values)
        self._draw_meters(screen, values)
        self._draw_other(screen, values, others)
        self._draw_cash(screen, values)
        for name, draw in HIDDEN_ELSEWHERE.items():
            if name in self._places:
                draw(screen, self._places[name], values, self._kit)
        self._draw_coins(screen, seen, values)
        screen.set_clip(before)

    # -- what stands still ----------------------------------------------------------------------------

    def _paint(self, hoppers: tuple[str, ...], others: tuple[str, ...]) -> pygame.Surface:
        size = self.rect.size
        base = paint.down(
            size, [(0, (74, 76, 80)), (0.12, (58, 60, 64)), (0.8, (36, 37, 41)), (1, (20, 20, 23))]
        )
        paint.tint(base, 17, 40, 4)
        light = paint.glow((size[0], size[1]), (120, 104, 70), 0.75, 1.5)
        paint.add(base, light, (0, -size[1] // 2))
        self._places = {name: self._at(place) for name, place in _PLACES.items()}
        if not self._kit.front.coins_cents:
            self._places |= {name: self._at(place) for name, place in _CARD_ALONE.items()}
        left, top, width, tall = _HOPPERS
        each = width // max(1, len(hoppers))
        wide = min(each - 25, 290)
        for number, name in enumerate(hoppers):
            self._places[name] = self._at((left + number * each + (each - wide) // 2, top, wide, tall))
        self._lead(hoppers)
        self._chutes(base)
        for name, rect in self._places.items():
            here = rect.move(-self.rect.x, -self.rect.y)
            if name == "board":
                circuit(base, here, _PCB)
            elif name == "cash_box":
                chest(base, here, self._say("CASH BOX"), self._kit)
            elif name == "acceptor" and self._ways:
                plate(base, here, mix(self._kit.theme.deep, STEEL_DARK, 0.5))
            elif name == "other" and others:
                plate(base, here, STEEL_DARK)
            elif name in ("meters", "counter"):
                plate(base, here, (92, 92, 96))
            elif name == "supply":
                vents(base, here)
        self._slot(base)
        self._door(base)
        return base

    def _at(self, place: tuple[int, int, int, int]) -> Rect:
        x, y, width, tall = place
        area = self.rect
        return Rect(
            area.x + area.width * x // 1000,
            area.y + area.height * y // 1000,
            area.width * width // 1000,
            area.height * tall // 1000,
        )

    def _lead(self, hoppers: tuple[str, ...]) -> None:
        """The ways of coins, on the screen; none where the machine takes none."""
        self._ways = {}
        if not self._kit.front.coins_cents:
            return
        acceptor, box, area = self._places["acceptor"], self._places["cash_box"], self.rect
        x = acceptor.centerx
        gate = (x, acceptor.bottom - acceptor.height // 7)
        split = (x, area.y + area.height * 420 // 1000)
        aside = area.x + area.width * 172 // 1000
        self._ways = {
            "slot": ((x, acceptor.y + acceptor.height // 8), gate),
            "returning": (gate, (aside, gate[1] + acceptor.height // 8), (aside, area.bottom)),
        }
        lane, mouth = area.x + area.width * 685 // 1000, box.y + box.height // 6
        self._ways["cash_box"] = (
            gate,
            split,
            (lane, split[1]),
            (lane, mouth),
            (box.x + box.width // 4, mouth),
        )
        for name in hoppers:
            to = self._places[name]
            self._ways[name] = (gate, split, (to.centerx, split[1]), (to.centerx, to.y + to.height // 3))
            self._ways[f"paying {name}"] = (
                (to.centerx, to.bottom - to.height // 8),
                (to.centerx, area.bottom),
            )

    def _chutes(self, base: pygame.Surface) -> None:
        """Bent sheet along the ways."""
        wide = max(8, self.rect.width // 34)
        shift = (-self.rect.x, -self.rect.y)
        for width, colour in (
            (wide, (10, 10, 12)),
            (wide - 3, (158, 160, 164)),
            (max(2, wide - 7), (88, 90, 95)),
        ):
            for way in self._ways.values():
                points = [(x + shift[0], y + shift[1]) for x, y in way]
                pygame.draw.lines(base, colour, False, points, width)
                for point in points[1:-1]:
                    pygame.draw.circle(base, colour, point, width // 2)

    def _slot(self, base: pygame.Surface) -> None:
        """The mouth of the acceptor, and its sensors beside the chute."""
        if not self._ways:
            return
        here = self._places["acceptor"].move(-self.rect.x, -self.rect.y)
        width = max(8, self.rect.width // 30)
        way = Rect(here.centerx - width // 2, here.y + here.height // 10, width, here.height * 7 // 10)
        pygame.draw.rect(base, (12, 12, 14), way, 0, width // 3)
        pygame.draw.rect(base, STEEL_MID, way, max(1, width // 8), width // 3)

    def _door(self, base: pygame.Surface) -> None:
        """The front, swung aside on its hinges at the left: narrow, darker towards its free edge."""
        width, tall = self.rect.width * _DOOR // 1000, self.rect.height
        leaf = pygame.transform.smoothscale(self._front, (width, tall))
        fall = paint.across((width, tall), [(0, (168, 164, 170)), (0.75, (112, 110, 116)), (1, (60, 58, 64))])
        paint.shade(leaf, fall, (0, 0))
        base.blit(leaf, (0, 0))
        edge = max(3, width // 12)
        metal = paint.across((edge, tall), [(0, STEEL_DARK), (0.4, STEEL_LIGHT), (1, STEEL_MID)])
        base.blit(metal, (width, 0))
        shadow = paint.across((width, tall), [(0, (70, 68, 72)), (1, (255, 255, 255))])
        paint.shade(base, shadow, (width + edge, 0))
        for share in (0.12, 0.5, 0.88):
            hinge = Rect(0, 0, edge * 2, max(10, tall // 16))
            hinge.center = (edge, round(tall * share))
            pygame.draw.rect(base, STEEL_MID, hinge, 0, 3)
            pygame.draw.rect(base, INK, hinge, 1, 3)

    # -- what lives -----------------------------------------------------------------------------------

    def _draw_hopper(
        self, screen: pygame.Surface, name: str, values: Mapping[str, Value], now_us: int
    ) -> None:
        rect = self._places[name]
        level, capacity = whole(values, f"{name}.level"), max(1, whole(values, f"{name}.capacity"))
        step = -(-level * _LEVELS // capacity)
        if (name, step) not in self._levels:
            cents = int(name.removeprefix("hopper_")) if name.removeprefix("hopper_").isdigit() else 100
            self._levels[name, step] = heap(rect.size, step / _LEVELS, cents)
        screen.blit(self._levels[name, step], rect)
        radius = max(6, min(rect.width, rect.height) // 5)
        at = (rect.centerx, rect.bottom - radius - rect.height // 10)
        turning = values.get(f"{name}.turning") is True and values.get(f"{name}.jammed") is not True
        disc(screen, at, radius, now_us if turning else 0, values.get(f"{name}.jammed") is True)
        tag = Rect(0, 0, rect.width * 3 // 4, max(14, rect.height // 10))
        tag.midbottom = (rect.centerx, rect.bottom + tag.height // 5)
        pygame.draw.rect(screen, (212, 184, 112), tag, 0, 3)
        pygame.draw.rect(screen, INK, tag, 1, 3)
        words = written(f"{level:,} / {capacity:,}", self._kit.language)
        self._kit.text.put(
            screen, words, tag.inflate(-6, -2), "strong", tag.height * 3 // 4, INK, remember=False
        )

    def _draw_acceptor(self, screen: pygame.Surface, values: Mapping[str, Value]) -> None:
        """A light for each credit line and, below it, whether that coin is let in."""
        coin_lines = [name for name in values if name.startswith("pin.coin_")]
        if "acceptor.slot" not in values or not self._kit.front.coins_cents:
            return
        rect = self._places["acceptor"]
        size = max(3, rect.width // 34)
        for number, name in enumerate(coin_lines):
            x = rect.x + rect.width * (number + 1) // (len(coin_lines) + 1)
            # A credit line is pulled down by its coin; an inhibit line is up while the coin is kept out.
            credited, shut = values[name] == 0, values.get(name.replace("coin", "inhibit")) == 1
            for y, colour, on in (
                (rect.bottom - 5 * size, _FLASH, credited),
                (
                    rect.bottom - 2 * size,
                    (255, 80, 60) if shut else LED_ON,
                    values.get("supply.powered") is True,
                ),
            ):
                pygame.draw.circle(screen, colour if on else (30, 32, 36), (x, y), size)
                pygame.draw.circle(screen, INK, (x, y), size, 1)

    def _draw_diverter(self, screen: pygame.Surface, values: Mapping[str, Value]) -> None:
        if "slot" not in self._ways or "diverter.stuck" not in values:
            return
        pivot = self._ways["cash_box"][1]
        stuck = values["diverter.stuck"]
        ways = [
            str(value)
            for name, value in values.items()
            if name.startswith("diverter.") and name != "diverter.stuck"
        ]
        down = stuck == "hopper" if stuck else any(way.startswith("hopper") for way in ways)
        reach = max(10, self.rect.width // 26)
        end = (pivot[0] + reach * (-1 if down else 1), pivot[1] + reach)
        pygame.draw.line(screen, INK, pivot, end, max(5, reach // 4))
        pygame.draw.line(screen, (232, 96, 60) if stuck else STEEL_LIGHT, pivot, end, max(3, reach // 6))
        pygame.draw.circle(screen, STEEL_MID, pivot, max(4, reach // 5))

    def _draw_board(self, screen: pygame.Surface, values: Mapping[str, Value]) -> None:
        rect = self._places["board"]
        size = max(3, rect.width // 40)
        runs = values.get("board.program") == "runs"
        lights = [
            (runs and whole(values, "board.ticks") % 2 == 0, LED_ON),
            (values.get("supply.powered") is True, LED_ON),
            (values.get("firmware.tilt") not in ("", None), (255, 80, 60)),
            (any(values.get(f"{name}.turning") is True for name in self._hoppers), _FLASH),
        ]
        for number, (on, colour) in enumerate(lights):
            at = (rect.x + rect.width * (12 + 9 * number) // 100, rect.bottom - rect.height // 9)
            pygame.draw.circle(screen, colour if on else (26, 40, 34), at, size)
            pygame.draw.circle(screen, INK, at, size, 1)
            if on:
                paint.add(screen, bloom(size * 5, colour), (at[0] - size * 5, at[1] - size * 5))

    def _draw_meters(self, screen: pygame.Surface, values: Mapping[str, Value]) -> None:
        rect = self._places["meters"].inflate(-self.rect.width // 50, -self.rect.height // 50)
        names = [name for name in ("plays", "prizes", "in", "out") if f"meter_{name}.count" in values]
        tall = rect.height // max(1, len(names))
        say = self._say
        said = {"plays": say("PLAYS"), "prizes": say("PRIZES"), "in": say("IN"), "out": say("OUT")}
        for number, name in enumerate(names):
            row = Rect(rect.x, rect.y + number * tall, rect.width, tall)
            count, coil = whole(values, f"meter_{name}.count"), values.get(f"meter_{name}.coil") is True
            plugged = values.get(f"meter_{name}.plugged") is True
            label = Rect(row.x, row.y, row.width * 28 // 100, tall)
            ink = CREAM if plugged else (255, 140, 110)
            self._kit.text.put(
                screen, said[name], label, "label", max(8, tall * 5 // 10), ink, align="left", remember=False
            )
            drum = Rect(label.right, row.y + tall // 10, row.right - label.right, tall * 8 // 10)
            screen.blit(wheels(count, drum.size, coil), drum)

    def _draw_other(
        self, screen: pygame.Surface, values: Mapping[str, Value], others: tuple[str, ...]
    ) -> None:
        """Note stacker, ticket roll or card reader."""
        if not others:
            return
        rect = self._places["other"].inflate(-self.rect.width // 40, -self.rect.height // 40)
        say, words = self._say, ""
        if others[0] == "notes":
            stack(screen, rect, whole(values, "notes.box"))
            words = say("NOTES {}").format(whole(values, "notes.box"))
        elif others[0] == "tickets":
            roll(screen, rect, whole(values, "tickets.left"))
            words = say("TICKETS {}").format(
                written(f"{whole(values, 'tickets.left'):,}", self._kit.language)
            )
        elif others[0] == "link":
            up = values.get("link.status") == "up"
            at, size = (rect.centerx, rect.y + rect.height * 2 // 5), max(5, rect.width // 14)
            pygame.draw.circle(screen, LED_ON if up else (255, 80, 60), at, size)
            paint.add(
                screen,
                bloom(size * 4, LED_ON if up else (255, 80, 60)),
                (at[0] - size * 4, at[1] - size * 4),
            )
            words = say("LINK")
        else:
            lit = whole(values, "card.number") > 0
            mouth = Rect(
                rect.x + rect.width // 6, rect.centery, rect.width * 2 // 3, max(6, rect.height // 12)
            )
            pygame.draw.rect(screen, (8, 8, 10), mouth, 0, 3)
            pygame.draw.circle(
                screen, LED_ON if lit else (30, 44, 36), (rect.centerx, rect.y + rect.height // 4), 6
            )
            words = say("CARD")
        label = Rect(rect.x, rect.bottom - rect.height // 7, rect.width, rect.height // 7)
        self._kit.text.put(screen, words, label, "label", label.height * 3 // 4, BONE, remember=False)

    def _draw_cash(self, screen: pygame.Surface, values: Mapping[str, Value]) -> None:
        rect = self._places["cash_box"]
        words = self._kit.money(whole(values, "cash_box.cents"))
        label = Rect(rect.x, rect.y + rect.height * 62 // 100, rect.width, rect.height // 4)
        self._kit.text.put(screen, words, label, "strong", label.height * 3 // 5, CREAM, remember=False)

    def _draw_coins(self, screen: pygame.Surface, seen: Seen, values: Mapping[str, Value]) -> None:
        largest = max(14, self.rect.width // 24)
        for coin in seen.coins:
            name = coin.path
            if name == "accepted":
                name = str(values.get(f"diverter.{coin.cents}") or "cash_box")
            elif name == "paying":
                name = next((way for way in self._ways if way == f"paying hopper_{coin.cents}"), "")
            if name in self._ways:
                side = coins.diameter(coin.cents, largest)
                x, y = along(self._ways[name], coin.progress_permille / 1000)
                phase = coin.progress_permille * 24 // 1000 % 12
                face = (
                    coins.tumbling(coin.cents, side, phase)
                    if name == "returning"
                    else coins.face(coin.cents, side)
                )
                screen.blit(face, (x - face.get_width() // 2, y - face.get_height() // 2))
