# SPDX-License-Identifier: MIT
"""The catalogues: complete in every language, compiled, and with money written as each language does."""

from __future__ import annotations

import ast
import io
from pathlib import Path

import pytest
from babel.messages import mofile, pofile
from places import ROOT

from machines.support.languages import DEFAULT_LANGUAGE, FOLDER, LanguageError, euros, translator

COMPILED = sorted(FOLDER.glob("*/LC_MESSAGES/*.po"))
# What a catalogue says of itself: the name of its language, and whether a speaker has read it.
OF_ITSELF = {"English", "Reviewed by a speaker."}
INSIDE = ROOT / "emulator" / "panel" / "machine" / "inside"


def said_in_code(domain: str = "azar") -> set[str]:
    """Every literal that the panel of a machine, or its inside, hands to a translator called ``say``."""
    found = set()
    rooms = [ROOT / "emulator" / "panel" / room for room in ("access", "art", "frame", "machine")]
    for path in [path for room in rooms for path in room.rglob("*.py")]:
        if path.is_relative_to(INSIDE) is not (domain == "inside"):
            continue
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and node.args and isinstance(node.args[0], ast.Constant):
                name = (
                    node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
                )
                if name.strip("_") == "say":
                    found.add(node.args[0].value)
    return found


@pytest.mark.parametrize("domain", ["azar", "inside"])
def test_every_message_has_its_words_and_no_other_is_kept(domain: str) -> None:
    path = FOLDER / DEFAULT_LANGUAGE / "LC_MESSAGES" / f"{domain}.po"
    catalogue = pofile.read_po(io.BytesIO(path.read_bytes()))
    ready = {message.id: message.string for message in catalogue if message.id}
    assert set(ready) - OF_ITSELF == said_in_code(domain)
    assert all(ready.values()) and not any(message.fuzzy for message in catalogue if message.id)


@pytest.mark.parametrize("path", COMPILED, ids=[f"{path.parts[-3]}-{path.stem}" for path in COMPILED])
def test_every_language_says_what_spanish_says(path: Path) -> None:
    """All of it, and nothing else; with as many places for what is filled in."""
    of_spanish = FOLDER / DEFAULT_LANGUAGE / "LC_MESSAGES" / path.name
    wanted, said = [
        {
            (message.context, message.id): message.string
            for message in pofile.read_po(io.BytesIO(one.read_bytes()))
            if message.id
        }
        for one in (of_spanish, path)
    ]
    assert {key for key in wanted if key[1] not in OF_ITSELF} == {
        key for key in said if key[1] not in OF_ITSELF
    }
    for key, words in said.items():
        assert words and words.count("{") == wanted.get(key, words).count("{"), key


@pytest.mark.parametrize("path", COMPILED, ids=[f"{path.parts[-3]}-{path.stem}" for path in COMPILED])
def test_the_compiled_catalogue_is_current(path: Path) -> None:
    """In every message and in the head, but for the version of the compiler, which the head names."""
    compiled = io.BytesIO()
    mofile.write_mo(compiled, pofile.read_po(io.BytesIO(path.read_bytes())))
    assert read_compiled(path.with_suffix(".mo").read_bytes()) == read_compiled(compiled.getvalue())


def read_compiled(content: bytes) -> tuple[dict[object, object], dict[str, str]]:
    """The messages of a compiled catalogue, and its head."""
    catalogue = mofile.read_mo(io.BytesIO(content))
    messages = {(message.context, message.id): message.string for message in catalogue if message.id}
    return messages, {name: said for name, said in catalogue.mime_headers if name != "Generated-By"}


def test_spanish_says_jugar() -> None:
    assert translator("es")("START") == "JUGAR" and translator("en")("START") == "START"


def test_a_language_without_catalogue_is_refused() -> None:
    with pytest.raises(LanguageError, match="one of es, "):
        translator("de")


def test_money_is_written_as_the_language_does() -> None:
    assert euros(20, "es") == "0,20 €" and euros(20, "en") == "€0.20"
    assert euros(1_200_000, "es", whole=True) == "12.000 €" and euros(1_200_050, "en") == "€12,000.50"
    assert euros(120_000, "es", whole=True) == "1200 €"
    assert euros(8000, "es", whole=True) == "80 €" and euros(60, "es", whole=True) == "0,60 €"
