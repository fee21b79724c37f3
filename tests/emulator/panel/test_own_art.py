# SPDX-License-Identifier: MIT
"""A front in the art of its maker: each file at its place, lit as azar's own is, and azar's for the rest."""

from __future__ import annotations

import re
from dataclasses import replace
from importlib.util import find_spec
from itertools import chain
from pathlib import Path

import numpy as np
import pygame
import pytest
from _pytest.mark import ParameterSet
from panel_fake import FakeCabinet, reel
from panel_fit import cut_or_overlapping
from places import ROOT
from soon import soon

from emulator.panel.art import paint, theme
from emulator.panel.art.lettering import SMALLEST_PX, Letterer
from emulator.panel.art.scenery.livery import Livery, livery_of
from emulator.panel.art.scenery.opened import unopened
from emulator.panel.art.symbols import own
from emulator.panel.machine.hand import Hand
from emulator.panel.machine.parts.front import Front
from emulator.panel.machine.parts.second import how
from emulator.panel.machine.registry import look, read_front
from emulator.panel.machine.stage import Stage
from emulator.prototype.folder import new_folder
from machines.check.schema_parts import Art, Plate
from machines.model import ModelError, load_model, model_names
from machines.rom.build import build_file
from machines.rom.read import open_rom

BOREAL = ROOT / "docs" / "art" / "boreal"
FOUND = find_spec("font_manrope")
FONT = (Path(next(iter(FOUND.submodule_search_locations or ()))) / "files" / "Manrope-Bold.ttf").read_bytes()  # type: ignore[union-attr]
SIZE, TALL = (1280, 800), (540, 960)
KEYS = ("style", "emblem", "title", "crown", "glass", "flanks", "room", "colours")
RED, GREEN, BLUE = (230, 20, 20), (20, 220, 40), (30, 60, 240)


def later(size: tuple[int, int]) -> ParameterSet:
    """A size for the long run."""
    return pytest.param(size, marks=pytest.mark.long)


def plain(colour: tuple[int, int, int], width: int = 100, height: int = 100) -> bytes:
    """One colour all over, as SVG."""
    tone = "#{:02x}{:02x}{:02x}".format(*colour)
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}">'
    return f'{head}<rect width="{width}" height="{height}" fill="{tone}"/></svg>'.encode()


def front(model: str = "cierzo", **livery: object) -> Front:
    """The front of a model that ships in other art; ``emblem`` is a file."""
    found = read_front(load_model(model), 1, False)
    if "emblem" in livery:
        found = replace(found, pictures={"emblem.svg": livery["emblem"]})
        livery["emblem"] = "emblem.svg"
    return replace(found, livery=Livery(**livery))  # type: ignore[arg-type]


def shown(of: Front, size: tuple[int, int] = SIZE, model: str = "cierzo", **state: object) -> pygame.Surface:
    """A picture of it."""
    found = load_model(model)
    cabinet = FakeCabinet(model=found, reels=[reel(3 + 5 * i) for i in range(len(found.strips))], **state)  # type: ignore[arg-type]
    screen = paint.plain(size)
    Stage(of, size, "es").draw(screen, look(cabinet), 0, Hand(), animate=False)
    return screen


def mean(picture: pygame.Surface, rect: pygame.Rect) -> np.ndarray:
    """Its mean colour there."""
    return np.asarray(pygame.transform.average_color(picture, rect)[:3], dtype=float)


def is_of(found: np.ndarray, colour: tuple[int, int, int]) -> bool:
    """Whether a tone is lighter or darker, but the same."""
    return int(np.argmax(found)) == int(np.argmax(colour)) and found.max() > 1.6 * np.sort(found)[1]


