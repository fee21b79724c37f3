# SPDX-License-Identifier: MIT
"""A hall that is killed at any instant has every coin in exactly one place when it opens again."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from hall_killed import BEFORE, BEHIND, WITHIN, Killed, Writes, money, walk, walk_with_a_card
from soon import soon

from emulator.hall.audit import audit
from emulator.records.storage import read_file

# More writes than a walk has; those that are left over end the walk by themselves.
WRITES = 64
CASES = [(number, where) for number in range(1, WRITES + 1) for where in (BEFORE, WITHIN, BEHIND)]
# The ledger's first line; intent, machine and end of two transfers; a play between them.
QUICK = [
    (2, WITHIN), (5, BEHIND), (6, WITHIN), (6, BEHIND), (21, BEHIND), (24, BEHIND), (25, BEHIND),
    (26, WITHIN),
]  # fmt: skip
MINTED = ("purse", "cash_box", "tray", "wallet", "note_box", "hoppers")


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data folder of this test's own."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    return tmp_path


def machine_cents(home: Path, left_out: tuple[str, ...] = ("purse", "wallet")) -> int:
    """Coins and notes of all machines that are kept, but for a visitor's."""
    total = 0
    for path in home.glob("azar/machines/*/*.nvram"):
        physical = read_file(path).physical or {}
        for place in set(MINTED) - set(left_out):
            total += sum(int(cents) * count for cents, count in physical[place].items())
        if card := physical.get("card"):
            total += card["house_cents"] + sum(card["balances"].values())
    return total


def first_fill(home: Path) -> int:
    """What the machines were commissioned with, for those that are there."""
    from machines.model import load_model

    names = {path.parent.name for path in home.glob("azar/machines/*/*.nvram")}
    return sum(hopper.cents * hopper.fill for name in names for hopper in load_model(name).hoppers)


def require_every_coin(home: Path) -> None:
    """Pocket and machines hold what the desk gave and what machines were filled with; no audit finds more."""
    books = money()["books"]
    assert books.pocket.cents - books.given_cents + books.returned_cents == first_fill(home) - machine_cents(
        home
    )
    assert audit(home / "azar" / "hall" / "hall.jsonl").sound


def test_a_walk_has_as_many_writes_as_are_tried(home: Path) -> None:
    writes = Writes()
    with writes.watched():
        walk()
    assert 40 < writes.count < WRITES
    require_every_coin(home)


@pytest.mark.parametrize(("number", "where"), soon(CASES, *QUICK))
def test_whatever_write_is_the_last_no_coin_is_lost_or_doubled(home: Path, number: int, where: str) -> None:
    writes = Writes(number, where)
    try:
        with writes.watched():
            walk()
    except Killed:
        pass
    require_every_coin(home)


# The card is sold; it comes to the machine; the house has moved money of it; it goes back; it is charged.
WITH_A_CARD = [(number, where) for number in range(1, 33) for where in (BEFORE, WITHIN, BEHIND)]
CARD_QUICK = [(4, BEHIND), (6, BEHIND), (13, BEHIND), (18, BEHIND)]


def test_a_walk_with_a_card_has_as_many_writes_as_are_tried(home: Path) -> None:
    writes = Writes()
    with writes.watched():
        walk_with_a_card()
    assert 16 < writes.count < len(WITH_A_CARD) // 3
    require_every_coin(home)


@pytest.mark.parametrize(("number", "where"), soon(WITH_A_CARD, *CARD_QUICK))
def test_whatever_write_is_the_last_no_card_is_lost_or_doubled(home: Path, number: int, where: str) -> None:
    writes = Writes(number, where)
    try:
        with writes.watched():
            walk_with_a_card()
    except Killed:
        pass
    require_every_coin(home)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="Windows kills in another way")
@pytest.mark.parametrize(("number", "where"), soon(CASES[::5], CASES[50]))
def test_kill_9_leaves_every_coin_where_it_was(home: Path, number: int, where: str) -> None:
    command = [sys.executable, "-m", "hall_killed", str(number), where]
    path = os.pathsep.join(sys.path)
    ended = subprocess.run(command, env={**os.environ, "PYTHONPATH": path}, check=False)
    assert ended.returncode in (-signal.SIGKILL, 0)
    require_every_coin(home)
