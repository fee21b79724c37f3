# SPDX-License-Identifier: MIT
"""The file of a machine: a snapshot and steps, each whole, none made that does not follow the last one."""

from __future__ import annotations

import errno
import hashlib
import itertools
import os
import random
import struct
import threading
import zlib
from pathlib import Path
from typing import Any

import pytest

from emulator.cabinet.saved import changed, difference
from emulator.records import machine_file, step_log, storage
from emulator.records.flusher import Flusher
from emulator.records.machine_file import (
    HEADER,
    IMAGE,
    STEPS,
    Snapshot,
    beginning,
    pack_snapshot,
    pack_step,
    unpack,
)
from emulator.records.step_log import StepLog
from emulator.records.storage import DamagedError, ReadOnlyError, StorageError, open_machine, read_file
from emulator.support import files

IMAGE_BYTES = random.Random(1).randbytes(32_768)
COINS: dict[str, Any] = {"purse": {"100": 3}, "hoppers": {"10": 200}, "reels": [0, 512], "draws": 0}
SNAPSHOT = Snapshot("cierzo", 7, "ab", COINS, IMAGE_BYTES)


def moved(count: int) -> list[tuple[bytes, dict[str, Any]]]:
    """So many states, each with another byte of the memory and another coin than the one before."""
    image, found = bytearray(IMAGE_BYTES), []
    for number in range(1, count + 1):
        image[number * 997 % len(image)] ^= 0x55
        physical = {**COINS, "draws": number, "tray": {"100": number}}
        if number % 3 == 0:
            physical["ticket_books"] = {"tickets_unbooked": number}
        found.append((bytes(image), physical))
    return found


STATES = moved(6)


def kept(path: Path, states: list[tuple[bytes, dict[str, Any]]] = STATES) -> bytes:
    """The bytes of a file with a step for each state."""
    path.write_bytes(pack_snapshot(SNAPSHOT))
    log = StepLog(path, SNAPSHOT)
    for nvram, physical in states:
        log.append(nvram, physical)
    log.close()
    return path.read_bytes()


def steps_of(data: bytes) -> list[bytes]:
    """The steps of a whole file, each by itself."""
    return [b"\nAZ\x01" + part for part in data[len(pack_snapshot(SNAPSHOT)) :].split(b"\nAZ\x01")[1:]]


def test_steps_lead_to_the_state_that_was_kept_last(tmp_path: Path) -> None:
    for count in range(len(STATES) + 1):
        found = unpack(kept(tmp_path / "m", STATES[:count]))
        nvram, physical = [(IMAGE_BYTES, COINS), *STATES][count]
        assert (found.nvram, found.physical, found.steps) == (nvram, physical, count)
        assert (found.damaged, found.torn_bytes) == ("", 0)


def test_what_did_not_change_is_no_step(tmp_path: Path) -> None:
    nvram, physical = STATES[0]
    data = kept(tmp_path / "m", [(IMAGE_BYTES, COINS), (nvram, physical), (nvram, dict(physical))])
    assert unpack(data).steps == 1


def test_a_file_that_ends_anywhere_behind_its_snapshot_is_whole(tmp_path: Path) -> None:
    """A write that was cut off is a step that was not made."""
    data = kept(tmp_path / "m")
    ends = list(itertools.accumulate(map(len, steps_of(data)), initial=len(pack_snapshot(SNAPSHOT))))
    for size in range(ends[0], len(data) + 1):
        found = unpack(data[:size])
        done = sum(end <= size for end in ends) - 1
        assert (found.steps, found.damaged, found.torn_bytes) == (done, "", size - ends[done])
    for size in range(0, ends[0], 501):
        (tmp_path / "m").write_bytes(data[:size])
        with pytest.raises(DamagedError):
            read_file(tmp_path / "m")


def test_what_a_failing_disk_leaves_behind_the_last_step_is_no_step(tmp_path: Path) -> None:
    data = kept(tmp_path / "m")
    for rest in (bytes(4096), b"\xff" * 4096, b"\nAZ\x01" * 1000, random.Random(2).randbytes(9999)):
        found = unpack(data + rest)
        assert (found.steps, found.damaged, found.torn_bytes) == (len(STATES), "", len(rest))
        cut = unpack(data[:-30] + rest)
        assert (cut.steps, cut.damaged) == (len(STATES) - 1, "")


