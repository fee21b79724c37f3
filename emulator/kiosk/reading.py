# SPDX-License-Identifier: MIT
"""
Reads a kiosk's TOML file, and tells all its mistakes at once.

    kiosk = read_kiosk(Path("kiosk.toml"))
    kiosk.settings.visit.idle_s
    kiosk.folder, kiosk.places()
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import platformdirs
from pydantic import ValidationError
from pydantic_core import ErrorDetails

from emulator.kiosk.settings import HIDDEN_PIN, MachineKept, Settings
from emulator.support.errors import EmulatorError
from machines.support.plain import JsonView

# What to do next about a key, where the message alone does not say it.
_HINTS: Mapping[str, str] = {
    "attendant.pin": '"azar kiosk pin" asks for a PIN and prints the line to write here',
    "folder": "name a folder that the user of the kiosk may write",
    "machines": '"azar models" lists the models that ship; each [[machines]] has its own serial or file',
    "languages.first": "write one that is offered",
    "status.page": "127.0.0.1 is this computer alone; leave the line out for no page",
}
_USUAL_HINT = '"azar kiosk --sample" prints every key with its limits'


class Mistake(NamedTuple):
    """One mistake of a kiosk's file."""

    path: str
    message: str
    hint: str

    def __str__(self) -> str:
        return f"{self.path}: {self.message}"


class SettingsError(EmulatorError):
    """A kiosk's file that cannot be used; ``mistakes`` has all that is wrong, str() is the whole report."""

    def __init__(self, source: str, mistakes: list[Mistake]) -> None:
        self.source = source
        self.mistakes = mistakes
        count = "1 mistake" if len(mistakes) == 1 else f"{len(mistakes)} mistakes"
        lines = [f"{source}: {count}"]
        for one in mistakes:
            lines += ["", f"  {one}", f"    hint: {one.hint}"]
        super().__init__("\n".join(lines))


@dataclass(frozen=True)
class Kiosk:
    """Settings, and where its files lie."""

    settings: Settings
    folder: Path
    beside: Path
    """The folder of the settings file, from which paths of models count."""

    @property
    def socket(self) -> Path:
        """Where a running kiosk answers."""
        return self.folder / "kiosk.sock"

    @property
    def journals(self) -> Path:
        """Where the journals lie."""
        return self.folder / "journals"

    @property
    def health(self) -> Path:
        """Where a line a minute is written."""
        return self.folder / "health.jsonl"

    def place(self, machine: MachineKept) -> Path:
        """The file in which a machine is kept."""
        if machine.file is not None:
            return self.folder / machine.file
        return self.folder / "machines" / f"{Path(machine.model).stem}-{machine.serial:06d}.nvram"

    def model(self, machine: MachineKept) -> str:
        """What to open: the name of a model that ships, or a path."""
        path = self.beside / machine.model
        return str(path) if path.suffix in (".toml", ".rom") and path.is_file() else machine.model


def read_kiosk(path: Path | None) -> Kiosk:
    """
    Read a kiosk's file; None: a kiosk of one machine, all as it is unless written.

    Raises:
        SettingsError: the file cannot be read, or has mistakes.
    """
    source = "settings" if path is None else str(path)
    settings = _checked(source, {} if path is None else _read(path))
    beside = Path.cwd() if path is None else path.resolve().parent
    folder = platformdirs.user_data_path("azar") / "kiosk"
    if settings.folder:
        folder = beside / Path(settings.folder).expanduser()
    return Kiosk(settings, folder, beside)


def verify(kiosk: Kiosk, source: str) -> None:
    """
    Look at what the settings name, and change nothing: models, the folder, languages.

    Raises:
        SettingsError: something named is not there, or cannot be used.
    """
    mistakes = [*_wrong_models(kiosk), *_wrong_folder(kiosk.folder), *_wrong_files(kiosk)]
    if mistakes:
        raise SettingsError(source, mistakes)


