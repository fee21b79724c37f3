# SPDX-License-Identifier: MIT
"""
The smallest altered file of each kind that ended in an internal error, and the refusal that it has now.

Random alterations (test_fuzz_files.py) found them; here each stands by itself, with right sums, so that what
refuses it is the look at its members. Rows of tests/mutants/records.toml take that look away.
"""

from __future__ import annotations

import json
import struct
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from seal_rig import MAIN, SEALS, rewritten

from emulator import Cabinet, cli
from emulator.cabinet import saved
from emulator.cabinet.errors import CabinetError
from emulator.lab import campaign_checkpoint
from emulator.lab.campaign import CampaignError, run_campaign
from emulator.records import journal, storage
from emulator.records.chain import JournalError, chain
from machines.firmware import nvram
from machines.memory.record import decode
from machines.model import load_cycle

CIERZO = load_cycle("cierzo")


# --- checkpoints of campaigns -------------------------------------------------------------------------


def checkpoint(path: Path, change: Callable[[dict[str, Any]], None]) -> Path:
    """A campaign's own checkpoint with one change, its SHA-256 made right."""
    run_campaign(CIERZO, 1_000, seed="00", jobs=1, checkpoint=path)
    kept = json.loads(path.read_bytes()) if path.exists() else None
    assert kept is not None
    del kept["sha256"]
    change(kept)
    kept["sha256"] = campaign_checkpoint._digest(kept)
    path.write_text(json.dumps(kept))
    return path


def resumed(path: Path) -> None:
    run_campaign(CIERZO, 1_000, seed="00", jobs=1, checkpoint=path, resume=True)


def put(*keys: str | int, value: Any) -> Callable[[dict[str, Any]], None]:
    """Set one member, by its way from the top."""

    def change(kept: dict[str, Any]) -> None:
        *above, last = keys
        holder: Any = kept
        for key in above:
            holder = holder[key]
        holder[last] = value

    return change


MEMBERS = {
    "a key that is no hex": put("identity", "key", value="zz"),
    "a key that is a number": put("identity", "key", value=3),
    "an identity that is a list": put("identity", value=[]),
    "totals that are a list": put("totals", value=[]),
    "a time before the beginning": put("ms", value=-1),
    "a time in words": put("ms", value="long"),
    "a format that is a number": put("format", value=1),
}
TOTALS = {
    "no totals": put("totals", value={}),
    "work done in words": put("totals", "done", value="all"),
    "less than nothing done": put("totals", "done", value=-1),
    "more done than there is": put("totals", "done", value=1 << 60),
    "one member too many": put("totals", "other", value=1),
}


@pytest.mark.parametrize("what", MEMBERS)
def test_members_of_a_checkpoint_are_of_their_kind(what: str, tmp_path: Path) -> None:
    path = checkpoint(tmp_path / "c.json", MEMBERS[what])
    with pytest.raises(CampaignError, match=r"is damaged|format of .* must be"):
        resumed(path)


@pytest.mark.parametrize("what", TOTALS)
def test_totals_of_a_checkpoint_are_those_of_its_campaign(what: str, tmp_path: Path) -> None:
    path = checkpoint(tmp_path / "c.json", TOTALS[what])
    with pytest.raises(CampaignError, match="its totals are none of this campaign"):
        resumed(path)


# --- coins, meters and reels of a machine -------------------------------------------------------------


PHYSICAL = {
    "no meter": ("meters", {}, "physical.meters must be in, out"),
    "a meter that no machine has": ("meters", {"beans": 1}, "physical.meters must be in, out"),
    "a meter before nothing": ("meters", {"in": -1}, "physical.meters.in"),
    "a hopper that it has not": ("hoppers", {"20": 3}, "physical.hoppers must be 10, 100"),
    "coins in words": ("purse", {"100": "many"}, "physical.purse.100"),
    "coins without a value": ("purse", {"0": 1}, "physical.purse"),
    "more coins than there are": ("tray", {"100": 1 << 40}, "physical.tray.100"),
    "two reels": ("reels", [0, 0], "physical.reels must be 3 angles"),
    "a reel that is a word": ("reels", [0, 0, "top"], "physical.reels.2"),
    "a key that is short": ("device_key", "00", "physical.device_key"),
}


def parts(**changes: Any) -> dict[str, Any]:
    found: dict[str, Any] = {**Cabinet("cierzo", seed="00").physical(), **changes}
    return found


@pytest.mark.parametrize("what", PHYSICAL)
def test_what_no_cabinet_has_is_named(what: str) -> None:
    member, value, said = PHYSICAL[what]
    whole = Cabinet("cierzo", seed="00")
    with pytest.raises(CabinetError, match=said):
        Cabinet("cierzo", seed="00", nvram=whole.nvram, physical=parts(**{member: value}))


