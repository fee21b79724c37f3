# SPDX-License-Identifier: MIT
"""Coin acceptor and diverter: what gets in, when it is told, where it lands; and mutants that fail."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from board_helpers import Noise
from device_helpers import CAPACITY, Bench, Edges, drive, same_after_save

from emulator.board.board import Board
from emulator.cabinet.ledger import Ledger, LedgerError
from emulator.devices.coin_acceptor import CoinAcceptor
from emulator.devices.diverter import Diverter
from emulator.devices.hopper import Hopper
from emulator.devices.parallel_head import ParallelHead

VALUES = (10, 20, 50, 100, 200)


def places(bench: Bench) -> dict[str, int]:
    """Cents in every place that holds some."""
    names = (
        "purse",
        "slot",
        "returning",
        "accepted",
        "hopper_10",
        "hopper_100",
        "cash_box",
        "paying",
        "tray",
    )
    return {name: bench.ledger.total(name) for name in names if bench.ledger.total(name)}


# The checks that mutants must fail, each on a bench of its own.


def check_inhibit_returns(bench: Bench) -> None:
    coins = bench.start(*VALUES)
    for coin_id, cents in zip(coins, VALUES, strict=True):
        drive(bench.board, f"inhibit_{cents}", True)
        bench.insert(coin_id)
        bench.run(1_000)
    assert places(bench) == {"tray": sum(VALUES)}


def check_every_value_has_its_pulse(bench: Bench) -> None:
    coins = bench.start(*VALUES)
    edges = {cents: Edges(bench.board, f"coin_{cents}") for cents in VALUES}
    for coin_id in coins:
        bench.insert(coin_id)
        bench.run(1_000)
    for number, cents in enumerate(VALUES):
        start_us = number * 1_000_000 + 340_000
        assert edges[cents].seen == [(start_us, True), (start_us + 50_000, False)], cents


def check_close_coins_return(bench: Bench) -> None:
    first, second, third = bench.start(100, 100, 100)
    bench.insert(first)
    bench.run(199)
    bench.insert(second)
    bench.run(200)
    bench.insert(third)
    bench.run(1_500)
    assert places(bench) == {"cash_box": 200, "tray": 100}


def check_routes(bench: Bench) -> None:
    coins = bench.start(*VALUES)
    drive(bench.board, "diverter", True)
    for coin_id in coins:
        bench.insert(coin_id)
        bench.run(1_000)
    assert places(bench) == {"hopper_10": 10, "hopper_100": 100, "cash_box": 270}
    assert {cents: hopper.level() for cents, hopper in bench.hoppers.items()} == {10: 1, 100: 1}


def check_unpowered_returns(bench: Bench) -> None:
    (coin_id,) = bench.start(50)
    bench.board.power_off()
    bench.insert(coin_id)
    bench.run(1_000)
    assert places(bench) == {"tray": 50}


CHECKS = [
    check_inhibit_returns,
    check_every_value_has_its_pulse,
    check_close_coins_return,
    check_routes,
    check_unpowered_returns,
]


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_acceptor_and_diverter_hold(check: Callable[[Bench], None]) -> None:
    check(Bench())


# Mutants.


class IgnoresInhibit(ParallelHead):
    """Takes every coin it knows."""

    def judge(self, cents: int, alone: bool, now_us: int) -> bool:
        return cents in self._inhibits and alone


class IgnoresSpacing(ParallelHead):
    """Counts coins as fast as they come."""

    def judge(self, cents: int, alone: bool, now_us: int) -> bool:
        return super().judge(cents, True, now_us)


class TellsEveryCoinAsOneEuro(ParallelHead):
    """Pulses the line of 100 for everything."""

    def credit(self, cents: int, now_us: int) -> None:
        super().credit(100, now_us)


class SendsAllToTheHopper(Diverter):
    """Takes any coin for one of 10."""

    def take(self, coin_id: int, cents: int) -> str:
        return super().take(coin_id, 10)


class RunsOnAir(CoinAcceptor):
    """Accepts without power."""

    def _judge(self, coin: list[int], now_us: int) -> None:
        powered, self._board.powered = self._board.powered, True
        judge, self._head.judge = self._head.judge, lambda *_: True  # type: ignore[method-assign]
        super()._judge(coin, now_us)
        self._head.judge = judge  # type: ignore[method-assign]
        self._board.powered = powered


@pytest.mark.parametrize(
    ("check", "parts"),
    [
        (check_inhibit_returns, {"head": IgnoresInhibit}),
        (check_every_value_has_its_pulse, {"head": TellsEveryCoinAsOneEuro}),
        (check_close_coins_return, {"head": IgnoresSpacing}),
        (check_routes, {"diverter": SendsAllToTheHopper}),
        (check_unpowered_returns, {"acceptor": RunsOnAir}),
    ],
    ids=lambda value: value.__name__ if callable(value) else "",
)
def test_a_wrong_acceptor_or_diverter_fails_its_check(
    check: Callable[[Bench], None], parts: dict[str, type]
) -> None:
    with pytest.raises(AssertionError):
        check(Bench(**parts))


class LosesCoins(Ledger):
    """Forgets a coin that goes to the cash box."""

    def move(self, coin_id: int, place: str) -> None:
        super().move(coin_id, place)
        if place == "cash_box":
            self._totals[place] -= self._cents[coin_id]


def test_a_ledger_that_loses_a_coin_is_caught_at_that_event() -> None:
    bench = Bench(ledger=LosesCoins)
    (coin_id,) = bench.start(200)
    bench.insert(coin_id)
    bench.run(400)
    with pytest.raises(LedgerError, match="coins must add up to 200 cents"):
        bench.run(600)


@pytest.mark.parametrize(
    ("place", "lawful"), [("purse", False), ("tray", False), ("cards", False), ("house", True)]
)
def test_nobody_but_the_house_may_have_less_than_nothing(place: str, lawful: bool) -> None:
    """The house owes what its cards hold; a sum that is right does not make up for less than no coin."""
    bench = Bench()
    bench.start(200)
    bench.ledger._totals[place] -= 300
    bench.ledger._totals["cash_box"] += 300
    if lawful:
        bench.ledger.check()
    else:
        with pytest.raises(LedgerError, match="coins must add up to 200 cents"):
            bench.ledger.check()


# Particular moments.


def test_a_coin_takes_its_time_from_slot_to_hopper() -> None:
    bench = Bench()
    (coin_id,) = bench.start(10)
    drive(bench.board, "diverter", True)
    bench.insert(coin_id)
    where = []
    for until_us in (299_999, 300_000, 509_999, 510_000):
        bench.board.advance(until_us)
        where.append(bench.ledger.place(coin_id))
    assert where == ["slot", "accepted", "accepted", "hopper_10"]
    assert bench.heard.kinds() == ["power", "coin_accepted", "coin_stored"]


def test_a_returned_coin_reaches_the_tray_and_no_line_moves() -> None:
    bench = Bench()
    (coin_id,) = bench.start(50)
    edges = Edges(bench.board, "coin_50")
    drive(bench.board, "inhibit_50", True)
    bench.insert(coin_id)
    where = []
    for until_us in (299_999, 300_000, 699_999, 700_000):
        bench.board.advance(until_us)
        where.append(bench.ledger.place(coin_id))
    assert where == ["slot", "returning", "returning", "tray"]
    assert edges.seen == []


def test_the_inhibit_counts_at_the_gate_and_not_before() -> None:
    bench = Bench()
    late, early = bench.start(50, 50)
    drive(bench.board, "inhibit_50", True)
    bench.insert(late)
    bench.run(299)
    drive(bench.board, "inhibit_50", False)
    bench.run(2)
    drive(bench.board, "inhibit_50", True)
    bench.run(699)
    assert bench.ledger.place(late) == "cash_box"
    drive(bench.board, "inhibit_50", False)
    bench.insert(early)
    bench.run(299)
    drive(bench.board, "inhibit_50", True)
    bench.run(701)
    assert bench.ledger.place(early) == "tray"


def test_a_coin_of_no_known_value_falls_through() -> None:
    bench = Bench()
    (coin_id,) = bench.start(5)
    bench.insert(coin_id)
    bench.run(1_000)
    assert places(bench) == {"tray": 5}


def test_a_full_hopper_sends_its_coins_to_the_cash_box() -> None:
    bench = Bench()
    coins = bench.start(10, 10, fill={10: CAPACITY - 1})
    drive(bench.board, "diverter", True)
    assert not bench.board.line("hopper_10_full").asserted
    for coin_id in coins:
        bench.insert(coin_id)
        bench.run(1_000)
    assert bench.board.line("hopper_10_full").asserted
    assert places(bench) == {"hopper_10": 10 * CAPACITY, "cash_box": 10}


def test_pulses_vary_by_5_ms_at_most_and_repeat() -> None:
    lengths = []
    for _ in range(2):
        bench = Bench(Noise())
        coins = bench.start(*[20] * 40)
        edges = Edges(bench.board, "coin_20")
        for coin_id in coins:
            bench.insert(coin_id)
            bench.run(500)
        bench.run(500)
        starts, ends = edges.seen[::2], edges.seen[1::2]
        lengths.append([end - start for (start, _), (end, _) in zip(starts, ends, strict=True)])
    assert lengths[0] == lengths[1]
    assert 45_000 <= min(lengths[0]) < 47_000 and 53_000 < max(lengths[0]) <= 55_000


@pytest.mark.parametrize(("cut_ms", "place"), [(250, "tray"), (320, "cash_box"), (360, "cash_box")])
def test_a_power_cut_ends_pulses_and_coins_fall_on(cut_ms: int, place: str) -> None:
    bench = Bench()
    (coin_id,) = bench.start(50)
    edges = Edges(bench.board, "coin_50")
    bench.insert(coin_id)
    bench.run(cut_ms)
    bench.board.power_off()
    bench.run(5)
    bench.board.power_on()
    bench.run(1_000)
    assert bench.ledger.place(coin_id) == place
    assert not bench.board.line("coin_50").asserted
    expected = [(340_000, True), (360_000, False)] if cut_ms == 360 else []
    assert edges.seen == expected


def test_progress_rises_from_slot_to_rest() -> None:
    bench = Bench()
    accepted, returned = bench.start(100, 5)
    bench.insert(accepted)
    bench.run(200)
    bench.insert(returned)
    rows: dict[int, list[tuple[str, int]]] = {accepted: [], returned: []}
    for _ in range(80):
        for coin_id, _, path, permille in bench.acceptor.in_flight(bench.board.now_us):
            rows[coin_id].append((path, permille))
        bench.run(10)
    for coin_id, last in ((accepted, "accepted"), (returned, "returning")):
        assert [path for path, _ in rows[coin_id]] == sorted(
            (path for path, _ in rows[coin_id]), key=["slot", last].index
        )
        for path in ("slot", last):
            progress = [permille for where, permille in rows[coin_id] if where == path]
            assert progress == sorted(progress) and progress[0] >= 0 and progress[-1] < 1000


def test_saving_coins_on_their_way_changes_nothing() -> None:
    def make() -> tuple[Board, Bench]:
        bench = Bench(Noise())
        bench.coins = bench.start(10, 200, 10, fill={10: 1})  # type: ignore[attr-defined]
        bench.board.after_event = None
        drive(bench.board, "diverter", True)
        return bench.board, bench

    def act(bench: Bench) -> None:
        for number, coin_id in enumerate(bench.coins):  # type: ignore[attr-defined]
            bench.board.advance(number * 130_000)
            bench.insert(coin_id)

    same_after_save(make, act, range(260_001, 1_100_000, 37_003), 1_500_000)


def test_a_hopper_takes_no_coin_beyond_its_capacity() -> None:
    from emulator.devices.errors import DeviceError

    bench = Bench()
    bench.start(fill={10: CAPACITY})
    with pytest.raises(DeviceError, match=rf"level must be 0 to {CAPACITY} coins \(got {CAPACITY + 1}\)"):
        bench.hoppers[10].add(0)
    assert isinstance(bench.hoppers[10], Hopper)
