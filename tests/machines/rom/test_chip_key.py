# SPDX-License-Identifier: MIT
"""The key of a machine of record on a computer: made once, its owner's alone, never again by itself."""

from __future__ import annotations

import contextlib
import errno
import json
import os
import shutil
import signal
from pathlib import Path
from typing import Any

import pytest
from seal_rig import SEALS, rewritten

from emulator import Cabinet, EmulatorError, cli
from emulator.cabinet.reseal import reseal
from emulator.cabinet.service import ServiceError, mend
from emulator.records import chip_key
from emulator.records.chain import chain
from emulator.records.chip_key import KeyFileError, key_file
from emulator.records.images import read_image
from emulator.records.journal import HEADER_KINDS
from emulator.records.journal import read as read_journal
from emulator.records.replay import replay
from emulator.records.session import Wanted, open_session
from emulator.records.storage import StorageError, open_machine
from emulator.support.seed import chip_key_of
from machines.firmware import events, nvram
from machines.firmware.chance import steps
from machines.memory.chip import seals_of
from machines.memory.record import decode, recent

CENTS = 200


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine of record in a file, with 2.00 EUR in its credits."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    path = tmp_path / "m.nvram"
    with open_session(Wanted(nvram=path, journal=tmp_path / "run.jsonl")) as session:
        session.cabinet.run(ms=5_500)
        session.cabinet.insert(CENTS)
        session.cabinet.run(ms=4_000)
    return path


def credits_of(path: Path) -> str:
    """What the machine shows that is kept in this file."""
    with open_session(Wanted(nvram=path)) as session:
        session.cabinet.run(ms=5_500)
        return session.cabinet.tilt or session.cabinet.display.credits


def said(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, Any, str]:
    status = cli.run([*words, "--json"])
    out, err = capsys.readouterr()
    return status, json.loads(out), err


# --- the file ---------------------------------------------------------------------------------------


def test_a_machine_of_record_has_a_key_of_its_own_beside_it(kept: Path) -> None:
    path = key_file(kept)
    assert path == kept.with_name("m.nvram.key")
    assert path.stat().st_mode & 0o777 == 0o600
    key = bytes.fromhex(path.read_text())
    assert len(key) == 32 and key != chip_key_of("00")
    assert key.hex() not in kept.read_text("latin-1"), "who only has the memory must not have the key"
    assert credits_of(kept) == "2.00"
    assert path.read_text() == key.hex() + "\n", "it is made once"


def test_two_machines_have_two_keys_and_test_machines_have_no_file(tmp_path: Path) -> None:
    keys = set()
    for number in range(2):
        with open_machine("cierzo", nvram=tmp_path / f"{number}.nvram") as machine:
            keys.add(machine.chip_key)
    assert len(keys) == 2
    with open_machine("cierzo", seed="00", nvram=tmp_path / "test.nvram") as machine:
        assert machine.chip_key == chip_key_of("00")
        machine.save(bytes(512), {})
    with open_machine("cierzo", nvram=tmp_path / "test.nvram") as machine:
        assert machine.chip_key == chip_key_of("00")
    assert not key_file(tmp_path / "test.nvram").exists()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="Windows kills no process like this")
