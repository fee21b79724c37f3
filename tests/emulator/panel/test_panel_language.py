# SPDX-License-Identifier: MIT
"""English is English and Spanish is Spanish, but for what the law has printed and what has a name."""

from __future__ import annotations

import ast
import io
import re
from collections.abc import Callable
from dataclasses import replace
from functools import cache, lru_cache
from itertools import combinations
from typing import Any

import pytest
from babel.messages import pofile
from firmware_texts import said
from places import ROOT
from pygame import Rect
from soon import soon

from emulator import Cabinet
from emulator.cabinet.refusals import NOTE_REASONS, REASONS
from emulator.panel.art import paint
from emulator.panel.art.dots import typeset
from emulator.panel.art.fitting import READABLE_PX
from emulator.panel.art.lettering import Letterer, Placed
from emulator.panel.machine.hand import Hand
from emulator.panel.machine.money.purse import TOTAL_SIZE
from emulator.panel.machine.parts.display import DisplayLine
from emulator.panel.machine.parts.kiosk import IDEAS, Idea
from emulator.panel.machine.parts.kit import Kit
from emulator.panel.machine.parts.layout import lay_out
from emulator.panel.machine.parts.refused import Refusal, words
from emulator.panel.machine.registry import look, read_front
from emulator.panel.machine.stage import Stage
from machines.model import load_model, model_names
from machines.rom.program import firmware_sources
from machines.support.languages import DEFAULT_LANGUAGE, FOLDER, SOURCE_LANGUAGE, languages, translator

# One machine of each kind of front: looked at every time, the others behind ``long``.
KINDS = ("cierzo", "moncayo_nacional", "mudejar", "cometa", "ronda", "moncayo_tarjeta")
SIZES = ((1024, 600), (1280, 800), (1920, 1080), (1080, 1920))
# Every kind at the smallest or at the tallest.
FITTED_SOON = [*((name, SIZES[0]) for name in KINDS[:3]), *((name, SIZES[3]) for name in KINDS[3:])]
# Those that are held against each other; what another has not is said in the first.
BOTH = (DEFAULT_LANGUAGE, SOURCE_LANGUAGE)
# Alike in both languages: names of things, keys, units, and words that both have.
SAME = {"H", "TEST", "CARRUSEL", "SUPERJACKPOT", "JACKPOT", "BAR", "X"}
REFUSALS = (*map(Refusal, REASONS), *(Refusal(why, True) for why in NOTE_REASONS))
LETTERS = re.compile(r"[^\W\d_]")


class Read(Letterer):
    """Remembers whatever is drawn, and where; it forgets what is only a lit or pressed copy."""

    def __init__(self) -> None:
        super().__init__()
        self.said: set[str] = set()
        self.tight: list[str] = []

    def put(
        self, surface: Any, text: str, box: Rect, face: str, size_px: int, colour: Any, **how: Any
    ) -> Rect:
        ink = super().put(surface, text, box, face, size_px, colour, **how)
        self.said.add(text)
        if ink.width > box.width + 2 or ink.height > box.height + 4:
            self.tight.append(f"{text!r}: {ink} in {box}")
        return ink


@lru_cache(maxsize=2)
def shown(name: str, size: tuple[int, int], language: str) -> tuple[Stage, Read]:
    """A stage of a machine, with all that it has drawn: as it stands, asked for help, and in attract."""
    monkey = pytest.MonkeyPatch()
    reader = Read()
    monkey.setattr("emulator.panel.machine.parts.kit.Letterer", lambda: reader)
    try:
        cabinet = Cabinet(name, seed="00", language=language)
        cabinet.run(ms=3_000)
        stage = Stage(read_front(cabinet.model, 1, True), size, language)
        screen = paint.plain(size)
        hands = [Hand(), Hand(show_keys=True), Hand(show_service=True)]
        hands += [Hand(idea=Idea(idea, 500)) for idea, _ in IDEAS]
        hands += [Hand(refused=refusal) for refusal in REFUSALS]
        for hand in hands:
            stage.draw(screen, look(cabinet), 0, hand, animate=False)
        seen = replace(look(cabinet), glass=frozenset(range(64)))
        stage.draw(screen, seen, 0, Hand(), animate=False)
    finally:
        monkey.undo()
    return stage, reader


