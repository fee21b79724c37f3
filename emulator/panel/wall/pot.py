# SPDX-License-Identifier: MIT
"""One pot on the wall: its name, its drums, what is said of it, and the feast when it is won."""

from __future__ import annotations

import math

import numpy as np
import pygame
from pygame import Rect

from emulator.panel.art import paint
from emulator.panel.art.fitting import readable_px
from emulator.panel.art.lettering import fit
from emulator.panel.art.theme import CREAM, INK, Colour, mix
from emulator.panel.wall.drums import Drums
from emulator.panel.wall.kit import WallKit
from emulator.panel.wall.prize import PrizeCard
from emulator.panel.wall.scene import Scene, rays
from emulator.panel.wall.show import PotShow
from emulator.panel.wall.wheel import Wheel
from machines.support.plain import Json

_TURN_MS = 90  # a step of the turning rays
_TURNS = 6
_CONFETTI = 130
_SIDEWAYS = 4  # a plate so much wider than high has its words beside the window
_BULB_GAP = 62  # between the bulbs round a window, at full size

_Feast = tuple[pygame.Surface, list[pygame.Surface]]
"""What a win is shown before: the dusk round its window, and the rays as they turn."""


class PotPanel:
    """
    Draws a pot in its rectangle.

    Args:
        facts: what the controller says of this pot.
        main: whether it is the largest, which has bulbs round its window.
    """

    def __init__(self, kit: WallKit, scene: Scene, rect: Rect, facts: Json, *, main: bool) -> None:
        self._kit, self._scene, self.rect, self._facts, self._main = kit, scene, rect, facts, main
        self._sideways = not main and rect.width > _SIDEWAYS * rect.height
        self._two = not main and not self._sideways and self._short_of_room()
        head, line = (0.17, 0.115) if main else (0.18, 0.28) if self._two else (0.22, 0.18)
        if kit.portrait and main:
            head, line = 0.20, 0.12
        self._head = Rect(rect.x, rect.y, rect.width, round(rect.height * head))
        if not main:
            self._head.y += kit.gap(1)
        self._line = Rect(rect.x, 0, rect.width, round(rect.height * line))
        self._line.bottom = rect.bottom - (0 if main else kit.gap(1))
        room = Rect(rect.x, self._head.bottom, rect.width, self._line.y - self._head.bottom)
        wide = round(rect.width * (0.94 if kit.portrait or not main else 0.80))
        self._room = Rect(0, 0, wide, room.height)
        self._room.center = room.center
        if self._sideways:
            self._lay_sideways()
        tall = self._line.height / self._lines if self._two else self._line.height
        self.words_px = min(round(tall * (0.80 if self._two else 0.66)), kit.px(46 if main else 34))
        self._drums = self._made(_places(facts))
        in_kind = facts.get("in_kind")
        self._prize = PrizeCard(kit, self._room, in_kind) if in_kind else None
        if main:
            self._gather()
        self._bulbs = _round_about(self._window, kit.px(_BULB_GAP)) if main else []
        self._feast: _Feast | None = None
        self._wheel, self._hubs = self._place_wheels() if main else (None, ())

    def _short_of_room(self) -> bool:
        """Whether the rule of a smaller pot would be too small to be read in one line below its figure."""
        kit = self._kit
        box = (self.rect.width - 2 * kit.gap(2), self.rect.height)
        pots = kit.face.get("pots", ())
        smaller = [facts for facts in pots if facts["limit_cents"] < max(p["limit_cents"] for p in pots)]
        found = (fit(rule_of(kit, facts), "strong", box, kit.px(34)).size_px for facts in smaller)
        return min(found, default=1_000) < readable_px(kit.size)

    def _lay_sideways(self) -> None:
        """On a long plate the words stand beside the window."""
        rect, edge = self.rect, self._kit.gap(2)
        words = round(rect.width * 0.42)
        self._head = Rect(rect.x + edge, rect.y + edge, words, round(rect.height * 0.42))
        self._line = Rect(self._head.x, self._head.bottom, words, rect.bottom - edge - self._head.bottom)
        right = self._head.right + edge
        self._room = Rect(right, rect.y + edge, rect.right - 2 * edge - right, rect.height - 2 * edge)

    def _gather(self) -> None:
        """Heading and line next to the window, wherever there is more room than they need."""
        edge = self._kit.px(46)
        self._head.bottom = min(self._window.y - edge, max(self._head.bottom, self._window.y - edge))
        self._line.y = min(self._line.y, self._window.bottom + edge)

    def _place_wheels(self) -> tuple[Wheel | None, tuple[tuple[int, int], ...]]:
        """Wheels where there is room for them: beside the window, or below the line."""
        kit, rect, window = self._kit, self.rect, self._window
        edge = kit.px(40)
        left, right = (rect.x + window.x - edge) // 2, (rect.right + window.right + edge) // 2
        side = min((window.x - rect.x) - edge - kit.px(40), round(window.height * 0.86))
        hubs = ((left, window.centery), (right, window.centery))
        if side < kit.px(110):
            side = min(round((rect.bottom - self._line.bottom) * 0.9), rect.width // 4)
            y = (self._line.bottom + rect.bottom) // 2
            hubs = ((rect.x + rect.width // 4, y), (rect.right - rect.width // 4, y))
        return (Wheel(kit, side), hubs) if side >= kit.px(110) else (None, ())

    def wants_px(self) -> int:
        """How large the line could be written."""
        return self._fit_px(self._broken(self.rule()))

    def _fit_px(self, words: str) -> int:
        return fit(words, "strong", self._words_box().size, self.words_px, self._lines).size_px

    def _broken(self, words: str) -> str:
        """Two lines break after the colon, unless that makes them smaller."""
        broken = words.replace(": ", ":\n", 1)
        return broken if self._lines == 2 and self._fit_px(broken) >= self._fit_px(words) else words

    def _words_box(self) -> Rect:
        return self._line.inflate(-2 * self._kit.gap(2), 0)

    @property
    def _lines(self) -> int:
        """Of words: two where they stand beside the window, or would be too small in one."""
        return 2 if self._two or self._sideways else 1

    @property
    def _window(self) -> Rect:
        return self._drums.window if self._prize is None else self._prize.rect

    def _made(self, places: int) -> Drums:
        bulbs = self._kit.px(42) if self._main else 0
        return Drums(self._kit, self._room.inflate(-2 * bulbs, -2 * bulbs), places)

    def fits(self, show: PotShow) -> bool:
        """Whether the drums have room for the figure; else the wall is to be painted anew."""
        shown = show.won.cents * show.won.winners if show.won else (show.figure_mc or 0) // 1000
        if len(str(shown // 100)) <= self._drums.euro_places:
            return True
        self._drums = self._made(len(str(shown // 100)))
        return False

    # --- painted once ------------------------------------------------------------------------------

    def paint(self, base: pygame.Surface) -> None:
        """Plate, window and bulbs."""
        if not self._main:
            self._plate(base)
        if self._prize is not None:
            self._prize.paint(base)
        else:
            self._drums.paint(base)
        for spot in self._bulbs:
            self._scene.dark_bulb(base, spot)

    def _plate(self, base: pygame.Surface) -> None:
        """The enamel plate that a smaller pot hangs on."""
        kit, rect = self._kit, self.rect
        radius = kit.gap(2)
        paint.cast(base, rect, kit.gap(2), 0.6, radius)
        deep = kit.theme.deep
        plate = paint.down(
            rect.size,
            [(0, mix(deep, CREAM, 0.14)), (0.1, mix(deep, CREAM, 0.04)), (1, mix(deep, INK, 0.45))],
        )
        base.blit(paint.clip_round(plate, radius), rect)
        rim = rect.inflate(-kit.gap(1), -kit.gap(1))
        pygame.draw.rect(base, mix(kit.theme.bright, deep, 0.35), rim, max(1, kit.px(3)), radius)

    def prepare(self) -> None:
        """Make what turns and the light of a win, which else are made when they are first seen."""
        if self._wheel is not None:
            self._wheel.prepare()
        if self._feast is None:
            self._feast = self._made_feast()

    # --- each frame --------------------------------------------------------------------------------

    def draw(self, screen: pygame.Surface, show: PotShow, now_ms: int, *, known: bool) -> None:
        """The pot as it is shown now."""
        if show.won is not None:
            self._draw_won(screen, show, now_ms)
            return
        kit = self._kit
        self._wheels(screen, now_ms if known else 0, won=False)
        self._heading(screen, self._name(), mix(kit.theme.bright, CREAM, 0.25))
        self._words(screen, self.rule(), mix(CREAM, kit.theme.deep, 0.12))
        if self._prize is None:
            self._drums.draw(screen, show.figure_mc, 1.0 if known else 0.45)
        if known:
            for i, spot in enumerate(self._bulbs):
                if (i - now_ms // 260) % 4:
                    self._scene.bulb(screen, spot)

    def _draw_won(self, screen: pygame.Surface, show: PotShow, now_ms: int) -> None:
        kit, won = self._kit, show.won
        assert won is not None
        since_ms = now_ms - show.since_ms
        self._turning(screen, since_ms)
        self._wheels(screen, since_ms, won=True)
        who = kit.say("TABLE {}") if kit.kind == "table" else kit.say("MACHINE {}")
        beat = 0.5 + 0.5 * math.sin(since_ms / 160)
        self._heading(
            screen, kit.say("{} WINS!").format(who.format(won.machine)), mix(kit.theme.bright, CREAM, beat)
        )
        if self._prize is None:
            self._drums.draw(screen, won.cents * won.winners * 1000)
        else:
            self._prize.shine(screen, beat)
        self._words(screen, self._how(won.by, won.winners, won.cents), CREAM)
        if since_ms // 180 % 2 == 0:
            for spot in self._bulbs:
                self._scene.bulb(screen, spot)

    def _wheels(self, screen: pygame.Surface, now_ms: int, *, won: bool) -> None:
        if self._wheel is not None:
            for i, hub in enumerate(self._hubs):
                self._wheel.draw(screen, hub, now_ms, won=won, mirrored=i == 1)

    def _turning(self, screen: pygame.Surface, since_ms: int) -> None:
        """Rays that turn behind the window, and paper that falls there."""
        rect = self.rect
        if self._feast is None:
            self._feast = self._made_feast()
        window = self._window.inflate(self._kit.gap(2), self._kit.gap(2))
        cut = screen.subsurface(window).copy()
        dusk, turning = self._feast
        paint.shade(screen, dusk, rect.topleft)
        paint.add(screen, turning[since_ms // _TURN_MS % _TURNS], rect.topleft)
        self._confetti(screen, since_ms)
        screen.blit(cut, window)

    def _made_feast(self) -> _Feast:
        kit, rect = self._kit, self.rect
        centre = (self._window.centerx - rect.x, self._window.centery - rect.y)
        colour = mix((0, 0, 0), mix(kit.theme.bright, (255, 150, 40), 0.4), 0.95)
        turning = [rays(rect.size, centre, colour, i / _TURNS) for i in range(_TURNS)]
        return _dusk(rect.size, centre), turning

    def _confetti(self, screen: pygame.Surface, since_ms: int) -> None:
        """Paper that falls for as long as the win is shown, the same for the same time."""
        kit, rect = self._kit, self.rect
        colours = (kit.theme.bright, kit.theme.accent, CREAM, mix(kit.theme.bright, (255, 120, 40), 0.5))
        side = kit.px(22 if self._main else 13)
        before = screen.get_clip()
        screen.set_clip(rect)
        for i in range(_CONFETTI):
            hash_ = (i * 2_654_435_761 + 40_503) % 65_536
            speed = 0.00016 + (hash_ % 97) / 97 * 0.00016
            down = since_ms * speed - (hash_ % 1_009) / 1_009
            if down < 0:
                continue
            x = rect.x + hash_ % rect.width + math.sin(since_ms / 500 + i) * side
            y = rect.y + (down % 1.0) * (rect.height + 2 * side) - side
            turn = since_ms / 260 + i
            wide = side * (0.35 + 0.65 * abs(math.sin(turn * 0.8)))
            c, s = math.cos(turn) * wide / 2, math.sin(turn) * side / 2
            points = [(x - c, y - s), (x + s, y - c), (x + c, y + s), (x - s, y + c)]
            pygame.draw.polygon(screen, colours[i % 4], points)
        screen.set_clip(before)

    # --- words -------------------------------------------------------------------------------------

    def _name(self) -> str:
        alone = len(self._kit.face.get("pots", ())) == 1
        return self._kit.say("THE POT NOW") if alone else str(self._facts["name"]).upper()

    def rule(self) -> str:
        """How the pot is won, in a line."""
        return rule_of(self._kit, self._facts)

    def _how(self, by: str, winners: int, cents: int) -> str:
        kit = self._kit
        if winners > 1:
            return kit.say("{} winners, {} each").format(winners, kit.money(cents))
        if self._facts.get("in_kind"):
            return kit.say("The prize or {} in cash").format(kit.money(cents))
        return {
            "prize": kit.say("The winning combination!"),
            "mystery": kit.say("The mystery prize!"),
            "threshold": kit.say("The carrusel's pot is out!"),
        }[by]

    def _heading(self, screen: pygame.Surface, words: str, colour: Colour) -> None:
        box = self._head.inflate(-2 * self._kit.gap(2), 0)
        size = min(round(box.height * (0.74 if self._main else 0.70)), round(self._window.height * 0.42))
        self._kit.text.put(screen, words, box, "label", size, colour, shadow=INK)

    def _words(self, screen: pygame.Surface, words: str, colour: Colour) -> None:
        box = self._words_box()
        self._kit.text.put(
            screen,
            self._broken(words),
            box,
            "strong",
            self.words_px,
            colour,
            lines_max=self._lines,
            shadow=INK,
        )


def rule_of(kit: WallKit, facts: Json) -> str:
    """How a pot is won, in a line."""
    if facts.get("in_kind"):
        return kit.say("Mystery prize: just for playing")
    limit = kit.money(facts["limit_cents"])
    if kit.kind == "table":
        return kit.say("Royal flush: all of it. Straight flush: a tenth")
    if facts["hit"] == "must_hit":
        return kit.say("Given before it reaches {}").format(limit)
    if facts["hit"] == "mystery":
        return kit.say("Mystery prize: just for playing, up to {}").format(limit)
    return kit.say("For the pot's combination, up to {}").format(limit)


def _dusk(size: tuple[int, int], centre: tuple[int, int]) -> pygame.Surface:
    """What dims the wall round a win, so that its rays are gold and not grey."""
    width, height = size
    x = ((np.arange(width, dtype=np.float32) - centre[0]) / width)[None, :]
    y = ((np.arange(height, dtype=np.float32) - centre[1]) / height)[:, None]
    near = np.clip(1 - np.sqrt(x * x + y * y) / 0.5, 0, 1) ** 0.4
    return paint.to_surface(255 - near[..., None] * np.asarray((110, 165, 215), dtype=np.float32))


def _places(facts: Json) -> int:
    """Drums for whole euros: as many as the limit has, unless it is far away."""
    return max(3, min(5, len(str(facts["limit_cents"] // 100))))


def _round_about(window: Rect, gap: int) -> list[tuple[int, int]]:
    """Places round a window, evenly along each side, corners included."""
    box = window.inflate(round(gap * 0.95), round(gap * 0.95))
    across, down = max(2, round(box.width / gap)), max(2, round(box.height / gap))
    top = [(box.x + box.width * i // across, box.y) for i in range(across)]
    right = [(box.right, box.y + box.height * i // down) for i in range(down)]
    bottom = [(box.right - box.width * i // across, box.bottom) for i in range(across)]
    left = [(box.x, box.bottom - box.height * i // down) for i in range(down)]
    return top + right + bottom + left
