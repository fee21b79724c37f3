# SPDX-License-Identifier: MIT
"""The journal: its chain names what was altered, and its replay what is not reproduced."""

from __future__ import annotations

import hashlib
import io
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fake_cabinet import FakeCabinet
from places import ROOT

from emulator import EmulatorError
from emulator.records.chain import ChainError, JournalError, chain, verify_chain
from emulator.records.journal import HEADER_KINDS, Recorder, read
from emulator.records.replay import DigestError, ReplayReport, replay
from emulator.tables.dice_cup import DiceCup
from emulator.tables.electronic_wheel import ElectronicWheel
from emulator.tables.pai_gow_game import PaiGowGame
from machines import MachinesError

DOCS = ROOT / "docs"
Of = DiceCup | ElectronicWheel | PaiGowGame


def record(*, entropy: Iterator[bytes] | None = None, close: bool = True) -> str:
    """A run of four plays with two coins."""
    stream = io.StringIO()
    cabinet = FakeCabinet(entropy=lambda: next(entropy) if entropy else None)
    recorder = Recorder(cabinet, stream)
    cabinet.insert(100)
    cabinet.run_us(1_000_000)
    for _ in range(4):
        cabinet.press("start")
        cabinet.run_us(5_000_000)
    cabinet.insert(100)
    cabinet.run_us(700_001)
    if close:
        recorder.close()
    else:
        recorder.flush()
    return stream.getvalue()


def again(path: Path, **options: Any) -> ReplayReport:
    return replay(path, build=FakeCabinet.from_origin, **options)


def rechained(lines: list[str]) -> str:
    """What somebody would write who alters a journal and mends the hashes."""
    text, previous = "", ""
    for line in lines:
        fields = json.loads(line)
        fields.pop("h")
        body = json.dumps(fields, sort_keys=True, separators=(",", ":"))
        previous = chain(previous, body)
        text += f'{body[:-1]},"h":"{previous}"}}\n'
    return text


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    path = tmp_path / "run.jsonl"
    path.write_text(record())
    return path


def test_the_same_run_gives_the_same_bytes() -> None:
    assert record() == record()


def test_the_first_line_says_what_ran_and_the_last_how_it_ended(kept: Path) -> None:
    journal = read(kept)
    assert journal.header["azar"] == "journal"
    assert journal.header["digests"]["firmware"] == "f0" * 32
    assert journal.nvram == bytes(512)
    assert journal.complete and not journal.cut
    end = json.loads(journal.lines[-1])
    assert end["meters"] == {"plays": 4, "won_cents": 60}
    assert end["lines"] == len(journal.lines)
    assert journal.duration_us == 21_700_001


def test_a_replay_reproduces_every_line(kept: Path) -> None:
    report = again(kept)
    assert report.same and report.complete
    assert report.compared == report.lines == len(kept.read_text().splitlines())
    assert "reproduced byte for byte" in str(report)


def test_a_replay_reports_progress_in_virtual_time(kept: Path) -> None:
    seen: list[tuple[int, int]] = []
    again(kept, progress=lambda done, total: seen.append((done, total)))
    assert seen[-1] == (21_700_001, 21_700_001)
    assert [done for done, _ in seen] == sorted(done for done, _ in seen)


def test_every_flipped_byte_is_named_by_its_line(kept: Path) -> None:
    data = kept.read_bytes()
    number = 1
    for position, byte in enumerate(data):
        # Every byte of the short lines and a sample of the long header.
        if number > 1 or position % 37 == 0:
            for flip in (0x01, 0x20, 0x80):
                mutant = bytearray(data)
                mutant[position] ^= flip
                assert verify_chain(bytes(mutant)) == number, f"byte {position} ^ {flip:#x}"
        number += byte == ord("\n")


def test_an_altered_line_stops_the_reader_with_its_number(kept: Path) -> None:
    lines = kept.read_text().splitlines()
    lines[4] = lines[4].replace('"cents":100', '"cents":200').replace("start", "stort")
    kept.write_text("\n".join(lines) + "\n")
    with pytest.raises(ChainError, match=r"line 5 is altered, moved or missing") as caught:
        again(kept)
    assert caught.value.line == 5


@pytest.mark.parametrize("first", range(1, 8))
def test_reordered_lines_are_named(kept: Path, first: int) -> None:
    lines = kept.read_text().splitlines()
    lines[first], lines[first + 1] = lines[first + 1], lines[first]
    assert verify_chain(("\n".join(lines) + "\n").encode()) == first + 1


