# SPDX-License-Identifier: MIT
"""
Power cuts between two instructions: the sweep's second half, on genuine MicroPython.

A cut is (tick, instructions done in it). The chapter is played once to learn how many instructions each
tick takes, and once more to stop in front of each tick that was drawn: there the virtual machine is put
back, given just so much fuel, and killed in the middle of whatever it does.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Unpack

from emulator.cabinet.options import FirmwareOptions
from emulator.chapters.player import Chapter, Player
from emulator.lab.powercut_bench import Bench, Verdict, World, world_of
from emulator.lab.powercut_recorder import FUEL, Place, Tally
from emulator.support.closing import Closing
from emulator.support.errors import EmulatorError
from emulator.types.common.laws import Record
from emulator.types.registry import TYPES
from emulator.vm.choose import MICROPYTHON
from machines.memory.record import decode
from machines.model import Model


class FuelRecorder(Closing):
    """
    Plays a chapter on MicroPython and cuts ticks of it at given instructions.

    Args:
        chapter: what is played.
        model, key: the machine.
        chosen: tick -> instructions after which it is cut, ascending; empty: only counts.
        progress: called with the number of cuts done, now and then.
        run: whose firmware it runs.

    Attributes:
        fuel: tick -> instructions that it takes; of the boots only the first one.
        tally: what was found.
    """

    def __init__(
        self,
        chapter: Chapter,
        model: Model,
        key: bytes,
        *,
        chosen: Mapping[int, Sequence[int]],
        progress: Callable[[int], None] | None = None,
        **run: Unpack[FirmwareOptions],
    ) -> None:
        run["runtime"] = MICROPYTHON
        self.fuel: dict[int, int] = {}
        self.tally = Tally()
        self._chapter = chapter
        self._chosen = chosen
        self._progress = progress
        self._cab = cab = chapter.cabinet(model, key, **run)
        self._witness = TYPES[model.type].sweep().witness(cab)
        cab.board.power_off()
        self._bench: Bench | None = None
        if chosen:
            auditor = TYPES[model.type].sweep().auditor(model, cab)
            self._bench = Bench(chapter.cabinet(model, key, **run), auditor)
        self._floor: Record = decode(cab.nvram) or {}
        self._balances = cab.board.after_event
        self._watching = False
        self._turn = 0
        self._tick = cab.board.ticks
        # The world in front of the tick that comes next, if that one was drawn.
        self._before: World | None = None

    def close(self) -> None:
        """Close both cabinets."""
        self._cab.close()
        if self._bench is not None:
            self._bench.close()

    def run(self) -> Tally:
        """Play the chapter to its end."""
        board = self._cab.board
        board.after_event = self._turned
        self._watching = True
        try:
            self._boot()
            self._chapter.play(Player(self._cab, self._watch, self._remember))
        except EmulatorError as error:
            self.tally.add_finding(self._place(None), f"the script without any cut: {error}")
        if self._bench is not None:
            self.tally.counts = self._bench.counts
        return self.tally

    def _boot(self) -> None:
        """The first boot is a tick like any other, the import of the program included."""
        board = self._cab.board
        before = world_of(self._cab, self._witness)
        board.power_on()
        self._tick = board.ticks
        self.fuel[board.ticks] = board.fuel
        self._cut(before)

    def _watch(self, on: bool) -> None:
        self._watching = on
        self._before = None

    def _turned(self) -> None:
        if self._balances is not None:
            self._balances()
        self._turn += 1
        board = self._cab.board
        # Two ticks more are a boot, which the supply began and not the clock.
        if board.ticks == self._tick + 1 and board.powered and self._watching:
            self._ticked(board.ticks)
        self._tick = board.ticks
        self._remember()

    def _remember(self) -> None:
        """Keep the world if the tick that comes next was drawn."""
        board = self._cab.board
        self._before = None
        if self._watching and board.alive and board.ticks + 1 in self._chosen:
            self._before = world_of(self._cab, self._witness)

    def _ticked(self, tick: int) -> None:
        """A tick is over: now it is known when it came, and it can be cut."""
        self.fuel[tick] = self._cab.board.fuel
        if self._before is not None:
            self._cut(self._before)

    def _cut(self, before: World) -> None:
        """Cut the tick that has just been, from the world in front of it."""
        fuels = self._chosen.get(self._cab.board.ticks, ())
        if self._bench is None or not fuels:
            return
        for fuel, verdict in zip(fuels, self._verdicts(self._bench, before, fuels), strict=True):
            self.tally.add(self._place(fuel), verdict)
        if self._progress is not None:
            self._progress(self.tally.cuts)
        record = decode(self._cab.nvram)
        if record is not None:
            self._floor = record

    def _verdicts(self, bench: Bench, before: World, fuels: Sequence[int]) -> list[Verdict]:
        """
        Cut the tick at each of these instructions, ascending.

        Where two cuts find that the tick had done the same by then, nothing was done between them that
        outlasts the program, and the cuts between are as they are.
        """
        board = self._cab.board
        tick, now_us = board.ticks, board.now_us
        killed: dict[int, tuple[Verdict, tuple[int, ...]]] = {}

        def kill(number: int) -> None:
            if number not in killed:
                self.tally.kills += 1
                killed[number] = bench.fuel_cut(before, tick, fuels[number], now_us, self._floor)

        spans = [(0, len(fuels) - 1)]
        verdicts: dict[int, Verdict] = {}
        while spans:
            first, last = spans.pop()
            kill(first)
            kill(last)
            if last - first > 1 and killed[first][1] != killed[last][1]:
                middle = (first + last) // 2
                spans += [(first, middle), (middle, last)]
            else:
                verdicts.update(dict.fromkeys(range(first, last), killed[first][0]))
                verdicts[last] = killed[last][0]
        bench.counts.merged += len(fuels) - len(killed)
        return [verdicts[number] for number in range(len(fuels))]

    def _place(self, fuel: int | None) -> Place:
        board = self._cab.board
        return Place(self._chapter.name, board.ticks, fuel, self._turn, board.now_us, FUEL)
