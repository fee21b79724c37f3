# SPDX-License-Identifier: MIT
"""A damaged file on the workbench: service says what is wrong, and mends it or says what to do."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest
from soon import soon

from emulator import Cabinet
from emulator.cabinet.service import ServiceError
from emulator.records import storage
from emulator.records.chip_key import key_file, read
from emulator.records.machine_file import HEADER, IMAGE, STEPS, Snapshot, pack_snapshot, unpack
from emulator.records.session import Wanted, open_session
from emulator.records.storage import DamagedError, open_machine, read_file
from emulator.records.workbench import lay_out
from machines.firmware import nvram
from machines.memory.nvram_map import nvram_map
from machines.memory.record import decode


@pytest.fixture
def azar(azar: Any) -> Any:
    """Run a command line and take its words as one line."""

    def run(line: str) -> tuple[int, str, str]:
        status, out, err = azar(line)
        return status, " ".join(out.split()), " ".join(err.split())

    return run


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """The file of a machine of record whose process was killed after some steps."""
    path = tmp_path / "m.nvram"
    with open_machine("cierzo", nvram=path) as machine:
        cabinet = Cabinet("cierzo", chip_key=machine.chip_key)
        cabinet.run(ms=6_000)
        machine.save(cabinet.nvram, cabinet.physical())
        (tmp_path / "earlier.nvram").write_bytes(path.read_bytes())
        cabinet.keep_with(lambda: machine.step(cabinet.nvram, cabinet.physical()))
        cabinet.insert(100)
        cabinet.run(ms=3_000)
        cabinet.press("start")
        cabinet.run(ms=7_000)
    return path


def image_at(data: bytes) -> int:
    return data.index(b"\n") + 1


def outside_any_record(data: bytes) -> int:
    """An address of the FRAM that no record of any kind uses."""
    image = unpack(data).nvram
    used = {
        at for record in nvram_map(image).records for at in range(record.place, record.place + record.size)
    }
    return next(at for at in range(len(image) - 1, 0, -1) if at not in used and not image[at])


def flip(path: Path, place: int, bits: int = 0x10) -> bytes:
    data = bytearray(path.read_bytes())
    data[place] ^= bits
    path.write_bytes(data)
    return bytes(data)


def test_a_flipped_byte_outside_any_record_is_named_and_mended(path: Path, azar: Any) -> None:
    whole = path.read_bytes()
    books = decode(unpack(whole).nvram)
    bent = flip(path, image_at(whole) + outside_any_record(whole))
    status, _, err = azar(f"play cierzo --headless --nvram {path}")
    assert status == 1 and "damaged, NVRAM: sha256 must be" in err and f"hint: azar service {path}" in err
    status, out, err = azar(f"service {path}")
    assert status == 1 and not out
    assert "every record is whole, and the file is not: NVRAM: sha256 must be" in err
    assert f"hint: azar service {path} --mend writes the file anew" in err
    assert path.read_bytes() == bent, "nothing is written unasked"
    status, out, _ = azar(f"service {path} --mend")
    assert status == 0 and "no record counts that is not whole" in out
    assert Path(f"{path}.damaged-1").read_bytes() == bent
    assert decode(read_file(path).nvram or b"") == books
    assert read_file(path).physical == unpack(whole).physical, "with the steps that were kept"
    status, out, _ = azar(f"service {path}")
    assert (status, out) == (0, f"{path}: whole, seals checked, nothing to mend")
    with open_session(Wanted(nvram=path)) as session:
        session.cabinet.run(ms=8_000)
        assert not session.cabinet.tilt


def test_a_flipped_byte_in_a_record_is_seen_through_its_other_copy(path: Path, azar: Any) -> None:
    data = path.read_bytes()
    flip(path, image_at(data) + nvram.SLOTS[0] + 40)
    assert azar(f"service {path}")[0] == 1
    assert azar(f"service {path} --mend --json")[0] == 0
    assert decode(read_file(path).nvram or b"") is not None


def test_a_damaged_step_is_told_and_gone_back_behind(path: Path, azar: Any) -> None:
    data = path.read_bytes()
    total = unpack(data).steps
    at = len(data) - sum(map(len, data.split(b"\nAZ\x01")[-3:])) - 3 * 4
    flip(path, at - 20)
    found = unpack(path.read_bytes())
    assert found.damaged == STEPS and 0 < found.steps < total
    status, _, err = azar(f"service {path}")
    assert status == 1 and f"step {found.steps + 1} of {total} is altered or missing" in err
    assert f"goes back to step {found.steps}, as a power cut then would have" in err
    status, out, _ = azar(f"service {path} --mend")
    assert status == 0 and f"{total - found.steps} later ones are lost" in out
    left = read_file(path)
    assert (left.nvram, left.physical) == (found.nvram, found.physical)
    cabinet = Cabinet("cierzo", nvram=left.nvram, chip_key=read(key_file(path)), physical=left.physical)
    cabinet.run(ms=10_000)
    assert not cabinet.tilt


def test_a_step_that_was_cut_off_is_no_damage(path: Path, azar: Any) -> None:
    path.write_bytes(path.read_bytes()[:-9])
    status, out, err = azar(f"service {path}")
    assert status == 0 and "whole, seals checked, nothing to mend" in out and "a step that was cut off" in err
    with open_session(Wanted(nvram=path)) as session:
        session.cabinet.run(ms=8_000)
        assert not session.cabinet.tilt


def test_coins_and_meters_of_a_damaged_line_come_from_an_earlier_file(path: Path, azar: Any) -> None:
    data = path.read_bytes()
    bent = flip(path, data.index(b'"draws":') + 8, 0x01)
    assert unpack(bent).damaged == HEADER
    status, _, err = azar(f"service {path}")
    assert status == 1 and "line 1: sha256 must be" in err
    assert f"hint: azar service {path} --mend --backup EARLIER takes coins, reels and meters" in err
    status, _, err = azar(f"service {path} --mend")
    assert status == 1 and "nobody can tell whether its coins and meters are right" in err
    assert path.read_bytes() == bent
    earlier = path.parent / "earlier.nvram"
    status, out, _ = azar(f"service {path} --mend --backup {earlier}")
    assert status == 0 and "coins, reels and meters: from the backup" in out
    assert read_file(path).physical == read_file(earlier).physical
    assert Path(f"{path}.damaged-1").read_bytes() == bent


def test_coins_of_another_machine_are_refused(path: Path, tmp_path: Path) -> None:
    flip(path, path.read_bytes().index(b'"draws":') + 8, 0x01)
    other = Cabinet("cierzo", serial=2)
    machine = storage.Machine("cierzo", 2, path=tmp_path / "o.nvram")
    machine.save(other.nvram, other.physical())
    machine.close()
    with pytest.raises(ServiceError, match=r"the memory must be of serial number 2 \(got 1\)"):
        lay_out(path).parts(read_file(tmp_path / "o.nvram"))


def test_no_service_makes_a_real_machine_of_a_test_machine(tmp_path: Path, azar: Any) -> None:
    cabinet, path = Cabinet("cierzo", seed="c0"), tmp_path / "t.nvram"
    for seed, said in (
        (None, "seed must be that of a TEST machine"),
        ("00", "the one whose key the NVRAM holds"),
    ):
        path.write_bytes(pack_snapshot(Snapshot("cierzo", 1, seed, cabinet.physical(), cabinet.nvram)))
        path.chmod(0o600)
        before = path.read_bytes()
        status, _, err = azar(f"service {path}")
        assert status == 1 and said in err and "keep it for the laboratory" in err
        status, _, err = azar(f"service {path} --mend")
        assert status == 1 and said in err
        flip(path, image_at(before) + outside_any_record(before))
        status, _, err = azar(f"service {path} --mend")
        assert status == 1 and said in err
    path.write_bytes(pack_snapshot(Snapshot("cierzo", 1, "c0", cabinet.physical(), cabinet.nvram)))
    status, out, _ = azar(f"service {path}")
    assert (status, out) == (0, f"{path}: TEST, whole, seals checked, nothing to mend")
    assert json.loads(azar(f"service {path} --json")[1])["test"] is True


def test_a_lost_memory_in_a_damaged_file_is_mended_as_well(path: Path, azar: Any) -> None:
    with open_machine("cierzo", nvram=path) as machine:
        machine.save(machine.nvram or b"", machine.physical or {})
    at = image_at(path.read_bytes())
    for slot in nvram.SLOTS:
        flip(path, at + slot + 50)
    status, _, err = azar(f"service {path}")
    assert status == 1 and "no copy of main is whole" in err
    earlier = path.parent / "earlier.nvram"
    status, out, _ = azar(f"service {path} --mend --backup {earlier} --json")
    notes = " ".join(json.loads(out)["notes"])
    assert status == 0 and "main and marks: from the backup" in notes and "bytes were altered" in notes
    assert decode(read_file(path).nvram or b"") is not None


@pytest.mark.parametrize("flips", soon((12, 60), 12))
def test_whatever_is_flipped_has_a_cure_that_works(path: Path, azar: Any, flips: int) -> None:
    """Any one bit of a file: it is whole, or service mends it, or it says why not and what to do."""
    whole, earlier = path.read_bytes(), path.parent / "earlier.nvram"
    rng, cures = random.Random(5), dict[str, int]()
    for _ in range(flips):
        data = bytearray(whole)
        data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
        path.write_bytes(data)
        status, _, err = azar(f"service {path}")
        if status == 0:
            cures["whole"] = cures.get("whole", 0) + 1
            continue
        assert "hint: " in err and "internal error" not in err
        status, _, err = azar(f"service {path} --mend --backup {earlier}")
        assert status == 0 or "must be" in err, err
        if status == 0:
            read_file(path)
            cures["mended"] = cures.get("mended", 0) + 1
        for kept in path.parent.glob("*.damaged-*"):
            kept.unlink()
    assert cures["mended"] > flips * 2 // 3


def test_the_kind_of_damage_is_one_of_json(path: Path, azar: Any) -> None:
    found: dict[str, Any] = json.loads(azar(f"service {path} --json")[1])
    assert found["damaged"] is None and found["warnings"] == [] and found["test"] is False
    flip(path, image_at(path.read_bytes()) + 20_000)
    status, out, _ = azar(f"service {path} --json")
    assert status == 1 and json.loads(out)["damaged"] == IMAGE
    with pytest.raises(DamagedError):
        read_file(path)
