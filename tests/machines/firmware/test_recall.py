# SPDX-License-Identifier: MIT
"""Recall: the last plays as the machine made them, from its memory, from a journal, and from steps alone."""

from __future__ import annotations

import atexit
import functools
import json
import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import firmware_rig
import pygame
import pytest
from places import TESTS
from seal_rig import SEALS

from emulator import Cabinet, EmulatorError
from emulator.cli import run as azar
from emulator.records.chain import ChainError
from emulator.records.images import ImageError
from emulator.records.journal import Recorder
from emulator.records.recall import Play, Recalled, recall
from machines.firmware import nvram
from machines.rom.program import firmware_sources

PLAYS = 20


def visit(cab: Cabinet) -> None:
    """Single and double plays, holds where they are offered, and a last one that nobody pressed."""
    cab.run(ms=firmware_rig.READY_MS)
    for _ in range(4 * PLAYS):
        number = starts(cab)
        if number == PLAYS - 1:
            break
        while firmware_rig.record(cab)["credits_cents"] < 80:
            cab.insert(100)
            cab.run(ms=600)
        if number % 5 != 4:
            cab.press("hold_1")
            cab.run(ms=200)
        cab.press("double" if number % 5 == 4 else "start")
        cab.run(ms=200)
        firmware_rig.run_until(cab, functools.partial(resting, cab), step_ms=10)
    firmware_rig.run_until(cab, lambda: starts(cab) == PLAYS, step_ms=10)
    cab.run(ms=4_900)


def starts(cab: Cabinet) -> int:
    return int(firmware_rig.record(cab)["starts"])


def resting(cab: Cabinet) -> bool:
    """Whether the next play may start; the machine starts it by itself some seconds later."""
    return firmware_rig.record(cab)["phase"] == nvram.PHASE_IDLE and cab.lamps["start"]


class Recorded:
    """One visit, its journal, and what the machine told meanwhile."""

    def __init__(self, folder: Path, **options: Any) -> None:
        cab = Cabinet("cierzo", seed="00", purse={100: 60}, **options)
        self.path = folder / "visit.jsonl"
        self.steps: list[tuple[int, dict[str, Any]]] = []
        cab.listen(
            lambda kind, t_us, fields: self.steps.append((t_us, dict(fields))) if kind == "step" else None
        )
        with self.path.open("w", encoding="ascii", newline="\n") as stream:
            recorder = Recorder(cab, stream)
            visit(cab)
            recorder.close()
        self.nvram = cab.nvram
        self.last = cab.last_plays


@functools.cache
def recorded() -> Recorded:
    """One run for all tests of a process; whichever of them comes last, its folder outlives it."""
    folder = tempfile.mkdtemp(prefix="recall")
    atexit.register(shutil.rmtree, folder)
    return Recorded(Path(folder))


@functools.cache
def everything() -> Recalled:
    """All plays of the journal."""
    return recall(recorded().path, plays=100)


def test_a_journal_recalls_what_the_machine_kept() -> None:
    found = everything()
    assert (found.how, found.serial, found.test, found.warnings) == ("replay", 1, True, ())
    assert recall(recorded().path).plays == found.plays[:10]
    for play, row in zip(found.plays, recorded().last, strict=False):
        assert play.stake_cents == row["stake_cents"] == 20 * len(play.stops)
        assert play.prize_cents == row["prize_cents"]
        assert play.credits_before_cents == row["credits_before_cents"]
        assert play.credits_after_cents == row["credits_after_cents"]
        assert play.credits_before_cents - play.credits_after_cents == play.stake_cents
        assert play.auto == bool(row["auto"])


def test_a_journal_has_all_of_its_plays_and_the_memory_sixteen(tmp_path: Path) -> None:
    (tmp_path / "dump.bin").write_bytes(recorded().nvram)
    all_of_them = everything().plays
    kept = recall(tmp_path / "dump.bin", plays=100, model="cierzo")
    assert [play.number for play in all_of_them] == list(range(PLAYS, 0, -1))
    assert kept.how == "nvram" and len(kept.plays) == nvram.RING_ROWS
    assert [without_time(play) for play in all_of_them[:16]] == [without_time(play) for play in kept.plays]


def without_time(play: Play) -> dict[str, Any]:
    return {**play.as_dict(), "t_us": None}


def test_every_kind_of_play_is_told() -> None:
    plays = everything().plays
    assert {play.double for play in plays} == {True, False}
    assert [play.auto for play in plays] == [True] + [False] * (PLAYS - 1)
    held = [play for play in plays if play.held]
    assert held and all(play.held == (1,) and not play.double for play in held)
    for play in held:
        before = next(other for other in plays if other.number == play.number - 1)
        assert play.stops[0][0] == before.stops[-1][0]
    steps = recorded().steps
    assert [(play.t_us, len(play.stops)) for play in reversed(plays)] == [
        (t_us, fields["simultaneous"]) for t_us, fields in steps
    ]


