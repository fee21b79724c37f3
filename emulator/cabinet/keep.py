# SPDX-License-Identifier: MIT
"""A cabinet that can be kept: carried away, saved and restored, and let run back."""

from __future__ import annotations

import contextlib
import marshal
import struct
import zlib
from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Self

from emulator.cabinet.at_rest import at_rest
from emulator.cabinet.books import Books
from emulator.cabinet.commission import CabinetError
from emulator.cabinet.console import Console, Sink, Stream
from emulator.cabinet.history import History
from emulator.cabinet.inflate import inflate
from emulator.cabinet.listeners import Listened
from emulator.cabinet.saved import changed, difference, pack, unpack
from emulator.cabinet.view import Visible
from emulator.records.journal import NVRAM_MOST

STATE_VERSION = 13
# The last format without references, in which equal values are equal bytes.
_MARSHAL_VERSION = 2


class Kept(Listened, Visible):
    """What a cabinet was, as bytes and as a history; every state is one between two inputs."""

    books: Books
    runtime: str
    console: Console | None
    seed: str | None
    test: bool
    history: History | None = None
    _physical: dict[str, Any]
    _origin_nvram: bytes
    _draws: int
    _checked: tuple[int, int, int]
    _entropy: Callable[[], bytes | None]
    _packed_nvram: bytes | None = None
    _keeper: Callable[[], None] | None = None
    # What had moved when the keeper kept it; wheels of meters that have turned, and acts, since then.
    _settled: tuple[int, ...] = ()
    _turned = 0

    @abstractmethod
    def _origin(self) -> dict[str, Any]:
        """How this run began, but for the NVRAM and the digests of its ROM."""

    @classmethod
    @abstractmethod
    def from_origin(
        cls,
        origin: Mapping[str, Any],
        *,
        firmware: Path | Mapping[str, str] | None = None,
        entropy: Callable[[], bytes | None] | None = None,
        runtime: str | None = None,
        trust_firmware: bool = False,
        console: Stream | Sink | None = None,
    ) -> Self:
        """Begin again as another run began."""

    @abstractmethod
    def run_us(self, us: int) -> None:
        """Let time pass."""

    @property
    @abstractmethod
    def tickets_given(self) -> int:
        """Tickets that left in this run."""

    # -- carried away -------------------------------------------------------------------------------

    def physical(self) -> dict[str, Any]:
        """
        What lasts without current, as a power cut at this instant would leave it, to begin another run with.

        Coins, notes and cards in flight are where they come to rest; see ``emulator/cabinet/at_rest.py``.
        """
        return {
            **at_rest(self._parts, self.ledger, self.books, self.seals, self.now_us),
            "device_key": self._physical["device_key"],
            "draws": self._draws,
        }

    def keep_with(self, keeper: Callable[[], None]) -> None:
        """
        Call ``keeper`` whenever coins, books or meters have moved, before anybody hears or sees of it.

        What it keeps then, ``nvram`` and ``physical()``, is what a power cut at that instant would leave.
        """
        self._keeper = keeper
        self._settled = self._moved()

    def settle(self) -> None:
        """Have kept what has moved since the last time; to be called before anything is shown or told."""
        if self._keeper is not None and (moved := self._moved()) != self._settled:
            self._settled = moved
            self._keeper()

    def _input(self, name: str, /, **arguments: Any) -> None:
        # Entropy comes in the middle of a turn, and is kept with what the turn commits.
        if name != "entropy":
            self.settle()
        super()._input(name, **arguments)

    def _moved(self) -> tuple[int, ...]:
        """Equal while no coin, ticket, wheel of a meter or byte of the NVRAM has moved."""
        return (self.ledger.moves, self.board.fram.writes, self.tickets_given, self._turned)

    # -- saved --------------------------------------------------------------------------------------

    def save(self) -> bytes:
        """The whole cabinet at this instant, for ``restore`` on any computer."""
        if self._packed_nvram is None:
            self._packed_nvram = zlib.compress(self._origin_nvram, 9)
        origin = {**self._origin(), "nvram": self._packed_nvram}
        state = self._as_difference(self.snapshot())
        return pack({"version": STATE_VERSION, "origin": origin, "runtime": self.runtime, "state": state})

    @classmethod
    def restore(
        cls,
        saved: bytes,
        *,
        firmware: Path | Mapping[str, str] | None = None,
        trust_firmware: bool = False,
        console: Stream | Sink | None = None,
    ) -> Self:
        """
        A cabinet as it was when ``save`` was called, on the same runtime.

        Args:
            saved: what it returned.
            firmware, trust_firmware, console: as a cabinet takes them; a saved one trusts nothing by itself.

        Raises:
            CabinetError: the bytes are not a saved cabinet of this version.
            UntrustedFirmwareError: another's firmware that CPython ran, and is not trusted here.
        """
        try:
            value = unpack(saved)
            version = value["version"]
        except (ValueError, KeyError) as error:
            raise CabinetError("saved must be what save() returned") from error
        if version != STATE_VERSION:
            raise CabinetError(f"saved must have version {STATE_VERSION} (got {version})")
        try:
            origin = value["origin"] | {"nvram": inflate(value["origin"]["nvram"], NVRAM_MOST)}
            cabinet = cls.from_origin(
                origin,
                firmware=firmware,
                runtime=value["runtime"],
                trust_firmware=trust_firmware,
                console=None if console is None else Console(console, hushed=True),
            )
            cabinet.put_back(cabinet._as_whole(value["state"]))
        except (LookupError, TypeError, ValueError, ArithmeticError, AttributeError, struct.error) as error:
            raise CabinetError(f"saved must be what save() returned ({error!r})") from error
        if cabinet.console is not None:
            cabinet.console.hushed = False
        return cabinet

    def state(self) -> bytes:
        """This instant for ``load_state`` in this process: fast, a difference from how the run began."""
        return marshal.dumps(self._as_difference(self.snapshot()), _MARSHAL_VERSION)

    def load_state(self, state: bytes) -> None:
        """Be again what this cabinet, or one of the same origin, was when ``state`` was called."""
        self.put_back(self._as_whole(marshal.loads(state)))

    def snapshot(self, *, program: bool = True) -> dict[str, Any]:
        """What changes in a run, as plain values; ``origin`` holds the rest. See ``Board.save``."""
        return {
            "board": self.board.save(program=program),
            "ledger": self.ledger.save(),
            "books": self.books.save(),
            **({"ticket_books": kept.save()} if (kept := self._parts.ticket_books) else {}),
            "draws": self._draws,
            "told_writes": self._checked[1],
        }

    def put_back(self, state: Mapping[str, Any], *, program: bool = True) -> None:
        """Put back what ``snapshot`` of a cabinet with the same origin returned; see ``Board.load``."""
        self.ledger.load(state["ledger"])
        self.books.load(state["books"])
        if self._parts.ticket_books is not None:
            self._parts.ticket_books.load(state["ticket_books"])
        self.board.load(state["board"], program=program)
        self._draws = state["draws"]
        self._checked = (-1, state["told_writes"], -1)

    def _as_difference(self, state: dict[str, Any]) -> dict[str, Any]:
        """A snapshot with what changed in its FRAM since the beginning instead of all of it."""
        fram = state["board"]["fram"]
        fram["data"] = difference(self._origin_nvram, fram["data"])
        return state

    def _as_whole(self, state: dict[str, Any]) -> dict[str, Any]:
        fram = state["board"]["fram"]
        fram["data"] = changed(self._origin_nvram, fram["data"])
        return state

    # -- run back -----------------------------------------------------------------------------------

    def remember(self, at: Iterable[int] | None = None) -> History:
        """
        From now on keep what is needed to rewind: the last ten minutes, or only the times that are named.

        Args:
            at: times in us to which a rewind will want to go, each as often as it will; None: any time.

        Raises:
            CabinetError: a machine of record.
            VMError: a program that has no states which can be saved.
        """
        self._require_test()
        self.history = History(self, at, touched=self._touched_us == self.now_us)
        return self.history

    def rewind(self, to_us: int) -> None:
        """
        Let everything since ``to_us`` not have happened; an input like every other.

        The cabinet is what it was when its clock came to ``to_us``, before anything was done to it then.

        Raises:
            CabinetError: a machine of record, one that does not remember, or a time that it does not.
        """
        self._require_test()
        if self.history is None:
            raise CabinetError("rewind must come after remember()")
        first_us, now_us = self.history.first_us, self.now_us
        if first_us > now_us:
            raise CabinetError("rewind must have a state to begin from: the program cannot be saved")
        if not first_us <= to_us <= now_us:
            raise CabinetError(f"to_us must be {first_us} to {now_us} us (got {to_us})")
        self._input("rewind", to_us=to_us)
        self.history.rewind(to_us)
        self.settle()

    @contextlib.contextmanager
    def again(self, entropy: Callable[[], bytes | None]) -> Iterator[None]:
        """Do again what has been: nobody is told, nothing is remembered, and the same entropy is absorbed."""
        now = (self._entropy, self.history, self._keeper)
        self._entropy, self.history, self._keeper = entropy, None, None
        try:
            with self.unheard(), self._hushed():
                yield
        finally:
            self._entropy, self.history, self._keeper = now

    @contextlib.contextmanager
    def _hushed(self) -> Iterator[None]:
        """What the firmware prints was printed before."""
        console = self.console
        if console is None:
            yield
            return
        console.hushed = True
        try:
            yield
        finally:
            console.hushed = False

    def _advance(self, until_us: int) -> None:
        if self.history is None:
            self.board.advance(until_us)
        else:
            self.history.advance(until_us)

    def _require_test(self) -> None:
        if not self.test:
            raise CabinetError("rewind must be of a TEST machine: what a machine of record paid stays paid")
