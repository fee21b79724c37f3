# SPDX-License-Identifier: MIT
"""The chord of keys that ends what is shown in public: Ctrl, Alt, Shift and Q together."""

from __future__ import annotations

import pygame

_MODIFIERS = pygame.KMOD_CTRL, pygame.KMOD_ALT, pygame.KMOD_SHIFT
_KEY = pygame.K_q


def is_chord(event: pygame.event.Event) -> bool:
    """Whether a key goes down with all its modifiers held."""
    return event.type == pygame.KEYDOWN and event.key == _KEY and all(event.mod & mod for mod in _MODIFIERS)
