# SPDX-License-Identifier: MIT
"""Input to light: counted in pictures, whatever the computer is doing besides."""

from __future__ import annotations

import pygame
import pytest
from panel_views import answers
from soon import soon

from machines.model import load_model, model_names

# A linked machine takes no coin without its controller, a card machine none at all.
ALONE = [name for name in model_names() if load_model(name).link is None and load_model(name).coins_cents]


@pytest.mark.usefixtures("quiet")
@pytest.mark.parametrize("model", soon(ALONE, "cierzo", "moncayo"))
def test_a_press_is_seen_with_the_next_picture_and_answered_within_two_frames(model: str) -> None:
    """
    Its button with the picture of the frame in which it came, a lamp or a reel at most two frames later.

    A contact must be quiet for 15 ms before the firmware believes it, so that is one frame, and the board's
    turn falls into the next.
    """
    screen = pygame.display.set_mode((640, 400))
    found = answers(screen, model)
    assert len(found) == 5
    assert {answer.button for answer in found} == {1}
    assert max(answer.machine for answer in found) <= 3
