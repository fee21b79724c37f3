# SPDX-License-Identifier: MIT
"""A-06: a model whose games can be changed, the operator who does so, and the service tests of type A."""

from __future__ import annotations

import copy
import tomllib
from collections.abc import Callable
from typing import Any

import pytest
from skill_visits import best_us, machine, model, play, record, row, until
from tune_visits import asked, give_up, repeat

from emulator import Cabinet
from emulator.panel.machine.skill.game import game_lit
from machines.firmware.skill import memory
from machines.model import MODELS_FOLDER, ModelError, read_model

VERBENA = tomllib.loads((MODELS_FOLDER / "verbena.toml").read_text(encoding="utf-8"))
VERBENA_NOTES = [2, *VERBENA["games"][0]["memory"]["notes"][3:]]
Change = tuple[str, str, str] | None


def problems(change: Callable[[dict[str, Any]], object]) -> list[str]:
    """What is said of verbena with one thing changed."""
    raw = copy.deepcopy(VERBENA)
    change(raw)
    try:
        read_model(raw)
    except ModelError as error:
        return [str(problem) for problem in error.problems]
    return []


def menu_page(cab: Cabinet, title: str) -> None:
    """Open the door, turn the key and enter a page."""
    cab.open_door()
    cab.turn_key("service")
    cab.run(ms=300)
    for _ in range(30):
        if title in cab.display.message:
            break
        cab.press("hold_1")
        cab.run(ms=200)
    assert title in cab.display.message
    cab.press("hold_3")
    cab.run(ms=200)


def shut(cab: Cabinet) -> None:
    cab.press("collect")
    cab.run(ms=300)
    cab.turn_key("service", on=False)
    cab.close_door()
    cab.run(ms=500)


def press(cab: Cabinet, *buttons: str) -> None:
    for button in buttons:
        cab.press(button)
        cab.run(ms=300)


def test_further_games_belong_to_a_registered_model_and_have_names_of_their_own() -> None:
    assert problems(lambda raw: None) == []
    (told,) = problems(lambda raw: raw.pop("model_number"))
    assert told.startswith("model_number:") and "RD 2110/1998 art. 4.3" in told
    (told,) = problems(lambda raw: raw["games"][0].update(title="VERBENA"))
    assert told.startswith("games[0].title:")
    (told,) = problems(lambda raw: raw["games"][0].pop("notified"))
    assert told.startswith("games[0].notified:")


def test_every_game_of_a_model_is_held_to_the_same_rules() -> None:
    def national(raw: dict[str, Any]) -> None:
        raw["profile"] = "es-rd2110-2001"

    told = [line.split(":")[0] for line in problems(national)]
    assert [path for path in told if path.startswith("games[0].awards")] == [
        f"games[0].awards[{number}].gives" for number in (0, 2, 3)
    ]

    def dear(raw: dict[str, Any]) -> None:
        raw["games"][0]["awards"][3]["count"] = 11

    assert [line.split(":")[0] for line in problems(dear)] == ["games[0].awards[3].count"]


def test_a_memory_game_under_the_national_text_earns_plays_and_nothing_else() -> None:
    """A-01, A-02: the reader refuses ronda's tickets and refunds there; without them it plays."""
    raw = tomllib.loads((MODELS_FOLDER / "ronda.toml").read_text(encoding="utf-8"))
    with pytest.raises(ModelError, match=r"awards\[0\].gives.*A-01"):
        read_model(raw, profile="es-rd2110-2001")
    raw["profile"] = "es-rd2110-2001"
    raw["awards"] = [{"points": 30, "gives": "play"}]
    raw["texts"]["rules"] = {"es": "Repita la tonada. Con 30 puntos, otra jugada."}
    raw["texts"]["price"] = {"es": "El precio de la jugada está en el visor. No da premios"}
    del raw["tickets"]
    cab = Cabinet(read_model(raw), seed="00")
    cab.run(ms=1_000)
    cab.insert(50)
    cab.run(ms=1_000)
    cab.press("start")
    asked(cab)
    repeat(cab, (1, 3, 1))
    give_up(cab)
    assert (row(cab, "points"), row(cab, "extra_owed"), cab.tickets_given, cab.tray_cents) == (30, 1, 0, 0)


