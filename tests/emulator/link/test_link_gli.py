# SPDX-License-Identifier: MIT
"""Rows 61 to 67 of the GLI checklist, one after the other, on controller, machine, command line and wall."""

from __future__ import annotations

import json
from pathlib import Path
from typing import ClassVar

import pytest
from database import database
from link_rig import SEED, Clock, Hours, controller, store_at, tables
from wall_rig import Seen, face

import cext
from emulator import cli
from emulator.link import wire
from emulator.link.audit import audit
from emulator.link.client import LinkClient
from emulator.link.controller import Controller
from emulator.link.entries import Play, Settled
from emulator.link.errors import LinkError, LinkStoreError
from emulator.link.hub import Hub
from emulator.link.port import LinkPort
from emulator.link.rules import Definition, read_definition
from emulator.link.session import SILENCE_MS
from emulator.panel.wall.show import Show

LINK_KEY = bytes(range(32))


def capped(limit_cents: int = 1_000, base_cents: int = 200) -> Definition:
    """A table whose pot overflows soon."""
    text = tables().text.replace("limit_cents = 4000000000", f"limit_cents = {limit_cents}")
    return read_definition(text.replace("base_cents = 0", f"base_cents = {base_cents}"))


class Machine:
    """A machine's end with its connection to a hub, in one process."""

    all: ClassVar[dict[int, Machine]] = {}

    def __init__(self, hub: Hub, number: int, memory: bytes | None = None) -> None:
        self.hub, self.number = hub, number
        self.port = LinkPort(number, memory)
        self.client = LinkClient(self.port, wire.machine_key(LINK_KEY, number))
        self.all[number] = self
        hub.opened(number)
        self.client.connected(0)
        self.exchange()

    def exchange(self, now_ms: int = 0) -> None:
        for _ in range(5):
            if data := self.client.outgoing():
                self.hub.received(self.number, data)
            self.hub.step()
            for number, data, ended in self.hub.outgoing():
                machine = self.all[number]
                machine.client.received(data, now_ms)
                if ended:
                    machine.client.disconnected()

    def play(self, stake_mc: int, prize: int = 0) -> None:
        self.port.contribute(self.port.next_seq, stake_mc, prize)
        self.port.kept()
        self.client.tick(0)
        self.exchange()


def hub_of(path: Path, definition: Definition | None = None) -> Hub:
    return Hub(controller(str(path / "link.db"), definition or tables(), Clock()), LINK_KEY)


def test_gli_61_the_current_amount_is_told_to_every_machine_that_can_win_it(tmp_path: Path) -> None:
    hub = hub_of(tmp_path)
    first, second = Machine(hub, 1), Machine(hub, 2)
    first.play(500_000)
    hub.show_pots()
    first.exchange()
    assert first.port.pots_mc == second.port.pots_mc == (500_000,)


def test_gli_61_the_winning_value_is_on_the_wall_within_30_seconds() -> None:
    link, show = Seen(face("table"), (4_812_300_000,)), Show()
    show.update(link, 0)
    link.win(9, machine=2)
    show.update(link, 20)
    won = show.pots[0].won
    assert won is not None and (won.machine, won.cents, show.winners[0]) == (2, 4_812_300, won)


