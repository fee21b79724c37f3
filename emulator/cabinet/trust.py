# SPDX-License-Identifier: MIT
"""
Chooses the runtime by whose firmware it is: another's runs in genuine MicroPython alone.

    choice = choose_runtime(rom, ours, None)     # ours: the ROM of the same machine with our firmware
    choice.runtime, choice.note                  # "micropython", "not our firmware (main.py differs): ..."

Firmware on CPython is a program of whoever started azar: it can read, write and send what that person may.
So CPython runs ours, byte for byte, and another's only for somebody who says by name that he trusts it. A
file never says so: neither a ROM, nor a journal, nor a saved cabinet.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from emulator.vm.choose import CPYTHON, MICROPYTHON, RUNTIMES, require_micropython
from emulator.vm.errors import VMError, VMUnavailableError
from emulator.vm.program import offers_tick
from machines.rom import mpy
from machines.rom.program import SETTINGS, Rom
from machines.support.plain import Json

# Modules that a note names before it counts the rest.
_NAMED = 3
_TRUSTING = "--trust-firmware (trust_firmware=True): a program of yours, with your files and your network"


class UntrustedFirmwareError(VMError):
    """Another's firmware was to run unconfined; ``hint`` says what can be done."""

    def __init__(self, message: str, hint: str) -> None:
        super().__init__(message)
        self.hint = hint


@dataclass(frozen=True)
class Choice:
    """The runtime of a firmware, and why."""

    runtime: str
    """"cpython" or "micropython"."""
    differs: tuple[str, ...] = ()
    """Files in which the firmware is not ours; empty: it is, byte for byte."""
    trusted: bool = False
    """Somebody said by name that he trusts another's firmware."""

    @property
    def ours(self) -> bool:
        """Whether the firmware is the installed one, with the settings that its model makes."""
        return not self.differs

    @property
    def note(self) -> str:
        """The line to print about another's firmware; empty for ours."""
        if self.ours:
            return ""
        if self.runtime == MICROPYTHON:
            how = "genuine MicroPython runs it, without files and network"
        else:
            how = "CPython runs it as a program of yours, since you trust it"
        return f"not our firmware ({_named(self.differs)}): {how}"

    def origin(self) -> Json:
        """
        What a journal's header says of another's firmware; nothing of ours.

        Not which runtime it was, since both give the same journal: untrusted it was MicroPython.
        """
        return {} if self.ours else {"firmware": {"ours": False, "trusted": self.trusted}}


def choose_runtime(
    rom: Rom,
    ours: Rom,
    wanted: str | None,
    *,
    trusted: bool = False,
    watched: bool = False,
    progress: Callable[[str], None] | None = None,
) -> Choice:
    """
    Choose the runtime of a ROM.

    Args:
        rom: what the board is to boot.
        ours: what it would boot with our firmware, made here from the same model.
        wanted: one of RUNTIMES; None: CPython for what is ours or trusted, MicroPython for the rest, and for
            a program with a loop of its own, which CPython cannot run.
        trusted: somebody trusts the firmware by name, whoever wrote it.
        watched: somebody looks at it line by line, for which it has to be CPython unless another is wanted.
        progress: told in a few words what takes long at the first use of MicroPython.

    Raises:
        UntrustedFirmwareError: another's firmware, and CPython was asked for or MicroPython cannot run.
        VMError: an unknown runtime.
    """
    if wanted is not None and wanted not in RUNTIMES:
        raise VMError(f"runtime must be one of {', '.join(RUNTIMES)} (got {wanted})")
    if watched:
        wanted = wanted or CPYTHON
    differs = differences(rom, ours)
    if not differs or trusted:
        runtime = wanted or (CPYTHON if offers_tick(rom.sources["main"]) else MICROPYTHON)
        if not differs and runtime == MICROPYTHON:
            differs = foreign_bytecode(rom)
        return Choice(runtime, differs, trusted and bool(differs))
    if wanted == CPYTHON:
        raise UntrustedFirmwareError(
            f"cpython must run our firmware or one that is trusted (got another: {_named(differs)})",
            _TRUSTING if watched else f"leave it to MicroPython, which holds it; or {_TRUSTING}",
        )
    try:
        require_micropython(progress)
    except VMUnavailableError as error:
        raise UntrustedFirmwareError(
            f"not our firmware ({_named(differs)}), and MicroPython, which holds it, cannot run: {error}",
            f"pip install 'azar[vm]'; or {_TRUSTING}",
        ) from None
    return Choice(MICROPYTHON, differs)


def differences(rom: Rom, ours: Rom) -> tuple[str, ...]:
    """
    Files in which the firmware of a ROM is not ours, byte for byte; sources alone.

    The settings are among them, since they are program text as well: ``ours`` has derived them again.
    """
    if rom is ours:
        return ()
    every = rom.sources.keys() | ours.sources.keys()
    names = {name for name in every if rom.sources.get(name) != ours.sources.get(name)}
    if names > {SETTINGS}:
        names.remove(SETTINGS)  # they hold the digest of the others
    return tuple(f"{name}.py" for name in sorted(names))


def foreign_bytecode(rom: Rom) -> tuple[str, ...]:
    """Files of bytecode that came with a ROM and are not what mpy-cross makes of its sources here."""
    found = []
    for name, code in sorted(rom.compiled.items()):
        try:
            same = mpy.compile_module(name, rom.sources[name]) == code
        except mpy.CompileError:
            same = False
        if not same:
            found.append(f"{name}.mpy")
    return tuple(found)


def _named(differs: tuple[str, ...]) -> str:
    """Some of the files and how many more differ."""
    more = len(differs) - _NAMED
    names = ", ".join(differs[:_NAMED]) + (f" and {more} more" if more > 0 else "")
    return f"{names} differ{'s' if len(differs) == 1 else ''}"
