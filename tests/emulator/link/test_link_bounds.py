# SPDX-License-Identifier: MIT
"""Every number of a frame has its bounds: of the format, the definition, time, and a pot's books."""

from __future__ import annotations

import struct
from pathlib import Path

import pytest
from database import database
from left_out import SIX
from link_forge import Forger, WiredForger, body, play
from link_rig import SEED, Clock, Hours, carrusel, controller, permitted, store_at, tables

import cext
from emulator import Cabinet
from emulator.cabinet.errors import CabinetError
from emulator.hall.demo import served
from emulator.link import wire
from emulator.link.audit import audit
from emulator.link.client import LinkClient
from emulator.link.controller import PLAYS_BURST, Controller
from emulator.link.databases import open_store
from emulator.link.entries import Books, Join, Play
from emulator.link.errors import LinkError, LinkWireError
from emulator.link.hub import FRAMES_BURST, WAITING_MAX, Hub
from emulator.link.plays import TABLE, of_model
from emulator.link.port import Given, LinkPort
from emulator.link.rules import load_definition, read_definition
from machines.model import load_model

KEY = bytes(32)
PRICE_MC = 20_000


class Pace:
    """A clock of rates that a test sets."""

    def __init__(self) -> None:
        self.now_us = 10**12

    def __call__(self) -> int:
        return self.now_us


# --- the four attacks ------------------------------------------------------------------------------


def test_a_number_of_2_to_63_ends_its_session_and_not_the_controller(tmp_path: Path) -> None:
    """Over TCP, sealed with a machine's own key; the controller goes on, and nothing was written."""
    path = str(tmp_path / "link.db")
    Controller.create(open_store(path), carrusel(), SEED).close()
    with served(lambda: open_store(path), KEY) as port:
        for number, frame in enumerate([play(1, number=1 << 63), play(1 << 63), body(wire.JOIN, 1 << 63, 0)]):
            forger = WiredForger(port, 1, KEY)
            forger.send(*([body(wire.JOIN, 1, 0), frame] if number < 2 else [frame]))
            assert forger.hear_the_end() == "frame"
        forger = WiredForger(port, 1, KEY)
        forger.send(body(wire.JOIN, 1, 0), body(wire.BOOKS, 0, 1 << 63, 0, 0))
        assert forger.hear_the_end() == "frame"
        honest = WiredForger(port, 1, KEY)
        honest.send(body(wire.JOIN, 1, 0), play(1))
        while honest.hear().kind != wire.ACK:
            pass
        honest.socket.close()
    found = audit(store_at(path))
    assert (found.problems, found.plays) == ([], 1)


def test_a_stake_of_42949_eur_on_a_machine_of_20_cents_is_refused(tmp_path: Path) -> None:
    """It used to fill the pot and win it: now the session ends, the alarm is there, and nothing has moved."""
    link = controller(str(tmp_path / "link.db"), carrusel())
    hub, before = Hub(link, KEY), link.values_mc()
    for number, stake_mc in enumerate((4_294_900_000, 60_000, 19_999, 20_001, 0)):
        forger = Forger(hub, number, 1)
        forger.join()
        forger.send(play(1, stake_mc))
        assert (forger.ended, forger.why) == (True, "stake" if stake_mc else "prize")
    assert link.values_mc() == before
    assert link.state.machines[1].seq == 0
    assert hub.alarms.counts == {"stake": 4, "prize": 1}
    forger = Forger(hub, 9, 1)
    forger.join()
    forger.send(play(1, 20_000))
    forger.send(play(2, 40_000))
    assert not forger.ended and link.state.machines[1].staked_mc == 60_000


# --- the format ------------------------------------------------------------------------------------

ODD = (0, 1, 255, 1 << 31, (1 << 32) - 1, 1 << 32, (1 << 63) - 1, 1 << 63, (1 << 64) - 1)


