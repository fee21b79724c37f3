# SPDX-License-Identifier: MIT
"""One carrousel over several tables: in process, over cuts of any of them, and over TCP, to the cent."""

from __future__ import annotations

import json
import random
import time
from contextlib import closing
from pathlib import Path

import pytest
from link_rig import SEED, store_at
from test_link_tcp import LINK_KEY, serving

from emulator.link import wire
from emulator.link.audit import audit
from emulator.link.controller import Controller
from emulator.link.databases import open_store
from emulator.link.errors import LinkError
from emulator.link.linked_table import LinkedTable
from emulator.link.room import Room
from emulator.link.rules import load_definition
from machines.support.plain import Json
from machines.tables.chance import card
from machines.tables.game import INSPECTOR, Move
from machines.tables.refusal import TableError
from machines.tables.table import Table

GAME = "poquer-sin-descarte"
HAND = 5_000_00
ROUND_MS = 21_000
ROYAL, STRAIGHT, ALIKE, NOTHING = "Ac Kc Qc Jc Tc", "4s 5s 6s 7s 8s", "4h 5h 6h 7h 8h", "9h 7d 5h 4d 2h"
OTHER, BANK = "2c 2d 7c 9c Ks", "Ad Kh Jd 8d 3c"


def new_table(number: int) -> Table:
    return Table(GAME, bytes([number] * 32), {1: HAND, 2: HAND}, rules={"carrousel": "linked"})


def given(*hands: str) -> tuple[int, ...]:
    rows = [[card(name) for name in hand.split()] for hand in hands]
    return tuple(row[i] for i in range(5) for row in rows)


