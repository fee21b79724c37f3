# SPDX-License-Identifier: MIT
"""Prizes in kind (C-20) on the machine that wins one: named, handed over by staff, never paid in coins."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from linked_rig import KIND, SEED, joined, reconciled, record
from opened import opened

from emulator import Cabinet
from emulator.link import wire
from emulator.link.client import LinkClient
from emulator.link.port import LinkPort
from emulator.link.room import Room
from emulator.link.rules import read_definition
from emulator.records.journal import Recorder
from emulator.records.replay import replay
from machines.firmware import nvram
from machines.firmware.linked import link_frames
from machines.firmware.linked.link_frames import WORDS_MAX, pieces

SAID = [
    "PREMIO EN ESPECIE",
    "FIN DE SEMANA PARA DOS EN",
    "LA NIEVE",
    "O 600,00 EN METÁLICO",
    "AVISE AL PERSONAL: LLAVE",
]


def room() -> Room:
    """Every play that is told wins the prize."""
    return opened(Room.open(read_definition(KIND), SEED))


def win(cab: Cabinet) -> None:
    for _ in range(3):
        cab.insert(200)
        cab.run(ms=800)
    cab.press("start")
    for _ in range(150):
        cab.run(ms=100)
        if cab.tilt:
            return
    raise AssertionError(cab.display)


def said(cab: Cabinet) -> set[str]:
    """What the line says in a round of its pages."""
    found = set()
    for _ in range(24):
        found.add(cab.display.message.removeprefix("TEST "))
        cab.run(ms=500)
    return found


def hand_over(cab: Cabinet) -> None:
    for _ in range(2):
        cab.turn_key("operator")
        cab.run(ms=800)
    cab.run(ms=2_000)


def check(firmware: Mapping[str, str] | None = None) -> None:
    link = room()
    cab = joined(link, model="veruela")
    win(cab)
    assert (cab.tilt, record(cab)["queue"]) == ("handpay", [("in_kind", 60_000)])
    assert said(cab) == set(SAID)
    credits_cents = record(cab)["credits_cents"]
    hand_over(cab)
    books = record(cab)
    assert (cab.tilt, books["queue"], cab.tray_cents) == ("", [], 0)
    assert books["hand_paid_cents"] == books["hand_won_cents"] == books["link_won_cents"] == 60_000
    assert books["credits_cents"] == credits_cents
    reconciled(cab, link)


def test_a_prize_in_kind_is_named_and_handed_over_by_the_staff() -> None:
    check()


def test_a_power_cut_forgets_neither_the_prize_nor_its_name() -> None:
    """Its name is asked for again: the memory keeps which pot it is of."""
    link = room()
    cab = joined(link, model="veruela")
    win(cab)
    cab.power_off()
    cab.run(ms=500)
    cab.power_on()
    cab.run(ms=4_000)
    assert said(cab) == set(SAID)
    hand_over(cab)
    assert record(cab)["hand_won_cents"] == 60_000 and cab.tray_cents == 0
    reconciled(cab, link)


@pytest.mark.parametrize("runtime", ["cpython", pytest.param("micropython", marks=pytest.mark.long)])
def test_a_journal_tells_the_prize_without_a_controller(
    runtime: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    path = tmp_path_factory.mktemp("kind") / "run.jsonl"
    cab = Cabinet("veruela", seed="00", runtime=runtime)
    with path.open("w", encoding="ascii") as stream:
        recorder = Recorder(cab, stream)
        cab.join(room())
        cab.run(ms=5_500)
        win(cab)
        said(cab)
        recorder.close()
    assert replay(path).same
    assert '"named"' in path.read_text("ascii")


# --- older ends ---------------------------------------------------------------------------------------


def client(answers: int) -> tuple[LinkPort, LinkClient, wire.Frames, list[wire.Message]]:
    """A machine's end whose controller said what it answers, and what the machine has sent since."""
    port, server = LinkPort(1), wire.Frames(server=True)
    made = LinkClient(port, bytes(32), nonce=lambda: bytes(16))
    made.connected(0)
    server.feed(made.outgoing())
    server.next()
    made.received(server.frame(wire.pack(wire.CHALLENGE, answers, bytes(16))), 0)
    server.seal_with(wire.session_key(bytes(32), 1, bytes(16), bytes(16)))
    server.feed(made.outgoing())
    return port, made, server, list(iter(server.next, None))


def test_a_controller_that_answers_no_machines_look_is_not_asked() -> None:
    assert [message.kind for message in client(1)[3]] == [wire.JOIN]
    assert [message.kind for message in client(2)[3]] == [wire.LOOK, wire.JOIN]


def test_a_machine_that_does_not_look_is_told_nothing_of_prizes() -> None:
    """One of before, which would take FACE for nonsense."""
    link = room()
    port, frames = LinkPort(1), wire.Frames(server=False)
    hub, key = link._hub, link.key(1)
    hub.opened(7)
    hub.received(7, frames.frame(wire.pack(wire.HELLO, wire.MAGIC, 1, 1, bytes(16))))
    (challenge,) = [data for number, data, _ in hub.outgoing() if number == 7]
    frames.feed(challenge)
    message = frames.next()
    assert message is not None and message.kind == wire.CHALLENGE
    frames.seal_with(wire.session_key(key, 1, bytes(16), message.values[1]))
    hub.received(7, frames.frame(wire.pack(wire.JOIN, port.next_seq, 0)))
    hub.step()
    frames.feed(b"".join(data for number, data, _ in hub.outgoing() if number == 7))
    assert [message.kind for message in iter(frames.next, None)] == [wire.WELCOME, wire.POTS]


@pytest.mark.parametrize(
    "body", [b"", b"{}", b'{"pots":[{"name":"x"}]}', b'{"pots":[{"in_kind":{}}]}', b"\xff"]
)
def test_nonsense_about_pots_ends_the_session(body: bytes) -> None:
    port, made, server, _ = client(2)
    made.received(server.frame(bytes([wire.FACE]) + body), 1)
    assert made.closed and port.named == ()


# --- what is said -------------------------------------------------------------------------------------


def test_a_name_is_broken_between_words_and_none_is_cut() -> None:
    words = "UN VIAJE DE OCHO DÍAS A LAS ISLAS CANARIAS EN AVIÓN CON HOTEL"
    lines = pieces(words)
    assert " ".join(lines) == words and max(map(len, lines)) <= WORDS_MAX
    assert "".join(pieces("X" * 60)) == "X" * 60 and pieces("") == []


def test_a_register_holds_a_name_whole_or_says_that_it_is_not() -> None:
    raw = link_frames.pack_name("AÑO NUEVO EN JACA")
    assert link_frames.unpack_name(raw) == "AÑO NUEVO EN JACA"
    assert link_frames.unpack_name(link_frames.pack_name("")) == ""
    assert link_frames.unpack_name(raw[:-1] + bytes([raw[-1] ^ 1])) is None
    assert link_frames.unpack_name(b"") is None


def test_the_record_names_the_payment() -> None:
    assert nvram.KIND_NAMES[nvram.KIND_IN_KIND] == "in_kind"
    assert nvram.prize(nvram.KIND_IN_KIND + 7) and not nvram.prize(nvram.KIND_REFUND)