@pytest.mark.parametrize("kind", wire.BOUNDS)
def test_every_number_of_a_message_is_held_to_its_bounds(kind: int) -> None:
    """What is unpacked is within them; what is beyond is refused with its name, its bounds and what came."""
    form = wire.BODIES[kind].format.lstrip("<")
    most = {"Q": (1 << 64) - 1, "I": (1 << 32) - 1, "B": 255}
    names = wire.BOUNDS[kind]
    assert len(names) == len(form)
    least = [max(bound[1], 0) for bound in names]
    for i, (name, low, high) in enumerate(names):
        for value in (*ODD, low - 1, high + 1):
            if 0 <= value <= most[form[i]]:
                values = [*least[:i], value, *least[i + 1 :]]
                raw = body(kind, *values)
                if low <= value <= high:
                    assert wire.unpack(raw).values == tuple(values)
                else:
                    with pytest.raises(
                        LinkWireError, match=rf"^{name} must be {low} to {high} .got {value}.$"
                    ):
                        wire.unpack(raw)


def test_the_cents_of_all_winners_together_are_bounded() -> None:
    """A machine's link card has 32 bits for them."""
    assert wire.unpack(body(wire.AWARD, 1, 1, 0, 1, 2, 2_000_000_000)).values[-1] == 2_000_000_000
    with pytest.raises(LinkWireError, match="cents of all winners"):
        wire.unpack(body(wire.AWARD, 1, 1, 0, 1, 255, 4_000_000_000))


@pytest.mark.parametrize(
    "raw",
    [
        b"", bytes([wire.POTS]), bytes([wire.POTS, 0]), bytes([wire.POTS, 9]) + bytes(72),
        bytes([wire.POTS, 1]) + (1 << 63).to_bytes(8, "little"), bytes([wire.REFUSED]), bytes([wire.REFUSED,
        200]), bytes([wire.REFUSED, 1, 1]), bytes([99]),
    ],
)  # fmt: skip
def test_what_is_no_message_is_refused(raw: bytes) -> None:
    with pytest.raises(LinkWireError):
        wire.unpack(raw)


def test_a_length_is_looked_at_before_anything_is_kept() -> None:
    """Of machines 64 bytes, of a controller 16 KiB; before a greeting nothing else is even read."""
    for is_server, most in ((True, 64), (False, 16_384)):
        frames = wire.Frames(server=is_server)
        frames.feed((most + 1).to_bytes(4, "little"))
        try:
            assert frames.next() is not None, "it waits for so many bytes"
        except LinkWireError as error:
            assert f"1 to {most} bytes" in str(error)
    for kind in range(20):
        if kind not in (wire.HELLO, wire.WATCH):
            frames = wire.Frames(server=True)
            frames.feed((2).to_bytes(4, "little") + bytes([kind, 0]))
            with pytest.raises(LinkWireError, match="greeting"):
                frames.next()


def test_a_machine_holds_its_own_memory_and_its_inputs_to_the_same_bounds() -> None:
    """Strange firmware tells its card any number, a script gives it any: the board is answered in 32 bits."""
    port = LinkPort(1)
    told = struct.Struct("<BBQQQQQ")
    beyond = ((1 << 32, 0, 0, 0), (0, 0, 0, 0), (1, 1 << 63, 0, 0), (1, 0, 1 << 32, 0), (1, 0, 0, 1 << 54))
    for numbers in beyond:
        with pytest.raises(LinkError, match="must be"):
            port.committed(told.pack(1, 0, 1, *numbers))
    port.committed(told.pack(1, 0, 1, (1 << 32) - 1, 1 << 62, (1 << 32) - 1, 1 << 53))
    strange = [
        ("acked", 1 << 32),
        ("up", 1 << 40),
        ("pots", 1 << 63),
        ("award", 1, 1, 8, 1, 1, 1),
        ("award", 1, 1, 0, 1, 0, 1),
    ]
    for kind, *values in strange:
        with pytest.raises(LinkError, match="must be"):
            port.take(Given(kind, tuple(values)))  # type: ignore[arg-type]
    cab = Cabinet("bochorno", seed="00")
    cab.run(ms=6_000)
    with pytest.raises(CabinetError, match=r"seq must be 1 to 4294967295 .got 4294967296."):
        cab.link_given("acked", [1 << 32])
    cab.run(ms=1_000)


