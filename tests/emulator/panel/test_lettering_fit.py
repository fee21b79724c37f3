# SPDX-License-Identifier: MIT
"""The largest size at which a text fits a box, held against its definition."""

from __future__ import annotations

import random

import pytest

from emulator.panel.art.lettering import SMALLEST_PX, Fitted, fit, width_of, wrap
from emulator.panel.art.theme import set_of

WORDS = ("PREMIO", "1.200 €", "de", "doble o nada", "MAQUINA DE JUEGO", "x", "", " 5 ", "dos\nlineas")


def fits(found: Fitted, face: str, box: tuple[int, int], lines_max: int) -> bool:
    widest = max(width_of(line, face, found.size_px) for line in found.lines)
    tall = found.line_px * (len(found.lines) - 1) + round(found.size_px * set_of(face).tall)
    return len(found.lines) <= lines_max and widest <= box[0] and tall <= box[1]


def by_definition(text: str, face: str, box: tuple[int, int], size_px: int, lines_max: int) -> Fitted:
    leading = max(1.18, set_of(face).tall)
    tried = [
        Fitted(wrap(text, face, size, box[0]), size, round(size * leading))
        for size in range(size_px, SMALLEST_PX - 1, -1)
    ]
    return next((one for one in tried if fits(one, face, box, lines_max)), tried[-1])


@pytest.mark.parametrize("lines_max", [1, 2])
def test_it_is_the_largest_of_all_sizes(lines_max: int) -> None:
    rng = random.Random("boxes for texts")
    for _ in range(150):
        text = " ".join(rng.choices(WORDS, k=rng.randint(1, 3)))
        box = (rng.randint(5, 260), rng.randint(5, 60))
        face, size_px = rng.choice(("label", "title", "text")), rng.randint(SMALLEST_PX, 48)
        found = fit(text, face, box, size_px, lines_max)
        assert found == by_definition(text, face, box, size_px, lines_max), (text, face, box, size_px)
