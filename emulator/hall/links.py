# SPDX-License-Identifier: MIT
"""
The pots that machines of the hall share: a controller for each link that ships, here, with books in a file.

    links = Links(folder, ["bochorno", "veruela"], seed=None)
    links.join(session)                     # before it runs: its plays feed the pots, which it can win
    links.poll(now_ms)
    links.displays[0].client.pots_mc        # what the wall display shows
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from emulator.hall.house import RoomScreen
from emulator.link import wire
from emulator.link.databases import open_store
from emulator.link.display import DisplayClient
from emulator.link.room import Room
from emulator.link.rules import Definition, definition_names, load_definition
from emulator.records.session import Session
from emulator.support import files
from emulator.support.closing import Closing
from emulator.support.seed import seed_key

# Whoever looks at a link may have a number beyond those of its machines.
_DISPLAY = 1


@dataclass
class WallDisplay:
    """One link as the wall shows it."""

    name: str
    room: Room
    client: DisplayClient
    screen: RoomScreen
    machines: frozenset[tuple[str, int]]
    """Model and serial number of each machine that it has a place for."""


class Links(Closing):
    """
    All links of a hall.

    Args:
        folder: where their books are kept.
        models: that stand in the hall; of links with none of them nothing is opened.
        seed: hex digits of a TEST hall, whose pots repeat.

    Raises:
        LinkError: the books of a link cannot be read, or another process has them.
    """

    def __init__(self, folder: Path, models: Iterable[str], seed: str | None) -> None:
        wanted = set(models)
        self.displays: list[WallDisplay] = []
        for name in definition_names():
            definition = load_definition(name)
            if wanted & {one.model for one in definition.machines}:
                self.displays.append(_opened(definition, name, folder, seed))

    def of(self, model: str, serial: int) -> WallDisplay | None:
        """The link that has a place for a machine."""
        return next((one for one in self.displays if (model, serial) in one.machines), None)

    def join(self, session: Session) -> bool:
        """Lead a line of the machine to its link; False: none has a place for it, or it shares no pot."""
        cabinet, machine = session.cabinet, session.machine
        found = None if cabinet.model.link is None else self.of(machine.model, machine.serial)
        if found is None:
            return False

        def keep() -> None:
            machine.step(cabinet.nvram, cabinet.physical())
            machine.sync()

        cabinet.join(found.room, keep=keep)
        return True

    def poll(self, now_ms: int) -> None:
        """Bring the displays what their links say; ``now_ms`` never runs backwards."""
        for one in self.displays:
            one.screen.poll(now_ms)

    def close(self) -> None:
        """Hang up and close the books."""
        for one in self.displays:
            one.screen.close()
            one.room.close()
        self.displays = []


def _opened(definition: Definition, name: str, folder: Path, seed: str | None) -> WallDisplay:
    path = folder / f"{name}.db"
    files.make_folder(folder)
    if path.is_file():
        room = Room(open_store(str(path)))
    else:
        key = None if seed is None else hashlib.sha256(b"azar hall link" + seed_key(seed)).digest()
        room = Room.open(definition, key, str(path))
    client = DisplayClient(_DISPLAY, wire.display_key(room.link_key, _DISPLAY))
    machines = frozenset((one.model, one.number) for one in definition.machines)
    return WallDisplay(name, room, client, RoomScreen(client, room), machines)
