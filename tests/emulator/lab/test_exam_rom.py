# SPDX-License-Identifier: MIT
"""The check of the game memory: what our board refuses, and boards that would boot it (B-30, K-14)."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from exam_common import examined, must_hold, refused
from soon import spared

import machines.rom.read as boot_code
from emulator.lab.checks import rom as check
from emulator.lab.exam.finding import Grade
from emulator.lab.exam.sample import Sample
from machines.rom import seal
from machines.rom.file import Box, unpack


@pytest.fixture(autouse=True)
def few_bytes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of the pieces of a ROM these tests alter a dozen; the check itself alters every one."""
    whole = check._single_bytes

    def some(data: bytes, stride: int) -> Iterator[check.Altered]:
        yield from list(whole(data, stride))[::40]

    monkeypatch.setattr(check, "_single_bytes", some)
    monkeypatch.setattr(check, "_cuts", lambda data: [check.Altered("one byte more", "added", data + b"\0")])


def test_the_board_boots_the_rom_and_none_that_was_altered(tmp_path: Path) -> None:
    """B-30, K-14, G-38, G-40: each alteration is refused, and the evidence names the part to blame."""
    found = examined("rom", "cierzo", tmp_path)
    must_hold(found, "B-30", "K-14", "G-38", "G-40")
    assert found["G-39"].grade == Grade.NO_APLICA
    kept = json.loads((tmp_path / "rom.json").read_text("utf-8"))
    assert {row["kind"] for row in kept["alterations"]} == {
        "altered", "added", "swapped", "missing", "sealed anew", "signature"
    }  # fmt: skip
    assert all(row["refused"] for row in kept["alterations"]) and kept["boots_as_delivered"]


def unsigned(*arguments: Any) -> None:
    """Boot code that looks at no signature."""


def anything(*arguments: Any) -> Iterator[Any]:
    """Boot code that does not ask whether the parts fit one another."""
    return iter(())


def generous(data: bytes) -> Box:
    """Boot code that reads no further than the last part."""
    return unpack(data[:-1] if data[-1:] == b"\0" else data)


@pytest.mark.parametrize(
    ("place", "instead", "rows"),
    [
        ((seal, "signer"), unsigned, {"B-30", "K-14", "G-38"}),
        spared(((boot_code, "_agreeing"), anything, {"B-30", "K-14", "G-38"})),
        ((boot_code, "unpack"), generous, {"B-30", "K-14", "G-38", "G-39"}),
    ],
)
def test_a_board_that_overlooks_something_is_refused(
    place: tuple[Any, str], instead: Any, rows: set[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Boot code without one of its looks boots what was altered: the rows turn red."""
    sample = Sample.of("cierzo")
    assert sample.rom.digest
    monkeypatch.setattr(*place, instead)
    assert refused(examined("rom", sample, tmp_path)) == rows


def test_a_rom_that_is_refused_as_it_came_is_no_machine(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Boot code that refuses everything holds no memory safe either."""
    sample = Sample.of("cierzo")
    assert sample.rom.digest

    def never(*given: object, **more: object) -> None:
        raise boot_code.RomError("no")

    monkeypatch.setattr(boot_code, "open_rom", never)
    assert {"B-30", "K-14"} <= refused(examined("rom", sample, tmp_path))


def test_a_digest_that_is_not_the_roms_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """G-38, G-40: a short digest, and one that other means do not find."""
    monkeypatch.setattr(check, "_digest", lambda data: "00" * 8)
    assert refused(examined("rom", "cierzo", tmp_path)) == {"G-38", "G-40"}
