# SPDX-License-Identifier: MIT
"""What somebody does to a machine on a bench: lines at the prompt of its program, wires on its lines."""

from __future__ import annotations

from collections.abc import Callable

from emulator.board.line import Line
from emulator.cabinet.balances import Balances
from emulator.cabinet.errors import CabinetError
from emulator.cabinet.faults import names
from emulator.cabinet.machine import Machine
from emulator.cabinet.trust import UntrustedFirmwareError
from emulator.vm.answer import Answer

# Longer than anybody types; a program's heap has room for less.
TEXT_MOST = 16_384


class Probe:
    """
    Probes of a TEST machine; each use but ``peek`` is one recorded input.

    Args:
        machine: what is probed.
        balances: of its books, which a person at the prompt can unbalance.
        test: a TEST machine; no other has a prompt.
        held: lines of a file may be evaluated: MicroPython holds them, or somebody trusts them by name.
        tell: called with (name, **arguments) before an input acts.
        emit: called with (kind, **fields) for what came of it.
    """

    def __init__(
        self,
        machine: Machine,
        balances: Balances,
        test: bool,
        held: bool,
        tell: Callable[..., None],
        emit: Callable[..., None],
    ) -> None:
        self._machine, self._balances, self._test, self._held = machine, balances, test, held
        self._tell, self._emit = tell, emit

    def probe(self) -> None:
        """
        Clip the probes on: from here on books that do not balance are told as ``imbalance``, not raised.

        Raises:
            CabinetError: a machine of record.
        """
        self._require_test("probe")
        self._tell("probe")
        self._balances.probed = True

    def evaluate(self, text: str) -> Answer:
        """
        Do a line of Python inside the firmware, by the runtime that executes it; clips the probes on.

        It sees what ``main`` sees and can import the firmware's modules; what it makes is kept apart from
        them until the next boot. The line is a recorded input, whatever it changes: a replay does it again.

        Args:
            text: an expression, whose value is printed, or statements.

        Returns:
            What it printed, and its traceback; ``value`` is the value of an expression.

        Raises:
            CabinetError: a machine of record, or a text that is too long.
            BoardError: no program runs.
            VMError: a program with a loop of its own.
        """
        self._require(text)
        self._machine.board.chip.require_program()
        self._tell("evaluate", text=text)
        self._balances.probed = True
        answer = self._machine.board.evaluate(text)
        self._emit("evaluated", error=answer.kind)
        self._balances.check()
        return answer

    def require_held(self) -> None:
        """
        Refuse to evaluate a line of a file, a journal or a scenario, as a program of the host.

        Raises:
            UntrustedFirmwareError: CPython runs the firmware, and nobody trusts the file by name.
        """
        if not self._held:
            raise UntrustedFirmwareError(
                "a line of Python in a file must run on genuine MicroPython, which holds it (got cpython)",
                "--runtime micropython; --trust-firmware lets CPython run it as a program of yours",
            )

    def peek(self, text: str) -> Answer:
        """
        The same without a trace: program and board are then what they were, and nothing is recorded.

        A line that would do something to the board is refused with a RuntimeError of the firmware.
        """
        self._require(text)
        return self._machine.board.peek(text)

    def set_line(self, name: str, level: int) -> None:
        """
        Hold an input of the board at an electrical level with a wire; clips the probes on.

        Args:
            name: of the line in the pin table, of the chip or of the expander.
            level: 0 or 1, as a meter would show it.

        Raises:
            CabinetError: a machine of record, no such line, an output, or another level.
        """
        line = self._input(name)
        if type(level) is not int or level not in (0, 1):
            raise CabinetError(f"level must be 0 or 1 (got {level!r})")
        self._tell("set_line", name=name, level=level)
        self._balances.probed = True
        line.wire(level)

    def free_line(self, name: str) -> None:
        """Take the wire off an input again; CabinetError: it has none."""
        line = self._input(name)
        if line.wired is None:
            raise CabinetError(f"name must be a line with a wire on it (got {name})")
        self._tell("free_line", name=name)
        line.unwire()

    def _input(self, name: str) -> Line:
        self._require_test("a wire")
        lines = {line.name: line for line in self._machine.board.lines.values() if not line.is_output}
        if name not in lines:
            what = "an output" if name in self._machine.board.lines else name
            raise CabinetError(f"name must be an input of the board, {names(lines)} (got {what})")
        return lines[name]

    def _require(self, text: str) -> None:
        self._require_test("the prompt")
        if not 0 < len(text) <= TEXT_MOST:
            raise CabinetError(f"text must be 1 to {TEXT_MOST:,} characters (got {len(text):,})")

    def _require_test(self, what: str) -> None:
        if not self._test:
            raise CabinetError(
                f"{what} must be of a TEST machine: nobody changes what a machine of record holds"
            )