def legal(stage: Stage, text: str) -> bool:
    """Whether a text is what the law has printed, or the machine's name."""
    front = stage.kit.front
    left = " ".join(text.upper().split())
    for printed in (*front.texts.values(), front.title):
        left = left.replace(" ".join(printed.upper().split()).rstrip("."), "")
    return not LETTERS.search(left)


def told_apart(text: str) -> bool:
    """Whether a text has a word that a language could have."""
    return any(word not in SAME for word in re.findall(r"[^\W\d_]{3,}", text.upper()))


def foreign(language: str) -> set[str]:
    """What the other language's catalogue says, and this one does not."""
    said = {one: set(catalogue("azar", one).values()) for one in BOTH}
    (other,) = set(BOTH) - {language}
    return said[other] - said[language]


def catalogue(domain: str, language: str) -> dict[str, str]:
    path = FOLDER / DEFAULT_LANGUAGE / "LC_MESSAGES" / f"{domain}.po"
    messages = pofile.read_po(io.BytesIO(path.read_bytes()))
    say = translator(language, domain)
    return {str(message.id): say(str(message.id)) for message in messages if message.id}


@pytest.mark.parametrize("name", soon(model_names(), *KINDS[::2]))
def test_nothing_on_a_panel_is_in_the_other_language(name: str) -> None:
    said = {}
    for language in BOTH:
        stage, reader = shown(name, (1280, 800), language)
        said[language] = {text for text in reader.said if not legal(stage, text)}
        assert not said[language] & foreign(language)
    assert [text for text in said["es"] & said["en"] if told_apart(text)] == []


def rows() -> list[tuple[str, str, str]]:
    """Every text of the firmware: key, Spanish, English."""
    found = [
        (key, es, en) for (key, es), (_, en) in zip(said("es"), said("en"), strict=True) if key != "point"
    ]
    assert len(found) > 250
    return found


def mixed(table: list[tuple[str, str, str]]) -> list[str]:
    """Rows whose two languages are one, or whose English is written with Spanish letters or words."""
    alike = {"METER", "SERIAL", "TOTAL", "NO", "MENU", "ROM", "RAM", "ERROR", "MS", "PROG", "CHIP"}
    wrong = []
    for key, spanish, english in table:
        one, two = (set(re.findall(r"[^\W\d_]{4,}", text.upper())) - alike for text in (spanish, english))
        if one & two or re.search("[ÁÉÍÓÚÜÑ¿¡]", english.upper()):
            wrong.append(f"{key}: {spanish} | {english}")
    return wrong


def test_every_text_of_the_firmware_is_in_its_language() -> None:
    assert mixed(rows()) == []


@pytest.mark.parametrize(
    "row",
    [
        ("insert", "INSERTE MONEDA", "INSERTE MONEDA"),
        ("logic", "ÁREA", "ÁREA"),
        ("x", "SIN CAMBIO", "NO CAMBIO"),
    ],
)
def test_a_text_that_nobody_translated_is_found(row: tuple[str, str, str]) -> None:
    assert mixed([*rows(), row]) == [f"{row[0]}: {row[1]} | {row[2]}"]


@pytest.mark.parametrize("domain", ["azar", "wall", "pai_gow", "sheets", "inside"])
def test_every_catalogue_is_in_its_language(domain: str) -> None:
    """Panel, wall, table and sheets; the messages of the code are English."""
    spanish = catalogue(domain, "es")
    english = catalogue(domain, "en")
    names = {
        "JACKPOT",
        "BANKER",
        "PAI",
        "GOW",
        "TEST",
        "AZAR",
        "JOKER",
        "TOTAL",
        "MYSTERY",
        "POKER",
        "FULL",
        "CROUPIER",
        "CABLE",
        "MOTOR",
        "SENSOR",
    }
    assert set(spanish) == set(english)
    for key, text in english.items():
        assert not re.search("[áéíóúñ¿¡]", text.lower()), text
        one, _ = (set(re.findall(r"[^\W\d_]{5,}", told.upper())) - names for told in (spanish[key], text))
        if one and spanish[key] == text:
            raise AssertionError(f"{key!r} has no Spanish of its own")


