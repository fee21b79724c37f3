# SPDX-License-Identifier: MIT
"""The pages of the service menu: what they show is what the memory holds, and what they change is booked."""

from __future__ import annotations

import calendar
import tomllib
from typing import Any

import firmware_texts
import pytest
from firmware_rig import HOPPERS, attend, machine, record, run_until, said
from menu_rig import all_of, go_to, opened, push
from places import ROOT

from emulator import Cabinet
from machines.firmware import events, nvram
from machines.memory.record import recent
from machines.rom.program import firmware_sources
from machines.support.languages import languages

# Counters that nothing at the machine may take back.
NEVER_FALL = (
    "plays", "prizes", "starts", "coin_in_cents", "coin_out_cents", "staked_cents", "won_cents",
    "meter_paid_cents", "prize_paid_cents", "refunded_cents", "hand_paid_cents", "drop_cents", "events",
    "door_opens", "logic_opens", "ram_clears", "coins_in", "coins_out", "refilled_coins",
)  # fmt: skip


def page(title: str, **fields: Any) -> Cabinet:
    """A machine with this page open."""
    return go_to(opened(**fields), title)


def played(count: int = 12) -> Cabinet:
    """A machine with plays behind it, single and double ones, in its menu."""
    cab = machine(credits_cents=400, reserve_cents=400)
    for number in range(count):
        cab.press("double" if number % 4 == 1 else "start")
        cab.run(ms=8_000 if number % 4 == 1 else 5_200)
        if cab.display.credits == "0.00":
            cab.press("reserve")
            cab.run(ms=200)
    run_until(cab, lambda: record(cab)["starts"] >= count and record(cab)["phase"] == 0)
    cab.open_door()
    cab.turn_key("service")
    cab.run(ms=300)
    return cab


# -- what is shown ---------------------------------------------------------------------------------------


def test_ten_plays_are_shown_with_stops_prizes_and_credits_as_the_memory_has_them() -> None:
    """Checklist 30: the current play and nine more, steps, stakes, wins, credits before and after."""
    cab = go_to(played(), "ÚLTIMAS JUGADAS")
    rows = recent(cab.nvram)[:10]
    assert len(rows) == 10
    for row in rows:
        steps = all_of(cab, "hold_3")
        assert steps[0] == f"JUGADA {row['number']} POR {euro(row['stake_cents'])}"
        rolls = [step for step in steps if step.startswith("EN ")]
        assert rolls == [
            "EN {} GANA {}".format(
                "-".join(str(stop) for stop in row["stops"][6 * i : 6 * i + 3]), euro(row["prizes_cents"][i])
            )
            for i in range(row["simultaneous"])
        ]
        before, after = euro(row["credits_before_cents"]), euro(row["credits_after_cents"])
        assert f"CRÉDITOS {before} A {after}" in steps
        assert ("JUGADA DOBLE" in steps) == (row["simultaneous"] == 2)
        push(cab, "hold_2")
    assert said(cab).startswith(f"JUGADA {rows[0]['number']} ")


def euro(cents: int) -> str:
    return f"{cents // 100},{cents % 100:02d}"


def test_a_play_that_is_still_rolling_tells_no_result_on_any_page() -> None:
    cab = machine(coming=(1_000,), credits_cents=100)
    cab.press("start")
    cab.run(ms=400)
    cab.open_door()
    cab.turn_key("service")
    cab.run(ms=200)
    shown = all_of(go_to(cab, "ÚLTIMAS JUGADAS"), "hold_3")
    assert "RODANDO TODAVÍA" in shown
    push(cab, "collect")
    for title in ("CONTADORES", "CUADRE"):
        shown += all_of(go_to(cab, title))
        push(cab, "collect")
    assert not [text for text in shown if "10,00" in text or "0000100" in text]
    assert "CUENTAS: CUADRAN" in shown


def test_a_machine_that_never_played_says_so() -> None:
    assert said(page("ÚLTIMAS JUGADAS")) == "NINGUNA JUGADA"


