# SPDX-License-Identifier: MIT
"""The cabinet: whatever a visitor does no cent appears or vanishes, and a saved machine goes on unchanged."""

from __future__ import annotations

from typing import Any

import pytest
from cabinet_visits import PURSE, VISITS, Action, cabinet, overhear, owned, ready, visit
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from emulator.cabinet import Cabinet
from emulator.cabinet.books import BalanceError
from emulator.cabinet.ledger import LedgerError

Visit = list[tuple[Action, int]]

# Fixed examples: the same visits in every run. A visit that fails is short enough to read as it is.
steady = settings(
    max_examples=25,
    deadline=None,
    derandomize=True,
    phases=(Phase.explicit, Phase.generate),
    suppress_health_check=[HealthCheck.too_slow],
)
few = settings(steady, max_examples=10)


# -- both balances --------------------------------------------------------------------------------------


@steady
@given(VISITS)
def test_no_visit_makes_or_loses_a_cent(actions: Visit) -> None:
    """Promise 5: both balances hold after every event; the coins, counted again, are as many as before."""
    cab = ready()
    before = owned(cab)
    refilled: list[int] = []
    cab.listen_inputs(
        lambda name, t_us, said: refilled.append(said["cents"] * said["coins"]) if name == "refill" else None
    )
    visit(cab, actions)
    cab.ledger.audit()
    assert owned(cab) == before + sum(refilled)


@steady
@given(VISITS)
def test_books_and_coins_differ_by_a_coin_a_sensor_and_cut_at_most(actions: Visit) -> None:
    """Promise 5: without a cut no difference is ever open; a cut opens one coin in and one out at most."""
    cab = ready()
    visit(cab, actions)
    cuts = sum(action[0] == "power" for action, _ in actions)
    assert set(cab.books.differences) <= {"in_unbooked", "out_unbooked"}
    assert 0 <= cab.books.differences.get("in_unbooked", 0) <= 200 * cuts
    assert 0 <= cab.books.differences.get("out_unbooked", 0) <= 100 * cuts


@few
@given(VISITS)
def test_mechanical_meters_never_turn_back(actions: Visit) -> None:
    """K-01, on any visit."""
    cab = ready()
    last = dict(cab.meters)
    for step in actions:
        visit(cab, [step])
        now = cab.meters
        assert all(now[name] >= last[name] for name in last)
        last = now


def test_a_hopper_that_drops_coins_nobody_owns_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A device that lets a coin vanish on its way out: books and coins part, and the run fails."""
    cab = ready()
    place = cab.ledger.move
    monkeypatch.setattr(
        cab.ledger, "move", lambda coin, to: None if to == "paying" else place(coin, to), raising=True
    )
    cab.press("collect")
    with pytest.raises(BalanceError, match="coin-out must be 0 to 0 cents"):
        cab.run(ms=3_000)


def test_a_pulse_without_a_coin_is_noticed() -> None:
    """A thief's wire on the coin line: money is booked that no coin brought."""
    cab = ready()
    line = cab.board.line("coin_200")
    line.drive(True)
    cab.run(ms=10)
    with pytest.raises(BalanceError, match="coin-in must be"):
        cab.run(ms=50)


def test_a_coin_taken_without_a_pulse_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """An acceptor with a broken coin line swallows money: it has landed and was never booked."""
    cab = ready()
    line = cab.board.line("coin_100")
    drive = type(line).drive
    monkeypatch.setattr(type(line), "drive", lambda self, on: None if self is line else drive(self, on))
    cab.insert(100)
    with pytest.raises(BalanceError, match="coin-in must be 700"):
        cab.run(ms=1_500)


def test_a_coin_out_of_nowhere_is_noticed() -> None:
    """The ledger is sealed: a device cannot mint, and totals that were tampered with do not add up."""
    cab = ready()
    with pytest.raises(LedgerError, match="sealed"):
        cab.ledger.new(200, "tray")
    cab.ledger._totals["tray"] += 200
    with pytest.raises(LedgerError, match="must add up"):
        cab.ledger.check()


def test_an_older_memory_put_in_while_it_runs_is_noticed() -> None:
    """Counters that fall are a failed run: the memory was swapped for an earlier one."""
    cab = cabinet()
    cab.run(ms=3_500)
    earlier = cab.nvram
    cab.insert(100)
    cab.run(ms=1_500)
    cab.board.fram.data[:] = earlier
    with pytest.raises(BalanceError, match="must never fall below"):
        cab.books.check(_record(cab))


def _record(cab: Cabinet) -> dict[str, Any]:
    from machines.memory.record import decode

    record = decode(cab.nvram)
    assert record is not None
    return record


