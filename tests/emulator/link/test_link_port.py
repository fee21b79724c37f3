# SPDX-License-Identifier: MIT
"""A machine's end of the link: recorded inputs, memory, and a session that no strange byte survives."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from link_rig import controller, tables

from emulator.link import wire
from emulator.link.client import LinkClient
from emulator.link.errors import LinkError, LinkWireError
from emulator.link.hub import Hub
from emulator.link.port import Given, LinkPort, Won
from emulator.link.session import SILENCE_MS

LINK_KEY = bytes(range(32))


def nonce() -> bytes:
    return bytes(16)


class Bench:
    """One machine, one controller, and the bytes between them in virtual time."""

    def __init__(self, folder: Path, machines: int = 3) -> None:
        self.link = controller(str(folder / "link.db"), tables(machines))
        self.hub = Hub(self.link, LINK_KEY, nonce)
        self.given: list[Given] = []
        self.port = LinkPort(1)
        self.client = LinkClient(self.port, wire.machine_key(LINK_KEY, 1), self.given.append, nonce)
        self.now_ms = 0
        self.up = b""

    def connect(self, number: int = 1) -> None:
        self.hub.opened(number)
        self.client.connected(self.now_ms)
        self.pump(number)

    def pump(self, number: int = 1) -> None:
        """Until nobody says anything more."""
        self.client.tick(self.now_ms)
        while data := self.client.outgoing():
            self.up = data
            self.hub.received(number, data)
            self.hub.step()
            for connection, answer, _ in self.hub.outgoing():
                if connection == number and answer:
                    self.client.received(answer, self.now_ms)

    def play(self, stake_mc: int, prize: int = 0) -> None:
        self.port.contribute(self.port.next_seq, stake_mc, prize)
        self.port.kept()
        self.pump()


def test_a_replay_of_what_was_given_needs_no_controller(tmp_path: Path) -> None:
    """The machine's run is a function of recorded inputs: the same calls and Givens make the same memory."""
    bench = Bench(tmp_path)
    bench.connect()
    bench.play(500_000)
    bench.play(300_000, prize=2)
    (won,) = bench.port.poll()
    bench.port.settle(won)
    bench.port.kept()
    bench.pump()

    again = LinkPort(1)
    plays = iter([(1, 500_000, 0), (2, 300_000, 2)])
    for one in bench.given:
        if one.kind == "acked" or one.kind == "up":
            again.take(one)
            if told := next(plays, None):
                again.contribute(*told)
        else:
            again.take(one)
    again.settle(again.poll()[0])
    assert again.save() == bench.port.save()
    assert again.pots_mc == bench.port.pots_mc


def test_a_play_is_told_only_when_it_is_committed(tmp_path: Path) -> None:
    bench = Bench(tmp_path)
    bench.connect()
    bench.port.contribute(1, 500_000)
    bench.pump()
    assert bench.link.state.machines[1].seq == 0
    bench.port.kept()
    bench.pump()
    assert bench.link.state.machines[1].seq == 1
    assert bench.port.outbox == []


def test_an_award_comes_until_it_is_committed_and_counts_once(tmp_path: Path) -> None:
    bench = Bench(tmp_path)
    bench.connect()
    bench.play(900_000, prize=1)
    first = bench.port.poll()
    for number in (2, 3):
        bench.client.disconnected()
        assert bench.port.poll() == []
        bench.connect(number)
        assert bench.port.poll() == first == [Won(1, 1, 0, 1, 1, 900)]
    bench.port.settle(first[0])
    bench.port.kept()
    bench.pump(3)
    bench.connect(4)
    assert (bench.port.poll(), bench.port.won_cents) == ([], 900)
    assert bench.link.state.open == {}
    assert bench.link.state.machines[1].agreed


