# SPDX-License-Identifier: MIT
"""A machine that shares a pot: plays told, awards paid, nothing played without a link."""

from __future__ import annotations

import functools
import io
import json
import ssl
from pathlib import Path
from random import Random
from typing import Any

import pytest
from link_certificate import certificate
from linked_rig import SEED, SUPER, carrusel, changed, generous, joined, reconciled, record, room
from opened import opened
from places import ROOT

from emulator import Cabinet, cli
from emulator.cabinet.errors import CabinetError
from emulator.hall.demo import served
from emulator.link import wire
from emulator.link.audit import audit
from emulator.link.controller import Controller
from emulator.link.databases import open_store
from emulator.link.line import TcpLine
from emulator.link.room import Room
from emulator.link.rules import read_definition
from emulator.records.journal import Recorder
from emulator.records.replay import replay
from machines.support import private


@pytest.fixture(autouse=True)
def own_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No test touches the user's machines."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))


def play(cab: Cabinet) -> None:
    """One play, to its end."""
    cab.press("start")
    cab.run(ms=6_000)


def test_every_play_is_told_once_and_every_machine_shows_the_pot() -> None:
    """B-26, GLI checklist 61."""
    link = room()
    cabs = [joined(link, serial) for serial in (1, 2, 3)]
    for cab in cabs:
        cab.insert(200)
    for _ in range(20):
        for cab in cabs:
            cab.run(ms=1_000)
    assert min(record(cab)["starts"] for cab in cabs) >= 2
    for cab in cabs:
        reconciled(cab, link)
    assert {cab.link.pots_cents for cab in cabs if cab.link} == {link.pots_cents}


def test_an_award_is_paid_out_at_once_beside_the_prize_meter() -> None:
    """B-26 with B-14, B-15: 120 EUR are above the meter's 80, and are paid in coins."""
    link = generous()
    cab = joined(link)
    cab.insert(200)
    cab.run(ms=1_500)
    play(cab)
    cab.run(ms=30_000)
    books = record(cab)
    assert books["link_won_cents"] == books["prize_paid_cents"] == cab.tray_cents == 12_000
    assert books["prize_meter_cents"] < 8_000
    assert books["won_cents"] == cab.counter.read().won_cents == 12_000 + books["prize_meter_cents"]
    reconciled(cab, link)


def test_without_a_link_no_coin_comes_in_and_no_play_begins() -> None:
    cab = Cabinet("bochorno", seed="00")
    cab.run(ms=4_000)
    cab.insert(200)
    cab.run(ms=2_000)
    play(cab)
    assert cab.tray_cents == 200 and record(cab)["starts"] == 0
    assert cab.display.message == "TEST SIN ENLACE: NO HAY JUEGO" and cab.lamps["tower"]
    assert any(row["text"] == "warning link" for row in cab.log)


def test_a_link_that_fails_in_a_play_lets_it_end_and_pays_but_begins_no_other() -> None:
    link = room()
    cab = joined(link)
    cab.insert(200)
    cab.run(ms=1_500)
    cab.press("start")
    cab.run(ms=500)
    link.stop()
    cab.run(ms=9_000)
    books = record(cab)
    assert (books["starts"], books["phase"], books["credits_cents"]) == (1, 0, 180)
    cab.run(ms=20_000)
    assert record(cab)["starts"] == 1 and not cab.lamps["start"] and cab.lamps["tower"]
    assert cab.display.message == "TEST SIN ENLACE: NO HAY JUEGO"
    cab.insert(100)
    cab.run(ms=1_500)
    assert cab.tray_cents == 100
    cab.press("start")
    cab.run(ms=200)
    assert cab.display.message == "TEST SIN ENLACE: NO HAY JUEGO"
    for _ in range(2):
        cab.press("collect")
        cab.run(ms=3_000)
    assert cab.tray_cents == 280 + books["prize_meter_cents"]
    link.start()
    cab.run(ms=3_000)
    assert cab.display.message == "TEST INSERTE MONEDA" and not cab.lamps["tower"]
    assert [row["text"] for row in cab.log][-2:] == ["warning link", "warning_over link"]
    reconciled(cab, link)