@pytest.mark.parametrize("member", ["purse", "hoppers", "meters", "reels", "device_key", "draws"])
def test_what_every_cabinet_has_must_be_there(member: str) -> None:
    found = parts()
    del found[member]
    whole = Cabinet("cierzo", seed="00")
    with pytest.raises(CabinetError, match=f"physical must have {member}"):
        Cabinet("cierzo", seed="00", nvram=whole.nvram, physical=found)


def test_coins_lodged_in_no_hopper_are_named() -> None:
    whole = Cabinet("cierzo", seed="00")
    with pytest.raises(CabinetError, match=r"physical\.lodged must be of the hoppers \(got 20\)"):
        Cabinet("cierzo", seed="00", nvram=whole.nvram, physical=parts(lodged={"20": 1}))


@pytest.mark.parametrize("what", ["no meter", "a hopper that it has not", "two reels"])
def test_a_machines_file_with_them_ends_in_one_line(
    what: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    member, value, said = PHYSICAL[what]
    path = tmp_path / "m.nvram"
    with storage.open_machine("cierzo", seed="00", nvram=path) as machine:
        machine.save(Cabinet("cierzo", seed="00").nvram, parts(**{member: value}))
    for command in (f"play cierzo --headless --seed 00 --nvram {path}", f"service {path} --mend"):
        assert cli.run(command.split()) == 1
        err = capsys.readouterr().err
        assert said in err and "internal error" not in err
        # A damaged memory is what there is to mend.
        data = path.read_bytes()
        path.write_bytes(data[:-1] + bytes([data[-1] ^ 1]))


# --- first lines of journals --------------------------------------------------------------------------


def test_a_first_line_with_parts_of_no_cabinet_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    with path.open("w", encoding="ascii") as stream:
        journal.Recorder(Cabinet("cierzo", seed="00"), stream).close()
    first, *_ = path.read_text("ascii").splitlines()
    header = json.loads(first)
    del header["h"]
    others: tuple[dict[str, Any], ...] = ({"physical": []}, {"nvram": 3}, {"digests": None}, {"serial": "1"})
    for kinds in others:
        text = json.dumps({**header, **kinds}, sort_keys=True, separators=(",", ":"))
        path.write_text(f'{text[:-1]},"h":"{chain("", text)}"}}\n', "ascii")
        with pytest.raises(JournalError, match="in line 1 must be of kind"):
            journal.read(path)


# --- memories -----------------------------------------------------------------------------------------


def dump(path: Path, **changes: Any) -> Path:
    """A memory by itself, with these rows in both copies."""
    image = Cabinet("cierzo", seed="00").nvram
    path.write_bytes(rewritten(image, changes, SEALS) if changes else image)
    return path


def test_the_dump_of_a_test_machine_keeps_its_seals(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = dump(tmp_path / "dump.bin")
    line = f"service {path} --reseal --chip-key {tmp_path / 'new.key'}"
    assert cli.run(line.split()) == 1
    assert "the memory of a TEST machine must keep the seals" in capsys.readouterr().err
    assert not (tmp_path / "new.key").exists()


def test_a_file_of_an_impossible_number_is_not_sealed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, cab = tmp_path / "m.nvram", Cabinet("cierzo", seed="00")
    machine = storage.Machine("cierzo", storage.SERIAL_MAX + 1, seed="00", path=path)
    machine.save(cab.nvram, cab.physical())
    machine.close()
    assert cli.run(["service", str(path), "--reseal"]) == 1
    err = capsys.readouterr().err
    assert f"the serial number must be 0 to {storage.SERIAL_MAX}" in err and "internal error" not in err


def test_a_tilt_that_is_no_text_is_no_whole_copy() -> None:
    layout, form, slots = MAIN
    image = bytearray(Cabinet("cierzo", seed="00").nvram)
    for at in slots:
        raw = bytes(image[at : at + struct.calcsize(form)])
        values = nvram.unpack(layout, form, raw)
        assert values is not None
        made = nvram.pack(layout, form, values["sequence"], {**values, "tilt": "é"}, at, SEALS)
        assert nvram.flaw(layout, form, made, at, SEALS) == "", "its sums are right"
        image[at : at + len(made)] = made
    assert decode(bytes(image)) is None
    cab = Cabinet("cierzo", seed="00", nvram=bytes(image), physical=parts())
    cab.run(ms=1_000)
    assert (cab.tilt, cab.fault) == ("memory", None)


# --- changes to a memory ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "change", [b"", b"\x01", struct.pack("<I", 1), struct.pack("<IH", 1, 0xFFFF) + bytes(64), bytes(4) + b"x"]
)
def test_a_change_that_fits_no_memory_is_refused(change: bytes) -> None:
    with pytest.raises(ValueError, match="changes must be"):
        saved.changed(bytes(8_192), change)