@pytest.mark.parametrize("gone", range(1, 8))
def test_a_missing_line_is_named(kept: Path, gone: int) -> None:
    lines = kept.read_text().splitlines()
    del lines[gone]
    assert verify_chain(("\n".join(lines) + "\n").encode()) == gone + 1


def test_a_doubled_line_is_named(kept: Path) -> None:
    lines = kept.read_text().splitlines()
    lines.insert(3, lines[2])
    assert verify_chain(("\n".join(lines) + "\n").encode()) == 4


def test_a_killed_run_replays_to_its_last_line_and_says_so(tmp_path: Path) -> None:
    path = tmp_path / "killed.jsonl"
    path.write_text(record(close=False))
    report = again(path)
    assert report.same and not report.complete and not report.cut
    assert f"it ends at line {report.lines}, the run was not closed" in str(report)


@pytest.mark.parametrize("removed", [1, 2, 20, 60, 200, 400])
def test_a_truncated_file_replays_to_its_last_whole_line(kept: Path, removed: int) -> None:
    whole = kept.read_bytes()[:-removed]
    kept.write_bytes(whole)
    report = again(kept)
    assert report.same and not report.complete
    assert report.cut == (not whole.endswith(b"\n"))
    assert report.compared == whole.count(b"\n")


def test_an_altered_input_with_mended_hashes_differs(kept: Path) -> None:
    lines = kept.read_text().splitlines()
    assert '"in":"press"' in lines[3]
    lines[3] = lines[3].replace('"name":"start"', '"name":"hold_1"')
    kept.write_text(rechained(lines))
    report = again(kept)
    assert report.difference is not None
    assert report.difference.line == 5
    assert '"out":"reel_start"' in report.difference.recorded
    assert '"in":"press"' in report.difference.produced


def test_an_altered_output_with_mended_hashes_differs(kept: Path) -> None:
    lines = kept.read_text().splitlines()
    found = next(number for number, line in enumerate(lines) if '"won_cents":60' in line)
    lines[found] = lines[found].replace('"won_cents":60', '"won_cents":6000')
    kept.write_text(rechained(lines))
    report = again(kept)
    assert report.difference is not None and report.difference.line == found + 1
    assert '"won_cents":6000' in report.difference.recorded
    assert '"won_cents":60}' in report.difference.produced
    assert f"line {found + 1} differs" in str(report)


def test_an_altered_time_with_mended_hashes_differs(kept: Path) -> None:
    lines = kept.read_text().splitlines()
    lines[3] = lines[3].replace('"t":1000000', '"t":1000001')
    kept.write_text(rechained(lines))
    assert again(kept).difference is not None


def test_an_input_that_the_machine_refuses_now_is_a_difference(kept: Path) -> None:
    lines = kept.read_text().splitlines()
    lines[1] = lines[1].replace('"cents":100', '"cents":500')
    kept.write_text(rechained(lines))
    report = again(kept)
    assert report.difference is not None and report.difference.line == 2
    assert "error: cents must be" in report.difference.produced


def test_lines_added_with_good_hashes_differ(kept: Path) -> None:
    lines = kept.read_text().splitlines()
    lines.insert(-1, '{"cents":100,"out":"hopper_coin","t":21700001,"h":""}')
    kept.write_text(rechained(lines))
    report = again(kept)
    assert report.difference is not None and report.difference.line == len(lines) - 1


def test_a_line_added_to_a_killed_run_differs(kept: Path) -> None:
    lines = kept.read_text().splitlines()[:-1]
    lines.append('{"cents":100,"out":"hopper_coin","t":21700001,"h":""}')
    kept.write_text(rechained(lines))
    report = again(kept)
    assert report.difference is not None
    assert (report.difference.line, report.difference.produced) == (len(lines), "(nothing)")


def test_a_changed_machine_is_refused_naming_the_digest(kept: Path) -> None:
    changed = {"firmware": "0f" * 32, "tables": "7a" * 32, "settings": "5e" * 32, "pins": "91" * 32}

    def build(origin: dict[str, Any], **options: Any) -> FakeCabinet:
        return FakeCabinet.from_origin(origin | {"digests": changed}, **options)

    with pytest.raises(DigestError, match=f"firmware digest must be {'f0' * 32} as recorded") as caught:
        replay(kept, build=build)
    assert caught.value.part == "firmware"


