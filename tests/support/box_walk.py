# SPDX-License-Identifier: MIT
"""
Walks the views of a machine's front: every state that a visitor or an attendant sees, in every language.

    python tests/support/box_walk.py [MODEL ...]     # all that ship, on all ten screens; says what lies wrong
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from typing import Any

from panel_fake import FakeCabinet, reel

from emulator.cabinet.front import CardView, CoinView, Display
from emulator.panel.machine.boxes import Fault, built, faults, seen_faults
from emulator.panel.machine.cycle.dare import DARE_LOST, DARE_WON
from emulator.panel.machine.hand import Hand
from emulator.panel.machine.parts.back import Back
from emulator.panel.machine.parts.layout import TOUCH_PX
from emulator.panel.machine.parts.notice import Notice
from emulator.panel.machine.parts.refused import Refusal
from emulator.panel.machine.parts.seen import BET_FIRST, DOUBLE_MARK, FREE_MARK
from emulator.panel.machine.registry import look, read_front
from emulator.panel.machine.stage import Stage
from machines.model import Model, load_model, model_names
from machines.support.languages import languages

Size = tuple[int, int]
SCREENS: tuple[Size, ...] = (
    (800, 480), (1024, 600), (1280, 800), (1920, 1080), (3840, 2160),
    (480, 800), (600, 1024), (800, 1280), (1080, 1920), (2160, 3840),
)  # fmt: skip
_OFF = ("double", "reserve", "hold_1", "hold_2", "hold_3")


def walk(name: str, size: Size, language: str, touch_px: int = TOUCH_PX) -> Iterator[str]:
    """What lies wrong on a machine's front on a screen, each with its language and its state."""
    model = load_model(name)
    for game in range(len(getattr(model, "games", ())) or 1):
        front = read_front(model, 1, False, game)
        stage, heard = built(front, size, language, touch_px)
        yield from _told(faults(stage, heard), language, "built")
        for state, cabinet, hand in views(model, stage):
            yield from _told(seen_faults(stage, look(cabinet), hand), language, state)


def _told(found: list[Fault], language: str, state: str) -> Iterator[str]:
    for fault in dict.fromkeys(found):
        yield f"{language} {state}: {fault}"


def views(model: Model, stage: Stage) -> Iterator[tuple[str, Any, Hand]]:
    """Name, cabinet and hand of each view, those that are drawn once for a stage among them."""
    moving = [reel(3.4, True) for _ in model.strips]
    still = [reel(5 * i) for i, _ in enumerate(model.strips)]
    most = Display("120.00", "48.00", "120.00", "RETENGA RODILLOS O JUEGUE")
    idle = FakeCabinet(model=model, reels=still, pots_cents=(9_999_999, 99_999, 9_999, 999))
    yield "idle", idle, Hand()
    yield "playing", replace(idle, reels=moving, display=most, lit=frozenset(_OFF)), Hand()
    yield "prize", replace(idle, display=most, glass=frozenset(range(32)), tray={100: 49, 10: 7}), Hand()
    for lamp in sorted({DOUBLE_MARK, FREE_MARK, DARE_WON, DARE_LOST, BET_FIRST, BET_FIRST + 1}):
        yield f"lamp {lamp}", replace(idle, glass=frozenset({lamp})), Hand()
    tilted = replace(idle, display=most, lit=frozenset({"tower"}), last_fault="RuntimeError: stopped")
    yield "tilt", tilted, Hand()
    yield "door", replace(idle, doors={"main": True}, lit=frozenset({"tower"})), Hand()
    yield "dark", replace(idle, powered=False, display=Display("", "", "", "")), Hand()
    yield (
        "refused",
        replace(idle, coins=[CoinView(4, 200, "returning", 640)]),
        Hand(refused=Refusal("change")),
    )
    yield "no money", replace(idle, purse={}, wallet={}), Hand()
    yield "much money", replace(idle, purse=dict.fromkeys(stage.purse.values, 999)), Hand()
    yield "note", replace(idle, note=CoinView(7, 500, "in", 400)), Hand(lifted_note=500)
    yield "card", replace(idle, card=CardView(1001, 6_000, True)), Hand()
    yield "keys", idle, Hand(show_keys=True)
    yield "service", replace(idle, doors={"main": True}, keys={"service": True}), Hand(show_service=True)
    for page in range(len(stage.board.pages)):
        yield f"board {page + 1}", idle, Hand(prizes=page)
    yield "back", idle, Hand(back=Back(3_000_000, 9_000_000))
    yield "notice", idle, Hand(notice=Notice("mine.toml", "strips[1]: ciruela is no symbol", "ciruela"))
    yield "signs", replace(tilted, firmware_ours=False), Hand()


def main() -> None:
    """Say what lies wrong, and end with 1 if anything does."""
    found = 0
    for name in sys.argv[1:] or model_names():
        for size, language in product(SCREENS, languages()):
            for told in walk(name, size, language):
                found += 1
                print(f"{name} {size[0]}x{size[1]} {told}", flush=True)
    raise SystemExit(1 if found else 0)


if __name__ == "__main__":
    main()
