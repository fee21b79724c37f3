# SPDX-License-Identifier: MIT
"""A TEST machine stays one: no journal or file of it passes for a machine of record, whatever it says."""

from __future__ import annotations

import io
import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from firmware_rig import restart

from emulator.cabinet import Cabinet
from emulator.cabinet.reseal import reseal
from emulator.records import storage
from emulator.records.chain import AlteredError, JournalError, chain
from emulator.records.images import read_image
from emulator.records.journal import Recorder, read
from emulator.records.recall import recall
from emulator.records.replay import replay
from emulator.records.standing import Told, contradiction, is_test, keys_of
from emulator.tables.dice_cup import DiceCup
from emulator.tables.electronic_wheel import ElectronicWheel
from emulator.tables.pai_gow_game import PaiGowGame
from machines.memory.chip import seals_of

LONG_SEED = "5a" * 32


def visit(cabinet: Any) -> None:
    cabinet.run(ms=6_000)
    cabinet.insert(100)
    cabinet.run(ms=1_000)
    for _ in range(3):
        cabinet.press("start")
        cabinet.run(ms=6_000)


def recorded(cabinet: Any, act: Callable[[Any], None] = visit) -> list[str]:
    stream = io.StringIO()
    recorder = Recorder(cabinet, stream)
    act(cabinet)
    recorder.close()
    return stream.getvalue().splitlines()


def rewritten(lines: list[str], path: Path, **header: Any) -> Path:
    """The journal with another header, every hash made right again."""
    previous = ""
    made = []
    for number, line in enumerate(lines):
        fields = json.loads(line)
        del fields["h"]
        if number == 0:
            fields |= header
        text = json.dumps(fields, sort_keys=True, separators=(",", ":"))
        previous = chain(previous, text)
        made.append(f'{text[:-1]},"h":"{previous}"}}\n')
    path.write_text("".join(made), "ascii")
    return path


@pytest.fixture(scope="module")
def lines() -> list[str]:
    return recorded(Cabinet("cierzo", seed="c0"))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "run.jsonl"


def test_a_journal_of_a_test_machine_says_so_wherever_it_is_read(lines: list[str], path: Path) -> None:
    rewritten(lines, path)
    report = replay(path)
    assert report.same and report.test
    assert str(report).startswith(f"{path}, TEST: ")
    assert recall(path).test


@pytest.mark.parametrize("seed", ["00", "c001", "c0" * 32])
def test_another_seed_in_the_header_is_refused(seed: str, lines: list[str], path: Path) -> None:
    rewritten(lines, path, seed=seed)
    for reader in (read, replay, recall):
        with pytest.raises(JournalError, match=f"line 1 is altered: seed must be .*got {seed}"):
            reader(path)


def test_the_seed_may_be_written_with_its_zeros(lines: list[str], path: Path) -> None:
    assert read(rewritten(lines, path, seed="c000")).header["seed"] == "c000"


@pytest.mark.parametrize(
    "header", [{"test": False}, {"seed": None}, {"test": "true"}, {"test": 1}, {"seed": "xy"}, {"seed": 3}]
)
def test_flag_and_seed_agree(header: dict[str, Any], lines: list[str], path: Path) -> None:
    with pytest.raises(
        JournalError, match=r"line 1 is altered: (test|seed) must be|(test|seed) in line 1 must be of kind"
    ):
        read(rewritten(lines, path, **header))


@pytest.mark.parametrize("seed", ["c0", LONG_SEED])
def test_no_header_makes_a_machine_of_record_of_a_test_machine(seed: str, path: Path) -> None:
    played = recorded(Cabinet("cierzo", seed=seed))
    with pytest.raises(AlteredError, match="line 1 is altered: seed must be that of a TEST machine"):
        read(rewritten(played, path, seed=None, test=False))
    # Nor one whose keys were exchanged in the header: the machine itself says TEST in every message.
    header = json.loads(played[0])
    record = json.loads(recorded(Cabinet("cierzo"), lambda cabinet: None)[0])
    shown = "line 1 is altered: test must be true, as line [0-9]+ shows"
    for parts, said in (
        (("nvram",), "line 1 is altered"),
        (("physical",), "line 1 is altered"),
        (("nvram", "physical"), "line 1 is altered"),
        (("nvram", "physical", "digests"), "line 1 is altered"),
        (("nvram", "physical", "digests", "chip_key"), shown),
    ):
        forged = {**header, **{part: record[part] for part in parts}, "seed": None, "test": False}
        del forged["h"]
        with pytest.raises(JournalError, match=said):
            read(rewritten(played, path, **forged))


