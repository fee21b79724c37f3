# SPDX-License-Identifier: MIT
"""Recalled plays of skill: their lights, rounds and awards as the glass showed them, drawn and told."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest
from skill_visits import best_us, machine, model, play, record
from tune_visits import asked, play_right, repeat, tune_of

from emulator import Cabinet
from emulator.cli import run as azar
from emulator.panel.machine.recalled import _GAP_PX
from emulator.panel.machine.skill.recalled import skill_cards
from emulator.records.recall import Play, recall
from machines.firmware import nvram
from machines.support.languages import translator

Change = tuple[str, str, str] | None


def kept(cab: Cabinet, folder: Path) -> tuple[Play, ...]:
    """The plays that its memory tells of."""
    path = folder / "dump.bin"
    path.write_bytes(cab.nvram)
    return recall(path, model=cab.model.name).plays


def drawn(cab: Cabinet, folder: Path) -> frozenset[int]:
    """Lamps behind the glass of the picture of the last play."""
    (card,) = skill_cards(model(cab.model.name), kept(cab, folder)[0], translator("es"), "es")
    return card.seen.glass


def test_a_light_stopper_is_drawn_with_the_lights_that_stood_in_the_end(
    tmp_path: Path, change: Change = None
) -> None:
    cab = machine(credits=(100,), change=change)
    play(cab, (803_417, 649_020, 391_733, None, 361_000))
    assert drawn(cab, tmp_path) == cab.glass
    assert cab.glass >= {2, 32, 36, 48, 56}


def test_a_memory_game_is_drawn_with_its_clock_and_its_tune(tmp_path: Path, change: Change = None) -> None:
    cab = machine("ronda", credits=(100,), change=change)
    play_right(cab, 6)
    cab.run(ms=2_000)
    assert drawn(cab, tmp_path) == cab.glass
    assert cab.glass >= {*range(8, 16), 20, 44, 49, 59}, "the tune, the clock, its rounds, the award"


def test_a_play_that_ended_with_a_wrong_note_says_so(tmp_path: Path) -> None:
    cab = machine("ronda", credits=(50,))
    cab.press("start")
    cab.run(ms=200)
    while record(cab)["phase"] != nvram.PHASE_IDLE:
        asked(cab)
        repeat(cab, [(tune_of(cab, 1)[0] + 1) % 4])
        cab.run(ms=2_000)
    (card,) = skill_cards(model("ronda"), kept(cab, tmp_path)[0], translator("es"), "es")
    assert card.seen.glass == cab.glass >= {6}
    assert card.seen.display.message == "FALLO: OTRA VEZ"
    assert "sin premio" in card.caption


def test_what_points_earned_is_told_and_drawn(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    cab = machine(credits=(100,))
    play(cab, (803_417, 649_020, 391_733, None, 322_904))
    play(cab, best_us())
    free, paid = kept(cab, tmp_path)
    cards = [card for one in (free, paid) for card in skill_cards(model(), one, translator("es"), "es")]
    assert cards[0].caption.splitlines() == [
        "Jugada 2 · COMETA · 500 puntos · rondas: 5",
        "10 tiques · jugada gratis · créditos de 0,50 € a 0,50 €",
    ]
    assert cards[1].caption.splitlines()[1] == "otra jugada · precio 0,50 € · créditos de 1,00 € a 0,50 €"
    assert cards[1].seen.display.prizes == "260"
    line = ["recall", str(tmp_path / "dump.bin"), "--model", "cometa"]
    assert azar([*line, "--png", str(tmp_path / "x.png"), "--lang", "en"]) == 0
    width, height = pygame.image.load(tmp_path / "x.png").get_size()
    assert 2 * 500 < width < 1_200 and 600 < height < 800
    assert "picture: " in capsys.readouterr().out


@pytest.mark.long
def test_every_game_of_a_machine_is_drawn_on_its_own_glass(tmp_path: Path) -> None:
    """A-06: the plays of a machine whose game was changed meanwhile."""
    from dataclasses import replace

    from emulator.panel.machine.recalled import save_recall

    cab = machine("verbena", credits=(50,))
    play(cab, best_us("verbena"))
    path = tmp_path / "dump.bin"
    path.write_bytes(cab.nvram)
    found = recall(path, model="verbena")
    (one,) = found.plays
    other = replace(one, number=2, game="ALBADA", game_number=1, lights=0)
    glasses = {}
    for name, plays in (("same", (one, one)), ("other", (other, one))):
        save_recall(replace(found, plays=plays), tmp_path / f"{name}.png")
        pixels = pygame.surfarray.array3d(pygame.image.load(tmp_path / f"{name}.png"))
        card = (len(pixels) - _GAP_PX) // 2
        glasses[name] = [pixels[side * card :][:card, :500].tobytes() for side in (0, 1)]
    assert glasses["same"][0] == glasses["same"][1] == glasses["other"][1] != glasses["other"][0]


def test_the_row_of_an_older_firmware_still_shows_its_light(tmp_path: Path) -> None:
    """It held where the light stood, and no lights."""
    cab = machine(change=("play", "(0, 8, 16, 24)", "()"))
    play(cab, best_us(off_ms=(0, 0, 0, 0, 60)))
    assert kept(cab, tmp_path)[0].lights == 1 << 3