def test_a_machine_whose_link_is_silent_says_so_and_plays_no_more(tmp_path: Path) -> None:
    """GLI checklist 64; what is open is still told when the link is back."""
    bench = Bench(tmp_path)
    bench.connect()
    assert bench.port.may_play
    bench.now_ms += SILENCE_MS + 1
    bench.client.tick(bench.now_ms)
    assert (bench.port.status, bench.port.may_play) == ("down", False)
    bench.port.contribute(1, 500_000)
    bench.port.kept()
    bench.connect(2)
    assert (bench.port.status, bench.link.values_mc()) == ("up", (500_000,))


def test_no_more_plays_wait_than_its_window(tmp_path: Path) -> None:
    bench = Bench(tmp_path)
    bench.connect()
    for _ in range(bench.port.window):
        bench.port.contribute(bench.port.next_seq, 1)
    assert not bench.port.may_play
    with pytest.raises(LinkError):
        bench.port.contribute(9, 1)


def test_a_machine_that_lost_its_memory_is_refused(tmp_path: Path) -> None:
    bench = Bench(tmp_path)
    bench.connect()
    bench.play(500_000)
    bench.port = LinkPort(1)
    bench.client = LinkClient(bench.port, wire.machine_key(LINK_KEY, 1), nonce=nonce)
    bench.connect(2)
    assert (bench.port.status, bench.port.why) == ("refused", "behind")


def test_a_controller_that_lost_its_database_is_refused(tmp_path: Path) -> None:
    bench = Bench(tmp_path)
    bench.connect()
    bench.play(500_000)
    (tmp_path / "old").mkdir()
    other = Bench(tmp_path / "old")
    other.port, other.client = bench.port, bench.client
    other.connect()
    assert (bench.port.status, bench.port.why) == ("refused", "behind")


def test_a_key_that_is_refused_is_told_from_a_line_that_breaks(tmp_path: Path) -> None:
    """Of the key alone the controller hangs up behind our first sealed words without one of its own."""
    bench = Bench(tmp_path)
    bench.connect()
    bench.client.disconnected()  # the line breaks once it knows us
    assert not bench.client.unanswered
    bench.client.connected(0)
    bench.client.disconnected()  # or before anything is sealed
    assert not bench.client.unanswered
    (tmp_path / "other").mkdir()
    other = Bench(tmp_path / "other")
    other.client = LinkClient(other.port, wire.machine_key(bytes(32), 1), nonce=nonce)
    other.connect()
    other.client.disconnected()
    assert other.client.unanswered
    other.client.connected(0)  # said of the last connection alone
    assert not other.client.unanswered


def test_memory_is_whole_and_its_own() -> None:
    port = LinkPort(7)
    port.contribute(1, 20_000, 1, 2)
    memory = port.save()
    assert LinkPort(7, memory).save() == memory
    for wrong in (memory[:-1], b"", b"\x09" + memory[1:]):
        with pytest.raises(LinkError):
            LinkPort(7, wrong)
    with pytest.raises(LinkError):
        LinkPort(8, memory)


@settings(max_examples=60, deadline=None)
@given(st.binary(max_size=80))
def test_strange_bytes_end_a_connection_and_nothing_else(data: bytes) -> None:
    """However the bytes come in, the same messages are read and the same byte ends the connection."""

    def read(pieces: list[bytes]) -> list[object]:
        frames, found = wire.Frames(server=True), []
        for piece in pieces:
            frames.feed(piece)
            try:
                while (message := frames.next()) is not None:
                    found.append(message)
            except LinkWireError as error:
                return [*found, type(error)]
        return found

    whole = read([data])
    assert whole == read([data[i : i + 1] for i in range(len(data))])
    if len(data) >= 4 and int.from_bytes(data[:4], "little") > wire.FRAME_MAX:
        assert whole == [wire.LinkSealError], "longer than any frame"