# --- the definition --------------------------------------------------------------------------------


# What the models cost and how long their plays last, as a definition may state it.
STATED = {
    "carrusel": "[plays.bochorno]\nstakes_cents = [20, 40]\nplay_min_ms = 5000",
    "superjackpot": "[plays.veruela]\nstakes_cents = [600]\nplay_min_ms = 2500",
}


def test_bounds_are_those_of_the_models() -> None:
    """B-02, B-03, B-10; C-02, C-03, C-09."""
    cycle, chance, several = (of_model(load_model(name)) for name in ("bochorno", "veruela", "aneto"))
    assert (cycle.stakes_mc, cycle.play_min_us, cycle.winners) == ((20_000, 40_000), 5_000_000, 1)
    assert (chance.stakes_mc, chance.play_min_us) == ((600_000,), 2_500_000)
    assert several.stakes_mc == tuple(cents * 1_000 for cents in load_model("aneto").bets_cents)  # type: ignore[attr-defined]
    for name in ("carrusel", "superjackpot"):
        link = load_definition(name)
        model, *rows = STATED[name].splitlines()
        for stated in (rows, *zip(rows)):
            assert read_definition("\n".join((link.text, model, *stated))).bounds == link.bounds
    assert set(tables().bounds.values()) == {TABLE}


@pytest.mark.parametrize(("name", "law_ms"), [("carrusel", 6_000), ("superjackpot", 3_000)])
def test_a_longer_play_of_the_law_reaches_a_link(tmp_path: Path, name: str, law_ms: int) -> None:
    """A definition that leaves the time out has that of its profile; the old one is refused there."""
    (tmp_path / "six.toml").write_text(SIX.format(of="es-ar-2002"), encoding="utf-8")
    text = load_definition(name).text.replace('"es-ar-2002"', f'"{tmp_path / "six.toml"}"')
    assert {bounds.play_min_us for bounds in read_definition(text).bounds.values()} == {law_ms * 1_000}
    with pytest.raises(LinkError, match=rf"play_min_ms: must be {law_ms}, .*, or left out .got "):
        read_definition(f"{text}\n{STATED[name]}")


COIN = "plays.table.coin_cents"
# definition, what stands there, what instead, key path, rule
BESIDE = {
    "another price": ("carrusel", "[20, 40]", "[20, 30]", "plays.bochorno.stakes_cents", "B-02"),
    "no double": ("carrusel", "[20, 40]", "[20]", "plays.bochorno.stakes_cents", "B-02"),
    "a dearer play": ("carrusel", "[20, 40]", "[20, 40, 60]", "plays.bochorno.stakes_cents", "B-02"),
    "a faster one": ("carrusel", "5000", "4999", "plays.bochorno.play_min_ms", "B-10"),
    "a bet": ("superjackpot", "[600]", "[300, 600]", "plays.veruela.stakes_cents", "C-02"),
    "a faster one of type C": ("superjackpot", "2500", "2499", "plays.veruela.play_min_ms", "C-09"),
    "stakes in disorder": ("carrusel", "[20, 40]", "[40, 20]", "plays.bochorno.stakes_cents", None),
    "no stakes": ("carrusel", "[20, 40]", "[]", "plays.bochorno.stakes_cents", None),
    "words": ("carrusel", "[20, 40]", '["20"]', "plays.bochorno.stakes_cents", None),
    "another model": ("carrusel", "plays.bochorno", "plays.cierzo", "plays.cierzo", None),
    "an unknown key": ("carrusel", "play_min_ms", "play_max_ms", "plays.bochorno.play_max_ms", None),
    "a coin of nothing": ("mesas", "coin_cents = 100", "coin_cents = 0", COIN, None),
    "a coin above the stake": ("mesas", "coin_cents = 100", "coin_cents = 2101", COIN, None),
    "a stake too long": ("mesas", "2100", "4294968", "plays.table.stake_max_cents", None),
    "no time": ("mesas", "20000", "0", "plays.table.play_min_ms", None),
    "a table in a hall": ("carrusel", "[plays.bochorno]\nstakes", "[plays.table]\nstakes", COIN, None),
}  # fmt: skip