def test_a_machine_of_record_stays_one(path: Path) -> None:
    rewritten(recorded(Cabinet("cierzo")), path)
    report = replay(path)
    assert report.same and not report.test and "TEST" not in str(report)
    with pytest.raises(JournalError, match="altered: seed must be the one whose key the NVRAM holds"):
        read(rewritten(recorded(Cabinet("cierzo")), path, seed="00", test=True))


@pytest.mark.parametrize("make", [DiceCup, ElectronicWheel, PaiGowGame])
def test_devices_and_table_are_held_to_their_seed_as_well(make: Callable[..., Any], path: Path) -> None:
    played = recorded(make(seed="c0"), lambda game: game.run(ms=1_000))
    assert read(rewritten(played, path)).header["test"]
    for header in ({"seed": "00"}, {"seed": None, "test": False}):
        with pytest.raises(JournalError, match="line 1 is altered"):
            read(rewritten(played, path, **header))
    kept = recorded(make(), lambda game: game.run(ms=1_000))
    assert not read(rewritten(kept, path)).header["test"]


def test_a_memory_tells_by_itself_whose_it_is() -> None:
    for model in ("cierzo", "aneto"):
        test, record = Cabinet(model, seed=LONG_SEED), Cabinet(model)
        for cabinet in (test, record):
            if model == "cierzo":
                visit(cabinet)
        assert is_test(test.nvram), "its seals are those of the chip that follows from its key"
        # Under another seal it tells by its plays without entropy, or by its two keys being one.
        other = reseal(test.nvram, seals_of(os.urandom(32), 1)).nvram
        assert is_test(other) == (model == "cierzo")
        assert is_test(other, str(test.physical()["device_key"]))
        assert not is_test(record.nvram, str(record.physical()["device_key"]))
    padded = Cabinet("cierzo", seed="c0").nvram
    assert is_test(padded)
    assert is_test(reseal(padded, seals_of(os.urandom(32), 1)).nvram), (
        "before its first play, by its key alone"
    )
    for make in (DiceCup, ElectronicWheel):
        assert is_test(make(seed=LONG_SEED).nvram) and not is_test(make().nvram)
    assert not is_test(bytes(32_768)) and keys_of(bytes(32_768)) is None


def test_the_key_that_a_journal_names_is_that_of_its_chip(path: Path) -> None:
    played = recorded(Cabinet("cierzo"))
    for named in (None, os.urandom(32).hex(), "00" * 32, "5a"):
        with pytest.raises(JournalError, match="chip_key must be"):
            read(rewritten(played, path, chip_key=named))
    played = recorded(Cabinet("cierzo", seed="c0"))
    with pytest.raises(JournalError, match="chip_key must be null with a seed"):
        read(rewritten(played, path, chip_key=os.urandom(32).hex()))
    played = recorded(Cabinet("cierzo", nvram=Cabinet("cierzo", seed="c0").nvram, seed="c0"))
    assert read(rewritten(played, path)).header["test"]


@pytest.mark.parametrize("seed", ["c0", None])
def test_the_journal_of_a_machine_that_locked_up_is_evidence(seed: str | None, path: Path) -> None:
    """Its memory is sealed by nobody's chip, and so it wrote nothing."""
    first = Cabinet("cierzo", seed=seed)
    forged = reseal(first.nvram, seals_of(os.urandom(32), 1)).nvram
    cabinet = Cabinet("cierzo", seed=seed, nvram=forged, chip_key=first.chip_key, physical=first.physical())
    played = recorded(cabinet)
    assert cabinet.tilt == "memory" and cabinet.nvram == forged
    rewritten(played, path)
    assert replay(path).same
    # The same lines with those of a machine that took the same memory: one of the two is not true.
    with pytest.raises(JournalError, match="the machine took it and wrote line"):
        read(rewritten([played[0], *recorded(first)[1:]], path))