@pytest.mark.parametrize("bit", [0x01, 0x80])
def test_any_flipped_byte_is_named_by_its_part(bit: int, tmp_path: Path) -> None:
    data = kept(tmp_path / "m")
    head, snapshot = data.index(b"\n") + 1, len(pack_snapshot(SNAPSHOT))
    last = len(data) - len(steps_of(data)[-1])
    for place in (*range(0, head, 3), *range(head, snapshot, 611), *range(snapshot, len(data), 2)):
        bent = bytearray(data)
        bent[place] ^= bit
        try:
            found = unpack(bytes(bent))
        except ValueError:
            assert place < head, "no header at all"
            continue
        if place >= last:
            # Nobody can tell it from a write that was cut off.
            assert (found.damaged, found.steps) == ("", len(STATES) - 1)
            continue
        part = HEADER if place < head else IMAGE if place < snapshot else STEPS
        assert found.damaged == part and found.problem
        if part == STEPS:
            assert found.steps < len(STATES) - 1 and found.lost_steps[-1] == len(STATES)
        (tmp_path / "m").write_bytes(bent)
        with pytest.raises(DamagedError, match="damaged") as caught:
            read_file(tmp_path / "m")
        assert f"azar service {tmp_path / 'm'} says what is whole" in caught.value.hint


def test_no_step_is_made_twice_left_out_moved_or_taken_from_another_file(tmp_path: Path) -> None:
    data = kept(tmp_path / "m")
    head, steps = pack_snapshot(SNAPSHOT), steps_of(data)
    assert head + b"".join(steps) == data
    other = steps_of(kept(tmp_path / "o", [(nvram, {**physical, "draws": 0}) for nvram, physical in STATES]))
    wrong = [
        [steps[0], steps[0], *steps[1:]],
        [*steps[:2], *steps[3:]],
        [steps[0], steps[2], steps[1], *steps[3:]],
        [*steps[:3], other[3], *steps[4:]],
        steps[1:],
    ]
    for order in wrong:
        found = unpack(head + b"".join(order))
        assert found.damaged == STEPS and found.steps < len(STATES)
    assert unpack(head + b"".join(steps[:3]) + other[3]).steps == 3, "as if the last write had been cut off"


def test_steps_of_nonsense_with_right_sums_are_not_made() -> None:
    head = pack_snapshot(SNAPSHOT)
    memory = difference(IMAGE_BYTES, STATES[0][0])
    bodies = [
        pack_step(1, beginning(head), {}, struct.pack("<I", 1 << 30)),
        pack_step(1, beginning(head), {}, struct.pack("<IH", 1, 40_000) + bytes(64)),
        pack_step(1, beginning(head), {}, memory[:-1]),
        pack_step(1, beginning(head), {}, b""),
        pack_step(2, beginning(head), {}, memory),
    ]
    for step, _ in bodies:
        assert unpack(head + step).nvram == IMAGE_BYTES
    for text in (b"[]", b"{", b"[" * 99, b"\xff", b"1"):
        body = struct.pack("<I", len(text)) + text + memory
        chain = hashlib.sha256(beginning(head) + body).digest()[:16]
        raw = struct.pack("<4sIII16s", b"\nAZ\x01", 1, len(body), zlib.crc32(chain + body), chain) + body
        assert unpack(head + raw).steps == 0


@pytest.mark.parametrize("version", [1, 2])
def test_a_file_whose_records_carry_no_seal_is_refused_by_name(version: int, tmp_path: Path) -> None:
    path = tmp_path / "m"
    path.write_bytes(kept(path).replace(b'"version":3', b'"version":%d' % version, 1))
    path.chmod(0o600)
    before = path.read_bytes()
    for open_it in (read_file, lambda one: open_machine("cierzo", nvram=one)):
        with pytest.raises(
            StorageError, match=rf"version must be 3 \(got {version}\): .* without a seal"
        ) as caught:
            open_it(path)
        assert not isinstance(caught.value, DamagedError) and "commission another" in caught.value.hint
    assert path.read_bytes() == before


