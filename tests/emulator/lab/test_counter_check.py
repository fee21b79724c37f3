# SPDX-License-Identifier: MIT
"""The metrological checks: a sound counter passes; one that loses, repeats or invents does not."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from mutants import spoilt
from soon import soon, spared

from emulator import Cabinet
from emulator.cli import run as azar
from emulator.devices.counter_memory import SIZE, read_memory
from emulator.devices.sealed_counter import SealedCounter
from emulator.lab.counter_check import EVERY, MODES, accuracy, in_machine, unit_alone
from emulator.lab.counter_visit import CheckError
from emulator.records.session import Wanted, open_session
from machines.rom.program import firmware_sources

PLAYS = 10_000


class Forgetful(SealedCounter):
    """Loses one frame in so many, and answers as if it had counted it."""

    one_in = 4_000

    def _count(self, number: int, plays: int, prizes: int, cents: int) -> None:
        lost = number % self.one_in == 0
        super()._count(number, *((0, 0, 0) if lost else (plays, prizes, cents)))


class Slightly(Forgetful):
    """Loses one play of 15,000: within 0.01 %."""

    one_in = 11_001


class Repeating(SealedCounter):
    """Does not know a repeated frame."""

    def _count(self, number: int, plays: int, prizes: int, cents: int) -> None:
        at = self.read()
        if number == at.sequence:
            super()._count(number + 1, plays, prizes, cents)
        else:
            super()._count(number, plays, prizes, cents)


class Believing(SealedCounter):
    """Takes frames whose CRC is wrong."""

    def i2c_write(self, data: bytes) -> None:
        super().i2c_write(data)
        if data[0] == 0x40 and self.noise == 0 and data[5] & 1:
            self._count(self.read().sequence + 1, 1, 0, 0)


def test_k_06_a_sound_counter_shows_exactly_what_it_was_given() -> None:
    found = accuracy(PLAYS)
    assert found.held and [row.failed for row in found.quantities] == [0, 0, 0]
    assert min(found.events[name] for name in ("repeated", "garbled", "restarts")) > 1_000


@pytest.mark.parametrize(
    ("make", "kind", "held"),
    [
        (Forgetful, "conformity", False),
        spared((Forgetful, "repair", False)),
        spared((Forgetful, "periodic", True)),
        (Slightly, "conformity", True),
        spared((Repeating, "periodic", False)),
        pytest.param(Believing, "periodic", False, marks=pytest.mark.long),
    ],
)
def test_k_06_a_counter_beyond_its_limit_is_refused(make: type[SealedCounter], kind: str, held: bool) -> None:
    """Failed indications at most 0.01 %, in service 0.1 % (ap. I.3); the mutants lose, repeat and invent."""
    found = accuracy(PLAYS, kind=kind, counter=unit_alone(make))
    assert found.held is held
    assert any(row.failed for row in found.quantities) or found.faults


def test_k_05_the_unit_is_tested_alone_from_where_it_stands() -> None:
    unit = unit_alone()
    first = accuracy(PLAYS, "01", counter=unit)
    second = accuracy(PLAYS, "02", counter=unit)
    assert first.held and second.held
    assert unit.read().plays == first.quantities[0].given + second.quantities[0].given


@pytest.mark.long
def test_k_04_a_check_can_be_made_again_to_the_same_figures() -> None:
    """What a certificate rests on: seed and number of plays give the same report."""
    first = accuracy(PLAYS, "a1").as_dict()
    assert accuracy(PLAYS, "a1").as_dict() == first
    assert accuracy(PLAYS, "a2").as_dict() != first


def test_what_cannot_be_told_is_refused() -> None:
    with pytest.raises(CheckError, match=r"plays must be 10,000 or more \(got 9999\)"):
        accuracy(9_999)
    with pytest.raises(CheckError, match="kind must be one of conformity, repair, periodic"):
        accuracy(PLAYS, kind="yearly")
    with pytest.raises(CheckError, match="plays must be 1 or more"):
        in_machine(Cabinet("cierzo", seed="00"), 0)


def test_k_11_twenty_plays_and_a_winning_one_agree_with_what_was_seen() -> None:
    found = in_machine(Cabinet("cierzo", seed="00"))
    assert found.held and found.quantities[0].given >= 20 and found.quantities[1].given >= 1
    assert found.events["winning_plays"] == found.quantities[1].given


@pytest.mark.parametrize("model", ["moncayo", "mudejar", "aneto"])
def test_k_11_machines_of_chance_are_checked_as_well(model: str) -> None:
    """With free plays, picks, gambles and pots: a play of several steps is one play and one prize."""
    found = in_machine(Cabinet(model, seed="00", purse={200: 400, 10: 5}), 4)
    assert found.held and found.quantities[1].given >= 1


@pytest.mark.parametrize(
    ("honest", "mutant", "lacking"),
    [
        ("counter.stage(state, number, 0, 0)", "counter.stage(state, 0, 0, 0)", "plays"),
        ("    counter.reveal(state)\n", "    counter.stage(state, 0, 0, state.pending_cents)\n", "prizes"),
    ],
)
def test_k_11_a_machine_that_tells_its_counter_less_is_refused(
    honest: str, mutant: str, lacking: str
) -> None:
    """Its own comparison is switched off as well: a forger would do both."""
    sources = spoilt(firmware_sources(), "play", honest, mutant)
    ours = "or shown != totals(state)"
    assert ours in sources["counter"]
    sources["counter"] = sources["counter"].replace(ours, "")
    found = in_machine(Cabinet("cierzo", seed="00", firmware=sources, trust_firmware=True))
    assert not found.held
    assert [row.name for row in found.quantities if row.failed] == [lacking]


def test_a_machine_that_does_not_play_is_told() -> None:
    cab = Cabinet("cierzo", seed="00", purse={})
    with pytest.raises(CheckError, match="the visitor must have coins"):
        in_machine(cab)
    cab = Cabinet("cierzo", seed="00")
    cab.open_door()
    with pytest.raises(CheckError, match="the machine must play"):
        in_machine(cab)


def test_azar_counter_reads_and_checks(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from emulator.records.storage import open_machine

    file, dump = tmp_path / "machine.nvram", tmp_path / "counter.bin"
    cab = Cabinet("cierzo", seed="00", serial=3)
    in_machine(cab, 1)
    with open_machine("cierzo", seed="00", nvram=file) as kept:
        kept.save(cab.nvram, cab.physical())
    assert azar(["counter", "read", str(file), "-o", str(dump), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["plays"] == cab.counter.read().plays and told["machine"] == 3
    assert len(dump.read_bytes()) == SIZE and read_memory(dump.read_bytes()) == cab.counter.read()
    assert azar(["counter", "read", str(dump)]) == 0
    assert "AZAR CS-1, serial number 3" in capsys.readouterr().out
    dump.write_bytes(bytes(SIZE))
    assert azar(["counter", "read", str(dump)]) == 1
    capsys.readouterr()
    assert azar(["counter", "check", "cierzo", "--plays", "10000", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["held"] is True
    assert azar(["counter", "check", "-o", "x"]) == 2


@pytest.mark.parametrize(
    ("seed", "hint"),
    [
        ("00", "keep the TEST machine with azar play cierzo --nvram FILE, then read FILE"),
        (None, "read the machine's file, or azar counter read cierzo --serial 1"),
    ],
)
def test_the_journal_of_a_fresh_machine_says_where_its_counter_is(
    seed: str | None,
    hint: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """A run makes the counter of a fresh machine, and its journal holds what the run began with."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    path = tmp_path / "run.jsonl"
    with open_session(Wanted(seed=seed, journal=path)) as session:
        session.cabinet.run(ms=100)
    assert azar(["counter", "read", str(path)]) == 1
    assert hint in capsys.readouterr().err


