# SPDX-License-Identifier: MIT
"""Both runtimes give the same run to the last operation, and a saved one goes on as if nothing had been."""

from __future__ import annotations

import zlib
from typing import Any

import pytest
from vm_helpers import BOTH, engine
from vm_visit import PURSE, Visitor, Witness

from emulator import Cabinet
from emulator.cabinet import CabinetError
from emulator.vm.errors import VMError


def visit(runtime: str, plays: int, seed: int = 1) -> tuple[Witness, Cabinet]:
    """A visit with everything in it; what was seen of it and the machine afterwards."""
    cab = Cabinet("cierzo", seed="00", runtime=runtime, purse=PURSE)
    witness = Witness(cab)
    Visitor(cab, seed).play(plays)
    return witness, cab


def first_difference(one: list[Any], other: list[Any]) -> Any:
    """Where two traces part, or None."""
    for index, (row, same) in enumerate(zip(one, other, strict=False)):
        if row != same:
            return index, row, same
    return None if len(one) == len(other) else (min(len(one), len(other)), len(one), len(other))


def same_visit_on_both(plays: int, seed: int) -> Witness:
    """Both visits side by side, compared after everything that is done."""
    engine()
    cabs = [Cabinet("cierzo", seed="00", runtime=runtime, purse=PURSE) for runtime in BOTH]
    witness = [Witness(cab) for cab in cabs]
    visitors = [Visitor(cab, seed).turns(plays) for cab in cabs]
    for _ in zip(*visitors, strict=True):
        assert first_difference(witness[0].trace, witness[1].trace) is None
        for each in witness:
            each.trace.clear()
    assert cabs[0].nvram == cabs[1].nvram
    assert cabs[0].meters == cabs[1].meters
    assert cabs[0].physical() == cabs[1].physical()
    assert [cab.fault for cab in cabs] == [None, None]
    return witness[0]


@pytest.mark.long
def test_both_runtimes_give_the_same_trace_of_a_hundred_plays() -> None:
    """DESIGN promise 4; coins, holds, prizes, payouts, door, faults and power cuts are all in it."""
    witness = same_visit_on_both(100, seed=2)
    assert witness.seen["step"] >= 60
    for kind in ("coin_accepted", "coin_returned", "hopper_coin", "coin_in_tray", "power", "door", "meter"):
        assert witness.seen[kind] >= 2, kind
    assert len(witness.tilts) >= 3


@pytest.mark.long
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_both_runtimes_give_the_same_trace_of_a_thousand_plays(seed: int) -> None:
    same_visit_on_both(1_000, seed)