def test_a_link_that_fails_between_plays_lets_no_other_begin() -> None:
    link = room()
    cab = joined(link)
    cab.insert(200)
    cab.run(ms=1_500)
    play(cab)
    cab.run(ms=8_000)
    link.stop()
    cab.run(ms=8_000)
    played = record(cab)["starts"]
    assert record(cab)["link_acked"] == record(cab)["link_seq"]
    cab.press("start")
    cab.run(ms=8_000)
    assert record(cab)["starts"] == played and record(cab)["credits_cents"] >= 20
    assert cab.display.message == "TEST SIN ENLACE: NO HAY JUEGO"


def check_hold_lamps(firmware: Any = None) -> None:
    """A reel that is held stays so, dark, while the link is down; a press says why, and changes nothing."""
    link = room()
    cab = joined(link, firmware=firmware, trust_firmware=True)
    cab.insert(100)
    cab.run(ms=1_500)
    holds = ("hold_1", "hold_2", "hold_3")
    while not any(cab.lamps[name] for name in holds):
        cab.run(ms=100)
    cab.press("hold_1")
    cab.run(ms=1_200)
    assert cab.lamps["hold_1"]
    link.stop()
    cab.run(ms=2_000)
    for _ in range(10):
        cab.run(ms=150)
        assert not any(cab.lamps[name] for name in (*holds, "start", "double"))
    cab.press("hold_1")
    cab.run(ms=300)
    assert cab.display.message == "TEST SIN ENLACE: NO HAY JUEGO"
    link.start()
    cab.run(ms=3_000)
    assert cab.display.message != "TEST SIN ENLACE: NO HAY JUEGO"
    for _ in range(10):
        cab.run(ms=150)
        assert cab.lamps["hold_1"], "lit and not blinking: still held"


def test_no_lamp_invites_to_hold_while_the_link_is_down() -> None:
    """B-23 with B-26: no play can be taken, so none of its lamps is lit."""
    check_hold_lamps()


@pytest.mark.parametrize("module", ["front", "play"])
def test_a_firmware_that_offers_hold_without_a_link_is_noticed(module: str) -> None:
    old = {"front": "    if not link.up(state):\n        return 0\n"}
    old["play"] = "    if not link.up(state):\n        return link.refusal(state)\n"
    with pytest.raises(AssertionError):
        check_hold_lamps(changed(module, old[module], ""))


def test_an_award_that_a_failing_link_kept_back_comes_when_it_is_back() -> None:
    link = generous()
    cab = joined(link)
    cab.insert(200)
    cab.run(ms=1_500)
    cab.press("start")
    cab.run(ms=400)
    assert link.audit().open_cents == 12_000
    link.stop()
    cab.run(ms=8_000)
    assert record(cab)["link_award"] == 0
    link.start()
    cab.run(ms=4_000)
    assert record(cab)["link_won_cents"] == 12_000
    reconciled(cab, link)


def test_a_machine_that_the_controller_does_not_know_says_that_it_is_refused() -> None:
    cab = joined(room(), serial=77)
    assert cab.link is not None and (cab.link.status, cab.link.why) == ("refused", "unknown")
    assert cab.display.message == "TEST ENLACE RECHAZADO"


def test_hoppers_that_cannot_pay_the_largest_award_let_nobody_play() -> None:
    """B-20: what they could pay of the machine's own prizes is not enough."""
    few = {10: 300, 100: 400}
    cab = joined(room(), hoppers=few)
    cab.insert(200)
    cab.run(ms=2_000)
    assert cab.tray_cents == 200 and cab.display.message == "TEST SIN CAMBIO: NO ADMITE JUEGO"
    alone = Cabinet("cierzo", seed="00", hoppers=few)
    alone.run(ms=3_000)
    alone.insert(200)
    alone.run(ms=2_000)
    assert alone.tray_cents == 0


