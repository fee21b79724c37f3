# SPDX-License-Identifier: MIT
"""
A controller in this process, for cabinets that run in virtual time: no network, thread or clock.

    with Room.open("carrusel") as room:             # a link of its own, forgotten at the end
        cabinets = [Cabinet("bochorno", serial=n, seed="00") for n in (1, 2, 3)]
        for cabinet in cabinets:
            cabinet.join(room)
        for second in range(60):
            for cabinet in cabinets:
                cabinet.run(ms=1000)
        assert room.audit().sound
"""

from __future__ import annotations

import os
from collections.abc import Callable

from emulator.link import wire
from emulator.link.alarms import Alarms
from emulator.link.audit import Findings, audit
from emulator.link.controller import Controller
from emulator.link.databases import open_store
from emulator.link.entries import Entry
from emulator.link.errors import LinkError
from emulator.link.figures import figures
from emulator.link.hub import Hub
from emulator.link.rules import Definition, definition_names, load_definition
from emulator.link.sqlite import SQLiteStore
from emulator.link.store import Store
from emulator.support.closing import Closing
from machines.support.plain import Json


class Room(Closing):
    """
    One link and the cabinets that are joined to it.

    Args:
        store: an open store that holds a link.
        link_key: 32 bytes, of which every machine's key is made.
        clock_us: what the log's lines are dated by, microseconds since 1970; the computer's if None.

    Attributes:
        controller: decides.
        link_key: of this link.
        alarms: what it has refused.

    Rates are measured on the clocks of the cabinets, each by its own: all of them run in virtual time.
    """

    def __init__(
        self, store: Store, link_key: bytes | None = None, clock_us: Callable[[], int] | None = None
    ) -> None:
        self.link_key = os.urandom(wire.KEY_SIZE) if link_key is None else link_key
        self.alarms = Alarms()
        self._store = store
        self._clock_us = clock_us
        self._pace_us = self._latest_us = 0
        # By connection: a cabinet's milliseconds, and our microseconds.
        self._clocks: dict[int, tuple[int, int]] = {}
        self._begin()
        self._inboxes: dict[int, bytearray] = {}
        self._count = 0
        self._ended: set[int] = set()
        self._open = True
        self._image: tuple[int, bytes] = (-1, b"")

    def _begin(self) -> None:
        clock = {} if self._clock_us is None else {"clock_us": self._clock_us}
        self.controller = Controller(self._store, pace_us=lambda: self._pace_us, **clock)
        self._hub = Hub(self.controller, self.link_key, alarms=self.alarms)

    @classmethod
    def open(
        cls,
        definition: Definition | str,
        seed: bytes | None = None,
        where: str = ":memory:",
        clock_us: Callable[[], int] | None = None,
    ) -> Room:
        """
        Begin a new link.

        Args:
            definition: one that is checked, or the name or path of one.
            seed: the 32 bytes that its pots draw with; the system's if None.
            where: a store without a link; by default in memory, gone with the room.
            clock_us: as of a room.
        """
        found = load_definition(definition) if isinstance(definition, str) else definition
        store = open_store(where)
        try:
            Controller.create(store, found, os.urandom(32) if seed is None else seed)
        except BaseException:
            store.close()
            raise
        return cls(store, clock_us=clock_us)

    @classmethod
    def beside(cls, model: str) -> Room:
        """
        A new link of those that ship, of which machines of this model are part.

        Raises:
            LinkError: no link that ships names the model.
        """
        for name in definition_names():
            definition = load_definition(name)
            if model in {one.model for one in definition.machines}:
                return cls.open(definition)
        raise LinkError(f"model must be one that a link of ours names (got {model})")

    def close(self) -> None:
        """Close the store; no call may follow."""
        self._store.close()

    def key(self, machine: int) -> bytes:
        """A machine's own key."""
        return wire.machine_key(self.link_key, machine)

    def audit(self) -> Findings:
        """Fold the whole log again and compare."""
        return audit(self._store)

    def status(self) -> Json:
        """What ``azar link status --json`` shows of a link, without alarms."""
        return figures(self._store)

    def log(self) -> list[Entry]:
        """Every line of the log."""
        return list(self._store.log())

    @property
    def pots_cents(self) -> tuple[int, ...]:
        """The shown value of each pot."""
        return tuple(value_mc // 1000 for value_mc in self.controller.values_mc())

    # -- kept and put back --------------------------------------------------------------------------

    def save(self) -> bytes:
        """
        All that is durable, for ``load``.

        Raises:
            LinkError: the link is not kept in memory.
        """
        store = self._in_memory()
        if self._image[0] != store.changes:
            self._image = (store.changes, store.image())
        return self._image[1]

    def load(self, saved: bytes) -> None:
        """Restore a ``save``, and answer again; every connection is gone."""
        self._in_memory().close()
        store = SQLiteStore.of_image(saved)
        self._store, self._image = store, (store.changes, saved)
        self._begin()
        self._inboxes.clear()
        self._ended.clear()
        self._open = True

    def _in_memory(self) -> SQLiteStore:
        if not isinstance(self._store, SQLiteStore) or not self._store.in_memory:
            raise LinkError("room must be in memory to be kept and put back (open it without where)")
        return self._store

    # -- for a test: the controller or the network is gone --------------------------------------------

    def stop(self) -> None:
        """Stop answering; requests without an answer are dropped."""
        self._open = False
        self._hub.stop()
        self._deliver()

    def start(self) -> None:
        """Answer again."""
        self._open = True

    # -- connections ----------------------------------------------------------------------------------

    def connect(self) -> int:
        """A new connection's number; 0: the room has stopped."""
        if not self._open:
            return 0
        self._count += 1
        self._inboxes[self._count] = bytearray()
        self._hub.opened(self._count)
        return self._count

    def disconnect(self, number: int) -> None:
        """It is gone."""
        if self._inboxes.pop(number, None) is not None:
            self._ended.discard(number)
            self._clocks.pop(number, None)
            self._hub.closed(number)

    def send(self, number: int, data: bytes, now_ms: int) -> None:
        """Take bytes of a machine whose clock shows ``now_ms``, and answer at once."""
        if number in self._inboxes and number not in self._ended:
            self._pass_time(number, now_ms)
            self._hub.received(number, data)
            self._hub.step()
            self._deliver()

    def _pass_time(self, number: int, now_ms: int) -> None:
        """A connection begins at the latest time of all: no machine's time runs back when it comes again."""
        before_ms, self._pace_us = self._clocks.get(number, (now_ms, self._latest_us))
        self._pace_us += max(0, now_ms - before_ms) * 1000
        self._clocks[number] = now_ms, self._pace_us
        self._latest_us = max(self._latest_us, self._pace_us)

    def receive(self, number: int) -> tuple[bytes, bool]:
        """Bytes for a machine, and whether more may come."""
        inbox = self._inboxes[number]
        data = bytes(inbox)
        inbox.clear()
        return data, number not in self._ended

    def show(self) -> None:
        """Send every machine the pots, if they have changed."""
        self._hub.show_pots()
        self._deliver()

    def _deliver(self) -> None:
        for number, data, ended in self._hub.outgoing():
            if number in self._inboxes:
                self._inboxes[number] += data
                if ended:
                    self._ended.add(number)