@pytest.mark.parametrize("call", ["mkstemp", "fdopen", "sync", "link", "sync_folder"])
def test_a_process_that_is_killed_as_it_makes_the_key_leaves_none_or_a_whole_one(
    call: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Just before each call of the making, and there is a machine's file only where there is a key."""
    path = tmp_path / "m.nvram"
    child = os.fork()
    if child == 0:
        place = next(one for one in (chip_key.files, chip_key.tempfile, os) if hasattr(one, call))
        monkeypatch.setattr(place, call, lambda *_, **__: os.kill(os.getpid(), signal.SIGKILL))
        with contextlib.suppress(BaseException):
            chip_key.create(key_file(path))
        os._exit(0)
    assert os.WTERMSIG(os.waitpid(child, 0)[1]) == signal.SIGKILL
    assert key_file(path).exists() == (call == "sync_folder")
    with open_machine("cierzo", nvram=path) as machine:
        assert machine.chip_key == chip_key.read(key_file(path))


def test_a_file_system_without_links_has_a_whole_key_as_well(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise OSError(errno.EPERM, os.strerror(errno.EPERM))

    monkeypatch.setattr(os, "link", refuse)
    key = chip_key.create(tmp_path / "m.nvram.key")
    assert chip_key.read(tmp_path / "m.nvram.key") == key == chip_key.create(tmp_path / "m.nvram.key")
    assert [one.name for one in tmp_path.iterdir()] == ["m.nvram.key"]


@pytest.mark.parametrize("mode", [0o644, 0o660, 0o601, 0o620])
def test_a_key_that_others_may_read_or_write_is_refused_with_what_mends_it(kept: Path, mode: int) -> None:
    key_file(kept).chmod(mode)
    with pytest.raises(KeyFileError, match=rf"must be 0600 \(got {mode:04o}\)") as caught:
        open_machine("cierzo", nvram=kept)
    assert caught.value.hint == f"chmod 600 {key_file(kept)}"
    key_file(kept).chmod(0o600)
    assert credits_of(kept) == "2.00"


def test_a_machine_without_its_key_does_not_start_and_gets_no_other(kept: Path) -> None:
    path, before = key_file(kept), kept.read_bytes()
    aside = path.rename(path.with_suffix(".aside"))
    with pytest.raises(
        KeyFileError, match="the key of the machine's chip must lie beside its memory"
    ) as caught:
        open_machine("cierzo", nvram=kept)
    assert "put it back" in caught.value.hint and "--reseal" in caught.value.hint
    assert not path.exists() and kept.read_bytes() == before
    aside.rename(path)
    assert credits_of(kept) == "2.00"


@pytest.mark.parametrize("text", ["", "00" * 32, "ab" * 31, "ab" * 33, "no key", "é" * 32])
def test_a_file_that_holds_no_key_is_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "chip.key"
    path.touch(mode=0o600)
    path.write_text(text, encoding="utf-8")
    with pytest.raises(KeyFileError, match="must hold the 64 hex digits of a key, not all zero"):
        chip_key.read(path)
    with pytest.raises(KeyFileError):
        chip_key.create(path)
    assert path.read_text(encoding="utf-8") == text


def test_the_key_of_another_machine_opens_nothing(kept: Path, tmp_path: Path) -> None:
    with open_machine("cierzo", nvram=tmp_path / "other.nvram"):
        shutil.copy(key_file(tmp_path / "other.nvram"), key_file(kept))
    assert credits_of(kept) == "memory"


def test_a_machine_is_carried_away_in_two_files(kept: Path, tmp_path: Path) -> None:
    there = tmp_path / "there" / "machine.nvram"
    there.parent.mkdir()
    shutil.copy(kept, there)
    shutil.copy(key_file(kept), key_file(there))
    assert credits_of(there) == "2.00"


def test_a_machine_of_another_release_is_refused_by_name(kept: Path) -> None:
    kept.write_bytes(kept.read_bytes().replace(b'"version":3', b'"version":2'))
    with pytest.raises(
        StorageError, match=r"version must be 3 \(got 2\): .* cannot be told from forged"
    ) as caught:
        open_machine("cierzo", nvram=kept)
    assert "--fresh" in caught.value.hint


def test_the_issue_forged_file_pays_nothing(kept: Path) -> None:
    """Credits and coins in raised, CRCs and the file's own digest made right: everything but the seal."""
    with open_machine("cierzo", nvram=kept) as machine:
        assert machine.nvram is not None and machine.physical is not None
        books = decode(machine.nvram)
        coins = tuple(count + (number == 4) for number, count in enumerate(books["coins_in"]))
        raised = {"credits_cents": 2 * CENTS, "coin_in_cents": 2 * CENTS, "coins_in": coins}
        machine.save(rewritten(machine.nvram, raised), machine.physical)
    with open_session(Wanted(nvram=kept)) as session:
        session.cabinet.run(ms=5_500)
        session.cabinet.press("collect")
        session.cabinet.run(ms=20_000)
        assert (session.cabinet.tilt, session.cabinet.tray_cents) == ("memory", 0)


# --- journals ---------------------------------------------------------------------------------------


def test_a_journal_of_record_carries_the_key_and_replays(kept: Path) -> None:
    journal = kept.with_name("run.jsonl")
    assert "chip_key" in HEADER_KINDS
    assert read_journal(journal).header["chip_key"] == key_file(kept).read_text().strip()
    assert replay(journal).same


def test_a_journal_of_a_test_machine_carries_none(tmp_path: Path) -> None:
    with open_session(Wanted(seed="00", journal=tmp_path / "run.jsonl")) as session:
        session.cabinet.run(ms=1_000)
    assert read_journal(tmp_path / "run.jsonl").header["chip_key"] is None
    assert replay(tmp_path / "run.jsonl").same


@pytest.mark.parametrize("named", ["zz", "00", 7, [1]])
def test_a_header_that_names_no_key_is_refused(kept: Path, named: object, tmp_path: Path) -> None:
    header, *lines = kept.with_name("run.jsonl").read_text().splitlines()
    values = json.loads(header)
    del values["h"]
    values["chip_key"] = named
    previous, made = "", []
    for text in [
        json.dumps(values, sort_keys=True, separators=(",", ":")),
        *(line[:-41] + "}" for line in lines),
    ]:
        previous = chain(previous, text)
        made.append(f'{text[:-1]},"h":"{previous}"}}\n')
    (tmp_path / "other.jsonl").write_text("".join(made))
    with pytest.raises(EmulatorError, match=r"chip_key (in line 1 )?must be"):
        replay(tmp_path / "other.jsonl")


# --- looking at a memory ----------------------------------------------------------------------------


def test_inspect_checks_seals_where_the_key_is_at_hand_and_says_where_it_is_not(
    kept: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status, found, _ = said(capsys, "inspect", str(kept))
    assert (status, found["verdict"], found["seals"], found["warnings"]) == (0, "whole", "checked", [])
    dump = tmp_path / "dump.bin"
    dump.write_bytes(read_image(kept).nvram)
    status, found, err = said(capsys, "inspect", str(dump), "cierzo")
    assert (status, found["verdict"], found["seals"]) == (0, "whole", "not checked")
    assert "seals are not checked" in err and "--chip-key" in err
    shown = next(record for record in found["records"] if record["role"] == "counts")
    assert next(row for row in shown["rows"] if row["name"] == "credits_cents")["value"] == CENTS
    _, found, err = said(capsys, "inspect", str(dump), "cierzo", "--chip-key", str(key_file(kept)))
    assert (found["seals"], err) == ("checked", "")
    _, found, _ = said(capsys, "inspect", str(kept.with_name("run.jsonl")))
    assert found["seals"] == "checked"
    assert cli.run(["inspect", str(dump), "cierzo"]) == 0
    assert "seals: not checked" in capsys.readouterr().out


def test_inspect_shows_a_forged_record_as_one(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    cab = Cabinet("cierzo", seed="00")
    cab.run(ms=5_500)
    dump, key = tmp_path / "dump.bin", tmp_path / "chip.key"
    dump.write_bytes(rewritten(cab.nvram, {"credits_cents": 100, "coin_in_cents": 100}))
    key.touch(mode=0o600)
    key.write_text(cab.chip_key.hex())
    _, found, _ = said(capsys, "inspect", str(dump), "cierzo")
    assert found["verdict"] == "whole", "without the key nobody can tell"
    _, found, _ = said(capsys, "inspect", str(dump), "cierzo", "--chip-key", str(key))
    assert found["verdict"].startswith("locked: no copy of main is whole")
    checks = {record["name"]: record["check"] for record in found["records"]}
    assert checks["main even"] == checks["main odd"] == "forged: its seal is not that of this machine's chip"
    assert checks["marks even"] == "whole"
    status = cli.run(["recall", str(dump), "--model", "cierzo", "--chip-key", str(key)])
    assert status == 1 and "sealed by the machine's own chip" in capsys.readouterr().err
    assert cli.run(["recall", str(dump), "--model", "cierzo"]) == 0
    assert "seals are not checked" in capsys.readouterr().err


def test_a_file_without_its_key_is_read_all_the_same(kept: Path, capsys: pytest.CaptureFixture[str]) -> None:
    key_file(kept).unlink()
    status, found, err = said(capsys, "inspect", str(kept))
    assert (status, found["seals"], found["verdict"]) == (0, "not checked", "whole")
    assert "must lie beside its memory" in err
    status, found, err = said(capsys, "service", str(kept))
    assert (status, found["locked"], found["seals"]) == (0, False, "not checked")


# --- the workbench ----------------------------------------------------------------------------------


def test_service_tells_a_forged_memory_and_mends_it_from_a_backup(
    kept: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    honest = read_image(kept)
    with open_machine("cierzo", nvram=kept) as machine:
        machine.save(rewritten(honest.nvram, {"credits_cents": 999}), machine.physical or {})
    status, found, _ = said(capsys, "service", str(kept))
    assert (status, found["locked"], found["forged"], found["seals"]) == (1, True, True, "checked")
    assert cli.run(["service", str(kept)]) == 1
    assert "no copy of main is sealed by its chip" in capsys.readouterr().err
    (tmp_path / "forged.bin").write_bytes(rewritten(honest.nvram, {"credits_cents": 400}))
    status, found, _ = said(capsys, "service", str(kept), "--mend", "--backup", str(tmp_path / "forged.bin"))
    assert status == 1 and "must be sealed by the chip of this machine" in found["error"]["message"]
    (tmp_path / "backup.bin").write_bytes(honest.nvram)
    status, found, _ = said(capsys, "service", str(kept), "--mend", "--backup", str(tmp_path / "backup.bin"))
    assert (status, found["owed_cents"]) == (0, CENTS)
    assert credits_of(kept) == "2.00"


def test_a_lost_key_is_replaced_on_the_owners_word_alone(
    kept: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Every row is sealed for the new chip, and the log says that it was done."""
    key_file(kept).unlink()
    before = read_image(kept)
    status, found, _ = said(capsys, "service", str(kept), "--reseal")
    assert (status, found["owed_cents"]) == (0, CENTS)
    assert found["notes"] == ["records: sealed anew for another chip, on the word of whoever asked for it"]
    assert key_file(kept).stat().st_mode & 0o777 == 0o600
    after = read_image(kept)
    assert after.seals != () and Path(found["kept"]).exists()
    logged = [row["text"] for row in events.read(after.nvram, decode(after.nvram)["events"], after.seals)]
    was = [row["text"] for row in events.read(before.nvram, decode(before.nvram)["events"])]
    assert logged == [*was, "chip_new"]
    assert credits_of(kept) == "2.00"


def test_a_whole_file_sealed_anew_is_not_called_damaged_nor_its_chip_another(
    kept: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.run(["service", str(kept), "--reseal"]) == 0
    shown = " ".join(capsys.readouterr().out.split())
    assert f"sealed anew {kept.name}" in shown.replace(f"{kept.parent}/", "")
    assert "the file as it was" in shown and "sealed anew for the chip that had sealed them" in shown
    assert "mended" not in shown and "damaged file" not in shown


def test_every_row_of_a_machine_of_chance_is_sealed_anew() -> None:
    cab = Cabinet("moncayo", seed="00", purse={200: 12})
    cab.run(ms=6_000)
    for _ in range(6):
        cab.insert(200)
        cab.run(ms=600)
    for _ in range(2):
        cab.press("start")
        cab.run(ms=12_000)
    mine = seals_of(bytes(range(1, 33)), 1)
    made = reseal(cab.nvram, mine).nvram
    books = decode(made, mine)
    was = decode(cab.nvram, SEALS)
    changed = {name for name in books if books[name] != was[name]}
    assert changed == {"events", "sequence", "seal", "crc"}
    rows = [[row["won_cents"] for row in play["steps"]] for play in steps.read(made, books, mine)]
    assert rows and rows == [
        [row["won_cents"] for row in play["steps"]] for play in steps.read(cab.nvram, was, SEALS)
    ]
    assert any(rows) and len(recent(made, mine)) == len(recent(cab.nvram, SEALS)) >= 1
    assert Cabinet("moncayo", nvram=made, chip_key=bytes(range(1, 33)), physical=cab.physical()).tilt == ""


def test_a_locked_memory_and_a_journal_are_not_sealed_anew(
    kept: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status, found, _ = said(capsys, "service", str(kept.with_name("run.jsonl")), "--reseal")
    assert status == 1 and "a journal must stay as it was recorded" in found["error"]["message"]
    (tmp_path / "dump.bin").write_bytes(bytes(nvram.SIZE))
    status, found, _ = said(capsys, "service", str(tmp_path / "dump.bin"), "--reseal")
    assert status == 1 and "the key must be named to seal a dump" in found["error"]["message"]
    arguments = ["service", str(tmp_path / "dump.bin"), "--reseal", "--chip-key", str(tmp_path / "new.key")]
    status, found, _ = said(capsys, *arguments)
    assert status == 1 and "must be whole to be sealed anew" in found["error"]["message"]
    assert not (tmp_path / "new.key").exists()
    status, found, _ = said(capsys, "service", str(kept), "--reseal", "--mend")
    assert status == 2


@pytest.mark.parametrize(
    ("name", "resealed", "mended"),
    [
        ("sequence", "must leave room for the next record", "must leave room for the next record"),
        # No copy with such a count is whole.
        ("events", "must be whole to be sealed anew", "so a backup must be there"),
    ],
)
def test_books_that_no_record_can_follow_are_refused_by_name(name: str, resealed: str, mended: str) -> None:
    cab = Cabinet("cierzo", seed="00")
    image = bytearray(cab.nvram)
    for at in nvram.SLOTS:
        books = {**decode(cab.nvram), name: 0xFFFFFFFF}
        raw = nvram.pack(nvram.LAYOUT, nvram.MAIN_FORMAT, books["sequence"], books, at, SEALS)
        image[at : at + len(raw)] = raw
    with pytest.raises(ServiceError, match=resealed):
        reseal(bytes(image), SEALS)
    for at in nvram.MARKS_SLOTS:
        image[at + 20] ^= 1
    with pytest.raises(ServiceError, match=mended):
        mend(bytes(image), units=cab.model.meter_units, seals=SEALS)