@pytest.mark.parametrize("size", [TALL, *map(later, (SIZE, (800, 480)))])
def test_crown_glass_and_flanks_fill_their_zones(size: tuple[int, int]) -> None:
    of = front(crown=plain(RED, 400, 90), glass=plain(GREEN), flanks=(plain(RED), plain(BLUE)))
    picture, layout = shown(of, size), Stage(of, size, "es").layout
    crown = Stage(of, size, "es").crown.glass
    left, right = layout.flanks
    beside = pygame.Rect(crown.x + crown.width * 3 // 4, crown.centery, 8, 3)  # of the name
    assert is_of(mean(picture, beside), RED)
    glass = Stage(of, size, "es").glass
    gap = pygame.Rect(glass.rect.right - 3, glass.rect.centery, 3, 8)  # beside the table nothing is printed
    assert is_of(mean(picture, gap), GREEN)
    for rect, colour in ((left, RED), (right, BLUE)):
        assert is_of(mean(picture, pygame.Rect(rect.x + rect.width * 37 // 100, rect.y + 5, 5, 4)), colour)


def test_a_lamp_behind_a_flank_makes_it_brighter_and_a_tilt_all_of_it_darker() -> None:
    of = front(crown=plain(RED), flanks=(plain(RED), plain(BLUE)), glass=plain(GREEN))
    right = Stage(of, SIZE, "es").layout.flanks[1]
    spot = pygame.Rect(right.x + 6, right.y + 4, right.width - 12, 10)
    rest, lit = shown(of), shown(of, glass=frozenset({41}))
    tilted = shown(of, lit=frozenset({"tower"}))
    assert mean(lit, spot).max() > 1.25 * mean(rest, spot).max()
    for rect in (spot, pygame.Rect(200, 12, 20, 6)):
        assert mean(tilted, rect).max() < 0.6 * mean(rest, rect).max()


def test_the_emblem_stands_beside_the_name_and_in_the_ring_of_lights() -> None:
    picture = shown(front(emblem=plain(GREEN)))
    crown = Stage(front(), SIZE, "es").crown
    spot = pygame.Rect(0, 0, 12, 12)
    spot.center = (crown.glass.x + round(crown.glass.height * 0.72 * 0.86), crown.glass.centery)
    assert is_of(mean(picture, spot), GREEN) and not is_of(mean(shown(front()), spot), GREEN)
    ring = front("cometa", emblem=plain(RED))
    middle = pygame.Rect(0, 0, 12, 12)
    middle.center = Stage(ring, SIZE, "es").layout.window.center
    assert is_of(mean(shown(ring, model="cometa"), middle), RED)


def test_a_drawn_name_stands_for_letters_and_takes_the_light_that_crosses_it() -> None:
    of = front(title=plain(GREEN, 400, 100))
    stage = Stage(of, SIZE, "es")
    crown = stage.crown.glass
    assert is_of(mean(shown(of), pygame.Rect(crown.centerx - 40, crown.centery - 8, 80, 12)), GREEN)
    (name,) = [text for text in stage.kit.text.placed if text.text == "CIERZO"]
    assert crown.contains(name.ink) and name.ink.width > 3 * name.ink.height
    screen, before = paint.plain(SIZE), paint.plain(SIZE)
    stage.crown.draw(screen, 0.5)
    assert mean(screen, name.ink).max() > mean(before, name.ink).max()


def test_a_picture_of_a_room_stands_behind_the_second_glass_of_a_wide_screen() -> None:
    of = front(room=plain(GREEN))
    sheet = Stage(of, SIZE, "es").second.rect
    assert is_of(mean(shown(of), pygame.Rect(sheet.right - 14, sheet.centery, 6, 20)), GREEN)
    tall = [pygame.image.tobytes(shown(one, TALL), "RGB") for one in (of, front())]
    assert tall[0] == tall[1]


def test_what_is_not_given_is_azars_to_the_pixel() -> None:
    pictures = [
        pygame.image.tobytes(shown(one), "RGB")
        for one in (front(), read_front(load_model("cierzo"), 1, False))
    ]
    assert pictures[0] == pictures[1]
    assert livery_of(None, {"a.svg": b""}) == livery_of(Art(style="cierzo", emblem="a.svg"), {}) == Livery()


def test_each_colour_of_the_cabinet_is_painted_with() -> None:
    plainly = read_front(load_model("cierzo"), 1, False)
    stage = Stage(plainly, SIZE, "es")
    layout = stage.layout
    message = stage.display.rect
    places = {
        "ground": pygame.Rect(layout.inner("tray").x + 20, layout.zones["tray"].y + 2, 20, 3),
        "metal": pygame.Rect(2, 300, 6, 40),
        "wood": pygame.Rect(4, layout.zones["deck"].y + 30, 12, 50),
        "paper": pygame.Rect(layout.reels[0].x + 2, layout.reels[0].centery - 4, 5, 8),
        "display": pygame.Rect(message.x + 10, message.y + 6, message.width // 2, message.height - 12),
    }
    greener = plainly.theme._replace(**dict.fromkeys(places, GREEN))
    pictures = shown(plainly), shown(replace(plainly, theme=greener))
    for name, rect in places.items():
        before, after = (mean(picture, rect) for picture in pictures)
        more = after[1] - after[0] - (before[1] - before[0])
        assert more > (3 if name == "display" else 8), (name, before, after)


def test_steel_is_everybodys_again_once_a_machine_of_brass_is_drawn() -> None:
    plainly = read_front(load_model("cierzo"), 1, False)
    before = pygame.image.tobytes(shown(plainly), "RGB")
    shown(
        replace(
            plainly, theme=plainly.theme._replace(metal=(170, 120, 40)), livery=Livery(fonts={"label": FONT})
        )
    )
    assert paint.metal() == paint.STEEL and theme.worn("label") is None
    assert pygame.image.tobytes(shown(plainly), "RGB") == before


def printed(stage: Stage) -> set[str]:
    """
    Every text of a front, on whichever page and lines; numbers of pages and signs of counts apart.

    The plate of coins has a heading where its letters leave it room.
    """
    pages = (stage.glass.placed(number) for number in range(len(stage.glass.pages)))
    placed = chain(stage.kit.text.placed, *pages)
    heading = f"{stage.kit.say('COINS')} "
    texts = {re.sub(r" · |\n", " ", text.text).removeprefix(heading) for text in placed}
    return {text for text in texts if not re.fullmatch(r"\d/\d|\d×", text)}


@pytest.mark.parametrize("size", [(1024, 600), *map(later, (SIZE, (1080, 1920)))])
@pytest.mark.parametrize("model", soon(model_names(), "cierzo", "aneto"))
def test_texts_in_fonts_of_the_makers_own_fit_as_azars_do(model: str, size: tuple[int, int]) -> None:
    plainly = read_front(load_model(model), 1, False)
    fonts = dict.fromkeys(("title", "label", "text", "strong"), FONT)
    stage = Stage(replace(plainly, livery=Livery(fonts=fonts)), size, "es")
    ours, own = printed(Stage(plainly, size, "es")), printed(stage)
    # How one plays is said whole or, where such wide letters leave it no room, not at all.
    steps = {stage.kit.say("HOW TO PLAY"), *how(stage.kit)}
    assert own <= ours and (own & steps in (set(), ours & steps))
    assert {text for text in ours - own if text not in steps and not re.fullmatch(r"\d|H", text)} == set()
    # Manrope is wider than azar's label: small print may be smaller, but nothing is cut or lies on another.
    # Its accents are higher, too: they may stand an eighth of their letters out of their place.
    placed = [text._replace(box=text.box.inflate(0, text.size_px // 4)) for text in stage.kit.text.placed]
    wrong = [row for row in cut_or_overlapping(placed, pygame.Rect(0, 0, *size)) if "px small" not in row]
    assert wrong == []


def test_capitals_of_any_font_are_as_tall_as_azars() -> None:
    def capital() -> int:
        return theme.font("label", 100).render("H", True, (255, 255, 255)).get_bounding_rect().height

    ours = capital()
    with theme.wearing({"label": FONT}):
        assert abs(capital() - ours) <= 2
        assert theme.font("title", 40).size("HOLA") == theme.font("label", 40).size("HOLA")


def test_azars_face_writes_what_would_be_too_small_in_a_makers_font() -> None:
    words, sheet = "PROHIBIDO SU USO A MENORES DE 18 AÑOS", paint.plain((240, 20))

    def size_px(fonts: dict[str, bytes], width: int) -> int:
        letterer = Letterer()
        with theme.wearing(fonts):
            letterer.put(sheet, words, pygame.Rect(0, 0, width, 20), "label", 14, (255, 255, 255))
        return letterer.placed[0].size_px

    assert size_px({"label": FONT}, 160) == size_px({}, 160) > SMALLEST_PX
    assert size_px({}, 230) > size_px({"label": FONT}, 230) > SMALLEST_PX


def test_azars_face_writes_what_a_font_has_no_letters_for() -> None:
    plainly = theme.font("label", 30, "東").size("東")
    with theme.wearing({"label": FONT}):
        assert theme.font("label", 30, "東").size("東") == plainly
        assert theme.font("label", 30, "A").size("AAAA") != plainly


def test_the_plate_of_the_model_stands_on_the_glass() -> None:
    plainly = read_front(load_model("cierzo"), 7, False)
    of = replace(plainly, plate=Plate(maker="Boreal, S. L.", registry="ARA-9", model="B-3", series="C"))
    printed = [text.text.replace("\N{NO-BREAK SPACE}", " ") for text in Stage(of, SIZE, "es").kit.text.placed]
    assert "Fabricante Boreal, S. L. ARA-9 · modelo B-3 · serie C · n.º 000007" in printed
    bare = [
        text.text.replace("\N{NO-BREAK SPACE}", " ") for text in Stage(plainly, SIZE, "en").kit.text.placed
    ]
    assert "Maker AZAR 0001 · model CIERZO · series A · no. 000007" in bare


def test_a_picture_covers_and_is_cut_alike_on_both_sides() -> None:
    left, right = (
        '<rect width="50" height="100" fill="#ff0000"/>',
        '<rect x="50" width="50" height="100" fill="#00f"/>',
    )
    halves = f'<svg viewBox="0 0 100 100">{left}{right}</svg>'.encode()
    wide = own.covering(halves, (400, 40), "#000000")
    assert wide.get_size() == (400, 40)
    assert [tuple(wide.get_at((x, 20)))[:3] for x in (2, 190, 210, 397)] == [(255, 0, 0)] * 2 + [
        (0, 0, 255)
    ] * 2
    drawn = pygame.Surface((300, 100))
    drawn.fill(GREEN)
    drawn.fill(RED, (0, 0, 90, 100))
    file = _png(drawn)
    square = own.covering(file, (50, 50), "#000000")
    assert {tuple(square.get_at((x, 25)))[:3] for x in (1, 25, 48)} == {GREEN}


def _png(surface: pygame.Surface) -> bytes:
    import io

    file = io.BytesIO()
    pygame.image.save(surface, file, "a.png")
    return file.getvalue()


@pytest.mark.parametrize(
    "ends", ['x1="0" y1="0" x2="0" y2="1"', 'gradientUnits="userSpaceOnUse" x1="0" y1="0" x2="0" y2="100"']
)
def test_a_gradient_runs_over_the_whole_shape(ends: str) -> None:
    stops = '<stop offset="0" stop-color="currentColor"/><stop offset="1" stop-color="#000000"/>'
    gradient = f'<linearGradient id="g" {ends}>{stops}</linearGradient>'
    svg = f'<svg viewBox="0 0 100 100">{gradient}<rect width="100" height="100" fill="url(#g)"/></svg>'
    picture = own.fitting(svg.encode(), (100, 100), "#FF0000")
    levels = [picture.get_at((50, y)).r for y in (3, 25, 50, 75, 97)]
    assert levels == sorted(levels, reverse=True) and levels[0] > 230 and levels[-1] < 25
    assert 100 < levels[2] < 150


def test_what_the_panel_cannot_open_is_told(tmp_path: Path) -> None:
    folder = new_folder(tmp_path / "mistral", "A").folder
    assert unopened(load_model(folder)) == []
    file = folder / "mistral.toml"
    file.write_text(file.read_text("utf-8").replace('"crown.svg"', '"crown.png"'), "utf-8")
    (folder / "art" / "crown.png").write_bytes(_png(pygame.Surface((300, 60)))[:60])
    (line,) = [str(problem) for problem in unopened(load_model(folder))]
    assert line.startswith("art.crown: must be a picture that SDL draws (")


@pytest.mark.parametrize("kind", soon(["A", "B", "C"], "A"))
def test_a_new_machine_wears_its_placeholders_from_folder_and_rom(kind: str, tmp_path: Path) -> None:
    folder = new_folder(tmp_path / "mistral", kind).folder
    model = load_model(folder)
    of = read_front(model, 1, False)
    assert of.livery.crown == (folder / "art" / "crown.svg").read_bytes()
    assert of.livery.flanks == tuple(
        (folder / "art" / f"{side}.svg").read_bytes() for side in ("left", "right")
    )
    sealed = read_front(open_rom("x.rom", build_file(folder)).model, 1, False)
    assert (sealed.livery, sealed.pictures, sealed.theme) == (of.livery, of.pictures, of.theme)
    bare = shown(replace(of, livery=Livery()), TALL, FROM[kind])
    assert pygame.image.tobytes(shown(sealed, TALL, FROM[kind]), "RGB") != pygame.image.tobytes(bare, "RGB")


FROM = {"A": "cometa", "B": "cierzo", "C": "moncayo"}


@pytest.mark.parametrize("size", [SIZE, *map(later, ((1080, 1920), (1024, 600)))])
def test_the_example_of_the_pages_is_sound_and_every_key_of_art_is_in_it(size: tuple[int, int]) -> None:
    model = load_model(BOREAL)
    art = model.draft.art
    assert art is not None and unopened(model) == []
    assert {*KEYS} <= {name for name, value in art if value is not None}
    assert {*art.colours.given} == {"deep", "bright", "accent", "ground", "metal", "wood", "paper", "display"}
    assert {path.name for path in (BOREAL / "art").iterdir()} == model.pictures.keys()
    stage = Stage(read_front(model, 1, False), size, "es")
    assert cut_or_overlapping(stage.kit.text.placed, pygame.Rect(0, 0, *size)) == []


def test_the_page_names_every_key_of_art_and_each_colour() -> None:
    page = (ROOT / "docs" / "art.md").read_text("utf-8")
    art = load_model(BOREAL).draft.art
    assert art is not None
    keys = {
        *KEYS,
        *(name for name, _ in art.colours),
        *(name for name, _ in art.fonts),
        *Plate.model_fields,
    }
    assert keys <= {*re.findall(r"`([a-z_]+)`", page)}


def test_a_rom_with_a_torn_font_is_refused(tmp_path: Path) -> None:
    folder = new_folder(tmp_path / "mistral", "B").folder
    file = folder / "mistral.toml"
    file.write_text(
        file.read_text("utf-8").replace("# [art.fonts] ", '[art.fonts]\ntext = "a.ttf" # '), "utf-8"
    )
    (folder / "art" / "a.ttf").write_bytes(FONT)
    load_model(folder)
    (folder / "art" / "a.ttf").write_bytes(FONT[:2_000])
    with pytest.raises(ModelError, match=r"art\.fonts\.text: must be a font file"):
        build_file(folder)