def superjackpot(tmp_path: Path, share: str = "1") -> tuple[Room, str]:
    """A room whose mystery hits in every play, and a Veruela whose superjackpot one bunch of grapes wins."""
    from machines.model import MODELS_FOLDER

    text = (MODELS_FOLDER / "veruela.toml").read_text(encoding="utf-8")
    path = tmp_path / "veruela.toml"
    path.write_text(text.replace('prizes = [["siete", "siete", "siete"]]', 'prizes = [["uva", "*", "*"]]'))
    definition = read_definition(SUPER.replace('mystery = "1"', f'mystery = "{share}"'))
    return opened(Room.open(definition, SEED)), str(path)


def test_awards_of_a_machine_of_chance_become_credits(tmp_path: Path) -> None:
    """C-12, C-17, C-20: the mystery of every play, and what three of its symbols win of the superjackpot."""
    link, model = superjackpot(tmp_path)
    cab = joined(link, model=model, purse={200: 20})
    for _ in range(6):
        cab.insert(200)
        cab.run(ms=700)
    while record(cab)["hand_won_cents"] == 0 and record(cab)["starts"] < 12:
        play(cab)
        cab.run(ms=1_000)
        if cab.tilt == "handpay":
            for _ in range(6):
                assert "ESPECIE" not in cab.display.message
                cab.run(ms=500)
            cab.open_door()
            cab.run(ms=500)
            cab.turn_key("operator")
            cab.run(ms=500)
            cab.turn_key("operator", on=False)
            cab.close_door()
            cab.run(ms=4_000)
    books = record(cab)
    by = {award.by for award in link.audit().awards}
    assert by == {"mystery", "prize"}
    assert books["hand_won_cents"] >= 500_000 and books["credits_cents"] > 10_000
    assert books["won_cents"] >= books["link_won_cents"] > 500_000
    reconciled(cab, link)


def recorded(link: Room, tmp_path: Path) -> Path:
    """A journal with plays, awards, a link that fails and a power cut."""
    cab = Cabinet("bochorno", seed="00")
    text = io.StringIO()
    recorder = Recorder(cab, text)
    cab.join(link)
    cab.run(ms=3_000)
    cab.insert(200)
    cab.run(ms=9_000)
    link.stop()
    cab.run(ms=7_000)
    link.start()
    cab.run(ms=3_000)
    cab.cut_power(ops=100, ticks=1)
    cab.press("start")
    cab.run(ms=1_000)
    if not cab.powered:
        cab.power_on()
    cab.run(ms=12_000)
    recorder.close()
    assert record(cab)["link_award"] >= 1
    path = tmp_path / "run.jsonl"
    path.write_text(text.getvalue(), encoding="ascii")
    return path


def test_a_replay_needs_no_controller_on_either_runtime(tmp_path: Path) -> None:
    path = recorded(generous(), tmp_path)
    for runtime in ("cpython", "micropython"):
        report = replay(path, build=functools.partial(Cabinet.from_origin, runtime=runtime))
        assert report.same, str(report)


def test_how_time_is_divided_changes_nothing() -> None:
    nvrams = []
    for slices in ([30_000], [1, 7, 30, 962] * 30):
        link = room()
        cab = joined(link)
        cab.insert(200)
        for ms in slices:
            cab.run(ms=ms)
        nvrams.append(cab.nvram)
    assert nvrams[0] == nvrams[1]


def test_what_a_controller_hears_is_kept_before(monkeypatch: pytest.MonkeyPatch) -> None:
    """A process that is killed leaves no machine that knows less than it has told."""
    link, kept = generous(), [(0, 0)]
    cab = Cabinet("bochorno", seed="00")
    send = link.send

    def sent(number: int, data: bytes, now_ms: int) -> None:
        send(number, data, now_ms)
        books = link.controller.state.machines[1]
        assert books.seq <= kept[-1][0] and books.settled_award <= kept[-1][1]

    monkeypatch.setattr(link, "send", sent)
    cab.join(link, keep=lambda: kept.append((record(cab)["link_seq"], record(cab)["link_award"])))
    cab.run(ms=5_500)
    cab.insert(200)
    cab.run(ms=9_000)
    assert kept[-1] == (1, 1)
    reconciled(cab, link)


