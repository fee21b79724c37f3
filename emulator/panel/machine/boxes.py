# SPDX-License-Identifier: MIT
"""
What of a front lies wrong: texts that are cut, small, broken badly, on each other or off their
plate, targets too small.

    stage, heard = built(front, (800, 480), DEFAULT_LANGUAGE)
    for fault in faults(stage, heard): print(fault)                      # as it is built, whatever is lit
    for fault in seen_faults(stage, seen, Hand(show_keys=True)): print(fault)

Every text tells the box that it was given and the ink that it took (``lettering.listening``), so nothing here
knows what is drawn where.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

import numpy as np
from pygame import Rect

from emulator.panel.access.reach import targets
from emulator.panel.art import paint
from emulator.panel.art.fitting import readable_px
from emulator.panel.art.lettering import Heard, Hidden, Placed, listening
from emulator.panel.machine.hand import Hand
from emulator.panel.machine.parts.front import Front
from emulator.panel.machine.parts.layout import TOUCH_PX
from emulator.panel.machine.parts.reels import Reels
from emulator.panel.machine.parts.seen import Seen
from emulator.panel.machine.stage import Stage

_SLACK = 2  # pixels: edges of letters are soft
_LEFT_OVER = 0.24  # of the widest line: a last one that is shorter is left over
_COVERED = 0.06  # of a text: so much of it may lie under a key cap's shadow


class Fault(NamedTuple):
    """Something that lies wrong."""

    kind: str
    """"cut", "small", "orphan", "overlap", "plate", "covered", "target" or "targets"."""
    what: str
    where: str

    def __str__(self) -> str:
        return f"{self.kind}: {self.what!r} {self.where}"


def built(
    front: Front, size: tuple[int, int], language: str, touch_px: int = TOUCH_PX
) -> tuple[Stage, Heard]:
    """A stage, and every text that was put while it was built: those that a lamp lights as well."""
    with listening() as heard:
        stage = Stage(front, size, language, touch_px)
    return stage, heard


def faults(stage: Stage, heard: Heard) -> list[Fault]:
    """Of a stage as it is built: each text in its own box and large enough, each target large and apart."""
    texts = [text for text in heard if isinstance(text, Placed)]
    return [*_alone(texts, readable_px(stage.layout.size)), *target_faults(stage)]


def seen_faults(stage: Stage, seen: Seen, hand: Hand) -> list[Fault]:
    """Of one picture: each text that is seen, and how they lie to each other and to their plates."""
    screen = paint.plain(stage.layout.size)
    with listening() as heard:
        stage.draw(screen, seen, 0, hand, animate=False)
    found = list(_alone([text for text in heard if isinstance(text, Placed)], readable_px(stage.layout.size)))
    shown, hidden = _shown([*stage.kit.text.placed, *heard])
    found += [Fault("covered", text.text, f"{text.ink} by {plate}") for text, plate in hidden]
    found += [
        Fault("overlap", one.text, f"{one.ink} lies on {two.text!r} {two.ink}")
        for one, two in combinations(shown, 2)
        if one.ink.colliderect(two.ink)
    ]
    surfaces = [*plates(stage).values(), *(over.plate for over in heard if isinstance(over, Hidden))]
    found += [
        Fault("plate", text.text, f"{text.ink} is off every plate")
        for text in shown
        if not any(plate.inflate(2 * _SLACK, 2 * _SLACK).contains(text.ink) for plate in surfaces)
    ]
    return found


def target_faults(stage: Stage) -> Iterator[Fault]:
    """Targets that are smaller than a finger, off the screen, or over each other."""
    least = stage.layout.touch_px
    whole = Rect(0, 0, *stage.layout.size)
    named = targets(stage)
    for name, rect in named.items():
        if min(rect.size) < least:
            yield Fault("target", name, f"{rect.size} is smaller than {least} px")
        if not whole.contains(rect):
            yield Fault("target", name, f"{rect} leaves the screen")
    for (one, first), (two, second) in combinations(named.items(), 2):
        if one == "arm" and two.startswith("switch "):  # of the service plate, which lies over the arm
            continue
        if first.colliderect(second):
            yield Fault("targets", one, f"{first} lies on {two!r} {second}")


def plates(stage: Stage) -> dict[str, Rect]:
    """What prints and lights stand on, by name."""
    first, second = stage.layout.flanks
    found = {
        "crown": stage.crown.glass, "glass": stage.glass.rect, "left pane": first, "right pane": second,
        "window": stage.layout.window, "display": stage.display.rect, "slot": stage.deck.slot_rect,
        "coins": stage.deck.plate, "tray": stage.tray.rect, "purse": stage.purse.rect,
    }  # fmt: skip
    if stage.lever is not None:
        found["arm"] = stage.lever.rect
    if isinstance(stage.reels, Reels):
        found |= {f"lamp {lamp}": rect for lamp, rect in stage.reels.lamp_rects.items()}
    if stage.second.fitted:
        found["second"] = stage.second.rect
    found |= {f"button {cap.name}": cap.rect for cap in stage.deck.caps}
    return found | {f"desk {name}": plate for name, plate in stage.desk.plates.items()}


def scenery_share(stage: Stage) -> float:
    """
    What of the screen shows and does nothing: neither glass nor window, deck, tray, purse nor plate.

    A rim of ``gap(1)`` round each of them is its frame.
    """
    free = np.ones(stage.layout.size, dtype=bool)
    rim, screen = 2 * stage.layout.gap(1), Rect(0, 0, *stage.layout.size)
    for plate in [*plates(stage).values(), stage.deck.rect]:
        rect = plate.inflate(rim, rim).clip(screen)
        free[rect.x : rect.right, rect.y : rect.bottom] = False
    return float(free.mean())


def window_share(stage: Stage) -> float:
    """What of the screen the reels have, or the field of a game of skill."""
    window, (width, height) = stage.layout.window, stage.layout.size
    return window.width * window.height / (width * height)


def _alone(texts: Sequence[Placed], least_px: int) -> Iterator[Fault]:
    """Each text by itself: in the box that it was given, large enough to be read, its last line no orphan."""
    for text in texts:
        if not text.box.inflate(2 * _SLACK, 2 * _SLACK + text.size_px // 8).contains(text.ink):
            yield Fault("cut", text.text, f"{text.ink.size} in {text.box.size}")
        if text.size_px < least_px and text.text.strip():
            yield Fault("small", text.text, f"{text.size_px} px, {least_px} can be read")
        widths = [cover.picture.get_width() for cover in text.covers]
        if len(widths) > 1 and widths[-1] < max(widths) * _LEFT_OVER:
            yield Fault("orphan", text.text, f"ends in a line of {widths[-1]} px below one of {max(widths)}")


def _shown(heard: Heard) -> tuple[list[Placed], list[tuple[Placed, Rect]]]:
    """Texts that are seen in the end, and those of which a plate hides a part."""
    shown: list[Placed] = []
    partly: list[tuple[Placed, Rect]] = []
    for what in heard:
        if isinstance(what, Placed):
            # A lamp lights a text that is there already.
            shown = [one for one in shown if one.text != what.text or not one.ink.colliderect(what.ink)]
            shown += [what] if what.text.strip() else []
            continue
        plate = what.plate
        if what.whole:
            partly += [
                (text, plate) for text in shown if _hides(plate, text) and not plate.contains(text.ink)
            ]
        shown = [text for text in shown if not plate.colliderect(text.ink)]
    return shown, partly


def _hides(plate: Rect, text: Placed) -> bool:
    clipped, ink = plate.clip(text.ink), text.ink
    return clipped.width * clipped.height > _COVERED * ink.width * ink.height