@pytest.mark.parametrize("what", BESIDE)
def test_what_a_definition_says_of_plays_is_what_its_machines_do(what: str) -> None:
    name, old, new, path, rule = BESIDE[what]
    text = f"{load_definition(name).text}\n{STATED.get(name, '')}"
    at = text.index("[plays.")
    assert text.count(old, at) == 1
    with pytest.raises(LinkError) as caught:
        read_definition(text[:at] + text[at:].replace(old, new))
    assert (path, rule) in [(one.path, one.rule) for one in caught.value.problems]


def test_a_table_stakes_whole_coins_up_to_the_most_of_a_hand(tmp_path: Path) -> None:
    link = controller(str(tmp_path / "link.db"), load_definition("mesas"))
    stakes_mc = [100_000, 2_100_000, 0, 50_000, 100_001, 2_200_000]
    replies = [
        link.serve([Play(1, link.state.machines[1].seq + 1, 1, mc, prize=int(mc == 0))])[0]
        for mc in stakes_mc
    ]
    assert [reply.refused for reply in replies] == [None, None, None, "stake", "stake", "stake"]
    assert "0 to 2100000 mc in coins of 100000 mc (got 2200000)" in replies[-1].said
    (reply,) = link.serve([Play(2, 1, 1, 100_000, 1, winners=8)])
    assert (reply.refused, reply.said) == ("prize", "winners must be 1 to 7 (got 8)")


def test_a_machine_with_several_bets_may_stake_each_of_them(tmp_path: Path) -> None:
    text = load_definition("superjackpot").text
    link = controller(str(tmp_path / "link.db"), read_definition(text))
    assert link.serve([Play(1, 1, 1, 300_000)])[0].refused == "stake"
    assert link.serve([Play(1, 1, 1, 600_000, winners=2)])[0].refused == "prize"
    assert link.serve([Play(1, 1, 1, 600_000)])[0].refused is None


# --- time ------------------------------------------------------------------------------------------


def paced(path: Path, kind: str = "carrusel") -> tuple[Controller, Pace]:
    pace = Pace()
    store = store_at(str(path / "link.db"))
    return Controller.create(store, load_definition(kind), SEED, Clock(), pace), pace


@pytest.mark.parametrize(
    ("kind", "stake_mc", "every_us"), [("carrusel", 20_000, 5_000_000), ("superjackpot", 600_000, 2_500_000)]
)
def test_a_machine_plays_no_faster_than_the_law_lets_it(
    tmp_path: Path, kind: str, stake_mc: int, every_us: int
) -> None:
    """B-10, C-09: an hour of pressing as fast as possible is an hour's plays and the backlog."""
    link, pace = paced(tmp_path, kind)
    began_us, taken = pace.now_us, 0
    while pace.now_us - began_us < 3_600_000_000:
        pace.now_us += 100_000
        (reply,) = link.serve([Play(1, taken + 1, 1, stake_mc)])
        assert reply.refused in (None, "rate")
        taken += reply.refused is None
        assert taken <= (pace.now_us - began_us) * 100 // (99 * every_us) + PLAYS_BURST
    assert taken >= 3_600_000_000 // every_us - 1


def test_a_machine_at_its_own_pace_is_never_refused(tmp_path: Path) -> None:
    """Six hours of plays by a clock that runs 0.1 % fast, told late and in bunches as networks do."""
    link, pace = paced(tmp_path)
    began_us, seq, bunch = pace.now_us, 0, 0
    while pace.now_us - began_us < 6 * 3_600_000_000:
        bunch = bunch % 3 + 1
        pace.now_us += bunch * 4_995_000
        for _ in range(bunch):
            seq += 1
            assert link.serve([Play(1, seq, seq, 40_000)])[0].refused is None


