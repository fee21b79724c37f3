# SPDX-License-Identifier: MIT
"""A machine that shares a pot: plays told, awards paid, nothing played without a link."""

from __future__ import annotations

import io
from pathlib import Path

from emulator import Cabinet
from emulator.link.room import Room
from emulator.link.rules import load_definition, read_definition
from emulator.records.journal import Recorder
from emulator.records.replay import replay
from machines.firmware import nvram

SEED = bytes(range(32))


def room(share: str = "1/100") -> Room:
    """A carrusel of three Bochornos; a large share brings its awards soon."""
    text = load_definition("carrusel").text
    return Room.open(read_definition(text.replace('share = "1/100"', f'share = "{share}"')), SEED)


def record(cab: Cabinet) -> dict:
    found = nvram.decode(cab.nvram)
    assert found is not None
    return found


def joined(link: Room, serial: int = 1, **words: object) -> Cabinet:
    cab = Cabinet("bochorno", seed="00", serial=serial, **words)
    cab.join(link)
    cab.run(ms=3_000)
    return cab


def test_every_play_is_told_once_and_the_pot_grows_on_every_machine() -> None:
    link = room()
    cabs = [joined(link, serial) for serial in (1, 2, 3)]
    for cab in cabs:
        cab.insert(200)
    for _ in range(20):
        for cab in cabs:
            cab.run(ms=1_000)
    books = [record(cab) for cab in cabs]
    assert all(row["link_seq"] == row["starts"] >= 2 for row in books)
    assert all(row["link_staked_mc"] == row["staked_cents"] * 1_000 for row in books)
    found = link.audit()
    assert found.sound and found.plays == sum(row["starts"] for row in books)
    assert {cab.link.pots_cents for cab in cabs if cab.link} == {link.pots_cents}


def test_without_a_link_no_coin_comes_in_and_no_play_begins() -> None:
    cab = Cabinet("bochorno", seed="00")
    cab.run(ms=4_000)
    cab.insert(200)
    cab.run(ms=2_000)
    cab.press("start")
    cab.run(ms=6_000)
    assert cab.tray_cents == 200 and record(cab)["starts"] == 0
    assert cab.display.message == "TEST SIN ENLACE: NO HAY JUEGO" and cab.lamps["tower"]
    assert any(row["text"] == "warning link" for row in cab.log)


def test_a_replay_needs_no_controller(tmp_path: Path) -> None:
    cab = Cabinet("bochorno", seed="00")
    text = io.StringIO()
    recorder = Recorder(cab, text)
    link = room("1/2")
    cab.join(link)
    cab.run(ms=3_000)
    cab.insert(200)
    cab.run(ms=30_000)
    link.stop()
    cab.run(ms=7_000)
    recorder.close()
    path = tmp_path / "run.jsonl"
    path.write_text(text.getvalue(), encoding="ascii")
    assert record(cab)["link_seq"] >= 3
    report = replay(path)
    assert report.same, str(report)