# -- saved and restored ---------------------------------------------------------------------------------


@few
@given(VISITS, VISITS)
def test_a_restored_cabinet_goes_on_to_the_byte(first: Visit, second: Visit) -> None:
    """Saved at an odd moment and restored: the same later trace and the same end."""
    cab = ready()
    visit(cab, first)
    twin = Cabinet.restore(cab.save())
    assert twin.save() == cab.save()
    traces = overhear(cab), overhear(twin)
    for machine in (cab, twin):
        visit(machine, second)
        machine.run(ms=9_000)
    assert traces[1] == traces[0]
    assert twin.save() == cab.save()


@few
@given(VISITS, st.lists(st.integers(1, 1_500_000), min_size=1, max_size=40))
def test_how_time_is_cut_up_changes_nothing(actions: Visit, pieces: list[int]) -> None:
    """The same inputs at the same times, run in other pieces, give the same trace."""
    whole, cut = ready(), ready()
    traces = overhear(whole), overhear(cut)
    visit(whole, actions)
    number = 0
    for action, wait_us in actions:
        visit(cut, [(action, 0)])
        while wait_us:
            piece = min(wait_us, pieces[number % len(pieces)])
            cut.run_us(piece)
            wait_us -= piece
            number += 1
    assert traces[1] == traces[0]
    assert cut.save() == whole.save()


@few
@given(VISITS)
def test_the_same_visit_twice_is_the_same_to_the_byte(actions: Visit) -> None:
    """A run is a function of ROM, first memory and inputs; nothing of the host comes in."""
    machines = [ready() for _ in range(2)]
    for machine in machines:
        visit(machine, actions)
    assert machines[0].save() == machines[1].save()


def test_a_cabinet_begins_again_from_its_origin() -> None:
    """``from_origin``: the same first memory and coins, so the same run."""
    first = ready(serial=77, hoppers={100: 250})
    again = Cabinet.from_origin(first.origin())
    assert again.serial == 77 and again.hopper_levels == {10: 400, 100: 250}
    again.run(ms=3_500)
    for _ in range(6):
        again.insert(100)
        again.run(ms=250)
    again.run(ms=1_000)
    assert again.nvram == first.nvram


def test_physical_keeps_every_coin_of_a_machine_that_is_carried_away() -> None:
    """Coins in flight have landed where they were bound for, meters and reels are as they stood."""
    cab = ready()
    cab.press("start")
    cab.insert(500)
    cab.run(ms=350)
    cab.insert(50)
    cab.run(ms=320)
    total = owned(cab)
    cab.power_off()
    moved = cabinet(nvram=cab.nvram, physical=cab.physical())
    assert owned(moved) == total
    assert moved.tray == {500: 1} and not moved.coins
    assert {name: moved.meters[name] for name in ("in", "plays")} == {
        name: cab.meters[name] for name in ("in", "plays")
    }


# -- keys and entropy -----------------------------------------------------------------------------------


def test_a_seed_makes_a_test_machine_that_says_so() -> None:
    cab = cabinet()
    cab.run(ms=3_500)
    assert cab.test and cab.display.message.startswith("TEST")
    real = Cabinet(cab.model, purse=PURSE)
    real.run(ms=3_500)
    assert not real.test and not real.display.message.startswith("TEST")


def test_machines_without_a_seed_have_keys_of_their_own() -> None:
    assert Cabinet(cabinet().model).nvram != Cabinet(cabinet().model).nvram


def test_entropy_is_absorbed_once_after_each_play_and_told_as_an_input() -> None:
    """Promise 2 and DESIGN 3: never before the play that a press starts."""
    drops = [bytes([n]) * 32 for n in range(1, 9)]
    given_out: list[bytes] = []

    def entropy() -> bytes:
        given_out.append(drops[len(given_out)])
        return given_out[-1]

    cab = ready(entropy=entropy)
    told: list[tuple[str, Any]] = []
    cab.listen_inputs(lambda name, t_us, said: told.append((name, said)))
    trace = overhear(cab)
    for _ in range(2):
        cab.press("start")
        cab.run(ms=5_200)
    assert [said["hex"] for name, said in told if name == "entropy"] == [drop.hex() for drop in given_out]
    assert len(given_out) == 2
    kinds = [kind for kind, _, _ in trace if kind in ("step", "absorb")]
    assert kinds == ["step", "absorb", "step", "absorb"]


def test_serial_numbers_play_different_machines() -> None:
    assert cabinet(serial=1).nvram != cabinet(serial=2).nvram