def test_a_damaged_row_of_the_last_plays_is_named_and_not_guessed() -> None:
    cab = played(3)
    at = nvram.place(3)
    cab.board.fram.data[at + 20] ^= 1
    assert said(go_to(cab, "ÚLTIMAS JUGADAS")) == "JUGADA 3 DAÑADA"
    assert push(cab, "hold_2").startswith("JUGADA 2 POR")


def test_a_play_that_is_no_longer_kept_is_not_another_one() -> None:
    """What the ring holds in its place is another play: sixteen later, or one that was moved there."""
    cab = played(3)
    data, at = cab.board.fram.data, nvram.place(3)
    row = nvram.unpack(nvram.PLAY_LAYOUT, nvram.PLAY_FORMAT, bytes(data[at : at + nvram.PLAY_SIZE]))
    assert row is not None
    later = nvram.pack(nvram.PLAY_LAYOUT, nvram.PLAY_FORMAT, 19, row, at, cab.seals)
    data[at : at + len(later)] = later
    assert said(go_to(cab, "ÚLTIMAS JUGADAS")) == "JUGADA 3 DAÑADA"
    cab = played(3)
    data, moved = cab.board.fram.data, nvram.place(2)
    data[at : at + nvram.PLAY_SIZE] = data[moved : moved + nvram.PLAY_SIZE]
    assert said(go_to(cab, "ÚLTIMAS JUGADAS")) == "JUGADA 3 DAÑADA"


def test_the_log_is_shown_whole_with_its_times() -> None:
    cab = machine()
    for _ in range(3):
        attend(cab, 1_300, 1_300, "box")
    cab.damage("hopper_runaway", cents=100)
    cab.run(ms=2_000)
    cab.open_door()
    cab.turn_key("service")
    cab.run(ms=200)
    go_to(cab, "SUCESOS")
    log = cab.log
    for row in reversed(log):
        assert said(cab).startswith(f"{row['number']} ")
        when = push(cab, "hold_3")
        stamp = calendar.timegm(
            tuple(int(part) for part in when.replace(":", "-").replace(" ", "-").split("-"))
        )
        assert stamp == row["time_s"]
        push(cab, "hold_2")
    shown = all_of(cab)
    assert any(text.endswith("AVERÍA PAGADOR SUELTO") for text in shown)
    assert any(text.endswith("CAJA ABIERTA 3") for text in shown)


@pytest.mark.parametrize("language", languages())
def test_every_event_has_words_in_every_language(language: str) -> None:
    rows = dict(firmware_texts.said(language, *firmware_texts.MENU))
    for code, *_ in events.EVENTS:
        text = rows[f"event_{code}"]
        assert "|" not in text and 0 < len(text.format(999_999)) <= 26


