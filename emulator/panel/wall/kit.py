# SPDX-License-Identifier: MIT
"""What every part of the wall shares: size, distances, colours of the kind of link, letters, words."""

from __future__ import annotations

from collections.abc import Callable

from emulator.panel.art.lettering import Letterer
from emulator.panel.art.theme import CIERZO, SCALE, Colour, Theme, mix
from machines.support.languages import euros, translator
from machines.support.plain import Json

THEMES = {
    "carrusel": CIERZO,
    "superjackpot": Theme(deep=(91, 15, 26), bright=(222, 180, 92), accent=(168, 34, 44)),
    "table": Theme(deep=(11, 79, 58), bright=(232, 208, 150), accent=(166, 30, 34)),
}


class WallKit:
    """
    Tools for drawing one link at one size in one language.

    Args:
        size: of the screen in pixels.
        face: what the controller says of the link; empty as long as it has said nothing.
    """

    def __init__(self, size: tuple[int, int], face: Json, language: str) -> None:
        self.size = size
        self.portrait = size[1] > size[0]
        self.face = face
        self.kind = str(face.get("kind", "carrusel"))
        self.theme = THEMES[self.kind]
        self.language = language
        self.say: Callable[[str], str] = translator(language, "wall")
        self.text = Letterer()
        width, height = (size[1], size[0]) if self.portrait else size
        self.unit = min(width / 1920, height / 1080)

    def px(self, at_full: float) -> int:
        """A length given for 1920 x 1080, at this size; 1 or more."""
        return max(1, round(at_full * self.unit))

    def light(self, peak: int) -> Colour:
        """The light behind this wall: of its own colour, with gold in it in a casino."""
        if self.kind == "carrusel":
            return self.theme.beam(peak)
        gold = mix((0, 0, 0), self.theme.bright, peak / 255)
        return mix(self.theme.beam(round(peak * 0.8)), gold, 0.30)

    def gap(self, step: int) -> int:
        """One of the six distances, 0 the smallest."""
        return self.px(SCALE[step])

    def money(self, cents: int) -> str:
        """An amount as this language writes it."""
        return euros(cents, self.language)
