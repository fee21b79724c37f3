# SPDX-License-Identifier: MIT
"""
The faulty machines: what is wrong with each, which rows that turns red, and its ROM.

    data = faulty_rom("sordo")                   # our firmware with a fault of a few lines
    faulty()["sordo"].rows                       # ("B-20",): these turn red and no other

A file NAME.toml beside this one describes each: a model, perhaps patches of it and of our firmware.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from pathlib import Path

from emulator.lab.exam.examinee import Examinee
from emulator.lab.exam.finding import Words
from emulator.lab.exam.intake import taken_in
from emulator.support.errors import HintedError
from machines.model import Model, model_text, parse_model
from machines.rom.build import MODEL, build_text
from machines.rom.program import model_sources
from machines.support.plain import read_toml
from machines.tables.devices import KINDS, build_device, device_kind

FOLDER = "emulator.lab.faulty"


class FaultyError(HintedError):
    """There is no faulty machine of that name, or its patch no longer fits our firmware."""


@dataclass(frozen=True)
class Patch:
    """One place of a module of our firmware, or of the model file, with the fault in its stead."""

    module: str
    """Name of the module, or ``model.toml``."""
    old: str
    """Stands once in it."""
    new: str


@dataclass(frozen=True)
class Faulty:
    """A machine that an examination must refuse."""

    name: str
    title: Words
    wrong: Words
    """What is wrong with it."""
    model: str
    """Name of a model or of a device of a table that ships, or of a model file in this folder."""
    rows: tuple[str, ...]
    """Rows that turn red."""
    declared: str | None = None
    """The model that its maker filed, where that is not the one in the ROM."""
    patches: tuple[Patch, ...] = ()

    @property
    def ours(self) -> bool:
        """Whether the firmware is ours: the fault lies in the model."""
        return all(patch.module == MODEL for patch in self.patches)

    def rom(self) -> bytes:
        """The bytes of its ROM; a draft where the model breaks the law, a sealed device where it is one."""
        kind = device_kind(self.model)
        if kind is not None:
            return build_device(self.model, firmware=self._patched(KINDS[kind].program.sources()))
        text, sources = self._text(), None
        if not self.ours:
            sources = self._patched(model_sources(self._model(text)))
        return build_text(text, source=f"{self.name}.toml", firmware=sources, draft=True)

    def _patched(self, sources: dict[str, str]) -> dict[str, str]:
        """The modules of our firmware with their faults."""
        for patch in self.patches:
            if patch.module != MODEL:
                sources[patch.module] = _patched(self.name, patch, sources[patch.module])
        return sources

    def _text(self) -> bytes:
        text = model_text(_path(self.model))[1].decode()
        for patch in self.patches:
            if patch.module == MODEL:
                text = _patched(self.name, patch, text)
        return text.encode()

    def _model(self, text: bytes) -> Model:
        return parse_model(text, source=f"{self.name}.toml", draft=True)


@cache
def faulty() -> Mapping[str, Faulty]:
    """The faulty machines that ship, by name, sorted."""
    files = sorted(resources.files(FOLDER).iterdir(), key=lambda one: one.name)
    found = {}
    for one in files:
        if one.name.endswith(".toml"):
            raw = read_toml(one.read_text(encoding="utf-8"))
            table, name = raw["faulty"], one.name.removesuffix(".toml")
            found[name] = Faulty(
                name=name,
                title=Words(**table["title"]),
                wrong=Words(**table["wrong"]),
                model=table["model"],
                rows=tuple(table["rows"]),
                declared=table.get("declared"),
                patches=tuple(Patch(**row) for row in raw.get("patch", ())),
            )
    return found


def named(name: str) -> Faulty:
    """
    One of them.

    Raises:
        FaultyError: there is none of that name.
    """
    known = faulty()
    if name not in known:
        raise FaultyError(
            f"name must be one of {', '.join(known)} (got {name})", "azar lab sample lists them"
        )
    return known[name]


@cache
def faulty_rom(name: str) -> bytes:
    """
    The ROM of a faulty machine, the same bytes wherever it is built.

    Raises:
        FaultyError: there is none of that name.
    """
    return named(name).rom()


def faulty_sample(name: str, folder: Path) -> Examinee:
    """
    The sample as a laboratory would take it in: the ROM, and the model that was filed where it is another.

    Args:
        folder: where its ROM file goes.
    """
    path = folder / f"{name}.rom"
    path.write_bytes(faulty_rom(name))
    filed = named(name).declared
    return taken_in(path, declared=None if filed is None else _path(filed))


def _path(model: str) -> str | Path:
    return Path(str(resources.files(FOLDER).joinpath(model))) if model.endswith(".toml") else model


def _patched(name: str, patch: Patch, text: str) -> str:
    if (found := text.count(patch.old)) != 1:
        raise FaultyError(
            f"{name}: {patch.module} must hold the old lines of a patch once (got {found} times)",
            "the firmware has changed there: mend the patch",
        )
    return text.replace(patch.old, patch.new)
