# SPDX-License-Identifier: MIT
"""Visits to a machine of type A: presses at given milliseconds of each round, and what came of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any

from emulator import Cabinet
from machines.firmware import nvram
from machines.firmware.skill import rows
from machines.memory.record import decode
from machines.model import SkillModel, load_model
from machines.rom.program import firmware_sources

READY_MS = 1_000


@cache
def model(name: str = "cometa") -> SkillModel:
    """A shipped machine of type A."""
    found = load_model(name)
    assert isinstance(found, SkillModel)
    return found


def machine(
    name: str = "cometa",
    *,
    seed: str = "00",
    runtime: str = "cpython",
    credits: Sequence[int] = (50,),
    change: tuple[str, str, str] | None = None,
    entropy: Callable[[], bytes | None] | None = None,
    nvram: bytes | None = None,
) -> Cabinet:
    """
    A machine that is ready, with these coins inserted.

    Args:
        change: (module, old, new) of its firmware.
    """
    sources: Mapping[str, str] | None = None
    if change is not None:
        module, old, new = change
        sources = firmware_sources(type_="A")
        if sources[module].count(old) != 1:
            raise LookupError(f"{old} must stand once in {module}: mend it")
        sources = {**sources, module: sources[module].replace(old, new)}
    cab = Cabinet(
        model(name),
        seed=seed,
        runtime=runtime,
        firmware=sources,
        trust_firmware=True,
        entropy=entropy,
        nvram=nvram,
    )
    cab.run(ms=READY_MS)
    for cents in credits:
        cab.insert(cents)
        cab.run(ms=1_000)
    return cab


def row(cab: Cabinet, name: str) -> int:
    """A row of what the machine has committed."""
    return rows.get(record(cab)["state"], name)


def record(cab: Cabinet) -> dict[str, Any]:
    """What it has committed."""
    if cab.fault is not None:
        raise RuntimeError(cab.fault)
    found = decode(cab.nvram)
    assert found is not None
    return found


def until(cab: Cabinet, happened: Callable[[], bool], limit_ms: int = 12_000) -> None:
    """Let time pass, a millisecond at a time, until something is true."""
    for _ in range(limit_ms):
        if happened():
            return
        cab.run(ms=1)
    raise AssertionError(f"nothing within {limit_ms} ms: {cab.display} tilt {cab.tilt!r} fault {cab.fault!r}")


def light_of(cab: Cabinet) -> int:
    """The light of the ring that is lit, or -1."""
    lit = int.from_bytes(cab.machine.glass.ram[:4], "little")
    return lit.bit_length() - 1


def begun(cab: Cabinet, number: int) -> int:
    """Wait until a round runs, from 1; return the start of the millisecond in which it began, in us."""
    seen: list[int] = []

    def listen(kind: str, t_us: int, fields: Mapping[str, Any]) -> None:
        if kind == "message" and f": {number} DE" in fields["text"]:
            seen.append(t_us)

    cab.listen(listen)
    until(cab, lambda: bool(seen))
    return seen[0] // 1000 * 1000


def press_at(cab: Cabinet, at_us: int) -> None:
    """Press the button at an instant."""
    cab.run_us(at_us - cab.now_us)
    cab.press("start")


def play(cab: Cabinet, presses_us: Sequence[int | None]) -> list[int]:
    """
    Play one play; return the points after each round.

    Args:
        presses_us: for each round when to press, in us since its first millisecond; None: not at all.
    """
    cab.press("start")
    found = []
    for number, press_us in enumerate(presses_us, 1):
        began_us = begun(cab, number)
        if press_us is not None:
            press_at(cab, began_us + press_us)
        until(cab, lambda number=number: row(cab, "round") == number)
        found.append(row(cab, "points"))
    until(cab, lambda: record(cab)["phase"] == nvram.PHASE_IDLE)
    return found


def best_us(name: str = "cometa", off_ms: Sequence[int] = (0,)) -> list[int]:
    """Presses so far off the mark in each round; a single offset is that of all rounds."""
    stopper = model(name).games[0].stopper
    assert stopper is not None
    laps = stopper.laps_ms
    offs = list(off_ms) if len(off_ms) > 1 else list(off_ms) * len(laps)
    return [1000 * (lap // 2 + off) for lap, off in zip(laps, offs, strict=True)]
