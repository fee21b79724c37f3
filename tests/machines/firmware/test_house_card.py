# SPDX-License-Identifier: MIT
"""House cards: every order moves money once, whatever is cut, pulled or unplugged in between (C-10, C-11)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from firmware_rig import record

from emulator import Cabinet
from emulator.cabinet.errors import CabinetError
from emulator.cabinet.ledger import Ledger, LedgerError
from emulator.commands.inspect import inspect
from emulator.devices import card_reader
from emulator.devices.card_house import FIRST_CARD, CardHouse
from emulator.devices.errors import DeviceError
from machines.firmware import nvram
from machines.firmware.chance import card_link as link
from machines.model import Model, model_text, parse_model

MODEL = "moncayo_tarjeta"


def with_coins() -> Model:
    """Moncayo as it is, and cards as well."""
    text = model_text("moncayo")[1].decode()
    card = '[money]\ncard = { name = { es = "Tarjeta", en = "Card" }, step_cents = 500 }'
    text = text.replace("[money]", card)
    text = text.replace("Monedas de 1 y 2 €.", "Monedas de 1 y 2 € y Tarjeta, canjeable en el mismo casino.")
    text = text.replace(
        "Coins of 1 and 2 €.", "Coins of 1 and 2 €, and the Card, redeemable in the same casino."
    )
    return parse_model(text.encode())


def cabinet(model: str | Model = MODEL, **options: Any) -> Cabinet:
    cab = Cabinet(model, **{"seed": "d8", **options})
    cab.run(ms=4_500)
    cab.insert_card(5_000)
    cab.run(ms=600)
    return cab


def press(cab: Cabinet, name: str, ms: int = 900) -> None:
    cab.press(name)
    cab.run(ms=ms)


def worth(cab: Cabinet) -> tuple[int, int]:
    """Credits, and what is on the card."""
    assert cab.card is not None
    return record(cab)["credits_cents"], cab.card.balance_cents


# --- the house ---------------------------------------------------------------------------------------


def house() -> tuple[Ledger, CardHouse, int]:
    ledger = Ledger()
    ledger.seal()
    made = CardHouse(ledger, machine=7)
    return ledger, made, made.issue(1_000)


def test_the_house_decides_a_number_once_and_only_the_next() -> None:
    ledger, made, card = house()
    for number, cents, left in ((1, 300, 700), (1, 300, 700), (3, 100, 700), (2, 100, 600)):
        made.decide(number, nvram.CARD_TO_CREDITS, card, cents, present=card)
        assert (made.balances[card], ledger.total("cards"), ledger.total("house")) == (
            left,
            left,
            1_000 - left,
        )
    ledger.check()


@pytest.mark.parametrize(
    ("way", "card", "cents", "present"),
    [
        (nvram.CARD_TO_CREDITS, FIRST_CARD, 1_001, FIRST_CARD),
        (nvram.CARD_TO_CREDITS, FIRST_CARD, 0, FIRST_CARD),
        (nvram.CARD_TO_CREDITS, FIRST_CARD, 100, 0),
        (nvram.CARD_TO_CREDITS, FIRST_CARD + 1, 100, FIRST_CARD + 1),
        (nvram.CARD_FROM_CREDITS, FIRST_CARD, 0xFFFFFFFF, FIRST_CARD),
        (9, FIRST_CARD, 100, FIRST_CARD),
    ],
    ids=["more than there is", "nothing", "no card", "unknown card", "too much for a card", "no way"],
)
def test_what_the_house_refuses_moves_nothing(way: int, card: int, cents: int, present: int) -> None:
    ledger, made, _ = house()
    made.decide(1, way, card, cents, present)
    assert (made.result, made.balances, ledger.total("house")) == (link.REFUSED, {FIRST_CARD: 1_000}, 0)


def test_money_on_cards_is_a_place_of_the_ledger() -> None:
    ledger, made, card = house()
    with pytest.raises(LedgerError, match="cents must be 0 to 1000"):
        ledger.transfer("cards", "house", 1_001)
    with pytest.raises(LedgerError, match="place must be one of cards, house"):
        ledger.credit("purse", 5)
    with pytest.raises(DeviceError, match="cents must be 0 to"):
        made.issue(-1)
    copy = Ledger()
    copy.load(ledger.save())
    copy.audit()
    assert copy.total("cards") == 1_000 and made.balances[card] == 1_000


@pytest.mark.parametrize("at", range(link.ANSWER_SIZE))
def test_an_answer_with_one_wrong_bit_is_none(at: int) -> None:
    raw = bytearray(link.pack_answer((1, 7, 1001, 5_000, 12, 1)))
    assert link.unpack_answer(bytes(raw)) == (1, 7, 1001, 5_000, 12, 1)
    raw[at] ^= 4
    assert link.unpack_answer(bytes(raw)) is None


# --- the machine -------------------------------------------------------------------------------------


@pytest.mark.parametrize("runtime", ["cpython", "micropython"])
def test_money_of_a_card_plays_and_its_prizes_go_back_to_it(runtime: str) -> None:
    cab = cabinet(runtime=runtime)
    press(cab, "hold_1")
    assert worth(cab) == (600, 4_400)
    press(cab, "start", ms=9_000)
    assert worth(cab) == (6_000, 4_400)
    press(cab, "collect")
    assert worth(cab) == (0, 10_400)
    assert cab.meters["in"] == 6 and cab.books.differences == {}


def test_a_machine_for_coins_and_cards_pays_coins_when_no_card_is_in() -> None:
    cab = cabinet(with_coins(), purse={200: 3})
    for _ in range(3):
        cab.insert(200)
        cab.run(ms=700)
    press(cab, "hold_1")
    assert worth(cab) == (1_100, 4_500)
    cab.remove_card()
    cab.run(ms=500)
    press(cab, "collect", ms=6_000)
    assert (cab.tray_cents, worth(cab)) == (1_100, (0, 4_500))
    cab.insert_card()
    cab.run(ms=500)
    press(cab, "hold_1")
    press(cab, "collect")
    assert (cab.tray_cents, worth(cab)) == (1_100, (0, 4_500))


def test_a_coin_goes_back_while_the_house_decides(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(card_reader, "HOUSE_US", 2_000_000)
    cab = cabinet(with_coins(), purse={200: 1})
    cab.press("hold_1")
    cab.run(ms=60)
    assert record(cab)["card_stage"] == nvram.CARD_TO_CREDITS
    cab.insert(200)
    cab.run(ms=3_000)
    assert (cab.tray_cents, worth(cab)) == (200, (500, 4_500))


def test_a_reader_that_is_missing_only_warns_where_coins_are_taken() -> None:
    cab = cabinet(with_coins(), purse={200: 1})
    cab.unplug("card")
    cab.run(ms=4_000)
    assert (cab.tilt, cab.log[-1]["text"]) == ("", "warning card")
    cab.insert(200)
    cab.run(ms=1_000)
    assert record(cab)["credits_cents"] == 200
    cab.plug("card")
    cab.run(ms=1_000)
    assert cab.log[-1]["text"] == "warning_over card"


def test_a_foreign_or_silent_reader_stops_a_machine_for_cards_only() -> None:
    for wrong in ("machine", "number", "online"):
        cab = cabinet()
        reader = cab.machine.card
        assert reader is not None
        if wrong == "online":
            reader.online = False
        else:
            setattr(reader.house, wrong, 99)
        cab.run(ms=4_000)
        assert cab.tilt == "card", wrong
        press(cab, "hold_1")
        assert worth(cab) == (0, 5_000)


def test_noise_on_the_bus_moves_nothing_twice() -> None:
    for noise in range(1, 8):
        cab = cabinet()
        reader = cab.machine.card
        assert reader is not None
        cab.press("hold_1")
        cab.run(ms=15)
        reader.noise = noise
        cab.run(ms=2_500)
        assert (worth(cab), cab.tilt) == ((600, 4_400), ""), noise


def test_credits_never_pass_their_most() -> None:
    text = model_text(MODEL)[1].decode().replace("[money]", "[money]\ncredits_max_cents = 700")
    cab = cabinet(parse_model(text.encode()))
    press(cab, "hold_1")
    assert not cab.lamps["hold_1"]
    press(cab, "hold_1")
    assert worth(cab) == (600, 4_400) and "AL M" in cab.display.message


def test_what_the_visitor_cannot_do_is_told() -> None:
    with pytest.raises(CabinetError, match=r"card reader \(write money.card"):
        Cabinet("moncayo", seed="00").insert_card(100)
    cab = cabinet()
    with pytest.raises(CabinetError, match="reader must be empty"):
        cab.insert_card()
    cab.remove_card()
    with pytest.raises(CabinetError, match="must hold a card"):
        cab.remove_card()
    with pytest.raises(CabinetError, match="balance_cents must be 0 to"):
        cab.insert_card(-1)
    with pytest.raises(CabinetError, match="given for the first card"):
        Cabinet(MODEL, seed="00").insert_card()


def test_a_card_is_kept_saved_and_carried_away() -> None:
    cab = cabinet()
    press(cab, "hold_1")
    again = Cabinet.restore(cab.save())
    other = Cabinet(MODEL, seed="d8", nvram=cab.nvram, physical=cab.physical())
    for each in (cab, again, other):
        each.run(ms=6_000)
        press(each, "collect")
        assert (worth(each), each.tilt) == ((0, 5_000), "")
        assert each.ledger.total("cards") == 5_000 and each.ledger.total("house") == 0


def test_cards_only_need_no_deposits_and_coins_need_two(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """C-13: shown by azar inspect and by a page of the service menu."""
    for name, told, said in (
        (MODEL, "deposits: none, it takes cards only", "SIN DEP"),
        (
            "moncayo",
            "deposits: 1,500.00 EUR in the reserve of payments, 2.00 EUR went to",
            "RESERVA DE PAGO 1500,00",
        ),
    ):
        cab = Cabinet(name, seed="00", purse={200: 1})
        cab.run(ms=4_500)
        cab.insert(200)
        cab.run(ms=2_000)
        image = tmp_path / f"{name}.bin"
        image.write_bytes(cab.nvram)
        inspect(str(image), name)
        assert told in capsys.readouterr().out
        cab.open_door()
        cab.turn_key("service")
        cab.run(ms=300)
        for _ in range(30):
            if "DEP" in cab.display.message:
                break
            press(cab, "hold_2", ms=300)
        press(cab, "start", ms=300)
        assert said in cab.display.message


# --- cuts --------------------------------------------------------------------------------------------


def operations(begun: Cabinet, button: str) -> list[tuple[int, int]]:
    """(tick, operations done in it) of every place for a cut from a press until its order is booked."""
    begun.press(button)
    places = []
    first = begun.board.ticks
    number = record(begun)["card_number"]
    while record(begun)["card_number"] == number or record(begun)["card_stage"]:
        tick = begun.board.ticks
        while begun.board.ticks == tick:
            begun.run_us(1_000)
        places += [(tick + 1 - first, ops) for ops in range(begun.board.ops)]
    return places


def after_cuts(every: int) -> int:
    """Cut both ways at every so many operations; tell how often it was done. Raises where money is amiss."""
    made = 0
    for button, before, after in (
        ("hold_1", (0, 5_000), (600, 4_400)),
        ("collect", (600, 4_400), (0, 5_000)),
    ):
        cab = cabinet()
        if button == "collect":
            press(cab, "hold_1")
        start = cab.state()
        places = operations(cab, button)
        assert len(places) > 40
        for tick, ops in places[::every]:
            cab.load_state(start)
            cab.press(button)
            cab.cut_power(ops, ticks=tick)
            cab.run(ms=1_200)
            assert not cab.powered
            cab.power_on()
            cab.run(ms=1_500)
            assert worth(cab) in (before, after), (button, tick, ops)
            assert record(cab)["card_stage"] == nvram.CARD_NONE and not cab.tilt
            assert sum(worth(cab)) == 5_000 and cab.ledger.total("house") == worth(cab)[0]
            made += 1
    return made


def test_a_cut_between_any_two_writes_moves_money_whole_or_not_at_all() -> None:
    assert after_cuts(every=67) >= 6


@pytest.mark.long
def test_a_cut_at_every_operation_moves_money_whole_or_not_at_all() -> None:
    assert after_cuts(every=1) >= 200
