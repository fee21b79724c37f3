# SPDX-License-Identifier: MIT
"""Every sound of a machine as a wave, with when it is heard, how long it lasts and whose it is."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress

import numpy as np
import pygame
from pygame import Rect

from emulator.panel.art import sounds, sounds_own
from emulator.panel.art.theme import INK, Colour, mix
from emulator.panel.art.waves import RATE_HZ, Wave
from emulator.panel.sheet.paper import FAINT, GAP, RULE, Block
from machines.check.sounds import SOUNDS
from machines.model import Model
from machines.support.currency import Currency, coded

HEARD: Mapping[str, str] = {
    "coin": "a coin falls through the slot",
    "refused": "a coin comes back",
    "run": "reels turn",
    "stop": "a reel stops",
    "stop_pad": "a pad lights up",
    "button": "a button goes down",
    "motor": "a hopper pays",
    "ejected": "a hopper throws a coin out",
    "paid": "a coin falls into the tray",
    "note": "a note goes in or out",
    "ticket": "a ticket comes out",
    "light": "a light passes, every fourth",
    "light_mark": "a light passes the mark",
    "win_small": "a prize below {middle}",
    "win_middle": "a prize from {middle}",
    "win_large": "a prize from {large}",
    "tilt": "the tower light goes on",
    "tilt_buzzer": "the buzzer is on",
}
"""By name, by the name without its number, or by voice."""
_WIDTH, _WAVE_PX = 420, 72
_HEIGHT = 40 + 30 + _WAVE_PX


def sounds_block(model: Model, colour: Colour, width: int) -> Block:
    """The sounds in the order of the panel; the maker's own in ``colour``, azar's in grey."""
    own, named = _own(model), model.draft.art.sounds if model.draft.art else {}
    waves = {**sounds.samples(sounds.set_name(model.art["style"])), **own}
    columns = max(1, (width + GAP) // (_WIDTH + GAP))
    lines = -(-len(waves) // columns)
    block = Block((columns * (_WIDTH + GAP) - GAP, lines * (_HEIGHT + GAP) - GAP))
    for number, name in enumerate(SOUNDS):
        line, column = divmod(number, columns)
        whose = named[name] if name in own else "azar's"
        note = f"{whose}: {heard(name, model.currency)}"
        tile = _tile(name, waves[name], note, colour if name in own else mix(FAINT, RULE, 0.35))
        block.set(tile, (column * (_WIDTH + GAP), line * (_HEIGHT + GAP)))
    return block


def heard(name: str, currency: Currency) -> str:
    """When a sound is heard; prizes in the machine's money."""
    found = HEARD.get(name) or HEARD.get(name.rpartition("_")[0]) or HEARD[sounds.voice_of(name)]
    middle, large = (coded(cents, currency) for cents in (sounds.MIDDLE_FROM_CENTS, sounds.LARGE_FROM_CENTS))
    return found.format(middle=middle, large=large)


def _own(model: Model) -> dict[str, Wave]:
    """The maker's own sounds as the panel plays them."""
    found: dict[str, Wave] = {}
    if model.own_sounds:
        with sounds_own.silent_mixer():
            for name, data in model.own_sounds.items():
                with suppress(sounds_own.SoundError):  # azar's is heard then
                    found[name] = sounds_own.fitted(name, sounds_own.decoded(data))
    return found


def _tile(name: str, wave: Wave, note: str, colour: Colour) -> Block:
    tile = Block((_WIDTH, _HEIGHT))
    lasts = f"{len(wave) / RATE_HZ:.2f} s" + (", loop" if name in sounds.LOOPS else "")
    tile.put(name, Rect(0, 0, 260, 36), 28, "label")
    tile.put(lasts, Rect(260, 4, _WIDTH - 260, 32), 20, colour=FAINT, align="right")
    tile.put(note, Rect(0, 38, _WIDTH, 26), 19, colour=FAINT)
    box = Rect(0, _HEIGHT - _WAVE_PX, _WIDTH, _WAVE_PX)
    pygame.draw.rect(tile.surface, mix(RULE, (255, 255, 255), 0.6), box, border_radius=6)
    pygame.draw.line(tile.surface, mix(RULE, INK, 0.2), box.midleft, box.midright)
    _draw_wave(tile.surface, wave, box.inflate(-16, -10), colour)
    return tile


def _draw_wave(surface: pygame.Surface, wave: Wave, box: Rect, colour: Colour) -> None:
    """The extremes of each column of pixels, the loudest as high as the box."""
    loudest = max(1e-9, float(np.abs(wave).max()))
    for x, part in enumerate(np.array_split(wave / loudest, box.width)):
        if len(part):
            top = box.centery - round(float(part.max()) * box.height / 2)
            foot = box.centery - round(float(part.min()) * box.height / 2)
            pygame.draw.line(surface, colour, (box.x + x, top), (box.x + x, foot))