@pytest.mark.parametrize(("path", "change"), [
    ("games[0].memory", lambda raw: raw["games"][0].pop("memory")),
    ("games[0].stopper", lambda raw: raw["games"][0].update(stopper=raw["stopper"])),
    ("games[0].memory.stride", lambda raw: raw["games"][0]["memory"].update(stride=122)),
    ("games[0].memory.notes", lambda raw: raw["games"][0]["memory"].update(notes=[1, 2, 3, 4, 1, 2] * 10)),
    ("games[0].memory.notes", lambda raw: raw["games"][0]["memory"].update(notes=[2, 2, *VERBENA_NOTES])),
    ("games[0].memory.note_ms", lambda raw: raw["games"][0]["memory"]["note_ms"].pop()),
    ("games[0].memory.lengths", lambda raw: raw["games"][0]["memory"].update(lengths=[4, 5, 6, 7, 8, 8])),
    ("games[0].memory.time_max_ms", lambda raw: raw["games"][0]["memory"].update(time_max_ms=23_000)),
    ("games[0].awards[3].points", lambda raw: raw["games"][0]["awards"][3].update(points=400)),
    ("games[0].rules.es", lambda raw: raw["games"][0].update(rules={"es": "Repita la tonada."})),
])  # fmt: skip
def test_a_mistake_in_a_memory_game_is_told_with_its_key(path: str, change: Any) -> None:
    assert path in [line.split(":")[0] for line in problems(change)]


def test_the_operator_changes_the_game_and_it_is_played(change: Change = None) -> None:
    """Main door, service key, the page of the games: the stopper goes, the memory game comes."""
    cab = machine("verbena", credits=(), change=change)
    menu_page(cab, "JUEGO")
    assert "JUEGO VERBENA" in cab.display.message
    press(cab, "hold_2", "start")
    assert "JUEGO ALBADA" in cab.display.message
    assert row(cab, "game") == 1, "committed at once"
    shut(cab)
    assert (row(cab, "game"), game_lit(cab.glass)) == (1, 1)
    assert "game 2" in [event["text"] for event in cab.log]
    cab.power_off()
    cab.run(ms=300)
    cab.power_on()
    cab.run(ms=1_000)
    cab.insert(50)
    cab.run(ms=1_000)
    cab.press("start")
    asked(cab)
    numbers = model("verbena").games[1].memory
    assert numbers is not None
    notes = tuple(note - 1 for note in numbers.notes)
    repeat(cab, memory.tune(notes, numbers.stride, record(cab)["starts"], 4))
    assert (row(cab, "round"), row(cab, "points")) == (1, 40)


def test_nobody_who_has_paid_for_one_game_gets_another(change: Change = None) -> None:
    cab = machine("verbena", credits=(50,), change=change)
    menu_page(cab, "JUEGO")
    press(cab, "hold_2")
    assert "NO: HAY" in cab.display.message
    press(cab, "start")
    shut(cab)
    assert (row(cab, "game"), record(cab)["credits_cents"]) == (0, 50)
    assert not [event for event in cab.log if event["text"].startswith("game ")]


@pytest.mark.parametrize("runtime", ["cpython", "micropython"])
def test_a_ticket_test_draws_two_and_counts_them_apart(runtime: str, change: Change = None) -> None:
    cab = machine(credits=(), runtime=runtime, change=change)
    menu_page(cab, "PROBAR TIQUES")
    press(cab, "start")
    cab.run(ms=1_500)
    assert "2 BIEN" in cab.display.message
    shut(cab)
    assert (cab.tickets_given, row(cab, "tickets_test"), row(cab, "tickets_out")) == (2, 2, 0)
    assert "ticket_test 2" in [event["text"] for event in cab.log]
    assert (cab.tilt, cab.flags) == ("", [])


def test_a_ticket_test_with_an_empty_pack_says_so_and_stops_its_motor() -> None:
    cab = machine(credits=())
    cab.fill_tickets(1)
    menu_page(cab, "PROBAR TIQUES")
    press(cab, "start")
    cab.run(ms=2_000)
    assert "1 DE 2 MAL" in cab.display.message
    dispenser = cab.machine.tickets
    assert dispenser is not None
    given = dispenser.given
    cab.run(ms=2_000)
    assert dispenser.given == given


def test_a_ticket_test_ends_with_its_door(change: Change = None) -> None:
    cab = machine(credits=(), change=change)
    menu_page(cab, "PROBAR TIQUES")
    press(cab, "start")
    cab.close_door()
    cab.run(ms=3_000)
    dispenser = cab.machine.tickets
    assert dispenser is not None
    assert dispenser.given <= 2
    assert cab.tilt == ""


def test_a_pack_that_is_about_to_end_is_said_to_the_attendant(change: Change = None) -> None:
    cab = machine(change=change)
    cab.fill_tickets(52)
    play(cab, best_us())
    until(cab, lambda: row(cab, "tickets_out") == 10)
    cab.run(ms=500)
    assert "warning tickets_low" in [event["text"] for event in cab.log]
    cab.open_door()
    seen = set()
    for _ in range(40):
        cab.run(ms=500)
        seen.add(cab.display.message.strip())
    assert any("QUEDAN POCOS TIQUES" in message for message in seen)
    cab.fill_tickets(200)
    cab.run(ms=500)
    cab.close_door()
    cab.run(ms=500)
    assert "warning_over tickets_low" in [event["text"] for event in cab.log]
    assert cab.tilt == ""