def literals() -> list[str]:
    """Texts of letters that code puts on a picture without asking a catalogue."""
    found = []
    for path in sorted((ROOT / "emulator" / "panel").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if not (
                isinstance(node, ast.Call) and getattr(node.func, "attr", "") == "put" and len(node.args) > 1
            ):
                continue
            pieces = [one.value for one in ast.walk(node.args[1]) if isinstance(one, ast.Constant)]
            asked = any(
                getattr(one, "attr", getattr(one, "id", "")) == "say" for one in ast.walk(node.args[1])
            )
            text = "".join(piece for piece in pieces if isinstance(piece, str))
            if not asked and re.search(r"[^\W\d_]{3,}", text):
                found.append(f"{path.name}:{node.lineno}: {text}")
    return found


def test_no_picture_has_words_past_the_catalogue() -> None:
    """The game's name and the mark of a TEST machine are the same in every language."""
    assert {line.rpartition(": ")[2] for line in literals()} == {"PAI GOW POKER", "TEST"}


# --- texts are measured ------------------------------------------------------------------------------------


def lying_on_each_other(placed: list[Placed]) -> list[str]:
    return [
        f"{one.text!r} at {one.ink} lies on {two.text!r} at {two.ink}"
        for one, two in combinations(placed, 2)
        if one.ink.colliderect(two.ink)
    ]


# Every kind of cabinet once; every machine at every size takes longer.
@pytest.mark.parametrize("language", soon(languages(), DEFAULT_LANGUAGE, "eu"))
@pytest.mark.parametrize(
    ("name", "size"),
    [
        pytest.param(name, size, marks=[] if (name, size) in FITTED_SOON else pytest.mark.long)
        for name in model_names()
        for size in SIZES
    ],
)
def test_no_text_of_any_machine_is_cut_or_lies_on_another(
    name: str, size: tuple[int, int], language: str
) -> None:
    stage, reader = shown(name, size, language)
    assert stage._watermark is not None, "the machine is a TEST machine"
    screen = Rect(0, 0, *size)
    placed = reader.placed
    assert reader.tight == []
    assert [text.text for text in placed if not screen.contains(text.ink)] == []
    assert lying_on_each_other(placed) == []
    small = {(text.text, text.size_px) for text in placed if text.size_px < READABLE_PX}
    assert not small, small


@pytest.mark.parametrize("cents", [0, 4_800, 123_456, 12_345_678])
@pytest.mark.parametrize(
    "size", [SIZES[0], *(pytest.param(size, marks=pytest.mark.long) for size in SIZES[1:])]
)
def test_the_total_of_the_purse_lies_free_beside_its_name_and_its_notes(
    size: tuple[int, int], cents: int
) -> None:
    stage, _ = shown("cierzo", size, "es")
    purse, notes, text = stage.purse, stage.notes, Letterer()
    box = purse._total_box
    ink = text.put(
        paint.plain(size),
        stage.kit.money(cents),
        box,
        "label",
        round(box.height * TOTAL_SIZE),
        (255, 255, 255),
        align="left",
    )
    assert box.inflate(2, 4).contains(ink)
    fanned = [note.inflate(2 * stage.kit.px(8), 2 * stage.kit.px(6)) for note in notes.places.values()]
    assert not any(ink.colliderect(note) for note in fanned)
    (title,) = (one for one in stage.kit.text.placed if one.text == "SU MONEDERO")
    assert not any(title.ink.colliderect(note) for note in (*notes.places.values(), ink))
    assert all(stage.purse.rect.contains(note) for note in notes.places.values())


# --- the message line --------------------------------------------------------------------------------------


def messages(name: str) -> list[str]:
    """Every text of the firmware that a machine can show, with the largest amounts it can have."""
    model = load_model(name)
    top = f"{max(model.settings().get('CREDITS_MAX_CENTS', 0), *_prizes(model)) / 100:.2f}"
    found = []
    for key, *texts in rows():
        words_of = _COUNTED.get(key, (top if model.type == "C" else "120,00",) * 4)
        found += [text.format(*words_of) for text in texts]
    return found


_COUNTED: dict[str, tuple[str, ...]] = {
    "menu": ("14", "14", "JUGADA DE PRUEBA"),
    "raised": ("CRECIDA", "120,00"),
    "play_roll": ("22-22-22", "120,00"),
    "ident_firmware": ("4", "0123456789abcdef"),
    "ident_tables": ("4", "0123456789abcdef"),
    "event_when": ("2026-12-31 23:59:59",),
    "hand_pay_row": ("12-31 23:59", "120,00"),
    **dict.fromkeys(
        ("free", "free_left", "pick", "stop", "tickets_come", "tickets_wrong"), ("50", "50", "50")
    ),
    **dict.fromkeys(("step_play", "step_pick", "step_free", "step_gamble", "repeat"), ("50", "50", "120,00")),
    **dict.fromkeys(("coins_in", "coins_out", "won", "link_staked", "link_won"), ("0123456 X 1,00",)),
}


def _prizes(model: Any) -> list[int]:
    return [row.cents for row in read_front(model, 1, False).rows] or [0]


@cache
def liner(mark: str) -> Callable[[tuple[str], int], bytes]:
    """The firmware's own ``texts.line``, read from its source."""
    source = firmware_sources()["texts"]
    (node,) = (n for n in ast.parse(source).body if getattr(n, "name", "") == "line")
    space: dict[str, Any] = {
        "_TEST": "TEST ",
        "settings": type("settings", (), {"TEST": int(bool(mark))}),
        "text": lambda key, words_: key,
    }
    exec(compile(ast.Module([node], []), "texts.py", "exec"), space)
    line: Callable[[tuple[str], int], bytes] = space["line"]
    return line


def line_of(mark: str, text: str, size: int = 32) -> str:
    """What the message line shows of a text."""
    return liner(mark)((text,), size).decode("latin-1").rstrip()


@pytest.mark.parametrize("name", model_names())
def test_the_mark_of_a_test_machine_cuts_no_message(name: str) -> None:
    assert any(len("TEST " + text) > 32 for text in messages("galacho")), "there are messages to cut"
    for text in messages(name):
        plain, marked = line_of("", text), line_of("TEST", text)
        assert marked.removeprefix("TEST ") == plain, text
        assert "TEST " + text == marked or len(text) > 27


@pytest.mark.parametrize(
    "size", [pytest.param(size, marks=[] if size in SIZES[::3] else pytest.mark.long) for size in SIZES]
)
@pytest.mark.parametrize("name", ["cierzo", "moncayo", "mudejar", "cometa"])
def test_a_test_machine_shows_its_messages_whole(name: str, size: tuple[int, int]) -> None:
    """TEST stands across the glass, so the line on the panel has all its columns for the message."""
    cabinet = Cabinet(name, seed="00")
    cabinet.run(ms=6_000)
    front = read_front(cabinet.model, 1, True)
    layout = lay_out(size, front.columns, front.symbols_seen, front.flank_share)
    display = DisplayLine(Kit(layout, front, "es"))
    assert cabinet.display.message.startswith("TEST ")
    assert display.words(look(cabinet)) == cabinet.display.message.strip().removeprefix("TEST ")
    for refusal in REFUSALS:
        for say_language in BOTH:
            told = words(refusal, translator(say_language))
            assert typeset(told)[0] <= display.columns, told
