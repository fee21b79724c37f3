# SPDX-License-Identifier: MIT
"""
Everything that is wrong with what a model's front looks like, kept until the model or the panel changes.

    problems = verdict(model)      # symbols told apart, texts that fit and can be read
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import pygame

from emulator.panel.art.symbols import examined as symbols
from emulator.panel.machine import examined
from emulator.support.cache import digest_of, one_of
from machines.check.problems import Problem
from machines.model import Model
from machines.support.plain import Json

_AZAR = Path(__file__).parents[3]
_SOURCES = (_AZAR / "emulator" / "panel", _AZAR / "machines")


def verdict(model: Model, progress: Callable[..., None] = lambda done, total: None) -> list[Problem]:
    """
    The mistakes of the symbols, and where there are none, of texts on the painted front.

    Args:
        progress: told how many fronts of how many are painted.
    """

    def made() -> Sequence[Json]:
        found = symbols.mistakes(model) or examined.mistakes(model, progress)
        return [problem._asdict() for problem in found]

    sources = (
        f"{digest_of(_SOURCES, ('.py', '.mo', '.toml'))} {pygame.version.ver} {pygame.get_sdl_version()}"
    )
    return [Problem(**row) for row in one_of("fronts", sources, _digest(model), made)]


def _digest(model: Model) -> str:
    """SHA-256 of all that the panel draws of a model: its sounds are not seen."""
    digest, draft = hashlib.sha256(), model.draft
    if draft.art:
        draft = replace(draft, art=draft.art.model_copy(update={"sounds": {}}))
    for part in (draft, model.texts, model.profile.id, model.price_cents, model.bets_cents, model.pots):
        digest.update(f"{part!r}\0".encode())
    for name in sorted(model.pictures):
        data = model.pictures[name]
        digest.update(f"{name}\0{len(data)}\0".encode() + data)
    return digest.hexdigest()
