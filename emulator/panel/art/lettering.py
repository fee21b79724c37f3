# SPDX-License-Identifier: MIT
"""Text that is measured before it is drawn: it wraps, then shrinks by rule, and is never cut."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from typing import NamedTuple, TypedDict, Unpack

import pygame
from pygame import Rect

from emulator.panel.art import legible, paint
from emulator.panel.art.paint import Field
from emulator.panel.art.theme import Colour, font, set_of, wearing, worn

SMALLEST_PX = 7
# Below this, letters are drawn three times as large and scaled down: hinting would space them unevenly.
_FINE_BELOW_PX = 20
_FINE = 3
_ORPHAN = 1 / 4  # of the widest line: a shorter last one is left over from those above it


class Cover(NamedTuple):
    """Letters as they were drawn: where their picture lies on the screen, and the picture."""

    at: tuple[int, int]
    picture: pygame.Surface

    def share(self) -> Field:
        """How much of each pixel the letters cover, 0 to 1."""
        return paint.cover_of(self.picture)


class Placed(NamedTuple):
    """One text as it was drawn: where its ink lies, the box it had to fit, its size, and its letters."""

    text: str
    ink: Rect
    box: Rect
    size_px: int
    lines_max: int = 1
    covers: tuple[Cover, ...] = ()
    """One for each line."""
    idle: bool = False
    """It names a lamp that is out: nobody need read it now."""


class Hidden(NamedTuple):
    """An opaque plate that was drawn over what was there before."""

    plate: Rect
    whole: bool
    """Whether it must hide a text wholly or not at all; notes of the panel's may lie over a part of one."""


Heard = list[Placed | Hidden]
"""Texts as they were put, and plates that hid what was there before them, in their order."""
_listeners: list[Heard] = []


@contextmanager
def listening() -> Iterator[Heard]:
    """Within this block every text is noted in the list, whether it is remembered or not."""
    heard: Heard = []
    _listeners.append(heard)
    try:
        yield heard
    finally:
        _listeners.pop()


class Fitted(NamedTuple):
    """Lines and size that fit a box."""

    lines: list[str]
    size_px: int
    line_px: int


def fit(
    text: str, face: str, box: tuple[int, int], size_px: int, lines_max: int = 1, leading: float = 1.18
) -> Fitted:
    """
    The largest size up to ``size_px`` at which ``text`` fits ``box`` in at most ``lines_max`` lines.

    At SMALLEST_PX it is returned whether or not it fits; a test looks for that.
    """
    size, tallest = size_px, set_of(face).tall
    leading = max(leading, tallest)
    if lines_max == 1 and "\n" not in text and text[:1] != " ":
        # At every size but the smallest the whole text fits, or nothing does.
        while size > SMALLEST_PX and (round(size * tallest) > box[1] or width_of(text, face, size) > box[0]):
            size -= 1
    while True:
        lines = wrap(text, face, size, box[0])
        line_px = round(size * leading)
        widest = max(width_of(line, face, size) for line in lines)
        tall = line_px * (len(lines) - 1) + round(size * tallest)
        if (len(lines) <= lines_max and widest <= box[0] and tall <= box[1]) or size <= SMALLEST_PX:
            return Fitted(lines, size, line_px)
        size -= 1


def wrap(text: str, face: str, size_px: int, width: int) -> list[str]:
    """Break ``text`` between words into lines of at most ``width`` pixels; a line feed always breaks."""
    lines: list[str] = []
    for paragraph in text.split("\n"):
        words = paragraph.split(" ")
        while words:
            while len(words) > 1 and not words[0]:
                del words[0]
            count = _words_in(words, face, size_px, width)
            lines.append(" ".join(words[:count]))
            del words[:count]
    return lines


def evened(found: Fitted, text: str, face: str, centred: bool) -> Fitted:
    """
    The same lines without an orphan: a last line under a quarter of the widest one gets words from above.

    Never more lines, and never a wider one. A line feed stays where it is, with all that stands beside it.

    Args:
        centred: of centred lines all are made alike, as far as their words allow it.
    """
    count, lines = len(found.lines), found.lines
    if count < 2 or "\n" in text or not _orphaned(lines, face, found.size_px):
        return found
    while centred or _orphaned(lines, face, found.size_px):
        narrower = max(width_of(line, face, found.size_px) for line in lines) - 1
        tried = wrap(text, face, found.size_px, narrower)
        if len(tried) > count or max(width_of(line, face, found.size_px) for line in tried) > narrower:
            break
        lines = tried
    return found._replace(lines=lines)


