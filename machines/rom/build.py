# SPDX-License-Identifier: MIT
"""
Makes the ROM file of a model: its parts, and the manifest that says how they hang together.

    data = build_file("cierzo")        # the same bytes in any folder, for any user, on any day
"""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import cext
from machines.check.art import FOLDER, Reader, beside
from machines.model import Model, model_file, model_text, parse_model
from machines.rom import mpy
from machines.rom import pins as rom_pins
from machines.rom.cores import known_answer
from machines.rom.file import FORMAT, canonical, pack
from machines.rom.profile_data import profile_data
from machines.rom.program import build_rom
from machines.support.languages import DEFAULT_LANGUAGE
from machines.support.plain import Json

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

# Names of the parts; a module is FIRMWARE + its name + ".py" and ".mpy".
MODEL, PROFILE, TABLES, FIRMWARE = "model.toml", "profile.json", "tables.bin", "firmware/"
PINS = rom_pins.PART
# A picture, a font or a sound of the maker's own is this and its name.
ART = f"{FOLDER}/"
# The member of a manifest that a draft's ROM alone has: the rules that its model breaks.
DRAFT = "draft"
# Plays under the zero key by which a core shows that it makes this machine's plays as the builder's did.
KNOWN_PLAYS = 1_000
# What of the manifest tells who built it; everything else follows from the parts.
BUILDER = ("core_sha256", "mpy_cross", "mpy_version")


def build_file(
    model: str | Path,
    *,
    profile: str | None = None,
    language: str = DEFAULT_LANGUAGE,
    firmware: Path | None = None,
    key: Ed25519PrivateKey | None = None,
    draft: bool = False,
) -> bytes:
    """
    Make the ROM file of a model.

    Args:
        model: name of a shipped model or path of a model file.
        profile: rule profile instead of the model's own.
        language: of the message line, one of languages().
        firmware: folder of a firmware, instead of ours.
        key: signs it.
        draft: the model may break the law; the manifest then says "draft", and which rules it breaks, and
            only a TEST machine boots it.

    Returns:
        The bytes: the same for the same model, profile, firmware, core, mpy-cross and key.

    Raises:
        ModelError: the model has mistakes.
        LanguageError: there is no such language.
        RomError: a firmware that cannot be one.
        CompileError: mpy-cross refuses a module.
    """
    source, text = model_text(model)
    return build_text(
        text,
        source=source,
        profile=profile,
        language=language,
        firmware=firmware,
        key=key,
        draft=draft,
        pictures=beside(model_file(model)),
    )


def build_text(
    text: bytes,
    *,
    source: str = "model",
    profile: str | None = None,
    language: str = DEFAULT_LANGUAGE,
    firmware: Path | Mapping[str, str] | None = None,
    key: Ed25519PrivateKey | None = None,
    draft: bool = False,
    pictures: Reader | None = None,
) -> bytes:
    """
    As ``build_file``, of the bytes of a model file.

    Args:
        source: what errors call it.
        firmware: a folder, or module name -> source, instead of ours.
        pictures: reads the maker's own pictures, fonts and sounds, which become parts of the ROM.
    """
    checked = parse_model(text, source=source, profile=profile, draft=draft, pictures=pictures)
    rom = build_rom(checked, language=language, firmware=firmware)
    parts = {
        MODEL: text,
        PROFILE: canonical(profile_data(checked.profile)),
        PINS: canonical(rom_pins.pins_data(checked.type)),
        TABLES: rom.tables,
        **{f"{ART}{name}": data for name, data in checked.art_files.items()},
    }
    for name, code in rom.sources.items():
        parts[f"{FIRMWARE}{name}.py"] = code.encode()
        parts[f"{FIRMWARE}{name}.mpy"] = rom.mpy[name]
    builder = dict(zip(BUILDER, (core_digest(), *mpy.compiler()), strict=True))
    data = pack({**facts(checked, language), **builder}, parts)
    if key is None:
        return data
    from machines.rom.seal import sign

    return sign(data, key)


def facts(model: Model, language: str) -> Json:
    """The members of a manifest that follow from the parts."""
    return {
        "azar": "rom",
        "format": FORMAT,
        "model": model.name,
        "title": model.title,
        "type": model.type,
        "price_cents": model.price_cents,
        "profile": model.profile.id,
        "language": language,
        "tables_version": cext.TABLES_VERSION,
        "known_answer": {"plays": KNOWN_PLAYS, "digest": f"{known_answer(model.tables, KNOWN_PLAYS):016x}"},
        **({DRAFT: rules_broken(model)} if model.problems else {}),
    }


def rules_broken(model: Model) -> list[str]:
    """Ids of the rules that a draft breaks, sorted; none of a lawful model."""
    return sorted({problem.rule for problem in model.problems if problem.rule})


@functools.cache
def core_digest() -> str:
    """SHA-256 over the sources of the core, in name order."""
    digest = hashlib.sha256()
    folder = Path(cext.__file__).parent
    for path in sorted([*folder.glob("src/*.c"), *folder.glob("src/*.h"), folder / "core.cdef"]):
        digest.update(f"{path.name}\0{path.stat().st_size}\0".encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()
