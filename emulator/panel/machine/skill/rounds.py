# SPDX-License-Identifier: MIT
"""The rounds of a play: a string of lamps, each with the time of its lap or the notes of its tune."""

from __future__ import annotations

import pygame
from pygame import Rect

from emulator.panel.art import paint
from emulator.panel.art.lettering import width_of
from emulator.panel.art.theme import CREAM, INK, Colour, mix
from emulator.panel.machine.parts.kit import Kit
from emulator.panel.machine.parts.seen import Seen
from emulator.panel.machine.skill.game import ROUND_FIRST, Skill
from emulator.panel.machine.skill.lamps import round_lamp
from emulator.panel.machine.skill.notes import Notes
from machines.support.languages import written

SHADOW: Colour = (8, 6, 14)
_TITLE = 0.11  # of a column's height
_UPRIGHT = 0.4  # a box that is taller than this share of its width has its rounds one over the other


class Rounds:
    """Draws the string dark, once, then the lamps of the rounds that are over."""

    def __init__(self, kit: Kit, skill: Skill, box: Rect) -> None:
        self._kit = kit
        self._skill = skill
        self.box = box
        self._upright = box.height > box.width * _UPRIGHT
        self._title, rest = parted(box, self._upright)
        count = len(skill.rounds)
        if self._upright:
            tall = min(rest.height // count, round(box.width * 1.5))
            top = rest.y + (rest.height - tall * count) // 2
            self._cells = [Rect(rest.x, top + number * tall, rest.width, tall) for number in range(count)]
        else:
            wide = rest.width // count
            self._cells = [Rect(rest.x + number * wide, rest.y, wide, rest.height) for number in range(count)]
        cell = self._cells[0]
        self._beside = cell.width > cell.height * 1.4
        self.lamp = max(3, round(min(cell.height * (0.36 if self._beside else 0.24), cell.width * 0.26)))
        self.places = [self._place(cell) for cell in self._cells]
        self._lamps = [round_lamp(skill.look, number, self.lamp, kit.theme) for number in range(count)]
        self.notes = self._tunes() if skill.pads and self._beside else []
        """Of each round, where a line has room for them."""

    def _tunes(self) -> list[Notes]:
        """As many notes as a round has, right of its name."""
        size = self._size_px(self._named(0))
        names = max(width_of(self._name(worth), "label", size) for worth in self._skill.rounds)
        most, colour = max(self._skill.rounds), self._kit.theme.bright
        found = []
        for number, (cell, worth) in enumerate(zip(self._cells, self._skill.rounds, strict=True)):
            left = self._named(number).x + names + 2 * self.lamp
            room = Rect(left, cell.y, cell.right - self.lamp - left, cell.height)
            found.append(Notes(room, worth, most, colour))
        return found

    def _named(self, number: int) -> Rect:
        """Where the name of a round stands."""
        place, cell = self.places[number], self._cells[number]
        if self._beside:
            return Rect(place[0] + 2 * self.lamp, cell.y, cell.right - place[0] - 2 * self.lamp, cell.height)
        top = place[1] + self.lamp + max(1, self.lamp // 4)
        return Rect(cell.x, top, cell.width, min(cell.bottom - top, round(self.lamp * 1.9)))

    def _size_px(self, box: Rect) -> int:
        return round(min(box.height * (0.66 if self._beside else 0.86), self.lamp * 1.7))

    def _place(self, cell: Rect) -> tuple[int, int]:
        if self._beside:
            return cell.x + round(self.lamp * 1.5), cell.centery
        return cell.centerx, cell.y + round(self.lamp * 1.5)

    def paint(self, base: pygame.Surface) -> None:
        """The lamps out, on their cable, with their names."""
        kit = self._kit
        size = round(self._title.height * 0.66)
        kit.text.put(base, kit.say("ROUNDS"), self._title, "label", size, CREAM, shadow=SHADOW)
        if len(self.places) > 1 and (self._beside or not self._upright):
            pygame.draw.line(
                base, mix(INK, CREAM, 0.25), self.places[0], self.places[-1], max(1, self.lamp // 6)
            )
        align = "left" if self._beside else "center"
        for number, (place, lamp) in enumerate(zip(self.places, self._lamps, strict=True)):
            base.blit(lamp.dark, lamp.dark.get_rect(center=place))
            box, words = self._named(number), self._name(self._skill.rounds[number])
            kit.text.put(base, words, box, "label", self._size_px(box), CREAM, align=align, shadow=SHADOW)
        for notes in self.notes:
            notes.draw(base, lit=False)

    def _name(self, worth: int) -> str:
        """A time as the language writes it, or how many notes."""
        if self._skill.pads:
            return str(worth) if not self._beside else self._kit.say("{} NOTES").format(worth)
        return written(f"{worth / 1000:.2f} S", self._kit.language)

    def draw(self, screen: pygame.Surface, seen: Seen) -> None:
        """The rounds that are over."""
        for number, (place, lamp) in enumerate(zip(self.places, self._lamps, strict=True)):
            if ROUND_FIRST + number in seen.glass:
                paint.add(screen, lamp.glow, lamp.glow.get_rect(center=place).topleft)
                screen.blit(lamp.lit, lamp.lit.get_rect(center=place))
                if self.notes:
                    self.notes[number].draw(screen, lit=True)


def parted(box: Rect, upright: bool) -> tuple[Rect, Rect]:
    """The place of a title and what is left: above in a column, at the left of a line."""
    if upright:
        tall = round(min(box.height * _TITLE, box.width * 0.42))
        return Rect(box.x, box.y, box.width, tall), Rect(box.x, box.y + tall, box.width, box.height - tall)
    wide = round(box.width * 0.17)
    return Rect(box.x, box.y, wide, box.height), Rect(box.x + wide, box.y, box.width - wide, box.height)