def test_a_backlog_is_what_waited_however_long_the_outage_was(tmp_path: Path) -> None:
    link, pace = paced(tmp_path)
    for _ in range(3):
        pace.now_us += 30 * 86_400 * 1_000_000
        seq = link.state.machines[1].seq
        replies = link.serve([Play(1, seq + i, 1, PRICE_MC) for i in range(1, 10)])
        assert [reply.refused for reply in replies[: PLAYS_BURST + 1]] == [None] * PLAYS_BURST + ["rate"]
        assert link.state.machines[1].seq == seq + PLAYS_BURST
    assert link.serve([Play(2, 1, 1, PRICE_MC)])[0].refused is None  # each machine has its own


def test_a_play_that_is_told_again_or_was_not_written_costs_no_turn(tmp_path: Path) -> None:
    link, pace = paced(tmp_path)
    for seq in range(1, PLAYS_BURST + 1):
        for _ in range(5):
            assert link.serve([Play(1, seq, 1, PRICE_MC)])[0].refused is None
    pace.now_us += 3_600_000_000
    for _ in range(5):
        link.prepare([Play(1, PLAYS_BURST + i, 1, PRICE_MC) for i in range(1, PLAYS_BURST + 1)])
        link.recover()
    replies = link.serve([Play(1, PLAYS_BURST + i, 1, PRICE_MC) for i in range(1, PLAYS_BURST + 1)])
    assert [reply.refused for reply in replies] == [None] * PLAYS_BURST


def test_a_refused_rate_ends_the_session_and_the_machine_tells_it_again(tmp_path: Path) -> None:
    link, pace = paced(tmp_path)
    hub = Hub(link, KEY)
    forger = Forger(hub, 1, 1)
    forger.join()
    for seq in range(1, PLAYS_BURST + 2):
        forger.send(play(seq))
    assert (forger.ended, forger.why, hub.alarms.counts) == (True, "rate", {"rate": 1})
    pace.now_us += 5_000_000
    again = Forger(hub, 2, 1)
    again.join(PLAYS_BURST + 2)
    again.send(play(PLAYS_BURST + 1))
    assert not again.ended and link.state.machines[1].seq == PLAYS_BURST + 1


def test_a_machine_that_was_too_early_comes_again_by_itself(tmp_path: Path) -> None:
    """Its clock may be fast, or its power flicker: it says why, and is taken when it is time."""
    link, pace = paced(tmp_path)
    hub, port = Hub(link, KEY), LinkPort(1, window=PLAYS_BURST + 1)
    client = LinkClient(port, wire.machine_key(KEY, 1))
    for connection in (1, 2):
        hub.opened(connection)
        client.connected(0)
        talk(hub, connection, client)
        if connection == 1:
            for seq in range(1, PLAYS_BURST + 2):
                port.contribute(seq, PRICE_MC)
            port.kept()
            client.tick(0)
            talk(hub, connection, client)
            assert (port.status, port.why, link.state.machines[1].seq) == ("refused", "rate", PLAYS_BURST)
            hub.closed(connection)
            pace.now_us += 5_000_000
    client.tick(0)
    talk(hub, 2, client)
    assert (port.status, port.acked, link.state.machines[1].seq) == ("up", PLAYS_BURST + 1, PLAYS_BURST + 1)


def talk(hub: Hub, connection: int, client: LinkClient) -> None:
    """Until neither has anything more to say."""
    while data := client.outgoing():
        hub.received(connection, data)
        hub.step()
        for number, answer, _ in hub.outgoing():
            assert number == connection
            client.received(answer, 0)


def test_meters_are_not_compared_without_end(tmp_path: Path) -> None:
    """Each comparison is a line of the log."""
    link, pace = paced(tmp_path)
    replies = link.serve([Books(1, 0, 0, 0, 0)] * 50)
    assert [reply.refused for reply in replies].count(None) == 12 == link.state.entries
    pace.now_us += 5_000_000
    assert link.serve([Books(1, 0, 0, 0, 0)])[0].refused is None


def test_a_flood_of_frames_ends_its_session(tmp_path: Path) -> None:
    link, _ = paced(tmp_path)
    hub = Hub(link, KEY)
    forger = Forger(hub, 1, 1)
    forger.join()
    for _ in range(FRAMES_BURST):
        forger.send(body(wire.PING))
    assert (forger.ended, forger.why) == (True, "rate")


