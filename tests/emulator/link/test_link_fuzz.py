# SPDX-License-Identifier: MIT
"""Mutated frames, before and after a key was shown: no internal error, and no other session ends."""

from __future__ import annotations

import contextlib
import socket
from pathlib import Path
from random import Random

import pytest
from link_crowds import at_a_controller, at_machines, hoarder, in_little_memory
from link_forge import WiredForger, body
from link_fuzz import KEY, payload
from link_rig import SEED, carrusel, store_at

from emulator.hall.demo import served
from emulator.link import wire
from emulator.link.audit import audit
from emulator.link.controller import Controller
from emulator.link.databases import open_store
from emulator.link.visitors import Visitors


def test_mutated_frames_end_their_own_session_alone() -> None:
    hall = at_a_controller(0, 1_000)
    assert hall.hub.alarms.counts.keys() >= {
        "seal",
        "frame",
        "unknown",
        "stake",
        "gap",
        "prize",
        "books",
        "award",
        "ahead",
        "behind",
    }


def test_a_controller_that_says_anything_breaks_no_machine_and_no_display() -> None:
    at_machines(0, 500)


@pytest.mark.long
def test_30000_mutated_frames_end_their_own_session_alone() -> None:
    in_little_memory(at_a_controller, 10_000, 30_000)


@pytest.mark.long
def test_20000_sessions_of_a_controller_that_says_anything() -> None:
    in_little_memory(at_machines, 10_000, 20_000)


@pytest.mark.long
def test_who_keeps_every_frame_is_noticed() -> None:
    """Mutant of the measure."""
    with pytest.raises(MemoryError):
        in_little_memory(hoarder, 0, 300)


def over_tcp(folder: Path, first: int, count: int) -> None:
    """The same at a real socket, with a machine that plays all the time."""
    path, said = str(folder / "link.db"), list[str]()
    Controller.create(open_store(path), carrusel(3), SEED).close()
    with served(lambda: open_store(path), KEY, said.append, hurry=10_000) as port:
        visitors = Visitors([2, 3], KEY, "127.0.0.1", port, stake_mc=20_000, plays_per_second=50)
        visitors.connect()
        for seed in range(first, first + count):
            choose = Random(seed)
            visitors.turn(0.001)
            with contextlib.suppress(OSError):
                if choose.random() < 0.3:
                    with socket.create_connection(("127.0.0.1", port)) as stranger:
                        stranger.sendall(choose.randbytes(choose.randrange(1, 200)))
                else:
                    forger = WiredForger(port, 1, KEY)
                    forger.send(body(wire.JOIN, 1, 0), payload(choose), payload(choose))
                    forger.socket.close()
        assert visitors.quiet()
        assert all(visitor.socket is not None for visitor in visitors.visitors)
        visitors.close()
    found = audit(store_at(path))
    assert found.problems == []
    assert not [line for line in said if line.startswith(("internal", "database"))]
    rows = {row["number"]: row["seq"] for row in found.machines}
    assert all(rows[visitor.number] == visitor.port.next_seq - 1 > 0 for visitor in visitors.visitors)


def test_mutated_frames_over_a_network_stop_nobody(tmp_path: Path) -> None:
    over_tcp(tmp_path, 0, 100)


@pytest.mark.long
def test_1000_mutated_sessions_over_a_network_stop_nobody(tmp_path: Path) -> None:
    over_tcp(tmp_path, 10_000, 1_000)
