# SPDX-License-Identifier: MIT
"""
Honest pairs and altered copies of symbols, and the table of how far they lie apart.

    python tests/support/likeness_table.py     # the rows of docs/art_checks.md
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import combinations

import numpy as np
import pygame

from emulator.panel.art import eyes
from emulator.panel.art.symbols import drawings, own
from emulator.panel.art.symbols.likeness import SIDE_PX, Distances, Face, distances
from emulator.panel.art.theme import font
from emulator.prototype.placeholders import SHAPES, placeholder

Picture = pygame.Surface
LETTERS = tuple(f"letter {letter}" for letter in ("A", "K", "Q", "J", "10", "9"))
PAIRS_NEAR = (
    ("peach", "tambourine"), ("sun", "tambourine"), ("star", "sun"), ("bell", "mountain"),
    ("seven", "three_bars"),
    ("shape 0", "shape 6"), ("shape 7", "shape 23"), ("shape 11", "shape 12"), ("shape 1", "shape 17"),
)  # fmt: skip


@lru_cache(maxsize=128)
def picture_of(name: str) -> Picture:
    """A drawing of azar's, ``shape N``, a placeholder, or ``letter X``, on a plate that all letters have."""
    kind, _, what = name.partition(" ")
    if kind == "shape":
        return own.picture_of(placeholder(int(what), "#3070A0").encode(), SIDE_PX)
    if kind == "letter":
        return _letter(what)
    return drawings.render(drawings.pieces_of(name), SIDE_PX)


def _letter(letter: str) -> Picture:
    plate = pygame.Surface((240, 240), pygame.SRCALPHA, 32)
    pygame.draw.rect(plate, (40, 60, 140), (10, 10, 220, 220), 0, 36)
    pygame.draw.rect(plate, (255, 210, 63), (10, 10, 220, 220), 12, 36)
    drawn = font("label", 200).render(letter, True, (255, 246, 224))
    drawn = drawn.subsurface(drawn.get_bounding_rect())
    plate.blit(drawn, drawn.get_rect(center=(120, 120)))
    return pygame.transform.smoothscale(plate, (SIDE_PX, SIDE_PX))


def _moved(picture: Picture) -> Picture:
    """3 pixels to the right and up, on a square with room for it."""
    out = pygame.Surface((SIDE_PX + 6, SIDE_PX + 6), pygame.SRCALPHA, 32)
    out.blit(picture, (6, 0))
    return out


def _scaled(picture: Picture, share: float) -> Picture:
    side = round(SIDE_PX * share)
    out = pygame.Surface((SIDE_PX, SIDE_PX), pygame.SRCALPHA, 32)
    out.blit(pygame.transform.smoothscale(picture, (side, side)), ((SIDE_PX - side) // 2,) * 2)
    return out


def _recoloured(picture: Picture) -> Picture:
    """Every hue a third of the circle further, at its lightness; what no screen can show is cut."""
    out = picture.copy()
    pixels = pygame.surfarray.pixels3d(out)
    lab = eyes.oklab(eyes.linear(pixels))
    turned = (lab[..., 1] + 1j * lab[..., 2]) * np.exp(2j * np.pi / 3)
    lab[..., 1], lab[..., 2] = turned.real, turned.imag
    cones = (lab @ np.linalg.inv(eyes._OPPONENTS).T) ** 3
    light = np.clip(cones @ np.linalg.inv(eyes._CONES).T, 0, 1)
    curved = np.where(light <= 0.0031308, 12.92 * light, 1.055 * light ** (1 / 2.4) - 0.055)
    pixels[...] = np.round(255 * curved).astype(np.uint8)
    return out


def _detailed(picture: Picture) -> Picture:
    """One pale dot more, a sixth of the side."""
    out = picture.copy()
    pygame.draw.circle(out, (255, 255, 255, 255), (38, 38), 5)
    return out


ALTERED: dict[str, Callable[[Picture], Picture]] = {
    "moved by 3 px": _moved,
    "95 % of the size": lambda picture: _scaled(picture, 0.95),
    "80 % of the size": lambda picture: _scaled(picture, 0.80),
    "mirrored": lambda picture: pygame.transform.flip(picture, True, False),
    "turned by 5 degrees": lambda picture: pygame.transform.rotozoom(picture, 5, 1.0),
    "another hue": _recoloured,
    "one small detail more": _detailed,
}


def altered(picture: Picture, how: str) -> Picture:
    """A copy with one of ALTERED done to it."""
    return ALTERED[how](picture)


def margins() -> Iterator[str]:
    """The rows of the table: what lies nearest of honest pairs, and furthest of altered copies."""
    shapes = tuple(f"shape {number}" for number in range(2 * SHAPES))
    names = tuple(drawings.drawn_names())
    faces = {name: Face(picture_of(name)) for name in (*names, *shapes, *LETTERS)}
    for title, family in (
        (f"azar's {len(names)} drawings, all pairs", names),
        (f"{len(shapes)} placeholders, all pairs", shapes),
        ("A K Q J 10 9 on one plate, all pairs", LETTERS),
    ):
        found = [distances(faces[one], faces[two]) for one, two in combinations(family, 2)]
        yield _row(f"{title}: the least", found, min)
    for how, change in ALTERED.items():
        found = [distances(face, Face(change(picture_of(name)))) for name, face in faces.items()]
        yield _row(f"a copy {how}: the most of {len(found)}", found, max)


def _row(title: str, found: list[Distances], pick: Callable[..., float]) -> str:
    values = [pick(one.near for one in found), pick(one.far for one in found)]
    values += [pick(one.colours[name] for one in found) for name in eyes.VISIONS]
    return f"| {title} | " + " | ".join(f"{value:.3f}" for value in values) + " |"


if __name__ == "__main__":
    print("\n".join(margins()))