class Floor:
    """Tables of one link, each with what was last kept of it; any of them may be cut."""

    def __init__(self, room: Room, many: int = 3) -> None:
        self.room, self.now_ms = room, 0
        self.kept: dict[int, Json] = {}
        self.tables = {
            number: self.opened(LinkedTable(new_table(number), number)) for number in range(1, many + 1)
        }

    def opened(self, linked: LinkedTable) -> LinkedTable:
        number = linked.port.machine
        self.kept[number] = linked.save()
        linked._keep = lambda memory, number=number: self.kept.update(
            {number: json.loads(json.dumps(memory))}
        )
        linked.join(self.room)
        return linked

    def cut(self, number: int) -> None:
        """The table's process is gone, and comes again with what it has kept."""
        self.tables[number].close()
        self.tables[number] = self.opened(LinkedTable.load(self.kept[number], number))

    def pass_ms(self, ms: int) -> None:
        """A second after the other, as lines that are silent for longer are taken to be down."""
        for _ in range(max(1, ms // 1_000)):
            self.now_ms += min(ms, 1_000)
            for linked in self.tables.values():
                linked.serve(self.now_ms)

    def deal(self, number: int, hands: tuple[str, str]) -> None:
        """Both seats lay and coin, where the link lets them; the cards are these."""
        linked = self.tables[number]
        for seat in (1, 2):
            linked.act(Move("bet", seat, "ante", 10_00))
            if linked.may_play:
                linked.act(Move("bet", seat, "carrousel", 1_00))
        linked.act(Move("no_more_bets"))
        linked.act(Move("deal", values=given(*hands, BANK)))
        while linked.table.state["phase"] not in ("bets", "carrousel"):
            linked.act(linked.table.next_move())

    def at_tables(self) -> int:
        """What all tables together hold of the carrousel, in cents."""
        return sum(one.table.state["money"].get("link", 0) for one in self.tables.values())


def test_tables_share_one_carrousel_and_a_royal_at_one_of_them_takes_all() -> None:
    with Room.open("mesas", SEED) as room:
        floor = Floor(room)
        floor.pass_ms(0)
        for number in (1, 2):
            floor.deal(number, (NOTHING, OTHER))
        floor.pass_ms(ROUND_MS)
        assert room.pots_cents == (4_00,) and floor.at_tables() == 4_00
        floor.deal(3, (STRAIGHT, ALIKE))  # a tenth of 6 euros, shared by two
        assert floor.tables[3].table.state["phase"] == "carrousel"
        floor.pass_ms(ROUND_MS)
        assert room.pots_cents == (5_40,) and floor.at_tables() == 5_40
        floor.deal(1, (ROYAL, OTHER))
        before = floor.tables[1].table.state["money"]["seat 1"]
        floor.pass_ms(ROUND_MS)
        assert floor.tables[1].table.state["money"]["seat 1"] == before + 7_40
        assert room.pots_cents == (0,) and floor.at_tables() == 0
        assert floor.tables[1].table.state["money"]["link"] == 4_00 - 7_40
        floor.pass_ms(ROUND_MS)
        found = room.audit()
        assert found.sound and found.open_awards == 0


def test_a_table_whose_link_is_down_takes_no_coin_and_pays_what_is_open() -> None:
    with Room.open("mesas", SEED) as room:
        floor = Floor(room, many=1)
        floor.pass_ms(0)
        linked = floor.tables[1]
        linked.act(Move("bet", 1, "ante", 10_00))
        linked.act(Move("bet", 1, "carrousel", 1_00))
        room.stop()
        floor.pass_ms(6_000)
        linked.act(Move("bet", 2, "ante", 10_00))
        with pytest.raises(TableError, match="while the link is up"):
            linked.act(Move("bet", 2, "carrousel", 1_00))
        linked.act(Move("no_more_bets"))
        linked.act(Move("deal", values=given(STRAIGHT, OTHER, BANK)))
        while linked.table.state["phase"] != "carrousel":
            linked.act(linked.table.next_move())
        floor.pass_ms(6_000)
        assert linked.table.state["phase"] == "carrousel"
        with pytest.raises(TableError):
            linked.act(Move("annul", INSPECTOR))
        room.start()
        floor.pass_ms(30_000)
        assert linked.table.state["phase"] == "bets"
        assert room.pots_cents == (90,) and floor.at_tables() == 90


def test_a_coin_is_taken_only_for_a_hand_that_the_link_will_take() -> None:
    """Four hands at once, then one in the 20 seconds of the link: no hand with coins is refused."""
    with Room.open("mesas", SEED) as room:
        floor = Floor(room, many=1)
        floor.pass_ms(0)
        linked = floor.tables[1]
        for _ in range(6):
            floor.deal(1, (NOTHING, OTHER))
            floor.pass_ms(1_000)
        assert linked.port.next_seq - 1 == 4 == linked.port.acked and not linked.may_play
        linked.act(Move("bet", 1, "ante", 10_00))
        with pytest.raises(TableError, match="hands that follow too fast"):
            linked.act(Move("bet", 1, "carrousel", 1_00))
        linked.act(Move("no_more_bets"))
        while linked.table.state["phase"] != "bets":
            linked.act(linked.table.next_move())
        floor.pass_ms(20_000)
        floor.deal(1, (NOTHING, OTHER))
        assert linked.port.next_seq - 1 == 5
        floor.pass_ms(1_000)
        assert not room.alarms.are_fresh  # nothing was refused
        assert linked.port.acked == 5 and room.audit().sound


@pytest.mark.parametrize(
    "seed", [1, pytest.param(2, marks=pytest.mark.long), pytest.param(3, marks=pytest.mark.long)]
)
def test_no_cent_is_lost_whatever_is_cut_and_whenever(seed: int) -> None:
    """Deals with prizes, tables cut before and after they are told, a controller that stops."""
    draws = random.Random(seed)
    with Room.open("mesas", SEED) as room:
        floor = Floor(room)
        floor.pass_ms(0)
        prizes = 0
        for _ in range(40):
            number = draws.randint(1, 3)
            if floor.tables[number].table.state["phase"] == "bets":
                hands = draws.choice([(NOTHING, OTHER), (STRAIGHT, ALIKE), (STRAIGHT, OTHER), (ROYAL, OTHER)])
                floor.deal(number, hands)
                prizes += floor.tables[number].table.state["phase"] == "carrousel"
            what = draws.random()
            if what < 0.35:
                floor.cut(draws.randint(1, 3))
            elif what < 0.45:
                room.stop()
                floor.pass_ms(6_000)
                room.start()
            if draws.random() < 0.8:
                floor.pass_ms(ROUND_MS)
        for _ in range(4):
            floor.pass_ms(ROUND_MS)
        assert prizes > 5
        assert all(
            one.table.state["phase"] == "bets" and not one.port.outbox for one in floor.tables.values()
        )
        assert room.pots_cents[0] == floor.at_tables()
        assert room.audit().sound
        for one in floor.tables.values():
            assert Table.replay(one.table.journal()).save() == one.table.save()  # without a controller


def test_tables_are_linked_over_a_network_that_is_cut(tmp_path: Path) -> None:
    """Two tables at a controller in a process of its own, which is killed and comes again."""
    where = str(tmp_path / "link.db")
    Controller.create(store_at(where), load_definition("mesas"), SEED).close()
    linked = [LinkedTable(new_table(number), number) for number in (1, 2)]

    def open_awards() -> int:
        with closing(open_store(where, reading=True)) as store:
            return audit(store).open_awards

    def serve(done: int) -> None:
        """Until so many plays of both are durable, and every award is settled."""
        end = time.monotonic() + 20
        while time.monotonic() < end:
            for one in linked:
                one.serve(time.monotonic_ns() // 1_000_000)
            if (
                all(
                    one.port.status == "up" and one.port.acked == done and one.table.state["phase"] == "bets"
                    for one in linked
                )
                and not open_awards()
            ):
                return
            time.sleep(0.02)
        raise AssertionError("the controller does not answer")

    def deal(one: LinkedTable, *hands: str) -> None:
        for seat in (1, 2):
            one.act(Move("bet", seat, "ante", 10_00))
            one.act(Move("bet", seat, "carrousel", 1_00))
        one.act(Move("no_more_bets"))
        one.act(Move("deal", values=given(*hands, BANK)))
        while one.table.state["phase"] not in ("bets", "carrousel"):
            one.act(one.table.next_move())

    def call(port: int) -> None:
        for one in linked:
            one.call(f"127.0.0.1:{port}", wire.machine_key(LINK_KEY, one.port.machine))

    with serving(where) as (port, _):
        call(port)
        serve(0)
        deal(linked[0], NOTHING, OTHER)
        deal(linked[1], STRAIGHT, OTHER)
        serve(1)
    for one in linked:
        one.close()
    with serving(where) as (port, _):
        call(port)
        serve(1)
        deal(linked[1], NOTHING, OTHER)
        deal(linked[0], ROYAL, OTHER)
        serve(2)
        for one in linked:
            one.close()
    found = audit(store_at(where))
    assert found.problems == [] and found.open_awards == 0
    held = sum(one.table.state["money"].get("link", 0) for one in linked)
    assert [pot.value_mc for pot in found.pots] == [held * 1000]


def test_a_table_without_a_carrousel_to_be_linked_is_refused() -> None:
    with pytest.raises(LinkError, match="must be linked"):
        LinkedTable(Table(GAME, bytes(32), {1: HAND}), 1)
    with pytest.raises(LinkError, match="must be linked"):
        LinkedTable(Table("boule", bytes(32), {1: HAND}), 1)
    with pytest.raises(LinkError, match="coin_cents"):
        rules: dict[str, int | str] = {"carrousel": "linked", "coin_cents": 50}
        LinkedTable(Table(GAME, bytes(32), {1: HAND}, rules=rules), 1)
    with pytest.raises(LinkError, match="version"):
        LinkedTable.load({"version": 2}, 1)