@settings(max_examples=40, deadline=None)
@given(st.data())
def test_a_sealed_frame_that_was_changed_ends_the_session(data: st.DataObject) -> None:
    one, other = wire.Frames(server=False), wire.Frames(server=True)
    one.seal_with(LINK_KEY)
    other.seal_with(LINK_KEY)
    frame = bytearray(one.frame(wire.pack(wire.PLAY, 1, 1, 20_000, 0, 1)))
    frame[data.draw(st.integers(4, len(frame) - 1))] ^= data.draw(st.integers(1, 255))
    other.feed(bytes(frame))
    with pytest.raises(LinkWireError):
        other.next()


@pytest.mark.parametrize("order", [(0, 0), (1, 0), (1,)])
def test_a_frame_repeated_moved_or_left_out_ends_the_session(order: tuple[int, ...]) -> None:
    one, other = wire.Frames(server=False), wire.Frames(server=True)
    one.seal_with(LINK_KEY)
    other.seal_with(LINK_KEY)
    frames = [one.frame(wire.pack(wire.SETTLED, n)) for n in (1, 2)]
    for index in order:
        other.feed(frames[index])
    with pytest.raises(LinkWireError):
        for _ in order:
            other.next()


def test_a_session_that_is_played_back_opens_none(tmp_path: Path) -> None:
    bench = Bench(tmp_path)
    bench.connect()
    recorded = []
    bench.port.contribute(1, 500_000)
    bench.port.kept()
    bench.pump()
    recorded.append(bench.up)
    bench.hub._nonce = lambda: bytes([1]) * 16
    bench.hub.opened(2)
    hello = wire.Frames(server=False).frame(wire.pack(wire.HELLO, wire.MAGIC, wire.VERSION, 1, nonce()))
    for data in (hello, *recorded):
        bench.hub.received(2, data)
    assert [ended for number, _, ended in bench.hub.outgoing() if number == 2] == [True]
    assert bench.link.state.machines[1].seq == 1


@pytest.mark.parametrize(
    "payload",
    [
        wire.pack(wire.AWARD, 1, 1, 0, 1, 1, 4_000_000),
        wire.pack(wire.WELCOME, 0),
        wire.pack(wire.ACK, 1),
        wire.pack_pots((1,)),
    ],
)
def test_who_has_not_shown_the_key_gives_a_machine_nothing(payload: bytes) -> None:
    """Before its CHALLENGE a controller's frames carry no seal: anybody could send them."""
    port, given = LinkPort(1), []  # type: tuple[LinkPort, list[Given]]
    client = LinkClient(port, wire.machine_key(LINK_KEY, 1), given.append, nonce)
    for first in (b"", wire.Frames(server=True).frame(wire.pack(wire.CHALLENGE, wire.VERSION, nonce()))):
        client.connected(0)
        client.received(first + wire.Frames(server=True).frame(payload), 0)
        assert client.closed
        assert (given, port.status, port.poll()) == ([], "down", [])


def test_a_challenge_that_comes_again_ends_the_session(tmp_path: Path) -> None:
    bench = Bench(tmp_path)
    bench.connect()
    bench.hub._sessions[1].send(wire.pack(wire.CHALLENGE, wire.VERSION, nonce()))
    bench.pump()
    for _, answer, _ in bench.hub.outgoing():
        bench.client.received(answer, 0)
    assert bench.client.closed


def test_pots_that_move_while_a_machine_joins_wait_for_its_welcome(tmp_path: Path) -> None:
    """POTS before WELCOME would end its session: another machine's play moves them in the same instant."""
    bench = Bench(tmp_path)
    bench.hub.opened(1)
    bench.client.connected(0)
    for _ in range(2):  # HELLO, then LOOK and JOIN
        bench.hub.received(1, bench.client.outgoing())
        bench.client.received(b"".join(data for _, data, _ in bench.hub.outgoing()), 0)
    assert bench.hub.machines_up() == []
    bench.hub.show_pots()
    bench.client.received(b"".join(data for _, data, _ in bench.hub.outgoing()), 0)
    assert not bench.client.closed
    bench.hub.step()
    bench.client.received(b"".join(data for _, data, _ in bench.hub.outgoing()), 0)
    assert bench.port.status == "up" and bench.hub.machines_up() == [1]