def test_every_window_shows_what_it_paid() -> None:
    found = everything()
    tables = found.model.tables
    assert sum(play.prize_cents for play in found.plays) > 0
    for play in found.plays:
        for stops, prize_cents, window in zip(play.stops, play.prizes_cents, play.windows, strict=True):
            prize_class = tables.window_class(stops)
            assert prize_class is not None and tables.prizes_cents[prize_class] == prize_cents
            assert window == found.model.window(stops)


def test_plays_of_earlier_runs_come_after_those_of_the_journal(tmp_path: Path) -> None:
    cab = Cabinet("cierzo", seed="00", nvram=recorded().nvram, purse={100: 5})
    path = tmp_path / "next.jsonl"
    with path.open("w", encoding="ascii", newline="\n") as stream:
        recorder = Recorder(cab, stream)
        cab.run(ms=firmware_rig.READY_MS)
        cab.insert(100)
        cab.run(ms=1_000)
        cab.press("start")
        cab.run(ms=8_000)
        recorder.close()
    found = recall(path, plays=4).plays
    assert [play.number for play in found] == [PLAYS + 1, PLAYS, PLAYS - 1, PLAYS - 2]
    assert [play.t_us is None for play in found] == [False, True, True, True]


# --- a journal that cannot be run again -------------------------------------------------------------


def foreign(folder: Path, change: Callable[[dict[str, str]], None]) -> Recorded:
    sources = firmware_sources()
    change(sources)
    return Recorded(folder, firmware=sources, trust_firmware=True)


def test_steps_tell_the_same_plays_where_the_firmware_is_another(tmp_path: Path) -> None:
    def remark(sources: dict[str, str]) -> None:
        sources["main"] += "\n# another firmware\n"

    found = recall(foreign(tmp_path, remark).path, plays=100)
    assert found.how == "steps"
    assert "firmware digest" in found.warnings[0]
    same = everything()
    for play, known in zip(found.plays, same.plays, strict=True):
        assert {**play.as_dict(), "auto": known.auto} == known.as_dict()


def test_a_step_that_a_cut_prevented_is_no_play(tmp_path: Path) -> None:
    """The power fails in the very tick in which the play was decided, before its commit."""
    cab = Cabinet("cierzo", seed="00", firmware={**firmware_sources(), "x": ""}, trust_firmware=True)
    path = tmp_path / "cut.jsonl"
    with path.open("w", encoding="ascii", newline="\n") as stream:
        recorder = Recorder(cab, stream)
        cab.run(ms=firmware_rig.READY_MS)
        cab.insert(100)
        cab.run(ms=1_000)
        cab.press("start")
        cab.listen(lambda kind, *_: cab.board.fram.cut_after(3) if kind == "step" else None)
        cab.run(ms=1_000)
        recorder.close()
    assert not cab.powered
    assert '"out":"step"' in path.read_text("ascii")
    found = recall(path)
    assert (found.how, found.plays) == ("steps", ())


def test_an_altered_journal_is_refused(tmp_path: Path) -> None:
    data = recorded().path.read_bytes()
    assert data.count(b'"simultaneous":2') >= 1
    (tmp_path / "x.jsonl").write_bytes(data.replace(b'"simultaneous":2', b'"simultaneous":1', 1))
    with pytest.raises(ChainError):
        recall(tmp_path / "x.jsonl")


def test_steps_of_other_tables_are_not_drawn_with_the_wrong_strips(tmp_path: Path) -> None:
    def remark(sources: dict[str, str]) -> None:
        sources["main"] += "\n# another firmware\n"

    model = TESTS / "support" / "sound_model.toml"
    path = foreign(tmp_path, remark).path
    with pytest.raises((ImageError, EmulatorError), match="digest"):
        recall(path, model=str(model))


def test_memories_that_cannot_be_read_are_refused(tmp_path: Path) -> None:
    (tmp_path / "dump.bin").write_bytes(bytes(nvram.SIZE))
    with pytest.raises(ImageError, match="does not say what model"):
        recall(tmp_path / "dump.bin")
    with pytest.raises(ImageError, match="no main record is whole") as refusal:
        recall(tmp_path / "dump.bin", model="cierzo")
    assert refusal.value.hint == f"azar inspect {tmp_path / 'dump.bin'}"
    with pytest.raises(ImageError, match="cannot be read"):
        recall(recorded().path, model="nosuch")
    with pytest.raises(EmulatorError, match="plays must be 1 or more"):
        recall(recorded().path, plays=0)