def test_steps_are_folded_into_a_snapshot_before_they_grow_too_long(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(step_log, "STEPS_MOST", 5_000)
    path = tmp_path / "m"
    sizes = []
    with open_machine("cierzo", nvram=path) as machine:
        machine.save(IMAGE_BYTES, COINS)
        for state in moved(200):
            machine.step(*state)
            sizes.append(path.stat().st_size)
            assert (read_file(path).nvram, read_file(path).physical) == state
    assert max(sizes) < len(pack_snapshot(SNAPSHOT)) + 6_000
    assert sum(later < size for size, later in itertools.pairwise(sizes)) > 3
    assert path.stat().st_mode & 0o777 == 0o600 or os.name != "posix"


def test_a_file_larger_than_any_machines_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "m"
    path.write_bytes(pack_snapshot(SNAPSHOT))
    os.truncate(path, machine_file.FILE_MOST + 1)
    with pytest.raises(StorageError, match="must have at most"):
        read_file(path)


@pytest.mark.parametrize("room", [0, 1, 20, 100])
def test_a_full_disk_loses_no_step_that_was_made(
    room: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "m"
    real, full = os.write, [False]

    def write(descriptor: int, data: bytes) -> int:
        if not full[0]:
            return real(descriptor, data)
        if not room:
            raise OSError(errno.ENOSPC, "No space left on device")
        return real(descriptor, data[:room])

    with open_machine("cierzo", nvram=path) as machine:
        machine.save(IMAGE_BYTES, COINS)
        machine.step(*STATES[0])
        monkeypatch.setattr(os, "write", write)
        full[0] = True
        for state in STATES[1:3]:
            with pytest.raises(ReadOnlyError, match="No space left"):
                machine.step(*state)
        found = read_file(path)
        assert (found.nvram, found.physical, found.torn_bytes) == (*STATES[0], 0)
        full[0] = False
        machine.step(*STATES[3])
        assert (read_file(path).nvram, read_file(path).physical) == STATES[3]


def test_a_memory_that_changed_is_made_again_from_the_difference() -> None:
    rng = random.Random(3)
    before = rng.randbytes(8_192)
    for count in (0, 1, 5, 200, 8_192):
        after = bytearray(before)
        for place in rng.sample(range(8_192), count):
            after[place] ^= rng.randint(1, 255)
        assert changed(before, difference(before, after)) == after
    for one, other in ((b"a" * 63, b"b" * 63), (bytes(64), bytes(128))):
        with pytest.raises(ValueError, match="equally many pieces"):
            difference(one, other)


# --- on the disk ------------------------------------------------------------------------------------


def test_what_was_written_is_put_onto_the_disk_soon_and_once() -> None:
    synced, went = [], threading.Event()

    def sync() -> None:
        synced.append(len(synced))
        went.set()

    flusher = Flusher(sync, every_s=0.001)
    for _ in range(3):
        went.clear()
        flusher.touch()
        flusher.touch()
        assert went.wait(10)
    flusher.close()
    assert 3 <= len(synced) <= 6
    flusher.touch()
    assert not flusher._thread.is_alive()


def test_a_disk_that_fails_ends_no_machine() -> None:
    tried = threading.Semaphore(0)

    def sync() -> None:
        tried.release()
        raise OSError(errno.EIO, "Input/output error")

    flusher = Flusher(sync, every_s=0.001)
    for _ in range(2):
        flusher.touch()
        assert tried.acquire(timeout=10)
    flusher.close()


def test_file_and_folder_are_on_the_disk_where_durable_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[str] = []
    monkeypatch.setattr(files, "sync", lambda descriptor: done.append("file"))
    monkeypatch.setattr(files, "sync_folder", lambda folder: done.append(str(folder)))
    path = tmp_path / "a" / "b" / "m"
    with open_machine("cierzo", nvram=path) as machine:
        assert done[:2] == [str(tmp_path / "a"), str(tmp_path)], "new folders are entries of the ones above"
        assert done[2:] == ["file", str(tmp_path / "a" / "b")], "and the key is there before the machine is"
        done.clear()
        machine.save(IMAGE_BYTES, COINS)
        assert done == ["file", str(path.parent)]
        done.clear()
        machine.step(*STATES[0])
        assert done == []
        machine.sync()
        assert done == ["file"]
    machine.sync()
    assert storage.read_file(path).physical == STATES[0][1]


def test_file_and_folder_are_given_to_the_system(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[int] = []
    honest = os.fsync
    monkeypatch.setattr(files, "_FULL_SYNC", None)
    monkeypatch.setattr(
        os, "fsync", lambda descriptor: (done.append(os.fstat(descriptor).st_ino), honest(descriptor))
    )
    files.replace(tmp_path / "m", b"whole")
    assert done == [(tmp_path / "m").stat().st_ino, tmp_path.stat().st_ino]
    files.replace(tmp_path / "n", b"whole", durable=False)
    assert len(done) == 2
