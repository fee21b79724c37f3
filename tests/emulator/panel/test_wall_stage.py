# SPDX-License-Identifier: MIT
"""The wall as it is drawn: nothing cut or laid over each other, in any state, language and size."""

from __future__ import annotations

import re
from itertools import combinations
from pathlib import Path

import pygame
import pytest
from panel_fit import cut_or_overlapping
from pygame import Rect
from wall_rig import face, seen

from emulator.hall.demo import served
from emulator.link import wire
from emulator.link.controller import Controller
from emulator.link.databases import open_store
from emulator.link.display import DisplayClient
from emulator.link.rules import load_definition
from emulator.link.tcp import LinkConnection
from emulator.panel.art.fitting import READABLE_PX
from emulator.panel.art.paint import plain
from emulator.panel.art.theme import CREAM, INK, contrast, mix
from emulator.panel.frame.window import PanelError
from emulator.panel.wall import app, pot, wheel
from emulator.panel.wall.app import draw_wall, run_wall, save_wall
from emulator.panel.wall.foot import legal_lines
from emulator.panel.wall.kit import THEMES, WallKit
from emulator.panel.wall.layout import lay_out
from emulator.panel.wall.show import Show
from emulator.panel.wall.stage import Stage
from emulator.panel.wall.watch import Beside
from machines.support.languages import languages, translator

LANDSCAPE, PORTRAIT, SMALL = (960, 540), (540, 960), (640, 400)


def stage_of(
    kind: str, size: tuple[int, int], language: str, state: str, pots: int = 8
) -> tuple[Stage, Show]:
    link, show = seen(kind, pots), Show()
    show.update(link, 0)
    if state == "won":
        for i in range(len(link.pots_mc)):
            link.win(5 + i, 10 + i, i)
    elif state == "down":
        link.status = "down"
    show.update(link, 1_000)
    stage = Stage(size, show.face, language)
    stage.draw(plain(size), show, 1_200)
    return stage, show


@pytest.mark.parametrize(
    ("kind", "pots", "size", "language", "state"),
    [
        ("carrusel", 1, LANDSCAPE, "es", "idle"), ("carrusel", 1, PORTRAIT, "en", "won"),
        ("carrusel", 1, SMALL, "es", "won"), ("table", 1, PORTRAIT, "es", "idle"),
        ("table", 1, LANDSCAPE, "en", "won"), ("superjackpot", 4, LANDSCAPE, "es", "won"),
        ("superjackpot", 4, PORTRAIT, "es", "idle"), ("superjackpot", 4, SMALL, "en", "idle"),
        ("superjackpot", 2, PORTRAIT, "en", "won"), ("superjackpot", 3, LANDSCAPE, "es", "idle"),
            ("carrusel", 1, LANDSCAPE, "es", "down"), ("superjackpot", 4, SMALL, "en", "down"),
            ("table", 1, PORTRAIT, "en", "down"), ("superjackpot", 4, PORTRAIT, "eu", "won"),
            ("superjackpot", 4, PORTRAIT, "ca", "down"), ("superjackpot", 4, LANDSCAPE, "gl", "idle"),
            ("superjackpot", 4, LANDSCAPE, "eu", "down"), ("superjackpot", 4, LANDSCAPE, "ca", "won"),
            ("table", 1, PORTRAIT, "eu", "down"), ("carrusel", 1, PORTRAIT, "eu", "won"),
    ],
)  # fmt: skip
def test_no_text_is_cut_or_lies_on_another(
    kind: str, pots: int, size: tuple[int, int], language: str, state: str
) -> None:
    stage, _ = stage_of(kind, size, language, state, pots)
    assert cut_or_overlapping(stage.kit.text.placed, Rect((0, 0), size), 8) == []


def test_the_rules_of_smaller_pots_are_read_on_a_small_wall() -> None:
    stage, _ = stage_of("superjackpot", (640, 400), "es", "idle")
    said = [text for text in stage.kit.text.placed if "solo por jugar" in text.text.replace("\n", " ")]
    assert len(said) == 2 and all(text.size_px >= 9 and text.lines_max == 2 for text in said)


@pytest.mark.parametrize("kind", ["carrusel", "superjackpot", "table"])
def test_who_may_not_play_is_read_on_a_small_wall(kind: str) -> None:
    stage, _ = stage_of(kind, SMALL, "es", "idle")
    warning = legal_lines(stage.kit)[0]
    (printed,) = (one for one in stage.kit.text.placed if one.text == warning)
    assert printed.size_px > READABLE_PX


def test_a_link_that_is_down_says_so_and_shows_no_figure() -> None:
    """The same wall without a link, whatever the pots hold: somebody may have won them meanwhile."""
    stage, show = stage_of("carrusel", SMALL, "es", "down")
    texts = [one.text for one in stage.kit.text.placed]
    assert "SIN CONEXIÓN CON LOS BOTES" in texts
    first, second = plain(SMALL), plain(SMALL)
    stage.draw(first, show, 2_000)
    link = seen()
    link.status, link.pots_mc = "down", (39_000_000,)
    other = Show()
    other.update(link, 0)
    Stage(SMALL, show.face, "es").draw(second, other, 2_000)
    assert pygame.image.tobytes(first, "RGB") == pygame.image.tobytes(second, "RGB")