def test_stops_that_the_model_has_not_are_refused(tmp_path: Path) -> None:
    image = bytearray(recorded().nvram)
    place = nvram.place(PLAYS)
    row = nvram.unpack(nvram.PLAY_LAYOUT, nvram.PLAY_FORMAT, bytes(image[place : place + nvram.PLAY_SIZE]))
    assert row is not None
    row["stops"] = [200] * 12
    raw = nvram.pack(nvram.PLAY_LAYOUT, nvram.PLAY_FORMAT, row["sequence"], row, place, SEALS)
    image[place : place + len(raw)] = raw
    (tmp_path / "dump.bin").write_bytes(image)
    with pytest.raises(ImageError, match="stops must be some of cierzo"):
        recall(tmp_path / "dump.bin", model="cierzo")


# --- drawn ------------------------------------------------------------------------------------------


def test_the_picture_shows_the_reels_as_the_panel_shows_them(tmp_path: Path) -> None:
    """The machine itself, at rest on the play that is recalled, is drawn with the same reels."""
    from emulator.panel.art import paint
    from emulator.panel.machine import recalled
    from emulator.panel.machine.hand import Hand
    from emulator.panel.machine.parts.recalled import rolls
    from emulator.panel.machine.registry import look, read_front
    from emulator.panel.machine.stage import Stage
    from machines.support.languages import translator

    cab = Cabinet("cierzo", seed="00")
    cab.run(ms=firmware_rig.READY_MS)
    cab.insert(100)
    cab.run(ms=1_000)
    cab.press("start")
    cab.run(ms=4_900)
    (tmp_path / "dump.bin").write_bytes(cab.nvram)
    found = recall(tmp_path / "dump.bin", model="cierzo")
    stage = Stage(read_front(cab.model, cab.serial, False), recalled._STAGE, "es")
    pictures = []
    (card,) = rolls(found.model, found.plays[0], translator("es"), "es")
    for seen in (look(cab), card.seen):
        screen = paint.plain(recalled._STAGE)
        stage.draw(screen, seen, 0, Hand(), animate=False)
        pictures.append([pygame.image.tobytes(screen.subsurface(rect), "RGB") for rect in stage.layout.reels])
    assert pictures[0] == pictures[1]


def test_pictures_differ_where_plays_do(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "dump.bin").write_bytes(recorded().nvram)
    line = ["recall", str(tmp_path / "dump.bin"), "--model", "cierzo"]
    sizes = {}
    for plays in (1, 2, 5):
        path = tmp_path / f"{plays}.png"
        assert azar([*line, "--plays", str(plays), "--png", str(path)]) == 0
        assert f"picture: {path}" in capsys.readouterr().out
        sizes[plays] = pygame.image.load(path).get_size()
    assert sizes[1][0] < sizes[2][0] == sizes[5][0]
    assert sizes[1][1] == sizes[2][1] < sizes[5][1]
    assert azar([*line, "--plays", "1", "--png", str(tmp_path / "again.png")]) == 0
    assert (tmp_path / "again.png").read_bytes() == (tmp_path / "1.png").read_bytes()
    assert azar([*line, "--png", str(tmp_path / "no" / "x.png")]) == 1
    assert "No such file" in capsys.readouterr().err


def test_nothing_to_draw_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "dump.bin").write_bytes(Cabinet("cierzo", seed="00").nvram)
    line = ["recall", str(tmp_path / "dump.bin"), "--model", "cierzo"]
    assert azar(line) == 0
    assert "the last 0 plays" in capsys.readouterr().out
    assert azar([*line, "--png", str(tmp_path / "x.png")]) == 1
    assert "holds no play to draw" in capsys.readouterr().err


def test_the_terminal_draws_symbols_by_their_names(capsys: pytest.CaptureFixture[str]) -> None:
    assert azar(["recall", str(recorded().path), "--plays", "100"]) == 0
    shown = capsys.readouterr().out
    assert "play 20, single, stake 0.20 EUR" in shown and "started by itself" in shown
    assert "held 1" in shown and "  roll 2: " in shown
    assert sum(line.startswith("  > ") and line.endswith(" <") for line in shown.splitlines()) == sum(
        len(play.stops) for play in everything().plays
    )
    assert "campana" in shown
    assert azar(["recall", str(recorded().path), "--lang", "en"]) == 0
    assert "bell" in capsys.readouterr().out


def test_json_holds_everything(capsys: pytest.CaptureFixture[str]) -> None:
    assert azar(["recall", str(recorded().path), "--plays", "3", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    found = recall(recorded().path, plays=3)
    assert answer["plays"] == [play.as_dict() for play in found.plays]
    assert (answer["model"], answer["how"], answer["png"]) == ("cierzo", "replay", None)