def test_a_machine_that_behaves_otherwise_under_the_same_digests_differs(kept: Path) -> None:
    report = again(kept, firmware=40)
    assert report.difference is not None


def test_entropy_is_recorded_and_given_again(tmp_path: Path) -> None:
    path = tmp_path / "entropy.jsonl"
    path.write_text(record(entropy=iter(bytes([number]) * 32 for number in range(1, 9))))
    marks = [json.loads(line) for line in path.read_text().splitlines() if '"in":"entropy"' in line]
    assert [mark["hex"] for mark in marks] == [f"{number:02x}" * 32 for number in range(1, 5)]
    report = again(path)
    assert report.same, str(report)


def test_altered_entropy_differs(tmp_path: Path) -> None:
    path = tmp_path / "entropy.jsonl"
    lines = record(entropy=iter(bytes([number]) * 32 for number in range(1, 9))).splitlines()
    path.write_text(rechained([line.replace("01" * 32, "00" * 32) for line in lines]))
    assert again(path).difference is not None


def test_a_recorder_must_be_there_from_the_beginning() -> None:
    cabinet = FakeCabinet()
    cabinet.run_us(1)
    with pytest.raises(JournalError, match="must begin at 0 us"):
        Recorder(cabinet, io.StringIO())


def test_fields_cannot_hide_the_time_or_the_kind_of_a_line() -> None:
    recorder = Recorder(FakeCabinet(), io.StringIO())
    with pytest.raises(JournalError, match="fields must not be named"):
        recorder.output("commit", 5, {"t": 0})


class FullDisk(io.StringIO):
    """A stream with room for one block."""

    blocks = 1

    def write(self, text: str) -> int:
        if not self.blocks:
            raise OSError(28, "No space left on device")
        self.blocks -= 1
        return super().write(text)


def test_a_full_disk_never_disturbs_the_machine_and_is_reported() -> None:
    stream = FullDisk()
    cabinet = FakeCabinet()
    recorder = Recorder(cabinet, stream)
    cabinet.insert(100)
    cabinet.press("start")
    cabinet.run_us(3_000_000)
    assert cabinet.plays == 1
    with pytest.raises(JournalError, match="No space left on device"):
        recorder.flush()
    assert verify_chain(stream.getvalue().encode()) is None


def test_what_a_killed_process_leaves_is_a_valid_beginning() -> None:
    stream = io.StringIO()
    cabinet = FakeCabinet()
    recorder = Recorder(cabinet, stream)
    cabinet.insert(100)
    for number in range(1000):
        recorder.output("lamp", number, {"name": "start", "lit": bool(number % 2)})
        written = stream.getvalue()
        assert written.endswith("\n")
    assert verify_chain(written.encode()) is None
    assert written.count("\n") > 700


@pytest.mark.parametrize("text", ["", "\n", "not json\n", '{"azar":"nvram"}\n', "[1]\n", '{"t":0}\n'])
def test_what_is_no_journal_is_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "no.jsonl"
    path.write_text(text)
    with pytest.raises(JournalError, match="line 1 must be the header of a journal"):
        read(path)


@pytest.mark.parametrize(
    ("body", "problem"),
    [
        ('{"cents":100,"in":"insert"}', "line 2 must be an object with a whole t in us"),
        ('{"cents":100,"in":"insert","t":"0"}', "line 2 must be an object with a whole t in us"),
        ('{"in":}', "line 2 must be an object"),
        ('{"hex":"0g","in":"entropy","t":0}', "line 2 must have hex, as hex digits"),
        ('{"in":"entropy","t":0}', "line 2 must have hex, as hex digits"),
        ('{"in":"kick","t":0}', "in must be one of insert, press"),
        ('{"in":"origin","t":0}', "in must be one of insert, press"),
        ('{"force":2,"in":"insert","t":0}', "insert does not take force"),
        ('{"in":"insert","t":0,"x":"\u00e9"}', "line 2 must be ASCII"),
    ],
)
def test_nonsense_under_good_hashes_ends_in_one_line(kept: Path, body: str, problem: str) -> None:
    first = kept.read_bytes().splitlines()[0]
    digest = hashlib.sha256(first[-34:-2] + body.encode()).hexdigest()[:32]
    kept.write_bytes(first + b"\n" + f'{body[:-1]},"h":"{digest}"}}\n'.encode())
    assert verify_chain(kept.read_bytes()) is None
    try:
        told = str(again(kept))
    except JournalError as error:
        told = str(error)
    assert problem in told