def test_a_win_names_machine_and_amount() -> None:
    """GLI checklist 61: the winning value; and it is among the last winners."""
    stage, show = stage_of("carrusel", SMALL, "es", "won")
    texts = [one.text for one in stage.kit.text.placed]
    assert "¡PREMIO EN LA MÁQUINA 10!" in texts
    won = show.pots[0].won
    assert won is not None
    assert stage.kit.money(won.cents) in texts
    assert any(text.startswith("Máquina 10 · ") for text in texts)


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("kind", ["carrusel", "superjackpot", "table"])
def test_the_wall_carries_what_the_law_wants_said(kind: str, language: str) -> None:
    warning, about = legal_lines(WallKit(LANDSCAPE, face(kind), language))
    assert "18" in warning and ("gambling" if language == "en" else "ludopatía") in warning
    assert "12" in about
    assert ("SJ-2026/014" in about) == (kind == "superjackpot")


def test_a_prize_in_kind_announces_its_cash_option() -> None:
    """C-20."""
    stage, _ = stage_of("superjackpot", LANDSCAPE, "es", "idle")
    texts = [one.text for one in stage.kit.text.placed]
    assert "Fin de semana en la nieve" in texts
    assert "o 600,00 € en efectivo" in texts


@pytest.mark.parametrize("size", [LANDSCAPE, PORTRAIT, (1920, 1080), (1080, 1920), SMALL])
@pytest.mark.parametrize("count", range(9))
def test_pots_fit_and_the_highest_is_the_largest(size: tuple[int, int], count: int) -> None:
    limits = [10_000 * (i * 5 % 9 + 1) for i in range(count)]
    layout = lay_out(size, limits)
    parts = [layout.crown, layout.winners, layout.foot, *layout.pots]
    assert not any(one.colliderect(two) for one, two in combinations(parts, 2))
    assert all(Rect((0, 0), size).contains(part) for part in parts)
    if count:
        areas = [pot.width * pot.height for pot in layout.pots]
        assert areas[layout.first] == max(areas)
        assert limits[layout.first] == max(limits)


@pytest.mark.parametrize("kind", THEMES)
def test_words_stand_out_from_the_wall(kind: str) -> None:
    theme = THEMES[kind]
    assert contrast(CREAM, theme.deep) >= 4.5
    assert contrast(mix(theme.bright, CREAM, 0.25), theme.deep) >= 4.5
    assert contrast(mix(theme.accent, INK, 0.15), (236, 220, 184)) >= 3.0  # large figures on a ticket


def test_a_figure_that_outgrows_its_drums_gets_another() -> None:
    link, show = seen("table"), Show()
    link.pots_mc = (99_999_99_000,)
    show.update(link, 0)
    stage, screen = Stage(SMALL, show.face, "es"), plain(SMALL)
    stage.draw(screen, show, 0)
    link.pots_mc = (1_000_000_00_000,)
    show.update(link, 60_000)
    stage.draw(screen, show, 60_000)
    assert stage._pots[0]._drums.euro_places == 7


@pytest.mark.parametrize("kind", ["carrusel", "superjackpot"])
def test_a_prepared_wall_makes_no_picture_while_it_is_shown(
    kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    link, show = seen(kind, 1), Show()
    show.update(link, 0)
    stage, screen = Stage(LANDSCAPE, show.face, "es"), plain(LANDSCAPE)
    stage.prepare()
    made: list[str] = []
    for module, name in ((wheel, "_pinwheel"), (wheel, "_star"), (pot, "rays"), (pot, "_dusk")):
        monkeypatch.setattr(module, name, lambda *_, name=name: made.append(name) or plain((8, 8)))
    for now_ms in range(0, 6_000, 250):
        stage.draw(screen, show, now_ms)
    link.win(1, 2)
    show.update(link, 6_000)
    for now_ms in range(6_000, 7_000, 100):
        stage.draw(screen, show, now_ms)
    assert made == []


def test_without_a_word_from_the_controller_the_wall_waits() -> None:
    link = seen()
    link.face, link.pots_mc, link.status = {}, (), "down"
    show = Show()
    show.update(link, 0)
    stage = Stage(SMALL, {}, "en")
    stage.draw(plain(SMALL), show, 0)
    assert "NO LINK TO THE POTS" in [one.text for one in stage.kit.text.placed]


def test_a_picture_is_written_without_a_display(tmp_path: Path) -> None:
    save_wall(seen(), tmp_path / "wall.png", SMALL)
    assert pygame.image.load(tmp_path / "wall.png").get_size() == SMALL
    with pytest.raises(PanelError, match="640x360"):
        draw_wall(seen(), (639, 300))


def test_a_wall_in_a_window_shows_the_link_that_is_served(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """SDL's driver without a display; the wall ends by itself once it has shown what the pot holds."""
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    store = str(tmp_path / "link.db")
    Controller.create(open_store(store), load_definition("mesas"), bytes(32)).close()
    display = DisplayClient(1, wire.display_key(bytes(32), 1))
    with served(lambda: open_store(store), bytes(32)) as port:
        link = Beside(LinkConnection(display, "127.0.0.1", port))
        monkeypatch.setattr(app, "WINDOW", SMALL)
        run_wall(link, display, going=lambda: display.status != "up")
    assert display.pots_mc == (0,)
    assert display.status == "down"  # hung up


def test_every_word_of_the_wall_is_translated() -> None:
    folder = Path(app.__file__).parent
    words = {
        word for path in folder.glob("*.py")
        for word in re.findall(r'say\(\s*["\'](.+?)["\']\s*\)', path.read_text(encoding="utf-8"), re.DOTALL)
    }  # fmt: skip
    assert len(words) > 25
    same = {word for word in words if translator("es", "wall")(word) == word}
    assert same == set()
