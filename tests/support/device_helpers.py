# SPDX-License-Identifier: MIT
"""A bench for devices: a powered board whose outputs the test drives, with coins and a ledger."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from board_helpers import Noise, Recorder, make_board, run_ms

from emulator.board.board import Board
from emulator.board.device import Device
from emulator.cabinet.ledger import Ledger
from emulator.devices.coin_acceptor import CoinAcceptor
from emulator.devices.diverter import Diverter
from emulator.devices.hopper import Hopper
from emulator.devices.parallel_head import ParallelHead

# A firmware that sleeps as long as it may and touches nothing.
ASLEEP = "class State: pass\nstate = State()\ndef boot(): pass\ndef tick(): return 1000\n"
CAPACITY = 30


def drive(board: Board, name: str, asserted: bool) -> None:
    """Do what a firmware would do to assert an output of the chip, or to let it fall."""
    line = board.line(name)
    board.chip.pins.put(line.gpio, asserted ^ line.active_low)
    board.chip.pins.mode(line.gpio, 1, -1)


class Edges:
    """Notes every change of an input line, with its time."""

    def __init__(self, board: Board, name: str) -> None:
        self.seen: list[tuple[int, bool]] = []
        line, pins = board.line(name), board.chip.pins
        before = pins.edge

        def edge(gpio: int, level: int) -> None:
            if gpio == line.gpio:
                self.seen.append((board.now_us, bool(level ^ line.active_low)))
            before(gpio, level)

        pins.edge = edge  # type: ignore[method-assign]


class Bench:
    """Acceptor, diverter and both hoppers on one board; devices can be replaced by mutants."""

    def __init__(
        self,
        noise: Callable[[], int] | None = None,
        acceptor: type[CoinAcceptor] = CoinAcceptor,
        hopper: type[Hopper] = Hopper,
        diverter: type[Diverter] = Diverter,
        ledger: type[Ledger] = Ledger,
        head: type[ParallelHead] = ParallelHead,
    ) -> None:
        self.board = make_board(ASLEEP, variation=noise)
        self.heard = Recorder(self.board)
        self.ledger = ledger()
        self.hoppers = {cents: hopper(self.board, self.ledger, cents, CAPACITY) for cents in (10, 100)}
        lines = head(self.board)
        gate = diverter(self.ledger, self.hoppers, lines.to_hopper)
        self.acceptor = acceptor(self.board, self.ledger, gate, lines)
        for device in (self.acceptor, *self.hoppers.values()):
            self.board.add(device)
        self.board.after_event = self._balanced

    def _balanced(self) -> None:
        self.ledger.check()

    def start(self, *purse: int, fill: Mapping[int, int] | None = None) -> list[int]:
        """Mint a purse and fill hoppers, then switch on with every coin let in; return the purse's coins."""
        for cents, count in (fill or {}).items():
            for _ in range(count):
                self.hoppers[cents].add(self.ledger.new(cents, f"hopper_{cents}"))
        coins = [self.ledger.new(cents, "purse") for cents in purse]
        self.ledger.seal()
        self.board.power_on()
        for cents in (10, 20, 50, 100, 200):
            drive(self.board, f"inhibit_{cents}", False)
        return coins

    def insert(self, coin_id: int) -> None:
        """Drop a coin into the slot."""
        self.acceptor.insert(coin_id, self.ledger.cents(coin_id))

    def run(self, ms: int) -> None:
        """Let virtual time pass, and recount every coin at the end."""
        run_ms(self.board, ms)
        self.ledger.audit()


def same_after_save(
    make: Callable[[], tuple[Board, Any]], act: Callable[[Any], None], moments_us: range, end_us: int
) -> None:
    """
    A device saved at odd moments and loaded into a fresh one goes on as if nothing had happened.

    Args:
        make: a fresh powered bench; the second value is handed to ``act``.
        act: what is done to the first bench at time 0.
        moments_us: when to save, after time 0.
        end_us: how long both go on.
    """
    board, thing = make()
    act(thing)
    board.advance(end_us)
    expected = board.save()
    for moment_us in moments_us:
        first, thing = make()
        act(thing)
        first.advance(moment_us)
        saved = first.save()
        noise = first._variation
        second, _ = make()
        second.load(saved)
        assert second.save() == saved, f"load changes what was saved at {moment_us} us"
        if isinstance(noise, Noise) and isinstance(second._variation, Noise):
            second._variation.word = noise.word
        second.advance(end_us)
        assert second.save() == expected, f"the run differs after a save at {moment_us} us"


def bench_of(device: type[Device], *args: Any) -> tuple[Board, Any]:
    """One device alone on a powered board, with variation."""
    board = make_board(ASLEEP, variation=Noise())
    made = device(board, *args)  # type: ignore[arg-type]
    board.add(made)
    board.power_on()
    return board, made
