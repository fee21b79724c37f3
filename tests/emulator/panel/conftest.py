# SPDX-License-Identifier: MIT
"""What tests of windows share: a display and a loudspeaker that nobody sees or hears."""

from __future__ import annotations

from collections.abc import Iterator

import pygame
import pytest

from emulator.panel.art import theme


@pytest.fixture
def quiet(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A display and a loudspeaker of SDL's own."""
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    pygame.display.init()
    yield
    theme.forget_fonts()
    pygame.quit()