def test_a_machine_that_was_saved_goes_on_and_joins_again() -> None:
    link = room()
    cab = joined(link)
    cab.insert(200)
    cab.run(ms=12_000)
    again = Cabinet.restore(cab.save())
    cab.leave()
    again.join(link)
    again.run(ms=9_000)
    reconciled(again, link)


def test_what_others_have_seen_cannot_be_taken_back() -> None:
    cab = joined(room())
    cab.remember()
    with pytest.raises(CabinetError, match="rewind must be of a machine without a line"):
        cab.rewind(cab.now_us - 1_000)


def test_a_machine_without_a_link_cannot_join() -> None:
    with pytest.raises(CabinetError, match=r"model must have a link .got cierzo"):
        Cabinet("cierzo", seed="00").join(room())


def test_a_machine_plays_over_a_network_and_its_journal_needs_none(tmp_path: Path) -> None:
    where, link_key = str(tmp_path / "link.db"), bytes(range(32))
    Controller.create(open_store(where), carrusel(), SEED).close()
    cab = Cabinet("bochorno", seed="00", serial=3)
    with (tmp_path / "run.jsonl").open("w", encoding="ascii") as stream:
        recorder = Recorder(cab, stream)
        with served(lambda: open_store(where), link_key) as port:
            cab.join(f"127.0.0.1:{port}", wire.machine_key(link_key, 3), wait_ms=5_000)
            cab.run(ms=5_500)
            cab.insert(200)
            cab.run(ms=14_000)
            cab.leave()
        recorder.close()
    books = record(cab)
    store = open_store(where, reading=True)
    found = audit(store)
    store.close()
    assert found.sound and found.plays == books["link_seq"] == books["starts"] >= 1
    assert replay(tmp_path / "run.jsonl").same


def test_the_documentation_shows_how_machines_join() -> None:
    """docs/link.md: the example runs as it is written."""
    text = (ROOT / "docs" / "link.md").read_text(encoding="utf-8")
    examples = [block.partition("```")[0] for block in text.split("```python\n")[1:]]
    (example,) = [one for one in examples if "Room.open(" in one]
    exec(example, {})


