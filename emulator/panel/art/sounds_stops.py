# SPDX-License-Identifier: MIT
"""What a reel sounds like when its motor catches it: each family of machines has drums of its own."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from emulator.panel.art.waves import Wave, noise, soft

Stop = Callable[[float, Wave], Wave]
"""Pitch, the higher from reel to reel, and times in s."""


def motor(pitch: float, t: Wave) -> Wave:
    """A thump and a click, and the frame that rings."""
    sweep = 2 * math.pi * pitch * (95 * t + 85 * (1 - np.exp(-t * 45)) / 45)
    thump = np.sin(sweep) * np.exp(-t * 24)
    tone = np.sin(2 * math.pi * 392 * pitch * t) * np.exp(-t * 36) * 0.8
    click = soft(noise(len(t), 11), 5) * np.exp(-t * 260)
    return np.asarray(thump + tone + click * 0.8, dtype=np.float32)


def castanet(pitch: float, t: Wave) -> Wave:
    """Two shells of wood, the second a moment after the first, over the thump of the motor that holds."""
    out = np.sin(2 * math.pi * 105 * pitch * t) * np.exp(-t * 30) * 0.8
    for start, level in ((0.0, 1.0), (0.028, 0.55)):
        late = np.clip(t - start, 0, None)
        clack = sum(
            np.sin(2 * math.pi * hz * pitch * late) * part
            for hz, part in ((1_180, 1.0), (2_260, 0.6), (3_490, 0.3))
        )
        out = out + clack * np.exp(-late * 110) * (t >= start) * level
    return np.asarray(out, dtype=np.float32)


def struck(*partials: tuple[float, float, float], thump: float, click: float) -> Stop:
    """
    A drum that ends against something: partials in Hz with level and decay a second, over a thump.

    Args:
        thump: how much of the drum's weight is heard.
        click: how hard what it meets is.
    """

    def stop(pitch: float, t: Wave) -> Wave:
        out = thump * np.sin(2 * math.pi * 88 * t * (1 + 0.5 * np.exp(-t * 50))) * np.exp(-t * 22)
        for hz, level, decay in partials:
            out = out + level * np.sin(2 * math.pi * hz * pitch * t) * np.exp(-t * decay)
        out = out + click * soft(noise(len(t), 13), 4) * np.exp(-t * 320)
        return np.asarray(out, dtype=np.float32)

    return stop


# A heavy drum against a steel pawl; wood on wood; a tile; glass; a small bell; a drop on tight skin; tin.
chrome = struck((523, 0.7, 26), (1_214, 0.35, 34), (2_710, 0.22, 44), thump=1.0, click=1.0)
block = struck((640, 1.0, 75), (1_690, 0.35, 120), thump=0.6, click=0.5)
tile = struck((830, 1.0, 60), (2_290, 0.5, 80), (4_100, 0.25, 130), thump=0.4, click=0.8)
glass = struck((988, 1.0, 34), (2_660, 0.4, 50), thump=0.35, click=0.25)
bell = struck((466, 1.0, 13), (930, 0.5, 17), (1_120, 0.35, 22), thump=0.5, click=0.4)
drop = struck((560, 1.0, 55), (1_130, 0.2, 70), thump=0.7, click=0.15)
tin = struck((700, 0.8, 45), (1_870, 0.6, 60), (3_050, 0.4, 75), thump=0.5, click=0.9)