def test_a_file_that_can_hold_no_counter_says_what_can(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    from emulator.records.storage import open_machine

    dump, file = tmp_path / "nvram.bin", tmp_path / "cometa.nvram"
    cab = Cabinet("cometa", seed="00")
    dump.write_bytes(cab.nvram)
    assert azar(["counter", "read", str(dump)]) == 1
    assert "name the machine's file, or the 256 bytes of the counter" in capsys.readouterr().err
    with open_machine("cometa", seed="00", nvram=file) as kept:
        kept.save(cab.nvram, cab.physical())
    assert azar(["counter", "read", str(file)]) == 1
    assert "one of type A if its model says counters.sealed = true" in capsys.readouterr().err


@pytest.mark.parametrize("mode", soon(MODES, EVERY))
def test_k_06_both_automatic_modes_are_counted(mode: str) -> None:
    """Orden ICT/155/2020: every win is cashed, and wins come as chance has it; at most 0.01 % fails."""
    alone = accuracy(PLAYS, mode=mode)
    assert alone.held
    prizes = next(row for row in alone.quantities if row.name == "prizes")
    assert (prizes.given > PLAYS) == (mode == EVERY)
    assert not accuracy(PLAYS, mode=mode, counter=unit_alone(Forgetful)).held
    found = in_machine(Cabinet("cierzo", seed="00", purse={200: 200, 10: 5}), 30, mode)
    assert found.held
    if mode == EVERY:
        assert found.events["cashed"] == found.events["winning_plays"]


def test_k_11_a_machine_of_house_cards_is_played_with_one() -> None:
    found = in_machine(Cabinet("moncayo_tarjeta", seed="00"), 20, EVERY)
    assert found.held
    assert found.events["cashed"] == found.events["winning_plays"]


def test_no_other_mode_is_known() -> None:
    with pytest.raises(CheckError, match="mode must be one of every, random"):
        accuracy(PLAYS, mode="some")