def _read(path: Path) -> JsonView:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        hint = '"azar kiosk --sample > kiosk.toml" writes one to begin with'
        raise SettingsError(str(path), [Mistake("the file", f"{error.strerror or error}", hint)]) from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        hint = "mend the file at that place: texts stand in quotes, lists in brackets"
        raise SettingsError(str(path), [Mistake("the file", f"must be TOML: {error}", hint)]) from None


def _checked(source: str, raw: JsonView) -> Settings:
    try:
        settings = Settings.model_validate(raw)
    except ValidationError as error:
        mistakes = [_mistake(detail) for detail in error.errors(include_url=False)]
        raise SettingsError(source, mistakes) from None
    if settings.languages.first not in settings.languages.offered:
        offered = ", ".join(settings.languages.offered)
        message = f"must be one of languages.offered, {offered} (got {settings.languages.first!r})"
        raise SettingsError(source, [Mistake("languages.first", message, _HINTS["languages.first"])])
    return settings


def _mistake(detail: ErrorDetails) -> Mistake:
    path = _path(detail["loc"])
    got = detail["input"]
    shown = "" if isinstance(got, dict) or detail["type"] == "missing" else f" (got {got!r})"
    return Mistake(path or "the file", _allowed(detail) + shown, _hint(path))


def _path(loc: tuple[int | str, ...]) -> str:
    text = ""
    for part in loc:
        text += f"[{part}]" if isinstance(part, int) else f".{part}" if text else part
    return text.removesuffix(".[key]")


def _hint(path: str) -> str:
    plain = path.partition("[")[0]
    return _HINTS.get(plain) or _USUAL_HINT


def _allowed(detail: ErrorDetails) -> str:
    """What is allowed, in this project's words; pydantic's own where there are none."""
    kind, context = detail["type"], detail.get("ctx", {})
    if kind == "string_pattern_mismatch" and context["pattern"] == HIDDEN_PIN:
        return "must be a hidden PIN"
    said = {
        "extra_forbidden": "is no key of a kiosk",
        "missing": "must be there",
        "greater_than_equal": "must be at least {ge}",
        "less_than_equal": "must be at most {le}",
        "int_type": "must be a whole number",
        "float_type": "must be a number",
        "string_type": "must be a text",
        "bool_type": "must be true or false",
        "list_type": "must be a list",
        "literal_error": "must be {expected}",
        "string_pattern_mismatch": "must look like {pattern}",
        "too_short": "must have at least {min_length}",
        "too_long": "must have at most {max_length}",
        "string_too_short": "must not be empty",
    }.get(kind)
    return detail["msg"] if said is None else said.format_map(context)


def _wrong_models(kiosk: Kiosk) -> list[Mistake]:
    from machines import MachinesError
    from machines.model import load_model
    from machines.rom.read import is_rom, read_rom

    found = []
    for number, machine in enumerate(kiosk.settings.machines):
        name = kiosk.model(machine)
        try:
            if is_rom(name):
                read_rom(Path(name))
            else:
                load_model(name)
        except (MachinesError, OSError) as error:
            line = " ".join(str(error).partition("\n\n")[0].split())
            found.append(Mistake(f"machines[{number}].model", line, _HINTS["machines"]))
    return found


def _wrong_folder(folder: Path) -> list[Mistake]:
    there = next(one for one in (folder, *folder.parents) if one.exists())
    if there.is_dir() and os.access(there, os.W_OK | os.X_OK):
        return []
    return [Mistake("folder", f"must be one that can be written (got {folder})", _HINTS["folder"])]


def _wrong_files(kiosk: Kiosk) -> list[Mistake]:
    found = []
    for number, machine in enumerate(kiosk.settings.machines):
        place = kiosk.place(machine).resolve()
        if not place.is_relative_to(kiosk.folder.resolve()):
            message = f"must be in the kiosk's folder {kiosk.folder} (got {machine.file!r})"
            found.append(Mistake(f"machines[{number}].file", message, "nothing else may be written"))
    return found
