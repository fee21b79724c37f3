# SPDX-License-Identifier: MIT
"""
Tunes a model: finds other strips, weights, pays or strata with which it pays and wins what is asked for.

    tuned = tune("mine.toml", Targets(rtp=around(Fraction(92, 100), Fraction(5, 10_000))))
    tuned.proposal.parts               # what takes the place of the file's own, as a variant would
    tuned.proposal.figures.rtp         # exact, as the PAR sheet of the written file has it
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from machines.check.art import beside
from machines.check.problems import Findings, ModelError, Problem
from machines.check.variants import laid, varied
from machines.model import Model, model_file, model_text, parse_model, read_model
from machines.support.currency import telling
from machines.support.plain import Json, JsonView, read_toml
from machines.types.common.tuning import Proposal, Targets, Tell, TuneError
from machines.types.registry import TYPES

__all__ = ["Targets", "TuneError", "Tuned", "tune"]


class Tuned(NamedTuple):
    """A model and what would make it meet the targets."""

    model: Model
    proposal: Proposal


def tune(
    name_or_path: str | Path,
    targets: Targets,
    *,
    profile: str | None = None,
    tell: Tell = lambda done, total, note: None,
) -> Tuned:
    """
    Propose changes of a model.

    Args:
        name_or_path: as ``load_model`` takes it; of ``mine.toml@alto`` the variant is tuned. It may be a
            draft that pays too little or too much: what is proposed is lawful.
        targets: what is asked for.
        profile: rule profile instead of the one that the file names.
        tell: told how far the search is.

    Returns:
        The model as it is, and the proposal: the nearest one, with its reason, where the targets are out of
        reach.

    Raises:
        ModelError: the model has mistakes that keep it from being made, law or no law.
        TuneError: nothing of it can be tuned, or not that.
    """
    source, text = model_text(name_or_path)
    reader = beside(model_file(name_or_path))
    model = parse_model(text, source=source, profile=profile, draft=True, surplus=True, pictures=reader)
    kind = TYPES[model.type]
    if kind.tune is None:
        message = f"a model must be of a type whose plays are drawn (got {model.name}, type {model.type})"
        raise TuneError(f"{message}: skill alone decides what it gives", kind.untuned)
    if unknown := sorted(targets.keep - set(model.symbols)):
        known = ", ".join(model.symbols)
        raise TuneError(f"keep must name symbols of the model (got {', '.join(unknown)})", f"it has {known}")
    raw = varied(read_toml(text.decode("utf-8")), Findings())[0]

    def lawful(parts: JsonView) -> Sequence[Problem]:
        try:
            read_model(with_parts(raw, parts), source=source, profile=profile, pictures=reader)
        except ModelError as error:
            return error.problems
        return ()

    with telling(model.currency):
        return Tuned(model, kind.tune(model, targets, lawful, tell))


def with_parts(raw: JsonView, parts: JsonView) -> Json:
    """The tables of a model with those of a proposal in place of its own."""
    return {**raw, **{key: laid(key, raw.get(key), value) for key, value in parts.items()}}