def test_gli_62_each_level_shows_its_figures_and_the_last_25_wins(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    store = store_at(str(tmp_path / "link.db"))
    link = Controller.create(store, capped(), SEED, Clock(), Hours())
    for n in range(30):
        link.serve([Play(1, 2 * n + 1, 1, 900_000), Play(1, 2 * n + 2, 1, 0, prize=1)])
    store.close()
    assert cli.run(["link", "status", "--store", str(tmp_path / "link.db"), "--json"]) == 0
    shown = json.loads(capsys.readouterr().out)
    (pot,) = shown["pots"]
    assert {name: pot[name] for name in ("base_mc", "limit_mc", "hits", "increment", "second_increment")} == {
        "base_mc": 200_000, "limit_mc": 1_000_000, "hits": 30, "increment": "1/1", "second_increment": "0/1",
    }  # fmt: skip
    assert pot["overflow_mc"] > 0
    held_mc = pot["value_mc"] + pot["reserve_mc"]
    assert pot["funded_mc"] + pot["contributed_mc"] == 1_000 * pot["paid_cents"] + held_mc
    assert [hit["entry"] for hit in shown["last_hits"]] == list(range(12, 61, 2))
    assert cli.run(["link", "status", "--store", str(tmp_path / "link.db")]) == 0
    table = capsys.readouterr().out
    assert all(word in table for word in ("value", "reserve", "overflow", "base", "limit", "paid", "hits"))


def test_gli_63_rules_change_only_without_a_running_link_and_after_a_win(tmp_path: Path) -> None:
    store = store_at(str(tmp_path / "link.db"))
    link = Controller.create(store, capped(), SEED, Clock(), Hours())
    with pytest.raises(LinkStoreError, match="another controller"):
        store_at(str(tmp_path / "link.db"))  # who would change them while it runs
    rules = cext.view_link(link.state.pots[0]).rules
    link.change_rules(0, rules._replace(base_mc=500_000))
    link.serve([Play(1, 1, 1, 100_000)])
    assert cext.view_link(link.state.pots[0]).rules == rules
    link.serve([Play(1, 2, 2, 0, prize=1)])
    assert cext.view_link(link.state.pots[0]).rules.base_mc == 500_000
    assert [entry.kind for entry in store.log()] == ["rules", "play", "play"]
    assert audit(store).sound


def test_gli_64_a_lost_link_makes_linked_play_impossible_until_it_is_back(tmp_path: Path) -> None:
    hub = hub_of(tmp_path)
    machine = Machine(hub, 1)
    assert machine.port.may_play
    machine.client.tick(SILENCE_MS + 1)
    assert not machine.port.may_play
    again = Machine(hub, 1, machine.port.save())
    assert again.port.may_play


def test_gli_64_damaged_pots_and_wrong_definitions_are_not_served(tmp_path: Path) -> None:
    """A SHA-256 of each pot at power-up, where 16 bits of CRC are asked for; the pot's own books besides."""
    path = str(tmp_path / "link.db")
    controller(path, tables()).close()
    for change in ("state = zeroblob(272)", "sha256 = zeroblob(32)"):
        with database(path) as connection:
            before = connection.execute("SELECT state, sha256 FROM pots").fetchone()
            connection.execute(f"UPDATE pots SET {change}")
        connection.close()
        store = store_at(path)
        with pytest.raises(LinkStoreError, match="SHA-256"):
            Controller(store)
        store.close()
        with database(path) as connection:
            connection.execute("UPDATE pots SET state = ?, sha256 = ?", before)
        connection.close()
    Controller(store_at(path)).close()
    with pytest.raises(LinkError):
        read_definition(tables().text.replace('share = "1"', 'share = "1/2"'))


def test_gli_64_what_was_durable_is_recovered(tmp_path: Path) -> None:
    store = store_at(str(tmp_path / "link.db"))
    link = Controller.create(store, capped(), SEED, Clock(), Hours())
    link.serve([Play(1, 1, 1, 900_000), Play(2, 1, 1, 0, prize=2)])
    before = link.state
    store.close()
    after = Controller(store_at(str(tmp_path / "link.db"))).state
    assert (after.pots, after.machines, after.open) == (before.pots, before.machines, before.open)
    assert after.overflow_mc == before.overflow_mc == [100_000]


def test_gli_65_near_simultaneous_winners_are_ordered_and_recorded(tmp_path: Path) -> None:
    store = store_at(str(tmp_path / "link.db"))
    link = Controller.create(store, tables(), SEED, Clock(), Hours())
    link.serve([Play(1, 1, 1, 900_000)])
    link.serve([Play(3, 1, 1, 0, prize=2), Play(2, 1, 1, 0, prize=1), Play(1, 2, 2, 0, prize=1)])
    hits = store.last_hits(25)
    assert [(hit.entry, hit.machine, hit.cents) for hit in hits] == [(2, 3, 90), (3, 2, 810), (4, 1, 0)]


def test_gli_66_overflow_is_metered_and_goes_into_the_next_pot(tmp_path: Path) -> None:
    """As declared: past the limit it is held in reserve, and the next pot begins with base and reserve."""
    store = store_at(str(tmp_path / "link.db"))
    link = Controller.create(store, capped(), SEED, Clock(), Hours())
    link.serve([Play(1, 1, 1, 700_000), Play(1, 2, 2, 300_000), Play(1, 3, 3, 50_000)])
    view = cext.view_link(link.state.pots[0])
    assert (view.value_mc, view.reserve_mc, link.state.overflow_mc) == (1_000_000, 250_000, [250_000])
    link.serve([Play(1, 4, 4, 0, prize=1), Settled(1, 1)])
    view = cext.view_link(link.state.pots[0])
    assert (view.value_mc, view.reserve_mc, view.paid_cents) == (200_000 + 250_000, 0, 1_000)
    assert link.state.overflow_mc == [250_000]
    found = audit(store)
    assert found.sound and found.pots[0].overflow_mc == 250_000


def test_gli_66_an_overflow_that_was_tampered_with_is_found(tmp_path: Path) -> None:
    path = str(tmp_path / "link.db")
    link = controller(path, capped())
    link.serve([Play(1, 1, 1, 900_000)])
    link.close()
    with database(path) as connection:
        connection.execute("UPDATE pots SET overflow_mc = 0")
    connection.close()
    assert audit(store_at(path)).problems == ["pot 0: overflow kept 0 mc, due 100000"]


def test_gli_67_meters_of_machine_and_controller_reconcile_or_it_plays_no_more(tmp_path: Path) -> None:
    hub = hub_of(tmp_path)
    machine = Machine(hub, 1)
    machine.play(500_000)
    machine.client.tell_books()
    machine.exchange()
    assert machine.port.may_play and hub._controller.state.machines[1].agreed
    machine.port.staked_mc += 1
    machine.port.kept()
    machine.client.tell_books()
    machine.exchange()
    assert (machine.port.status, machine.port.why) == ("refused", "books")
    assert not machine.port.may_play
    assert hub._controller.state.machines[1].agreed is False