def test_requests_that_wait_for_the_database_are_few(tmp_path: Path) -> None:
    link = controller(str(tmp_path / "link.db"), carrusel())
    hub = Hub(link, KEY)
    forger = Forger(hub, 1, 1)
    forger.join()
    frames = b"".join(forger._frames.frame(body(wire.SETTLED, 1)) for _ in range(WAITING_MAX + 1))
    hub.received(1, frames)
    assert len(hub.take().requests) == WAITING_MAX
    forger.listen()
    assert (forger.ended, forger.why) == (True, "rate")


# --- a pot's books ---------------------------------------------------------------------------------


def test_a_pot_whose_books_are_full_refuses_the_play(tmp_path: Path) -> None:
    """core_link says so before its sums pass 2^62 millicents; nothing has moved, the controller goes on."""
    link = controller(str(tmp_path / "link.db"), tables())
    pot = bytearray(link.state.pots[0])
    stand_mc = (1 << 62) - 1_000_000
    # staked and contributed stand at their most; all of it was paid but what stands in the pot
    paid_cents, value_mc = stand_mc // 1_000, stand_mc % 1_000
    for place, value in ((200, value_mc), (232, stand_mc), (240, stand_mc), (256, paid_cents)):
        pot[place : place + 8] = value.to_bytes(8, "little")
    cext.check_link(bytes(pot))
    link.state.pots[0] = bytes(pot)
    hub = Hub(link, KEY)
    forger = Forger(hub, 1, 1)
    forger.join()
    forger.send(play(1, 1_000_000))
    assert not forger.ended
    forger.send(play(2, 1_000_000))
    assert (forger.ended, forger.why) == (True, "total")
    assert hub.alarms.counts == {"total": 1}
    assert cext.view_link(link.state.pots[0]).staked_mc == 1 << 62


# --- the audit -------------------------------------------------------------------------------------


def test_an_audit_finds_a_play_that_no_controller_takes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a database of today a problem; in one that an older release began a remark, and sound."""
    path = str(tmp_path / "link.db")
    with monkeypatch.context() as patch:
        patch.setattr(Controller, "_beyond", lambda self, play: (None, ""))
        link = controller(path, carrusel())
        link.serve([Play(1, 1, 1, 4_294_900_000), Play(1, 2, 2, 4_294_900_000)])
        link.close()
    store = store_at(path)
    found = audit(store)
    store.close()
    assert len(found.problems) == 1
    assert "entry 1: stake_mc must be 20000 or 40000 mc" in found.problems[0]
    assert "and 1 more like it" in found.problems[0]
    as_of_old(path)
    found = audit(store_at(path))
    assert found.sound and "entry 1: stake_mc" in found.remarks[0]


def as_of_old(path: str) -> None:
    """As the release before wrote it: version 2, and no table of alarms."""
    with database(path) as connection:
        connection.execute("UPDATE link SET version = 2")
        connection.execute("DROP TABLE alarms")
    connection.close()


def test_a_link_of_an_older_release_goes_on(tmp_path: Path) -> None:
    """With bounds from now on, and a place for its alarms."""
    path = str(tmp_path / "link.db")
    controller(path, carrusel()).close()
    as_of_old(path)
    store = store_at(path)
    assert store.alarms() == []
    link = Controller(store, Clock(), Hours())
    assert link.serve([Play(1, 1, 1, 4_294_900_000)])[0].refused == "stake"
    assert link.serve([Join(1, 1, 0), Play(1, 1, 1, 20_000)])[1].refused is None
    hub = Hub(link, KEY)
    hub.alarms.note("stake", 1, "a stake")
    store.note_alarms(hub.alarms.fresh())
    assert [(one.kind, one.machine, one.times) for one in store.alarms()] == [("stake", 1, 1)]
    assert audit(store).sound


def test_permitted_links_state_their_plays_as_others_do() -> None:
    """C-19: the permit is what it was; bounds change nothing of it."""
    text = permitted(load_definition("superjackpot").text)
    assert read_definition(text).bounds == load_definition("superjackpot").bounds
