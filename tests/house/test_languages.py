# SPDX-License-Identifier: MIT
"""A language is one folder: a third one is offered, said and built into a ROM; no code names one."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages import Catalog, mofile
from places import ROOT

from machines.support import languages

# What a few messages of Aragonese are, by domain; a thousand is parted by a thin space there.
WORDS: dict[str, dict[str | tuple[str, str], str | tuple[str, ...]]] = {
    "azar": {"COLLECT": "COBRAR-LO"},
    "firmware": {"INSERT COIN": "META MONEDA"},
    "numbers": {",": "\u202f", ("{} play", "{} plays"): ("{} chugada", "{} chugadas")},
    "sheets": {"yes": "sí que ye"},
    "models": {"moneda": "perra"},
}
SETUP = """
import sys
from pathlib import Path
from machines.support import languages
languages.FOLDER = Path(sys.argv.pop(1))
from emulator.cli import main
main()
"""
LITERAL = re.compile(r"""["'](es|en)["']|_(es|en)\b""")
# The one place that names two: by name of file, what a line of it may say.
NAMED = ('DEFAULT_LANGUAGE = "es"', 'SOURCE_LANGUAGE = "en"')


@pytest.fixture
def aragonese(tmp_path: Path) -> Path:
    """A folder of catalogues: those of the default language, and one of Aragonese with few messages."""
    (tmp_path / languages.DEFAULT_LANGUAGE).symlink_to(languages.FOLDER / languages.DEFAULT_LANGUAGE)
    folder = tmp_path / "an" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    for domain, words in WORDS.items():
        made = Catalog(locale="an")
        for message, said in words.items():
            made.add(message, said)
        with (folder / f"{domain}.mo").open("wb") as stream:
            mofile.write_mo(stream, made)
    return tmp_path


@pytest.fixture
def third(aragonese: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """This process has the third language, too."""
    known = (languages.languages, languages.catalogue)
    monkeypatch.setattr(languages, "FOLDER", aragonese)
    for found in known:
        found.cache_clear()
    yield
    for found in known:
        found.cache_clear()


def azar(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """``azar`` in a process of its own, which finds its catalogues in ``folder``."""
    command = [sys.executable, "-c", SETUP, str(folder), *arguments]
    surroundings = {**os.environ, "COLUMNS": "100", "SDL_VIDEODRIVER": "dummy"}
    return subprocess.run(command, capture_output=True, text=True, env=surroundings, timeout=120, check=False)


@pytest.mark.usefixtures("third")
def test_a_third_language_says_what_it_has_and_the_rest_in_the_default_one() -> None:
    assert languages.languages() == ("es", "an", "en")
    say = languages.translator("an")
    assert (say("COLLECT"), say("START")) == ("COBRAR-LO", "JUGAR")
    assert languages.translator("en")("START") == "START"


@pytest.mark.usefixtures("third")
def test_a_third_language_has_marks_and_plural_forms_of_its_own() -> None:
    assert languages.written("1,234.50", "an") == "1\u202f234,50"
    assert languages.euros(1_234_550, "an") == "12\u202f345,50 €"
    assert languages.listed(["1", "2", "3"], "an", "{} or {}") == "1, 2 o 3"
    count = languages.catalogue("an", "numbers").ngettext
    assert [count("{} play", "{} plays", many) for many in (1, 2)] == ["{} chugada", "{} chugadas"]


@pytest.mark.usefixtures("third")
def test_a_model_speaks_a_third_language_by_its_catalogue() -> None:
    from machines.check.schema_parts import Text
    from machines.types.common.base import text_in

    text = Text.model_validate({"es": "moneda", "en": "coin"})
    assert [text_in(text, language) for language in languages.languages()] == ["moneda", "perra", "coin"]
    own = Text.model_validate({"es": "moneda", "an": "diner"})
    assert [text_in(own, language) for language in languages.languages()] == ["moneda", "diner", "moneda"]


@pytest.mark.long
def test_every_command_offers_a_third_language(aragonese: Path) -> None:
    sheet = azar(aragonese, "par", "cierzo", "--lang", "an")
    assert sheet.returncode == 0 and "80,42 %" in sheet.stdout and "20\u202f000" in sheet.stdout
    refused = azar(aragonese, "par", "cierzo", "--lang", "ca")
    assert refused.returncode == 2 and "'es', 'an', 'en'" in refused.stderr


@pytest.mark.usefixtures("third")
def test_a_machine_speaks_a_third_language_on_its_message_line(tmp_path: Path) -> None:
    from emulator import Cabinet
    from machines.rom.build import build_file
    from machines.rom.read import read_rom

    path = tmp_path / "cierzo.rom"
    path.write_bytes(build_file("cierzo", language="an"))
    cab = Cabinet(path, seed="00")
    cab.run(ms=5_000)
    assert (cab.language, cab.display.message) == ("an", "TEST META MONEDA")
    cab.insert(200)
    cab.run(ms=5_000)
    assert cab.display.message == "TEST PULSE JUGAR"
    languages.FOLDER = languages.FOLDER.parent / "none"
    languages.languages.cache_clear()
    assert read_rom(path).language == "an"
    assert not Cabinet(path, seed="00").choice.ours


def named(text: str) -> list[str]:
    """Lines of code that name a language, data of TOML in docstrings apart."""
    return [line.strip() for line in text.splitlines() if LITERAL.search(line) and " = { " not in line]


def test_no_code_names_a_language_but_one_place() -> None:
    found = []
    for floor in ("cext", "machines", "emulator"):
        for path in sorted((ROOT / floor).rglob("*.py")):
            found += named(path.read_text("utf-8"))
    assert found == [*NAMED]
    assert not list(ROOT.glob("*/**/*_es.py")) and not list(ROOT.glob("*/**/*_en.py"))


@pytest.mark.parametrize("line", ['if language == "en":', "names = ['es']", "row.text_es", 'row["prize_en"]'])
def test_code_that_names_a_language_is_found(line: str) -> None:
    assert named(f"x = 1\n{line}\n") == [line]
