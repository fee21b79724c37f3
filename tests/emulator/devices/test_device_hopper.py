# SPDX-License-Identifier: MIT
"""The hopper: coin by coin while its motor turns, and nothing when it is empty or jammed."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import pytest
from board_helpers import Noise
from device_helpers import CAPACITY, Bench, Edges, drive, same_after_save

from emulator.board.board import Board
from emulator.cabinet.ledger import Ledger
from emulator.devices.hopper import LOW_COINS, Hopper, ParallelHopper


def check_rhythm(bench: Bench) -> None:
    bench.start(fill={10: 25})
    edges = Edges(bench.board, "hopper_10_sense")
    drive(bench.board, "hopper_10_motor", True)
    bench.run(1_100)
    assert edges.seen == [
        (250_000 * (1 + number // 2) + 30_000 * (number % 2), number % 2 == 0) for number in range(8)
    ]


def check_motor_off_keeps_the_next_coin(bench: Bench) -> None:
    bench.start(fill={10: 25})
    drive(bench.board, "hopper_10_motor", True)
    bench.run(749)
    drive(bench.board, "hopper_10_motor", False)
    bench.run(2_000)
    assert bench.ledger.total("tray") == 20 and bench.hoppers[10].level() == 23


def check_a_coin_is_the_visitors_from_its_edge_on(bench: Bench) -> None:
    bench.start(fill={100: 2})
    drive(bench.board, "hopper_100_motor", True)
    where = []
    for until_us in (249_999, 250_000, 499_999, 500_000):
        bench.board.advance(until_us)
        where.append(
            (bench.ledger.total("hopper_100"), bench.ledger.total("paying"), bench.ledger.total("tray"))
        )
    assert where == [(200, 0, 0), (100, 100, 0), (100, 100, 0), (0, 100, 100)]


def check_runs_out(bench: Bench) -> None:
    bench.start(fill={10: 3})
    edges = Edges(bench.board, "hopper_10_sense")
    drive(bench.board, "hopper_10_motor", True)
    bench.run(5_000)
    assert len(edges.seen) == 6 and bench.hoppers[10].level() == 0
    assert bench.ledger.total("tray") == 30


CHECKS = [
    check_rhythm,
    check_motor_off_keeps_the_next_coin,
    check_a_coin_is_the_visitors_from_its_edge_on,
    check_runs_out,
]


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_the_hopper_holds(check: Callable[[Bench], None]) -> None:
    check(Bench())


class Runaway(Hopper):
    """Does not stop with its motor."""

    def _turn(self) -> None:
        if self._wiring.driven():
            super()._turn()


class PaysSilently(Hopper):
    """Its sensor is blind."""

    def __init__(self, board: Board, ledger: Ledger, cents: int, capacity: int) -> None:
        blind = ParallelHopper(board, f"hopper_{cents}")
        blind.sense = lambda seen, now_us: None  # type: ignore[method-assign]
        super().__init__(board, ledger, cents, capacity, blind)


class DropsTwo(Hopper):
    """Lets a second coin out behind each one it shows."""

    def tick(self, now_us: int) -> None:
        before = len(self._coins)
        super().tick(now_us)
        if len(self._coins) < before and self._coins:
            self._ledger.move(self._coins.pop(), "tray")
            self._turn()


@pytest.mark.parametrize(
    ("check", "mutant"),
    [
        (check_motor_off_keeps_the_next_coin, Runaway),
        (check_rhythm, PaysSilently),
        (check_runs_out, PaysSilently),
        (check_runs_out, DropsTwo),
        (check_a_coin_is_the_visitors_from_its_edge_on, DropsTwo),
    ],
    ids=lambda value: value.__name__,
)
def test_a_wrong_hopper_fails_its_check(check: Callable[[Bench], None], mutant: type[Hopper]) -> None:
    with pytest.raises(AssertionError):
        check(Bench(hopper=mutant))


def test_each_hopper_turns_with_its_own_motor() -> None:
    bench = Bench()
    bench.start(fill={10: 5, 100: 5})
    drive(bench.board, "hopper_100_motor", True)
    bench.run(600)
    assert bench.ledger.count("tray") == {100: 1} and bench.hoppers[10].level() == 5


def test_level_sensors_tell_low_and_full() -> None:
    bench = Bench()
    bench.start(fill={10: LOW_COINS, 100: CAPACITY})
    line = bench.board.line
    assert not line("hopper_10_low").asserted and not line("hopper_10_full").asserted
    assert not line("hopper_100_low").asserted and line("hopper_100_full").asserted
    drive(bench.board, "hopper_10_motor", True)
    drive(bench.board, "hopper_100_motor", True)
    bench.run(250)
    assert line("hopper_10_low").asserted and not line("hopper_100_full").asserted


def test_a_jammed_hopper_turns_without_paying_until_it_is_freed() -> None:
    bench = Bench()
    bench.start(fill={10: 5})
    hopper = bench.hoppers[10]
    drive(bench.board, "hopper_10_motor", True)
    bench.run(260)
    hopper.jam(True)
    bench.run(5_000)
    assert bench.ledger.total("tray") == 10
    hopper.jam(False)
    bench.run(500)
    assert bench.ledger.total("tray") == 20


def test_an_empty_hopper_that_is_filled_pays_on() -> None:
    bench = Bench()
    bench.start(10, fill={})
    drive(bench.board, "hopper_10_motor", True)
    bench.run(1_000)
    coin_id = bench.ledger.coins("purse")[0]
    bench.ledger.move(coin_id, "hopper_10")
    bench.hoppers[10].add(coin_id)
    bench.run(500)
    assert bench.ledger.place(coin_id) == "tray"


def test_emptied_by_hand_it_pays_nothing() -> None:
    bench = Bench()
    bench.start(fill={10: 5})
    drive(bench.board, "hopper_10_motor", True)
    bench.run(100)
    for coin_id in bench.hoppers[10].take_all():
        bench.ledger.move(coin_id, "cash_box")
    bench.run(1_000)
    assert bench.ledger.total("cash_box") == 50 and bench.hoppers[10].level() == 0


def test_a_power_cut_stops_the_motor_and_the_coin_that_passed_lands() -> None:
    bench = Bench()
    bench.start(fill={10: 5})
    edges = Edges(bench.board, "hopper_10_sense")
    drive(bench.board, "hopper_10_motor", True)
    bench.run(260)
    bench.board.power_off()
    bench.run(2_000)
    assert bench.ledger.total("tray") == 10 and bench.hoppers[10].level() == 4
    assert edges.seen == [(250_000, True), (260_000, False)]


def test_its_rhythm_varies_by_20_ms_at_most() -> None:
    bench = Bench(Noise())
    bench.start(fill={10: CAPACITY})
    edges = Edges(bench.board, "hopper_10_sense")
    drive(bench.board, "hopper_10_motor", True)
    bench.run(7_500)
    starts = [0] + [time_us for time_us, asserted in edges.seen if asserted]
    periods = [late - early for early, late in pairwise(starts)]
    assert len(set(periods)) > 10 and all(230_000 <= period <= 270_000 for period in periods)


def test_saving_a_payment_changes_nothing() -> None:
    def make() -> tuple[Board, Bench]:
        bench = Bench(Noise())
        bench.start(fill={10: 21, 100: 4})
        bench.board.after_event = None
        return bench.board, bench

    def act(bench: Bench) -> None:
        drive(bench.board, "hopper_10_motor", True)
        bench.board.advance(400_000)
        drive(bench.board, "hopper_100_motor", True)

    same_after_save(make, act, range(400_001, 1_900_000, 61_007), 2_500_000)


def test_progress_of_a_paid_coin_rises_to_the_tray() -> None:
    bench = Bench()
    bench.start(fill={10: 1})
    drive(bench.board, "hopper_10_motor", True)
    bench.run(250)
    first = bench.hoppers[10].in_flight(bench.board.now_us)
    bench.run(125)
    second = bench.hoppers[10].in_flight(bench.board.now_us)
    assert [row[2:] for row in first + second] == [("paying", 0), ("paying", 500)]
    bench.run(125)
    assert bench.hoppers[10].in_flight(bench.board.now_us) == []
