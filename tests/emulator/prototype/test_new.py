# SPDX-License-Identifier: MIT
"""``azar new``: a folder that is green, plays and holds at once, and never takes what is there."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from soon import soon

from emulator import Cabinet
from emulator.panel.art.symbols.examined import mistakes
from emulator.panel.art.theme import CREAM, contrast, hex_colour
from emulator.prototype.folder import FROM, FolderError, new_folder
from emulator.prototype.palette import palette_of
from emulator.prototype.placeholders import SHAPES, crown_of, emblem_of, flank_of, placeholder
from emulator.scenario.file import load_each
from emulator.scenario.run import play
from machines.model import load_model, model_names


def test_each_type_begins_as_a_model_of_its_own() -> None:
    assert {kind: load_model(name).type for kind, name in FROM.items()} == {"A": "A", "B": "B", "C": "C"}


@pytest.mark.parametrize("base", soon(model_names(), "cierzo", "cometa"))
def test_a_new_machine_is_green_and_its_scenario_holds(base: str, tmp_path: Path) -> None:
    made = new_folder(tmp_path / "mistral", None, base)
    assert (made.model.name, made.model.title) == ("mistral", "MISTRAL")
    assert made.model.type == load_model(base).type
    # What decides a game of skill has its name in it.
    assert made.model.type == "A" or made.model.tables.digest == load_model(base).tables.digest
    assert all(symbol.drawing is None for symbol in made.model.symbols.values())
    assert mistakes(load_model(made.folder)) == []
    (scenario,) = load_each(tmp_path / "mistral" / "scenario.toml")
    result = play(scenario)
    assert result.held, str(result)


def test_it_says_what_each_part_is_for(tmp_path: Path) -> None:
    text = (new_folder(tmp_path / "mistral", "B").folder / "mistral.toml").read_text("utf-8")
    titles = [line for line in text.splitlines() if line.startswith("# -- ")]
    assert titles == [
        f"# -- {title} --"
        for title in (
            *("Symbols", "Reels", "Prizes", "Prize cycle", "Money", "Hoppers"),
            *("Texts on the glass", "Cabinet"),
        )
    ]
    assert text.startswith("# mistral: a machine of type B, begun as cierzo.")


@pytest.mark.long
def test_the_command_makes_it_and_others_take_the_folder(
    azar: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    made = azar("new mistral --type B")
    assert made.status == 0 and "azar play mistral" in made.out
    assert azar("check mistral").out.startswith("mistral: no mistakes")
    assert azar("scenario mistral/scenario.toml").status == 0
    monkeypatch.chdir(tmp_path / "mistral")
    assert azar("check .").status == 0
    told = json.loads(azar("new ../bora --from ../mistral --json").out)
    assert (told["model"], told["type"]) == ("bora", "B")
    assert (tmp_path / "bora" / "art" / "siete.svg").read_bytes() == (
        tmp_path / "mistral" / "art" / "siete.svg"
    ).read_bytes()


@pytest.mark.parametrize(
    ("name", "kind", "base", "said"),
    [
        (
            "Mistral",
            "B",
            None,
            'name must be a to z, 0 to 9 and _, a letter first, 32 at most (got "Mistral")',
        ),
        ("7eleven", "B", None, 'got "7eleven"'),
        ("mistral", None, None, "type must be A, B or C (got none)"),
        ("mistral", "D", None, "type must be A, B or C (got D)"),
        ("mistral", "C", "cierzo", "--from must be a model of type C (got cierzo, type B)"),
        ("full", "B", None, "must be a folder with nothing in it"),
    ],
)
def test_what_cannot_be_made_leaves_everything_as_it_was(
    name: str, kind: str | None, base: str | None, said: str, tmp_path: Path
) -> None:
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "kept.txt").write_text("mine")
    with pytest.raises(FolderError, match=re.escape(said)) as refused:
        new_folder(tmp_path / name, kind, base)
    assert refused.value.hint
    assert [path.name for path in tmp_path.rglob("*")] == ["full", "kept.txt"]


def test_a_scenario_names_the_model_beside_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """From whatever folder it is played."""
    new_folder(tmp_path / "mistral", "A")
    monkeypatch.chdir("/")
    (scenario,) = load_each(tmp_path / "mistral" / "scenario.toml")
    assert scenario.machine.model == str(tmp_path / "mistral" / "mistral.toml")


def test_a_cabinet_has_the_pictures_of_its_folder_and_of_its_rom(azar: Any, tmp_path: Path) -> None:
    folder = new_folder(tmp_path / "mistral", "B").folder
    pictures = load_model(folder).pictures
    assert Cabinet(str(folder), seed="00").model.pictures == pictures
    assert azar(f"build {folder} -o {tmp_path / 'mistral.rom'}").status == 0
    assert Cabinet(str(tmp_path / "mistral.rom"), seed="00").model.pictures == pictures


def test_no_two_placeholders_are_alike_whatever_their_colour() -> None:
    drawn = {placeholder(number, "#808080") for number in range(2 * SHAPES)}
    assert len(drawn) == 2 * SHAPES


@pytest.mark.long
@pytest.mark.parametrize("kind", ["A", "B", "C"])
def test_a_new_machine_is_conforme_and_its_papers_are_written(
    kind: str, azar: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert azar(f"new mistral --type {kind}").status == 0
    examined = azar("lab mistral --quick -o report --jobs 1")
    assert examined.status == 0, examined.out
    assert azar("dossier mistral -o papers").status == 0
    assert azar("build mistral -o mistral.rom").status == 0
    assert azar("lab diff mistral mistral.rom").status == 0


def test_a_new_machine_shares_no_colour_and_no_picture_with_ours(tmp_path: Path) -> None:
    ours = [load_model(name) for name in model_names()]
    known = {colour for model in ours for colour in model.art["colours"].values()}
    known |= {symbol.colour for model in ours for symbol in model.symbols.values()}
    for name in NAMES:
        for kind in ("A", "B", "C"):
            made = new_folder(tmp_path / kind / name, kind).model
            its = {*made.art["colours"].values(), *(symbol.colour for symbol in made.symbols.values())}
            assert not its & known
            assert made.plate.given["maker"] == made.title == made.plate.given["model"]
    looks = {(tmp_path / "B" / name / "art" / "crown.svg").read_bytes() for name in NAMES}
    assert len(looks) == len(NAMES)


NAMES = ("mistral", "bora", "tramontana", "levante")


def test_the_colours_of_any_name_can_be_read() -> None:
    """WCAG 2.2, 1.4.3: 4.5 to 1 for letters on the glass and on a lit row."""
    for number in range(400):
        palette = palette_of(f"machine_{number}")
        deep, bright, accent = map(hex_colour, (palette.deep, palette.bright, palette.accent))
        assert deep and bright and accent
        assert contrast(bright, deep) >= 4.5 and contrast(CREAM, deep) >= 4.5, palette
        assert contrast(CREAM, accent) >= 4.5, palette
        symbols = [palette.symbol(at) for at in range(12)]
        assert len({*symbols}) == 12


def test_the_placeholders_are_drawn_in_the_palette_of_the_name() -> None:
    palette = palette_of("mistral")
    for drawn in (emblem_of(palette), crown_of(palette), flank_of(palette, right=True)):
        assert palette.deep in drawn and "A placeholder: draw here" in drawn
    assert flank_of(palette, right=True) != flank_of(palette, right=False)
    assert 'fill="currentColor"' in placeholder(3)