def _orphaned(lines: Sequence[str], face: str, size_px: int) -> bool:
    widths = [width_of(line, face, size_px) for line in lines]
    return widths[-1] < max(widths) * _ORPHAN


def _words_in(words: list[str], face: str, size_px: int, width: int) -> int:
    """How many words a line of ``width`` pixels holds, one at least: a guess, mended word by word."""
    whole = width_of(" ".join(words), face, size_px)
    if whole <= width:
        return len(words)
    count = max(1, len(words) * width // whole)
    while count > 1 and width_of(" ".join(words[:count]), face, size_px) > width:
        count -= 1
    while count < len(words) and width_of(" ".join(words[: count + 1]), face, size_px) <= width:
        count += 1
    return count


def width_of(line: str, face: str, size_px: int) -> int:
    """How wide one line of text is, in pixels."""
    return _measured(line, face, size_px, worn(face))


@lru_cache(maxsize=4096)
def _measured(line: str, face: str, size_px: int, _own: bytes | None) -> int:
    if size_px < _FINE_BELOW_PX:
        return -(-font(face, size_px * _FINE, line).size(line)[0] // _FINE)
    return font(face, size_px, line).size(line)[0]


def rendered(line: str, face: str, size_px: int, colour: Colour) -> pygame.Surface:
    """One line of text as a picture."""
    if size_px >= _FINE_BELOW_PX:
        return font(face, size_px, line).render(line, True, colour)
    large = font(face, size_px * _FINE, line).render(line, True, colour)
    size = (-(-large.get_width() // _FINE), -(-large.get_height() // _FINE))
    return pygame.transform.smoothscale(large, size)


def _fit(
    text: str,
    face: str,
    box: tuple[int, int],
    size_px: int,
    lines_max: int,
    centred: bool,
    _own: bytes | None,
) -> Fitted:
    return evened(fit(text, face, box, size_px, lines_max), text, face, centred)


_fitted = lru_cache(maxsize=128)(_fit)
"""Of texts that every frame puts anew."""


def _pictured(line: str, face: str, size_px: int, colour: Colour) -> pygame.Surface:
    return _kept(line, face, size_px, colour, worn(face))


@lru_cache(maxsize=64)
def _kept(line: str, face: str, size_px: int, colour: Colour, _own: bytes | None) -> pygame.Surface:
    """The picture of a line that every frame puts anew; nobody may draw on it."""
    return rendered(line, face, size_px, colour)


def forget() -> None:
    """Set every text anew."""
    _fitted.cache_clear()
    _kept.cache_clear()


class Style(TypedDict, total=False):
    """How a text is set where it is not one centred line."""

    lines_max: int
    """Lines that it may wrap to; 1 if left out."""
    align: str
    """"left", "center" or "right"; "center" if left out."""
    shadow: Colour | None
    """Of a one pixel shadow, for print on metal; none if left out."""
    remember: bool
    """Whether the text is noted among those placed; True if left out."""
    idle: bool
    """Whether it names a lamp that is out, and is to be read when that is lit; False if left out."""


class Aid(NamedTuple):
    """How letters are helped: larger where their box allows it, and with a contrast that is never less."""

    larger: float = 1.0
    contrast: float = 0.0


PLAIN = Aid()
_aid = PLAIN


@contextmanager
def aided(aid: Aid) -> Iterator[None]:
    """Within this block every text is set so."""
    global _aid  # noqa: PLW0603 - as the fonts that are worn: what draws need not hand it on
    before, _aid = _aid, aid
    try:
        yield
    finally:
        _aid = before


class Letterer:
    """
    Draws fitted text and remembers what it placed, so that a test can look for overlaps and cuts.

    Args:
        remembers: False for what is drawn anew for days: each text would be kept, its letters with it.
    """

    def __init__(self, *, remembers: bool = True) -> None:
        self.placed: list[Placed] = []
        self._remembers = remembers
        self._origin = (0, 0)

    @contextmanager
    def moved(self, origin: tuple[int, int]) -> Iterator[None]:
        """Within this block the surface drawn on has its corner at ``origin`` of the screen."""
        before, self._origin = self._origin, origin
        yield
        self._origin = before

    def put(
        self,
        surface: pygame.Surface,
        text: str,
        box: Rect,
        face: str,
        size_px: int,
        colour: Colour,
        **style: Unpack[Style],
    ) -> Rect:
        """Draw ``text`` in ``box``, centred up and down; return where its ink lies."""
        lines_max = style.get("lines_max", 1)
        size_px = round(size_px * _aid.larger)
        again = not style.get("remember", True)  # so is what every frame puts
        centred = style.get("align", "center") == "center"
        fitted = (_fitted if again else _fit)(text, face, box.size, size_px, lines_max, centred, worn(face))
        if fitted.size_px > SMALLEST_PX or worn(face) is None:
            return self._put(surface, text, box, face, fitted, colour, style)
        with wearing({}):  # where a font of the maker's own is too wide to be read, azar's face writes
            fitted = _fit(text, face, box.size, size_px, lines_max, centred, None)
            return self._put(surface, text, box, face, fitted, colour, style)

    def _put(
        self,
        surface: pygame.Surface,
        text: str,
        box: Rect,
        face: str,
        fitted: Fitted,
        colour: Colour,
        style: Style,
    ) -> Rect:
        align, shadow = style.get("align", "center"), style.get("shadow")
        picture_of = rendered if style.get("remember", True) else _pictured
        pictures = [picture_of(line, face, fitted.size_px, colour) for line in fitted.lines]
        tall = fitted.line_px * (len(fitted.lines) - 1) + pictures[0].get_height()
        y = box.centery - tall // 2 - round(fitted.size_px * set_of(face).drop)
        if _aid.contrast:
            tops = [y + fitted.line_px * number for number in range(len(pictures))]
            spots = [_spot(picture, box, align, top) for picture, top in zip(pictures, tops, strict=True)]
            colour = legible.ground(surface, spots, colour, _aid.contrast)
            pictures = [rendered(line, face, fitted.size_px, colour) for line in fitted.lines]
            shadow = None
        ink: Rect | None = None
        covers = []
        for line, picture in zip(fitted.lines, pictures, strict=True):
            x = _spot(picture, box, align, y).x
            if shadow is not None:
                surface.blit(rendered(line, face, fitted.size_px, shadow), (x + 1, y + 1))
            spot = surface.blit(picture, (x, y))
            tight = picture.get_bounding_rect().move(x, y) if spot.width else Rect(x, y, 1, 1)
            ink = tight if ink is None else ink.union(tight)
            covers.append(Cover((x + self._origin[0], y + self._origin[1]), picture))
            y += fitted.line_px
        assert ink is not None
        remember = self._remembers and style.get("remember", True)
        if remember or _listeners:
            where = ink.move(self._origin), box.move(self._origin)
            lines_max, idle = style.get("lines_max", 1), style.get("idle", False)
            placed = Placed(text, *where, fitted.size_px, lines_max, tuple(covers), idle)
            if remember:
                self.placed.append(placed)
            _tell(placed)
        return ink

    def hide(self, plate: Rect, *, whole: bool = True) -> None:
        """Tell who listens that something opaque was drawn over this part of the screen."""
        _tell(Hidden(plate.move(self._origin), whole))

    def again(self, placed: Sequence[Placed]) -> None:
        """Tell who listens of texts that were put before and are shown now."""
        for text in placed:
            _tell(text)

    def note(self, text: str, ink: Rect, box: Rect, size_px: int) -> None:
        """Tell who listens of a text that is not set in letters: dots, segments."""
        _tell(Placed(text, ink.move(self._origin), box.move(self._origin), size_px))


def _spot(picture: pygame.Surface, box: Rect, align: str, top: int) -> Rect:
    """Where a line's picture goes."""
    x = {"left": box.x, "right": box.right - picture.get_width()}.get(
        align, box.centerx - picture.get_width() // 2
    )
    return Rect(x, top, *picture.get_size())


def _tell(what: Placed | Hidden) -> None:
    for heard in _listeners:
        heard.append(what)
