# SPDX-License-Identifier: MIT
"""
The board: virtual clock, supply and memory, and the loop that lets devices and firmware take turns.

    board = Board(pins.PINS, bytes(32_768), CPythonRuntime({"main": source}))
    board.power_on()
    board.advance(board.now_us + 1_000_000)
    board.line("lamp_start").asserted
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from emulator.board.chip import PWRON_RESET, Chip
from emulator.board.clock import DEFAULT_START_S, RTC
from emulator.board.device import NEVER, Device, I2CDevice
from emulator.board.errors import BoardError
from emulator.board.fram import FRAM
from emulator.board.host import chip_functions
from emulator.board.i2c import I2CBus
from emulator.board.line import Line, PinRow
from emulator.board.otp import KEY_ROW, OTP
from emulator.board.payout import Payout
from emulator.vm.answer import Answer
from emulator.vm.runtime import Runtime
from machines.firmware import pins as wiring
from machines.support.plain import Json

SAVE_VERSION = 3


def _silent(kind: str, **fields: object) -> None:
    """Nobody listens."""


class Board:
    """
    One board with one program, and the devices on its lines.

    The firmware takes no virtual time. At each due time devices tick first, in list order; then the
    edges, timers and bytes that came are handed to the firmware's handlers; then its ``tick`` runs.

    Args:
        rows: the pin table.
        fram_image: first content of the FRAM.
        runtime: what executes the firmware.
        unique_id: the chip's eight bytes.
        chip_key: 32 bytes that its maker put into the chip's one-time memory; None: it is blank.
        payout: the native module; None for a board that never plays.
        variation: the next 32 random bits for the rhythm of devices; None means no variation.
        rtc_start_s: calendar time at virtual time 0, seconds since 1970.

    Attributes:
        now_us: virtual time; only ``advance`` moves it.
        powered: whether the supply is on.
        devices: what the clock drives, in order of ticks.
        flags: what a laboratory has to see, such as ``step_not_committed``.
        emit: called with (kind, **fields) for every event of note.
        after_event: called after every turn of the loop, for balances.
    """

    def __init__(
        self,
        rows: Iterable[PinRow],
        fram_image: bytes,
        runtime: Runtime,
        *,
        unique_id: bytes = bytes(8),
        chip_key: bytes | None = None,
        payout: Payout | None = None,
        variation: Callable[[], int] | None = None,
        rtc_start_s: int = DEFAULT_START_S,
    ) -> None:
        self.now_us = 0
        self.powered = False
        self.loading = False
        self.flags: list[str] = []
        self.emit: Callable[..., None] = _silent
        self.after_event: Callable[[], None] | None = None
        self.devices: list[Device] = []
        self._names: set[str] = set()
        self._driven: list[Device] = []
        self.adc: dict[int, Callable[[], int]] = {}
        self.unique_id = unique_id
        self.otp = OTP()
        if chip_key is not None:
            self.otp.program(KEY_ROW, chip_key)
        self.rtc = RTC(lambda: self.now_us, rtc_start_s)
        self.payout = payout
        self.chip: Chip = Chip(self, rows, runtime, lambda: chip_functions(self, self.chip))
        self.fram = FRAM(fram_image, self.chip.operations)
        self.i2c = I2CBus(wiring.I2C_BUS, self.chip.operations, self.chip.guard)
        self.i2c.attach(wiring.FRAM_ADDRESS, self.fram)
        self._variation = variation
        self._joined: dict[str, Line] = {}
        if payout is not None:
            payout.attach(self)

    # What the cabinet wires and reads.

    def line(self, name: str) -> Line:
        """The line of that name, the chip's or one that a part joined; BoardError if there is none."""
        line = self.chip.pins.lines.get(name) or self._joined.get(name)
        if line is None:
            raise BoardError(f"line must be a name of the pin table (got {name})")
        return line

    def join(self, lines: Mapping[str, Line]) -> None:
        """Let ``line`` find the lines of a part on the bus as well; names are unique."""
        twice = sorted(name for name in lines if name in self.chip.pins.lines or name in self._joined)
        if twice:
            raise BoardError(f"line names must be unique (got {', '.join(twice)})")
        self._joined.update(lines)

    @property
    def lines(self) -> dict[str, Line]:
        """Every line by name: the chip's by GPIO, then those that parts joined."""
        return self.chip.pins.lines | self._joined

    def evaluate(self, text: str) -> Answer:
        """Do a line in the program, as its prompt would; BoardError: no program runs."""
        return self.chip.evaluate(text)

    def peek(self, text: str) -> Answer:
        """The same without a trace in program and board."""
        return self.chip.peek(text)

    def attach_i2c(self, address: int, device: I2CDevice) -> None:
        """Put a device on the bus."""
        self.i2c.attach(address, device)

    def add(self, device: Device) -> None:
        """Let the board's clock drive a device; names are unique, order is the order of ticks."""
        if device.name in self._names:
            raise BoardError(f"device name must be unique (got {device.name})")
        self._names.add(device.name)
        self.devices.append(device)
        # A device without a tick of its own is never due.
        if type(device).tick is not Device.tick:
            self._driven.append(device)

    def vary(self, spread: int) -> int:
        """An even draw from -spread to +spread for a device's rhythm; 0 if the board has no variation."""
        if self._variation is None or spread == 0:
            return 0
        bound = 2 * spread + 1
        accepted = (1 << 32) // bound * bound
        while True:
            word = self._variation()
            if word < accepted:
                return word % bound - spread

    @property
    def alive(self) -> bool:
        """Whether firmware is running: powered, booted, not crashed."""
        return self.chip.alive

    @property
    def fault(self) -> str | None:
        """Why the firmware died, with file and line; None while it lives."""
        return self.chip.fault

    @property
    def last_fault(self) -> str | None:
        """Why the firmware died last, whatever became of it since; None if it never did."""
        return self.chip.last_fault

    @property
    def ops(self) -> int:
        """Observable operations done in the tick that ran last."""
        return self.chip.operations.done

    @property
    def ticks(self) -> int:
        """Ticks run since the board was made, boots included."""
        return self.chip.operations.tick

    def cut_at_op(self, count: int, tick: int | None = None) -> None:
        """Cut the power in a tick (the next one by default) once ``count`` operations are done in it."""
        if count < 0:
            raise BoardError(f"count must be 0 or more operations (got {count})")
        self.chip.operations.arm(self.ticks + 1 if tick is None else tick, count)

    @property
    def fuel(self) -> int:
        """Instructions executed in the tick that ran last; 0 on a runtime that does not count them."""
        return self.chip.fuel_used

    def cut_at_fuel(self, fuel: int, tick: int | None = None) -> None:
        """
        Cut the power in a tick (the next one by default) once ``fuel`` instructions are done in it.

        Raises:
            BoardError: the runtime counts no instructions, or ``fuel`` is below 0.
        """
        if fuel < 0 or not self.chip.counts_fuel:
            raise BoardError(f"fuel must be 0 or more instructions, on genuine MicroPython (got {fuel})")
        self.chip.cut_at_fuel(self.ticks + 1 if tick is None else tick, fuel)

    def forget_cut(self) -> None:
        """Plan no cut by instructions any longer."""
        self.chip.cut_at_fuel(0, 0)

    # Time.

    def next_us(self) -> int:
        """When something happens next, now or later; NEVER if nothing is due."""
        return max(self.now_us, min([self.chip.due_us(self.now_us), *(one.due_us for one in self._driven)]))

    def advance(self, until_us: int) -> None:
        """Let everything happen that is due up to and including ``until_us``."""
        if until_us < self.now_us:
            raise BoardError(f"until_us must be {self.now_us} us or later (got {until_us})")
        devices, chip, now_us = self._driven, self.chip, self.now_us
        while True:
            chip_due, due = chip.due_us(now_us), NEVER
            for device in devices:
                at_us = device.due_us
                if at_us < due:
                    due = at_us
            first = due if due < chip_due else chip_due
            if first > until_us:
                self.now_us = until_us
                return
            if first > now_us:
                self.now_us = now_us = first
            if due <= now_us:
                for device in devices:
                    if device.due_us <= now_us:
                        device.tick(now_us)
                chip_due = chip.due_us(now_us)
            if chip_due <= now_us:
                chip.run(now_us)
            if self.after_event is not None:
                self.after_event()

    # Supply.

    def require_power(self, on: bool) -> None:
        """BoardError unless the supply is on, or off."""
        if self.powered is not on:
            raise BoardError(f"the board is {'on' if self.powered else 'off'} already")

    def power_on(self) -> None:
        """The supply comes: electronics start afresh, the chip boots."""
        self.require_power(False)
        self.powered = True
        self.emit("power", on=True)
        self.fram.reset()
        for device in self.devices:
            device.reset()
        self.chip.boot(PWRON_RESET)

    def power_off(self) -> None:
        """The supply goes, at this very microsecond and without warning; memory and mechanics stay."""
        self.require_power(True)
        self.powered = False
        self.chip.halt()
        self.chip.fault = None
        self.chip.watchdog.stop()
        self.chip.scratch.clear()
        if self.payout is not None:
            self.payout.forget()
        for device in self.devices:
            device.power_lost(self.now_us)
        self.emit("power", on=False)

    # Saved states.

    def save(self, *, program: bool = True) -> Json:
        """
        Board, program and devices as plain values.

        Between two calls of ``advance``, or at the end of a turn of it; without the program, as
        ``load`` can do without it too, at any operation.
        """
        return {
            "version": SAVE_VERSION,
            "now_us": self.now_us,
            "powered": self.powered,
            "flags": list(self.flags),
            "rtc": self.rtc.save(),
            "fram": self.fram.save(),
            "payout": None if self.payout is None else self.payout.save(),
            "i2c_unplugged": sorted(self.i2c.unplugged),
            "chip": self.chip.save(program=program),
            "devices": {device.name: device.save() for device in self.devices},
            **({"wires": wires} if (wires := self._wires()) else {}),
        }

    def _wires(self) -> dict[str, tuple[int, bool]]:
        """By line held by a wire: the level, and the sense that its device drives."""
        lines = self.lines.values()
        return {line.name: (line.level, line.wired) for line in lines if line.wired is not None}

    def load(self, saved: Json, *, program: bool = True) -> None:
        """
        Put back what ``save`` returned, on a board with the same devices; nothing is emitted.

        Args:
            saved: from ``save`` of this board or of one like it.
            program: False leaves the program out: faster, for a board whose power goes next.
        """
        if saved["version"] != SAVE_VERSION:
            raise BoardError(f"saved board must be version {SAVE_VERSION} (got {saved['version']})")
        names = [device.name for device in self.devices]
        if list(saved["devices"]) != names:
            raise BoardError(f"saved devices must be {names} (got {list(saved['devices'])})")
        emit, self.emit, self.loading = self.emit, _silent, True
        try:
            self._load(saved, program)
        finally:
            self.emit, self.loading = emit, False

    def _load(self, saved: Json, program: bool) -> None:
        for name in self._wires():
            self.line(name).wired = None
        self.now_us = saved["now_us"]
        self.powered = saved["powered"]
        self.rtc.load(saved["rtc"])
        self.i2c.unplugged = set(saved["i2c_unplugged"])
        self.fram.load(saved["fram"])
        self.chip.load(saved["chip"], program=program)
        for device in self.devices:
            device.load(saved["devices"][device.name])
        self.fram.load(saved["fram"])
        if self.payout is not None:
            self.payout.load(saved["payout"])
        self.flags[:] = saved["flags"]
        for name, (_, driven) in saved.get("wires", {}).items():
            self.line(name).wired = driven
