# SPDX-License-Identifier: MIT
"""Saves, restores and rewinds a cabinet; every saved state lies between two inputs."""

from __future__ import annotations

import contextlib
import marshal
import struct
import zlib
from collections.abc import Callable, Iterable, Iterator

from emulator.board.fram import BYTES_MOST
from emulator.cabinet.at_rest import at_rest
from emulator.cabinet.balances import Balances
from emulator.cabinet.chance import Entropy, Variation
from emulator.cabinet.console import Console
from emulator.cabinet.errors import CabinetError
from emulator.cabinet.history import History, Rememberable
from emulator.cabinet.inflate import inflate
from emulator.cabinet.keeper import Keeper
from emulator.cabinet.machine import Machine
from emulator.cabinet.origin import Origin
from emulator.cabinet.saved import changed, difference, pack, unpack
from machines.support.plain import Json, JsonView

STATE_VERSION = 14
# The last format without references, in which equal values are equal bytes.
_MARSHAL_VERSION = 2


class Keep:
    """
    Saves a cabinet, puts it back and lets it run back.

    Args:
        origin: how the run began; states are differences from it.
        machine, balances, variation: what changes in a run.
        entropy, keeper, console: what is silent while a stretch of time is done again.

    Attributes:
        history: what is needed to rewind; None: nothing is remembered.
    """

    def __init__(
        self,
        origin: Origin,
        machine: Machine,
        balances: Balances,
        variation: Variation,
        entropy: Entropy,
        keeper: Keeper,
        console: Console | None,
    ) -> None:
        self.history: History | None = None
        self._origin, self._machine, self._balances, self._variation = origin, machine, balances, variation
        self._entropy, self._keeper, self._console = entropy, keeper, console
        self._packed_nvram: bytes | None = None

    def physical(self) -> Json:
        """
        What lasts without current, as a power cut at this instant would leave it, to begin another run with.

        Coins, notes and cards in flight are where they come to rest; see ``emulator/cabinet/at_rest.py``.
        """
        return {
            **at_rest(self._machine, self._balances),
            "device_key": self._origin.physical["device_key"],
            "draws": self._variation.draws,
        }

    # -- saved --------------------------------------------------------------------------------------

    def save(self) -> bytes:
        """The whole cabinet at this instant, for ``restore`` on any computer."""
        if self._packed_nvram is None:
            self._packed_nvram = zlib.compress(self._origin.nvram, 9)
        return pack(
            {
                "version": STATE_VERSION,
                "origin": {**self._origin.header(), "nvram": self._packed_nvram},
                "runtime": self._origin.choice.runtime,
                "state": self._as_difference(),
            }
        )

    def restore(self, state: Json) -> None:
        """Put back the ``state`` of a saved cabinet of the same origin."""
        self.put_back(self._as_whole(state))

    def state(self) -> bytes:
        """This instant for ``load_state`` in this process: fast, a difference from how the run began."""
        return marshal.dumps(self._as_difference(), _MARSHAL_VERSION)

    def load_state(self, state: bytes) -> None:
        """Restore a ``state`` of this cabinet, or of one of the same origin."""
        self.put_back(self._as_whole(marshal.loads(state)))

    def snapshot(self, *, program: bool = True) -> Json:
        """What changes in a run, as plain values; ``origin`` holds the rest. See ``Board.save``."""
        return {
            "board": self._machine.board.save(program=program),
            **self._balances.save(),
            "draws": self._variation.draws,
            "told_writes": self._balances.told_writes,
        }

    def put_back(self, state: JsonView, *, program: bool = True) -> None:
        """Put back what ``snapshot`` of a cabinet with the same origin returned; see ``Board.load``."""
        self._machine.board.load(state["board"], program=program)
        self._balances.load(state)
        self._variation.draws = state["draws"]

    def _as_difference(self) -> Json:
        """A snapshot with what changed in its FRAM since the beginning instead of all of it."""
        state = self.snapshot()
        fram = state["board"]["fram"]
        fram["data"] = difference(self._origin.nvram, fram["data"])
        return state

    def _as_whole(self, state: Json) -> Json:
        fram = state["board"]["fram"]
        fram["data"] = changed(self._origin.nvram, fram["data"])
        return state

    # -- run back -----------------------------------------------------------------------------------

    def remember(self, cabinet: Rememberable, at: Iterable[int] | None) -> History:
        """From now on keep what is needed to rewind; ``cabinet`` does its inputs again."""
        self._require_test()
        touched = self._keeper.touched_us == self._machine.board.now_us
        self.history = History(cabinet, at, touched=touched)
        return self.history

    def rewind(self, to_us: int) -> None:
        """Let everything since ``to_us`` not have happened."""
        self._require_test()
        if self.history is None:
            raise CabinetError("rewind must come after remember()")
        first_us, now_us = self.history.first_us, self._machine.board.now_us
        if first_us > now_us:
            raise CabinetError("rewind must have a state to begin from: the program cannot be saved")
        if not first_us <= to_us <= now_us:
            raise CabinetError(f"to_us must be {first_us} to {now_us} us (got {to_us})")
        self._keeper.tell("rewind", to_us=to_us)
        self.history.rewind(to_us)
        self._keeper.settle()

    @contextlib.contextmanager
    def again(self, entropy: Callable[[], bytes | None]) -> Iterator[None]:
        """Repeat inputs with the same entropy, without telling, printing, saving or remembering anything."""
        now = (self._entropy.source, self.history)
        self._entropy.source, self.history = entropy, None
        try:
            with self._keeper.idle(), _hushed(self._console):
                yield
        finally:
            self._entropy.source, self.history = now

    def advance(self, until_us: int) -> None:
        """Let the board's time pass, and keep states on the way if anybody may rewind."""
        if self.history is None:
            self._machine.board.advance(until_us)
        else:
            self.history.advance(until_us)

    def _require_test(self) -> None:
        if self._origin.seed is None:
            raise CabinetError("rewind must be of a TEST machine: what a machine of record paid stays paid")


def read_saved(saved: bytes) -> Json:
    """
    Unpack the bytes of ``Keep.save``: version, origin with the first NVRAM, runtime, state.

    Raises:
        CabinetError: the bytes are not a saved cabinet of this version.
    """
    try:
        value = unpack(saved)
        version = value["version"]
    except (ValueError, KeyError) as error:
        raise CabinetError("saved must be what save() returned") from error
    if version != STATE_VERSION:
        raise CabinetError(f"saved must have version {STATE_VERSION} (got {version})")
    with as_saved():
        nvram = inflate(value["origin"]["nvram"], BYTES_MOST)
        return {**value, "origin": value["origin"] | {"nvram": nvram}}


@contextlib.contextmanager
def as_saved() -> Iterator[None]:
    """Raise CabinetError for any mistake in saved values that are read meanwhile."""
    try:
        yield
    except (LookupError, TypeError, ValueError, ArithmeticError, AttributeError, struct.error) as error:
        raise CabinetError(f"saved must be what save() returned ({error!r})") from error


@contextlib.contextmanager
def _hushed(console: Console | None) -> Iterator[None]:
    """Drop the firmware's prints: they were printed before."""
    if console is None:
        yield
        return
    console.hushed = True
    try:
        yield
    finally:
        console.hushed = False