@pytest.mark.parametrize("key", ["digests", "nvram", "physical", "seed"])
def test_a_header_without_what_a_replay_needs_is_refused(kept: Path, key: str) -> None:
    lines = kept.read_text().splitlines()
    header = json.loads(lines[0])
    del header[key]
    kept.write_text(rechained([json.dumps(header), *lines[1:]]))
    with pytest.raises(JournalError, match=f"line 1 must have {key}"):
        again(kept)


@pytest.mark.parametrize("key", HEADER_KINDS)
def test_a_header_with_a_value_of_another_kind_is_refused(kept: Path, key: str) -> None:
    lines = kept.read_text().splitlines()
    header = json.loads(lines[0])
    for odd in (0.5, [], [[1, "a"]]):
        header[key] = odd
        kept.write_text(rechained([json.dumps(header), *lines[1:]]))
        with pytest.raises(JournalError, match=f"{key} in line 1 must be of kind"):
            again(kept)


@pytest.mark.parametrize("kind", [DiceCup, ElectronicWheel, PaiGowGame])
def test_a_header_with_what_no_device_or_table_has_is_refused(tmp_path: Path, kind: type[Of]) -> None:
    stream = io.StringIO()
    made = PaiGowGame(seed="00", players=2) if kind is PaiGowGame else kind(seed="00")
    Recorder(made, stream).close()
    path = tmp_path / "j.jsonl"
    lines = stream.getvalue().splitlines()
    begun = json.loads(lines[0])
    assert again_as(path, rechained([json.dumps(begun), *lines[1:]]), type(made)) is None
    for member in begun["physical"]:
        for odd in ([], None, 0.5, "x"):
            physical = {**begun["physical"], member: odd}
            if not (member == "people" and odd == []):
                text = rechained([json.dumps({**begun, "physical": physical}), *lines[1:]])
                assert again_as(path, text, type(made)) is not None, (member, odd)


def again_as(path: Path, text: str, kind: type[Of]) -> str | None:
    """Why a journal is refused; None: it is reproduced. No other error comes out of it."""
    path.write_text(text)
    try:
        return None if replay(path, build=kind.from_origin).same else "differs"
    except (EmulatorError, MachinesError) as error:
        return str(error)


def test_a_missing_file_ends_in_one_line(tmp_path: Path) -> None:
    with pytest.raises(JournalError, match="No such file"):
        read(tmp_path / "none.jsonl")


def test_another_version_is_refused_by_number(kept: Path) -> None:
    lines = kept.read_text().splitlines()
    lines[0] = lines[0].replace('"version":2', '"version":99')
    kept.write_text(rechained(lines))
    with pytest.raises(JournalError, match=r"version must be 2 \(got 99\)"):
        read(kept)


def test_every_journal_error_is_an_emulator_error() -> None:
    assert issubclass(ChainError, JournalError) and issubclass(JournalError, EmulatorError)


def test_the_independent_check_of_the_documentation_works(
    kept: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = (DOCS / "journal.md").read_text(encoding="utf-8")
    code = next(block for block in re.findall(r"```python\n(.*?)```", text, re.S) if "hashlib" in block)
    assert len([line for line in code.splitlines() if line.strip()]) <= 10
    exec(compile(code, "journal.md", "exec"), {"path": str(kept)})
    lines = len(kept.read_text().splitlines())
    assert capsys.readouterr().out == f"{lines} lines, chain unbroken\n"
    mutant = kept.read_bytes().replace(b'"plays":2', b'"plays":3')
    kept.write_bytes(mutant)
    with pytest.raises(SystemExit, match=f"line {verify_chain(mutant)}"):
        exec(compile(code, "journal.md", "exec"), {"path": str(kept)})


def test_the_example_lines_of_the_documentation_are_a_chain() -> None:
    text = (DOCS / "journal.md").read_text(encoding="utf-8")
    example = re.search(r"```json\n(.*?)```", text, re.S)
    assert example is not None
    assert verify_chain(example[1].encode()) is None
    assert hashlib.sha256(b"").hexdigest() not in example[1]