def test_the_command_joins_a_link_of_its_own(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["play", "bochorno", "--headless", "--seed", "00", "--link", "here", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["meters"]["book_plays"] >= 5
    assert cli.run(["play", "bochorno", "--headless", "--serial", "1", "--link", "here"]) == 1
    assert "a link that is forgotten at the end is for TEST machines" in capsys.readouterr().err


def _over_tls(tmp_path: Path, *options: str) -> tuple[int, int]:
    """Exit status of a visit at a controller with a certificate, and the plays that it has heard of."""
    certificate(tmp_path)
    where, link_key = str(tmp_path / "link.db"), bytes(range(32))
    Controller.create(open_store(where), carrusel(), SEED).close()
    tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    tls.load_cert_chain(tmp_path / "cert.pem", tmp_path / "key.pem")
    own = tmp_path / "own.key"
    private.create(own, wire.machine_key(link_key, 1).hex().encode())
    with served(lambda: open_store(where), link_key, tls=tls, hurry=1_000) as port:
        line = ["play", "bochorno", "--headless", "--seed", "00", "--link", f"127.0.0.1:{port}"]
        status = cli.run([*line, "--link-key", str(own), "--json", *options])
    store = open_store(where, reading=True)
    found = audit(store)
    store.close()
    assert found.sound
    return status, found.plays


def test_the_command_joins_a_controller_over_tls(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(TcpLine, "_keep_pace", lambda line: None)  # the controller is hurried as well
    status, plays = _over_tls(tmp_path, "--link-cert", str(tmp_path / "cert.pem"))
    assert status == 0
    assert json.loads(capsys.readouterr().out)["meters"]["book_plays"] == plays >= 5


def test_a_certificate_that_cannot_be_read_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "none.pem").write_text("nothing")
    assert _over_tls(tmp_path, "--link-cert", str(tmp_path / "none.pem")) == (1, 0)
    assert "must hold certificates that are to be trusted" in capsys.readouterr().out


def test_nothing_is_told_to_a_controller_that_another_has_certified(tmp_path: Path) -> None:
    """Nor without TLS to one that has a certificate."""
    other = tmp_path / "other"
    other.mkdir()
    certificate(other)
    certificate(tmp_path)
    where, link_key = str(tmp_path / "link.db"), bytes(range(32))
    Controller.create(open_store(where), carrusel(), SEED).close()
    tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    tls.load_cert_chain(tmp_path / "cert.pem", tmp_path / "key.pem")
    trusts = ssl.create_default_context(cafile=str(other / "cert.pem"))
    with served(lambda: open_store(where), link_key, tls=tls) as port:
        for context in (trusts, None):
            cab = Cabinet("bochorno", seed="00")
            cab.join(f"127.0.0.1:{port}", wire.machine_key(link_key, 1), context)
            cab.run(ms=4_000)
            assert cab.link is not None and cab.link.status == "down"
            cab.leave()


def stir(choose: Random, cab: Cabinet, link: Room) -> None:
    """Something that happens to a machine, its line or its controller."""
    what = choose.randrange(9)
    if what < 4:
        cents = choose.choice([cents for cents, count in cab.purse.items() if count] or [0])
        if cents:
            cab.insert(cents)
        cab.press("double" if what == 3 else "start")
    elif what == 4:
        (link.stop if choose.random() < 0.3 else link.start)()
    elif what == 5 and cab.powered:
        cab.cut_power(ops=choose.randrange(900), ticks=choose.randrange(1, 4))
    elif what == 6 and cab.joined:
        cab.leave()
    elif what == 7 and not cab.joined:
        cab.join(link)
    elif what == 8:
        cab.take_tray()
    if not cab.powered and choose.random() < 0.5:
        cab.power_on()


def between_plays(cab: Cabinet, link: Room) -> None:
    """Let a play that the machine began by itself (B-11) be told, end and have its award."""
    for _ in range(40):
        (row,) = [row for row in link.audit().machines if row["number"] == cab.serial]
        if row["seq"] == record(cab)["link_seq"] and row["award"] == row["settled_award"]:
            return
        cab.run(ms=1_000)


def chaos(seed: int, steps: int) -> int:
    """Machines, lines and controller in trouble, then at peace with equal books; returns their awards."""
    choose = Random(seed)
    link = room("9/10", 12_100)
    stock = {"purse": {200: 20, 100: 20}, "hoppers": {10: 800, 100: 1000}}
    cabs = [joined(link, serial, **stock) for serial in (1, 2, 3)]
    for _ in range(steps):
        cab = choose.choice(cabs)
        stir(choose, cab, link)
        for other in cabs:
            other.run(ms=700)
    link.start()
    for cab in cabs:
        cab.run(ms=2_000)  # a cut that was planned falls now, if ever
        if not cab.powered:
            cab.power_on()
        if not cab.joined:
            cab.join(link)
        cab.run(ms=9_000)
    for cab in cabs:
        cab.run(ms=2_000)
        between_plays(cab, link)
        reconciled(cab, link)
    return sum(record(cab)["link_award"] for cab in cabs)


def test_cabinets_in_trouble_end_with_books_equal_to_the_millicent() -> None:
    assert chaos(1, 90) >= 2


@pytest.mark.long
@pytest.mark.parametrize("seed", range(2, 12))
def test_cabinets_in_long_trouble_end_with_books_equal(seed: int) -> None:
    assert chaos(seed, 400) >= 5


def test_an_award_is_paid_once_and_counted() -> None:
    link = generous()
    cab = joined(link)
    cab.insert(200)
    cab.run(ms=1_500)
    play(cab)
    cab.run(ms=30_000)
    reconciled(cab, link)
    assert cab.tray_cents == record(cab)["prize_paid_cents"] == 12_000
