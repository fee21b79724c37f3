# SPDX-License-Identifier: MIT
"""
What stands below the game: buttons, tray and money, kept as one picture for as long as none of it changes.

    state = below.state(seen, hand, clock_ms)
    below.begin(screen, state, alone=True)      # the front with nothing lit, or with all that is kept
    ...                                         # what lies behind it: the game, and lights that run
    below.draw(screen, seen, hand, clock_ms, air, over_tray)

A picture with what is kept is the same, pixel for pixel, as one that was drawn part by part.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import pygame
from pygame import Rect

from emulator.panel.machine.hand import Hand
from emulator.panel.machine.money.desk import Desk
from emulator.panel.machine.money.notes import Notes
from emulator.panel.machine.money.purse import Purse
from emulator.panel.machine.money.tray import Tray
from emulator.panel.machine.parts.cards import CardSlot
from emulator.panel.machine.parts.deck import Deck
from emulator.panel.machine.parts.seen import Seen

# So many pictures alike, one after the other, before one is kept: a third of a second of what nobody touches.
_ALIKE = 6
_NOWHERE = Rect(0, 0, 0, 0)
_Mask = npt.NDArray[np.bool_]
_INVITES = 0.8  # the light in the slot's rim while a coin is in the hand


class _Kept(NamedTuple):
    """Rows of the front with everything below the game on them."""

    state: Hashable
    rows: pygame.Surface
    top: int
    crossed: tuple[Rect, ...]
    """Where lights that run fall on it: drawn part by part there."""
    deck_alone: bool
    """Whether of all parts only the deck reaches there."""


class _Now(NamedTuple):
    """What the parts are drawn from."""

    seen: Seen
    hand: Hand
    clock_ms: int
    air: Mapping[int, int]


class Below:
    """Draws the parts below the game, each anew or all as they were kept."""

    def __init__(
        self, deck: Deck, tray: Tray, purse: Purse, desk: Desk, notes: Notes, card: CardSlot
    ) -> None:
        self._deck, self._tray, self._purse = deck, tray, purse
        self._desk, self._notes, self._card = desk, notes, card
        self._base = pygame.Surface((0, 0))
        self._lights: Sequence[Rect] = ()
        self._kept: _Kept | None = None
        self._last: Hashable = None
        self._alike = 0
        self._shown: _Kept | None = None

    def mount(self, base: pygame.Surface, lights: Sequence[Rect]) -> None:
        """
        Stand on a front.

        Args:
            base: it, with nothing lit.
            lights: where the light of lamps may fall that run while nobody plays.
        """
        self._base, self._lights = base, lights

    def state(self, seen: Seen, hand: Hand, clock_ms: int) -> Hashable:
        """All that the parts are drawn from while they rest; None while one moves or is in a hand."""
        if seen.busy or self._tray.moving or not seen.powered or seen.door_open or seen.inside:
            return None
        lifted = hand.lifted_cents is not None or hand.lifted_note is not None
        if hand.held or lifted or hand.back is not None or hand.pull.depth(clock_ms):
            return None
        money = (seen.purse, seen.wallet, seen.tray)
        return (
            tuple(name for name, lit in seen.lamps.items() if lit),
            tuple(tuple(sorted(each.items())) for each in money),
            seen.note_open,
            seen.card,
            self._under(hand.point),
        )

    @property
    def shows_kept(self) -> bool:
        """Whether the picture that was drawn last shows what was kept."""
        return self._shown is not None

    @contextmanager
    def anew(self) -> Iterator[None]:
        """What is drawn within this block is drawn part by part, and kept is what was."""
        before = self._kept, self._last, self._alike, self._shown
        self._kept, self._alike = None, -1
        yield
        self._kept, self._last, self._alike, self._shown = before

    def begin(self, screen: pygame.Surface, state: Hashable, alone: bool) -> None:
        """
        The front before anything is drawn on it, with what is kept where ``state`` is what it was.

        Args:
            alone: nothing flies over the parts and no prize is celebrated.
        """
        state = state if alone else None
        self._alike = self._alike + 1 if state is not None and state == self._last else 0
        self._last = state
        kept = self._kept
        self._shown = kept if kept is not None and state is not None and kept.state == state else None
        if self._shown is None:
            screen.blit(self._base, (0, 0))
            return
        width, height = screen.get_size()
        top, rows = self._shown.top, self._shown.rows
        bottom = top + rows.get_height()
        screen.blit(self._base, (0, 0), Rect(0, 0, width, top))
        screen.blit(rows, (0, top))
        screen.blit(self._base, (0, bottom), Rect(0, bottom, width, height - bottom))
        for crossed in self._shown.crossed:
            screen.blit(self._base, crossed, crossed)

    def draw(
        self,
        screen: pygame.Surface,
        seen: Seen,
        hand: Hand,
        clock_ms: int,
        air: Mapping[int, int],
        over_tray: Callable[[], None],
    ) -> None:
        """
        The parts over what was drawn since ``begin``.

        Args:
            air: coins of the purse that are on their way or in the hand, by value.
            over_tray: draws what lies in the tray besides coins.
        """
        now = _Now(seen, hand, clock_ms, air)
        if self._shown is None:
            if self._alike >= _ALIKE:
                self._kept = self._keep(now)
            self._draw_deck(screen, now)
            self._draw_others(screen, now, over_tray)
            return
        for crossed in self._shown.crossed:
            screen.set_clip(crossed)
            self._draw_deck(screen, now)
            if not self._shown.deck_alone:
                self._draw_others(screen, now, _nothing)
        screen.set_clip(None)
        over_tray()

    def _draw_deck(self, screen: pygame.Surface, now: _Now) -> None:
        self._deck.draw(screen, now.seen, now.hand.held, self._deck.button_at(now.hand.point))
        if now.hand.lifted_cents is not None:
            self._deck.draw_slot(screen, _INVITES)

    def _draw_others(self, screen: pygame.Surface, now: _Now, over_tray: Callable[[], None]) -> None:
        """All but the deck."""
        _, tray, coin, plate, note = self._under(now.hand.point)
        self._tray.draw(screen, now.clock_ms, tray)
        over_tray()
        self._purse.draw(screen, now.seen, now.air, coin)
        self._desk.draw(screen, plate)
        self._card.draw(screen, now.seen)
        self._notes.draw(screen, now.seen, now.hand.lifted_note, note)

    def _under(self, point: tuple[int, int]) -> tuple[str | None, bool, int | None, str | None, int | None]:
        """What a pointer is over: a button, the tray, a coin, a plate of the desk, a note."""
        return (
            self._deck.button_at(point),
            self._tray.rect.collidepoint(point),
            self._purse.coin_at(point),
            self._desk.at(point),
            self._notes.note_at(point),
        )

    def _keep(self, now: _Now) -> _Kept:
        """The rows of the front that the parts change, with the parts on them."""
        deck = partial(self._draw_deck, now=now)
        others = partial(self._draw_others, now=now, over_tray=_nothing)
        whole = self._base.copy()
        deck(whole)
        others(whole)
        rows = np.flatnonzero(_differ(whole, self._base).any(axis=0))
        top, bottom = (int(rows[0]), int(rows[-1]) + 1) if rows.size else (0, 1)
        strip = Rect(0, top, whole.get_width(), bottom - top)
        kept = whole.subsurface(strip).copy()
        game = Rect(0, 0, whole.get_width(), self._deck.rect.y)  # lit buttons throw light up to it
        crossed, deck_alone = [], True
        for place in (strip.clip(each) for each in (*self._lights, game)):
            beside = _changed(whole, place, others)
            deck_alone = deck_alone and not beside
            crossed.append(_both(_changed(whole, place, deck), beside))
        return _Kept(self._last, kept, top, _apart(crossed), deck_alone)


def _nothing() -> None:
    """Nothing lies in the tray besides coins."""


def _differ(one: pygame.Surface, other: pygame.Surface) -> _Mask:
    return np.asarray(pygame.surfarray.pixels2d(one) != pygame.surfarray.pixels2d(other))


def _changed(canvas: pygame.Surface, place: Rect, draw: Callable[[pygame.Surface], None]) -> Rect:
    """The smallest box within ``place`` of all that ``draw`` changes, whatever it is drawn on."""
    if not place:
        return _NOWHERE
    canvas.set_clip(place)
    masks = []
    for tone in (0, 255):  # shadows are not seen on black, nor light on white
        canvas.fill((tone, tone, tone))
        before = canvas.subsurface(place).copy()
        draw(canvas)
        masks.append(_differ(canvas.subsurface(place), before))
    canvas.set_clip(None)
    changed = masks[0] | masks[1]
    across, down = np.flatnonzero(changed.any(axis=1)), np.flatnonzero(changed.any(axis=0))
    if not across.size:
        return _NOWHERE
    left, top = int(across[0]), int(down[0])
    return Rect(place.x + left, place.y + top, int(across[-1]) - left + 1, int(down[-1]) - top + 1)


def _both(one: Rect, other: Rect) -> Rect:
    return one.union(other) if one and other else one or other


def _apart(boxes: Sequence[Rect]) -> tuple[Rect, ...]:
    """Boxes that hold all of these, none over another: what is added twice would be too light."""
    found: list[Rect] = []
    for box in boxes:
        while box and (hit := box.collidelist(found)) >= 0:
            box = box.union(found.pop(hit))
        found += [box] if box else []
    return tuple(found)