def test_a_machine_that_was_killed_in_its_first_play_is_no_test_machine() -> None:
    cabinet = Cabinet("cierzo")
    cabinet.run(ms=6_000)
    cabinet.insert(100)
    cabinet.run(ms=1_000)
    cabinet.press("double")
    cabinet.run(ms=1_500)
    keys = keys_of(cabinet.nvram)
    assert keys is not None and (keys.generation, keys.plays) == (0, 2)
    assert not is_test(cabinet.nvram, str(cabinet.physical()["device_key"]))


def test_what_absorbed_entropy_is_compared_by_its_other_key() -> None:
    cabinet = Cabinet("cierzo", seed="c0", entropy=lambda: os.urandom(32))
    visit(cabinet)
    device_key = str(cabinet.physical()["device_key"])
    assert contradiction(Told("c0", True, device_key), cabinet.nvram) is None
    assert contradiction(Told("c1", True, device_key), cabinet.nvram) is not None
    assert contradiction(Told("c1", True), cabinet.nvram) is None, "nothing is left to compare"


def kept(cabinet: Cabinet, path: Path, seed: str | None) -> Path:
    """A machine's file that says this seed, with all check sums right."""
    machine = storage.Machine("cierzo", 1, seed=seed, path=path)
    machine.save(cabinet.nvram, cabinet.physical())
    return path


@pytest.mark.parametrize("seed", ["c0", LONG_SEED])
def test_no_header_makes_a_real_machines_file_of_a_test_machines(seed: str, path: Path) -> None:
    cabinet = Cabinet("cierzo", seed=seed)
    visit(cabinet)
    for told in (None, "00"):
        kept(cabinet, path, told)
        with pytest.raises(storage.DamagedError, match="line 1 is altered: seed must be"):
            storage.open_machine("cierzo", nvram=path)
        image = read_image(path)
        assert image.test and "line 1 is altered" in image.warnings[0]
    path.write_bytes(cabinet.nvram)
    assert read_image(path).test, "a bare dump tells it as well"
    real = Cabinet("cierzo")
    visit(real)
    assert not read_image(kept(real, path, None)).test
    with pytest.raises(storage.DamagedError, match="line 1 is altered: seed must be the one whose key"):
        storage.open_machine("cierzo", nvram=kept(Cabinet("cierzo"), path, "00"))


@pytest.mark.parametrize("seed", ["c0", pytest.param(None, marks=pytest.mark.long)])
@pytest.mark.parametrize("model", ["cierzo", "aneto", pytest.param("cometa", marks=pytest.mark.long)])
def test_a_journal_that_ends_anywhere_is_short_and_not_altered(
    model: str, seed: str | None, path: Path
) -> None:
    """A killed process leaves any number of lines of the turn that it was in."""

    def act(cabinet: Cabinet) -> None:
        cabinet.run(ms=5_000)
        for _ in range(2):
            cabinet.insert(200)
            cabinet.press("start")
            cabinet.run(ms=6_500)
        cabinet.take_tray()
        restart(cabinet, 700, 3_000)

    whole = recorded(Cabinet(model, seed=seed), act)
    times = [json.loads(line).get("t") for line in whole]
    within = [n for n in range(1, len(whole)) if times[n] == times[n - 1]]
    assert len(within) > 15
    for number in {*within[:: max(1, len(within) // 25)], *range(1, len(whole), 23)}:
        path.write_text("".join(f"{line}\n" for line in whole[:number]), "ascii")
        report = replay(path)
        assert report.same and not report.complete, f"{number} lines: {report}"
        assert f"it ends at line {number}, the run was not closed" in str(report)