@pytest.fixture
def forged_books(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """Fields of a memory whose books do not add up, in a cabinet that looks away."""
    monkeypatch.setattr("emulator.cabinet.books.Books._check_identity", lambda *_: None)
    return {"credits_cents": 100, "change": lambda values: values.update(coin_in_cents=120)}


def test_books_that_are_off_are_said_to_the_cent(forged_books: dict[str, Any]) -> None:
    cab = opened(**forged_books)
    assert said(go_to(cab, "CUADRE")) == "DESCUADRE -0,20"


def test_the_audit_page_adds_up_by_itself() -> None:
    cab = page("CUADRE", credits_cents=120, reserve_cents=40, prize_meter_cents=300)
    shown = all_of(cab)
    assert shown[0] == "CUENTAS: CUADRAN"
    cents = {text.rsplit(" ", 1)[0]: int(text.rsplit(" ", 1)[1].replace(",", "")) for text in shown[1:13]}
    held = cents["CRÉDITOS"] + cents["RESERVA"] + cents["PREMIOS"] + cents["POR PAGAR"]
    moved = cents["ENTRADA"] + cents["BILLETES"] - cents["SALIDA"] - cents["A MANO"]
    moved += cents["DE TARJETAS"] - cents["A TARJETAS"]
    assert held == moved + cents["GANADO"] - cents["JUGADO"] == 460
    assert shown[-1] == "COPIAS ENTERAS 2 DE 2"


def test_the_audit_page_adds_up_after_another_page_was_read() -> None:
    cab = page("CONTADORES")
    push(cab, "hold_2", "hold_2", "hold_2", "collect")
    assert said(go_to(cab, "CUADRE")) == "CUENTAS: CUADRAN"


def test_the_audit_page_tells_of_a_damaged_copy() -> None:
    cab = opened()
    older = nvram.SLOTS[(record(cab)["sequence"] + 1) & 1]
    cab.board.fram.data[older + 100] ^= 1
    assert all_of(go_to(cab, "CUADRE"))[-1] == "COPIAS ENTERAS 1 DE 2"


def test_the_software_page_shows_the_digests_of_the_rom_that_runs() -> None:
    cab = page("PROGRAMA")
    shown = all_of(cab)
    for word, digest in (("PROG", cab.rom.digests["firmware"]), ("TABLAS", cab.model.tables.digest)):
        assert "".join(text.split()[2] for text in shown if text.startswith(word)) == digest


def test_the_version_is_that_of_the_package() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    assert f'VERSION = "{project["project"]["version"]}"\n' in firmware_sources()["menu_ident"]


def test_what_was_paid_by_hand_is_listed_with_its_time() -> None:
    cab = page(
        "PAGOS A MANO", hand_paid_cents=1_230, change=lambda values: values.update(coin_in_cents=1_230)
    )
    assert all_of(cab) == ["A MANO 12,30"]


def test_every_counter_of_the_memory_is_a_meter_on_the_page() -> None:
    """A row that never goes back must be readable by an attendant."""
    sources = firmware_sources(linked=True)
    source = "".join(sources[name] for name in ("menu_meters", "message", "meters", "link"))
    for name, _, _, what in nvram.LAYOUT:
        if "never reset" in what or "times" in what:
            assert f'"{name}"' in source or f"state.{name}" in source, name


def test_what_ever_went_wrong_is_counted_on_the_page() -> None:
    cab = machine()
    for _ in range(2):
        cab.damage("hopper_runaway", cents=100)
        cab.run(ms=1_000)
        attend(cab, 500, 500)
    cab.open_door()
    cab.turn_key("service")
    cab.run(ms=300)
    times = record(cab)["troubles"][events.TILTS.index("runaway")]
    assert times >= 2
    assert all_of(go_to(cab, "CONTADORES"))[-1] == f"PAGADOR SUELTO: {times} VECES"


def test_troubles_of_numbered_parts_are_counted_together_and_named_without_a_number() -> None:
    troubles = [0] * len(record(machine())["troubles"])
    troubles[events.TILTS.index("hopper_")] = 3
    cab = machine(troubles=tuple(troubles))
    cab.open_door()
    cab.turn_key("service")
    cab.run(ms=300)
    assert all_of(go_to(cab, "CONTADORES"))[-1] == "PAGADOR: 3 VECES"


# -- refill ----------------------------------------------------------------------------------------------


def test_a_refill_is_counted_logged_and_moves_no_accounting_meter() -> None:
    cab = page("CARGA", credits_cents=100)
    before = record(cab)
    cab.refill(100, 70)
    assert said(cab) == "PAGADOR 0,10: 300 DE 800"
    assert push(cab, "hold_2", "hold_3", "hold_1", "hold_2", "hold_2") == "1,00 +70 (1:50 2:10 3:OK)"
    assert record(cab)["hopper_counts"] == before["hopper_counts"], "not before it is confirmed"
    assert push(cab, "start") == "PAGADOR 1,00: 270 DE 400"
    after = record(cab)
    assert tuple(after["hopper_counts"]) == (HOPPERS[10], HOPPERS[100] + 70)
    assert tuple(after["refilled_coins"]) == (0, 70)
    assert cab.log[-1]["text"] == "refill 7000"
    changed = {name for name in after if after[name] != before[name]}
    assert changed == {"hopper_counts", "refilled_coins", "events", "sequence", "seal", "crc"}


@pytest.mark.parametrize("end", ["collect", "door", "power"])
def test_a_refill_that_was_not_confirmed_never_happened(end: str) -> None:
    cab = page("CARGA")
    push(cab, "hold_3", "hold_1")
    if end == "door":
        cab.close_door()
    elif end == "power":
        cab.power_off()
        cab.power_on()
    else:
        push(cab, "collect", "collect")
    cab.run(ms=500)
    assert tuple(record(cab)["refilled_coins"]) == (0, 0)
    assert "refill" not in cab.log[-1]["text"]


def test_a_refill_of_which_the_low_sensor_told_already_counts_once() -> None:
    """B-20: a hopper believed to hold more than it does would let plays start that it cannot pay."""
    cab = page("CARGA", hoppers={10: 300, 100: 10})
    cab.refill(100, 60)
    cab.run(ms=500)
    assert push(cab, "hold_2", "hold_3", "hold_1", "hold_2", "hold_3") == "PAGADOR 1,00: 70 DE 400"
    assert cab.hopper_levels[100] == record(cab)["hopper_counts"][1] == 70
    assert record(cab)["refilled_coins"][1] == 60


def test_a_refill_stops_at_what_the_hopper_holds() -> None:
    cab = page("CARGA")
    assert push(cab, "hold_3", *["hold_1"] * 12) == "0,10 +500 (1:50 2:10 3:OK)"
    assert push(cab, "hold_3") == "PAGADOR 0,10: 800 DE 800"


# -- clearing the memory ---------------------------------------------------------------------------------


def clearing(**fields: Any) -> Cabinet:
    """A machine on the page that clears, with all that the procedure wants but the button."""
    cab = page("BORRADO", **fields)
    cab.open_door("logic")
    cab.turn_key("operator")
    cab.run(ms=200)
    assert said(cab) == "MANTENGA JUGAR 5 S"
    return cab


def clear(cab: Cabinet) -> Cabinet:
    cab.down("start")
    run_until(cab, lambda: said(cab).startswith("BORRADO"), 6_000, 10)
    cab.up("start")
    return cab


def test_clearing_books_all_that_is_owed_as_paid_by_hand_to_the_cent() -> None:
    cab = clearing(
        tilt="watchdog",
        credits_cents=120,
        reserve_cents=40,
        prize_meter_cents=300,
        queue_kinds=[2, 3, 0],
        queue_cents=[500, 10, 0],
    )
    before = record(cab)
    clear(cab)
    assert said(cab) == "BORRADO: PAGUE 9,70"
    after = record(cab)
    for name in ("credits_cents", "reserve_cents", "prize_meter_cents", "pending_cents"):
        assert after[name] == 0
    assert after["queue"] == []
    paid = {name: after[name] - before[name] for name in after if name.endswith("paid_cents")}
    assert paid == {"hand_paid_cents": 970, "meter_paid_cents": 300, "prize_paid_cents": 500}
    assert after["refunded_cents"] - before["refunded_cents"] == 170
    assert after["ram_clears"] == 1
    assert cab.log[-1]["text"] == "ram_clear 970"
    for name in NEVER_FALL:
        assert after[name] >= before[name], name
    assert after["state"] == before["state"], "the place in the cycle stays"


def test_clearing_takes_five_seconds_of_one_press() -> None:
    cab = clearing(credits_cents=100)
    for _ in range(3):
        cab.down("start")
        cab.run(ms=4_900)
        cab.up("start")
        cab.run(ms=200)
    assert record(cab)["ram_clears"] == 0
    cab.down("start")
    cab.run(ms=5_200)
    assert record(cab)["ram_clears"] == 1
    cab.run(ms=20_000)
    assert record(cab)["ram_clears"] == 1


@pytest.mark.parametrize("missing", ["logic", "operator", "service", "main"])
def test_nothing_is_cleared_while_anything_of_the_procedure_is_missing(missing: str) -> None:
    cab = clearing(credits_cents=100)
    if missing in ("operator", "service"):
        cab.turn_key(missing, on=False)
    else:
        cab.close_door(missing)
    cab.run(ms=200)
    cab.down("start")
    cab.run(ms=6_000)
    assert record(cab)["ram_clears"] == 0
    assert record(cab)["credits_cents"] == 100


def test_a_button_that_was_held_before_all_was_ready_clears_nothing() -> None:
    cab = page("BORRADO", credits_cents=100)
    cab.down("start")
    cab.run(ms=200)
    cab.open_door("logic")
    cab.turn_key("operator")
    cab.run(ms=8_000)
    assert record(cab)["ram_clears"] == 0


def test_a_key_that_slips_while_the_button_is_held_begins_anew() -> None:
    cab = clearing(credits_cents=100)
    cab.down("start")
    cab.run(ms=3_000)
    cab.turn_key("operator", on=False)
    cab.run(ms=300)
    cab.turn_key("operator")
    cab.run(ms=8_000)
    assert record(cab)["ram_clears"] == 0


def test_a_cleared_machine_plays_again_after_the_key_of_the_logic_area() -> None:
    cab = clear(clearing(credits_cents=100, tilt="watchdog"))
    assert record(cab)["tilt"] == "door", "and no fault beside it"
    cab.turn_key("operator", on=False)
    cab.close_door("logic")
    cab.run(ms=200)
    cab.turn_key("service", on=False)
    cab.run(ms=200)
    cab.turn_key("service")
    cab.run(ms=200)
    cab.turn_key("service", on=False)
    cab.close_door()
    cab.run(ms=6_000)
    assert cab.tilt == ""
    cab.insert(100)
    cab.run(ms=1_500)
    cab.press("start")
    cab.run(ms=300)
    assert record(cab)["plays"] == 1


def test_clearing_ends_a_play_under_way_and_pays_its_prize_by_hand() -> None:
    cab = machine(coming=(1_000,), credits_cents=100)
    cab.press("start")
    cab.run(ms=400)
    cab.open_door()
    cab.turn_key("service")
    cab.run(ms=200)
    go_to(cab, "BORRADO")
    cab.open_door("logic")
    cab.turn_key("operator")
    cab.run(ms=200)
    clear(cab)
    assert said(cab) == "BORRADO: PAGUE 10,80"
    books = record(cab)
    assert (books["pending_cents"], books["hand_paid_cents"], books["won_cents"]) == (0, 1_080, 1_000)
    assert books["phase"] != nvram.PHASE_ROLLING


def test_books_that_are_off_stop_the_machine_again_at_once(forged_books: dict[str, Any]) -> None:
    cab = clearing(**forged_books)
    clear(cab)
    assert record(cab)["tilt"] == "audit"


def test_a_program_that_failed_its_self_test_stays_locked() -> None:
    assert record(clear(clearing(tilt="program")))["tilt"] == "program"


def test_a_cut_anywhere_clears_all_of_it_or_nothing() -> None:
    cab = clearing(credits_cents=100)
    cab.down("start")
    cab.run(ms=5_000)
    before = cab.state()
    run_until(cab, lambda: record(cab)["ram_clears"] == 1, 100)
    found = []
    for _ in range(250):
        cab.load_state(before)
        cab.run_us(100 * len(found))
        cab.power_off()
        cab.power_on()
        cab.run(ms=300)
        books, log = record(cab), [row["text"] for row in cab.log]
        found.append((books["ram_clears"], books["credits_cents"], books["hand_paid_cents"]))
        assert ("ram_clear 100" in log) == (books["ram_clears"] == 1)
        if books["ram_clears"]:
            break
    assert set(found) == {(0, 100, 0), (1, 0, 100)}
    assert len(found) > 20
