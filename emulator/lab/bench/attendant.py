# SPDX-License-Identifier: MIT
"""
An attendant in the service menu of a machine, by door, key and buttons, who reads its line.

    with in_the_menu(bench) as attendant:
        if attendant.enter("PAGADORES"):
            bench.press("start")
            attendant.leave()

The keys are those that the maker's manual names: hold 1 and 2 go up and down, hold 3 enters, COLLECT leaves.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

from emulator.lab.bench.bench import Bench

# What a TEST machine says before everything.
_TEST = "TEST"
# What the list of pages is called on the line.
LIST = "MENÚ"
# No menu and no page is longer.
_PAGES, _LINES = 24, 60
_STEP_MS = 50
_TURN_MS = 600


class Attendant:
    """
    Hands and eyes in front of an open machine.

    Args:
        bench: the machine.
    """

    def __init__(self, bench: Bench) -> None:
        self.bench, self.cab = bench, bench.cab

    @property
    def line(self) -> str:
        """What the line says, without the mark of a TEST machine."""
        return self.cab.display.message.strip().removeprefix(_TEST).strip()

    @property
    def listed(self) -> bool:
        """Whether the line shows the list of pages."""
        return self.line.startswith(LIST)

    def titles(self) -> list[str]:
        """The pages of the menu by title, each once; empty where no such menu is."""
        found: list[str] = []
        for _ in range(_PAGES):
            if not self.listed:
                return []
            title = self.line.partition(" ")[2].partition(" ")[2]
            if title in found:
                break
            found.append(title)
            self.step("hold_2")
        return found

    def enter(self, title: str) -> bool:
        """Go down the list to a page and into it; False: there is none of this title."""
        for _ in range(_PAGES):
            if self.listed and self.line.endswith(f" {title}"):
                self.step("hold_3")
                return not self.listed
            self.step("hold_2")
        return False

    def leave(self) -> bool:
        """Press COLLECT until the list is back; False: it does not come."""
        for _ in range(4):
            if self.listed:
                return True
            self.bench.press("collect")
            self.bench.wait(_TURN_MS)
        return self.listed

    def find(self, *words: str) -> bool:
        """Go down a page until its line has all these words; False: no line has."""
        for _ in range(_LINES):
            if all(word in self.line for word in words):
                return True
            self.step("hold_2")
        return False

    def lines(self) -> list[str]:
        """Every line of a page, in its order."""
        found: list[str] = []
        for _ in range(_LINES):
            found.append(self.line)
            self.step("hold_2")
        return list(dict.fromkeys(found))

    def step(self, button: str) -> None:
        """Press one of the menu's keys shortly."""
        self.bench.press(button, ms=_STEP_MS)


@contextlib.contextmanager
def in_the_menu(bench: Bench, *, door: bool = True) -> Iterator[Attendant]:
    """
    Open the door and turn the service key; turn it back and shut the door in the end.

    Args:
        bench: the machine, at rest.
        door: False leaves the door shut, and only the key is turned.
    """
    if door:
        bench.cab.open_door()
        bench.wait(_TURN_MS)
    bench.cab.turn_key("service")
    bench.wait(_TURN_MS)
    yield Attendant(bench)
    bench.cab.turn_key("service", False)
    bench.wait(_TURN_MS)
    if door:
        bench.cab.close_door()
        bench.wait(_TURN_MS)
