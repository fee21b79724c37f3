# SPDX-License-Identifier: MIT
"""A visitor at his wits' end: another comes, or the desk changes money, and nothing is lost or made."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from emulator import Cabinet
from emulator.cabinet import visitors
from emulator.cabinet.commission import DEFAULT_WALLET, first_purse
from emulator.cabinet.errors import CabinetError
from emulator.cabinet.ledger import Ledger
from emulator.records.journal import Recorder
from emulator.records.replay import replay
from machines.model import load_model, model_names


def has_cents(cab: Cabinet) -> int:
    return sum(cents * count for money in (cab.purse, cab.wallet) for cents, count in money.items())


def broke(model: str, **options: dict[int, int]) -> Cabinet:
    """A machine whose visitor has no coin that it takes."""
    options.setdefault("purse", {10: 3, 20: 2} if model.startswith("moncayo") else {})
    return Cabinet(model, seed="00", **options)


@pytest.mark.parametrize("name", model_names())
def test_whoever_comes_next_can_play(name: str) -> None:
    cab = broke(name, wallet={})
    cab.run(ms=9_000)
    cab.new_visitor()
    assert cab.purse == first_purse(cab.model) and cab.wallet == DEFAULT_WALLET
    if cab.card_reader:
        cab.insert_card(600)
        cab.run(ms=1_000)
        cab.press("hold_1")
    else:
        cab.insert(max(cab.model.coins_cents))
    cab.run(ms=1_500)
    linked = cab.model.link is not None  # which takes no coin without its controller
    assert cab.display.credits.strip() not in ("0.00", "") or linked
    cab.ledger.audit()


def test_a_visitor_takes_the_card_along_even_out_of_the_reader() -> None:
    cab = Cabinet("moncayo_tarjeta", seed="00")
    cab.run(ms=5_000)
    cab.insert_card(0)
    cab.run(ms=500)
    cab.new_visitor()
    assert cab.card is None
    cab.insert_card(6_000)
    assert cab.card is not None and cab.card.balance_cents == 6_000


def test_what_lies_in_the_tray_and_in_the_machine_stays() -> None:
    cab = Cabinet("cierzo", seed="00")
    cab.run(ms=5_000)
    cab.insert(100)
    cab.run(ms=1_000)
    cab.open_door()
    cab.run(ms=200)
    cab.insert(50)
    cab.run(ms=1_500)
    assert (cab.tray, cab.display.credits) == ({50: 1}, "1.00")
    cab.new_visitor()
    assert (cab.tray, cab.display.credits) == ({50: 1}, "1.00")


def test_the_street_gives_back_what_was_carried_there_before_it_mints() -> None:
    cab = Cabinet("moncayo", seed="00")
    before = cab.ledger.save()["sealed"]
    for _ in range(20):
        cab.new_visitor()
    assert cab.ledger.save()["sealed"] == before


def test_a_visitor_brings_what_is_said_and_of_the_rest_the_usual() -> None:
    cab = Cabinet("moncayo", seed="00")
    cab.new_visitor(coins={"200": 2, "20": 1}, notes={})
    assert (cab.purse, cab.wallet) == ({200: 2, 20: 1}, {})
    cab.new_visitor(notes={"500": 3})
    assert (cab.purse, cab.wallet) == (first_purse(cab.model), {500: 3})
    cab.ledger.audit()


@pytest.mark.parametrize("coins", [{"200": 0}, {"200": -1}, {"x": 1}, {"200": 10_001}, {"200": True}])
def test_what_is_no_money_is_refused_and_nobody_leaves(coins: dict[str, int]) -> None:
    cab = Cabinet("moncayo", seed="00", purse={200: 1})
    told: list[str] = []
    cab.listen_inputs(lambda name, t_us, arguments: told.append(name))
    with pytest.raises(CabinetError, match=r"coins must be cents with a count of 1 to 10000"):
        cab.new_visitor(coins=coins)
    assert (cab.purse, told) == ({200: 1}, [])


@pytest.mark.parametrize("name", [name for name in model_names() if load_model(name).coins_cents])
def test_change_keeps_the_sum_and_gives_coins_that_the_machine_takes(name: str) -> None:
    cab = Cabinet(name, seed="00")
    cents = has_cents(cab)
    cab.change()
    assert has_cents(cab) == cents
    assert set(cab.purse) <= set(cab.model.coins_cents)
    assert set(cab.wallet) <= {cab.model.note_cents}
    assert min(cab.purse.values()) >= 10
    cab.ledger.audit()


def test_small_change_below_the_smallest_coin_stays() -> None:
    cab = Cabinet("moncayo", seed="00", purse={10: 4, 20: 6, 50: 1}, wallet={500: 1})
    cab.change()
    assert cab.purse == {10: 1, 100: 3, 200: 2}
    cab = Cabinet("moncayo", seed="00", purse={10: 3}, wallet={})
    cab.change()
    assert cab.purse == {10: 3}


@settings(max_examples=200, deadline=None)
@given(
    st.dictionaries(st.sampled_from([10, 20, 50, 100, 200]), st.integers(0, 30)),
    st.dictionaries(st.sampled_from([500, 1_000]), st.integers(0, 4)),
    st.sampled_from(["cierzo", "moncayo", "verbena"]),
)
def test_no_change_makes_or_loses_a_cent(purse: dict[int, int], wallet: dict[int, int], name: str) -> None:
    ledger, model = Ledger(), load_model(name)
    for place, money in (("purse", purse), ("wallet", wallet)):
        for cents, count in money.items():
            ledger.roll(cents, count, place)
    ledger.seal()
    before = ledger.total("purse") + ledger.total("wallet")
    visitors.exchange(ledger, model)
    ledger.audit()
    assert ledger.total("purse") + ledger.total("wallet") == before
    # What is left that the machine does not take is less than its smallest coin, or cannot be divided.
    rest = [cents for cents in ledger.count("purse") if cents not in model.coins_cents]
    assert all(cents < max(model.coins_cents) for cents in rest)
    visitors.another(ledger, model)
    ledger.audit()
    assert ledger.count("purse") == first_purse(model)


def test_a_machine_without_coins_changes_nothing() -> None:
    with pytest.raises(CabinetError, match=r"coins_cents"):
        Cabinet("moncayo_tarjeta", seed="00").change()


def test_both_are_inputs_that_replay_and_run_back(tmp_path: Path) -> None:
    cab = Cabinet("moncayo", seed="00")
    with (tmp_path / "run.jsonl").open("w", encoding="ascii", newline="\n") as stream:
        recorder = Recorder(cab, stream)
        cab.remember()
        for act in (cab.change, cab.new_visitor, cab.change):
            cab.run(ms=2_000)
            act()
        cab.run(ms=1_000)
        held = cab.purse
        cab.rewind(3_000_000)
        assert cab.purse == {100: 16, 200: 16} != held or cab.now_ms == 3_000
        cab.new_visitor()
        cab.run(ms=1_000)
        cab.new_visitor(coins={"20": 3, "200": 2, "100": 1}, notes={"500": 2})
        cab.insert(20)
        cab.run(ms=1_000)
        recorder.close()
    text = (tmp_path / "run.jsonl").read_text(encoding="ascii")
    # A visitor with the usual purse is told as ever: journals of before have no other line.
    assert text.count('"in":"new_visitor","t"') == 2 and text.count('"in":"change"') == 2
    assert '"coins":{"100":1,"20":3,"200":2},"in":"new_visitor","notes":{"500":2},"t"' in text
    assert replay(tmp_path / "run.jsonl").same


def _nobody_leaves(ledger: Ledger, money: object) -> None:
    """The old purse stays where it was."""


def _keeps_a_coin(ledger: Ledger, money: list[int]) -> None:
    for coin in list(money)[1:]:
        ledger.move(coin, visitors.STREET)


@pytest.mark.parametrize("leave", [_nobody_leaves, _keeps_a_coin])
def test_the_checks_notice_a_visitor_who_leaves_money_behind(
    leave: Callable[..., None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(visitors, "leave", leave)
    with pytest.raises(AssertionError):
        test_change_keeps_the_sum_and_gives_coins_that_the_machine_takes("moncayo")
    with pytest.raises(AssertionError):
        test_whoever_comes_next_can_play("moncayo")


def test_the_checks_notice_a_desk_that_gives_too_little(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = visitors.even
    monkeypatch.setattr(visitors, "even", lambda cents, values: honest(cents - min(values), values))
    with pytest.raises(AssertionError):
        test_change_keeps_the_sum_and_gives_coins_that_the_machine_takes("moncayo")