def test_a_chip_with_little_memory_gives_the_same_trace(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its collector runs at other times; nothing that can be seen depends on that."""
    engine()
    from emulator.vm.micropython import MicroPythonRuntime

    made = []
    for heap_kb in (224, 400):
        monkeypatch.setattr(
            "emulator.cabinet.cabinet.make_runtime",
            lambda name, rom, *_, heap_kb=heap_kb, **__: MicroPythonRuntime(
                rom.sources, rom.compiled, heap_kb=heap_kb
            ),
        )
        made.append(visit("micropython", 8, seed=3))
    assert first_difference(made[0][0].trace, made[1][0].trace) is None
    assert made[0][1].nvram == made[1][1].nvram


class Stepper:
    """Lets a machine run and saves and loads it wherever a tick has just been."""

    def __init__(self, cabinet: Cabinet, spare: Cabinet) -> None:
        self.cabinet, self._spare = cabinet, spare
        self.saves = 0

    def run(self, ms: int) -> None:
        for _ in range(ms):
            ticks = self.cabinet.board.ticks
            self.cabinet.run(ms=1)
            if self.cabinet.board.ticks != ticks:
                self.swap()

    def swap(self) -> None:
        self._spare.put_back(self.cabinet.snapshot())
        self.cabinet, self._spare = self._spare, self.cabinet
        self.saves += 1


def short_visit(runtime: str, coins: int, *, saved: bool) -> tuple[list[Any], int]:
    """Coins in, plays, a payment; every millisecond of it, in one machine or handed from one to another."""
    made = [Cabinet("cierzo", seed="07", runtime=runtime, purse=PURSE) for _ in range(2)]
    witness = [Witness(cab) for cab in made]
    witness[1].trace = witness[0].trace  # one list: what happens at one instant keeps its order
    stepper = Stepper(*made)
    if not saved:
        stepper.swap = lambda: None  # type: ignore[method-assign]
    stepper.run(ms=5_500)
    for _ in range(coins):
        stepper.cabinet.insert(100)
        stepper.run(ms=900)
        stepper.cabinet.press("double")
        stepper.run(ms=8_000)
        stepper.cabinet.press("hold_1")
        stepper.run(ms=500)
    stepper.cabinet.press("collect")
    stepper.run(ms=5_000)
    cab = stepper.cabinet
    seen = [row for row in witness[0].trace if row[0] != "turn" and row[:2] != ("power", 0)]
    return [seen, cab.nvram, cab.meters, cab.physical(), cab.board.ticks, cab.fault], stepper.saves


@pytest.mark.parametrize("runtime", BOTH)
def test_a_machine_saved_and_loaded_at_every_tick_goes_on_as_if_nothing_had_been(runtime: str) -> None:
    if runtime == "micropython":
        engine()
    whole, _ = short_visit(runtime, 1, saved=False)
    pieces, saves = short_visit(runtime, 1, saved=True)
    assert pieces == whole
    assert saves > 100


@pytest.mark.long
@pytest.mark.parametrize("runtime", BOTH)
def test_a_long_visit_saved_and_loaded_at_every_tick_goes_on_as_if_nothing_had_been(runtime: str) -> None:
    engine()
    whole, _ = short_visit(runtime, 6, saved=False)
    pieces, saves = short_visit(runtime, 6, saved=True)
    assert pieces == whole
    assert saves > 500


def test_a_saved_machine_is_small() -> None:
    """64 KB at most, after half an hour of play and at any tick of a play."""
    engine()
    cab = Cabinet("cierzo", seed="00", runtime="micropython", purse=PURSE)
    Visitor(cab, trouble=False).play(40)
    sizes = []
    for _ in range(30):
        cab.run(ms=137)
        sizes.append(len(cab.board.save()["chip"]["program"]["memory"]))
    assert max(sizes) <= 64 << 10


def test_a_saved_cabinet_comes_back_on_the_runtime_that_it_was_saved_on() -> None:
    engine()
    cab = Cabinet("cierzo", seed="00", runtime="micropython", purse=PURSE)
    cab.run(ms=6_000)
    cab.insert(100)
    cab.run(ms=1_000)
    cab.press("start")
    cab.run(ms=777)
    again = Cabinet.restore(cab.save())
    assert again.runtime == "micropython"
    for each in (cab, again):
        each.run(ms=9_000)
    assert again.nvram == cab.nvram
    assert again.display == cab.display
    assert again.board.ticks == cab.board.ticks


def test_a_saved_machine_of_another_program_is_refused() -> None:
    engine()
    cabs = [
        Cabinet("cierzo", seed="00", runtime="micropython", language=language) for language in ("es", "en")
    ]
    saved = cabs[0].snapshot()
    with pytest.raises(VMError, match="saved program must be of the same ROM, heap and virtual machine"):
        cabs[1].put_back(saved)


@pytest.mark.parametrize("spoil", [b"", b"\0" * 7, b"\xff" * 64, b"\0\0\6\0\1\0\0\0\0"])
def test_a_saved_machine_that_is_nonsense_is_refused(spoil: bytes) -> None:
    engine()
    cab = Cabinet("cierzo", seed="00", runtime="micropython")
    saved = cab.snapshot()
    saved["board"]["chip"]["program"]["memory"] = spoil
    with pytest.raises(VMError, match="must be what save"):
        cab.put_back(saved)


def test_a_run_begins_again_on_the_other_runtime_from_its_origin() -> None:
    engine()
    cab = Cabinet("cierzo", seed="00", purse=PURSE)
    other = Cabinet.from_origin(cab.origin(), runtime="micropython")
    for each in (cab, other):
        Visitor(each, trouble=False).play(5)
    assert cab.nvram == other.nvram


def test_an_old_saved_cabinet_is_refused_by_its_version() -> None:
    with pytest.raises(CabinetError, match=r"saved must have version \d+ \(got 1\)"):
        Cabinet.restore(zlib.compress(repr({"version": 1}).encode()))
