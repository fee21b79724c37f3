# SPDX-License-Identifier: MIT
"""azar check: every mistake of a model file at once."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from emulator.commands.console import AsJson, ModelName, ProfileName, open_model, print_json, progress
from machines.support.languages import SOURCE_LANGUAGE
from machines.support.plain import Json

if TYPE_CHECKING:
    from machines.model import Model

EXAMPLE = "azar check my_machine.toml"


def check(model: ModelName, profile: ProfileName = None, as_json: AsJson = False) -> None:
    """
    Check a model file: format, law, mathematics, front, sounds.

    All mistakes are told at once, each with key, value, limit, unit, article and a next step. Warnings are
    told of a model without mistakes, and are no failure; so is what a newcomer gains by gambles that others
    lost, and each value that the model leaves to its rule profile, with its article.
    """
    from machines.check.problems import amount, report

    found = open_model(model, profile)
    _require_variants(found, model, profile)
    _require_seen_and_heard(found, model, quiet=as_json)
    warnings, newcomer = found.warnings(), _newcomer(found)
    if as_json:
        rows = [warning._asdict() for warning in warnings]
        inherited = [row._asdict() for row in found.inherited]
        told = {"ok": True, "problems": [], "warnings": rows, "newcomer": newcomer, "inherited": inherited}
        print_json({"model": found.name, "profile": found.profile.id, **told})
        return
    print(f"{found.name}: no mistakes (profile {found.profile.id})")
    if found.variants:
        print(f"variants without mistakes: {', '.join(found.variants)}")
    if found.profile.free:
        print("no legal limit was looked at, and no laboratory gives a verdict by this profile")
    for row in found.inherited:
        shown = amount(row.value, row.path.rpartition("_")[2])
        print(f"inherits {row.path}: {shown} ({row.rule}, {row.article})")
    if newcomer:
        print(_said(newcomer))
    if warnings:
        print(report(found.name, warnings, "warning"))


def _require_seen_and_heard(found: Model, name: str, *, quiet: bool) -> None:
    """
    Refuse files that the panel cannot open, a front whose symbols or texts nobody can read, and sounds that
    nobody can hear or that last too long; those of the models that ship are tested.
    """
    from machines.model import ModelError, model_names

    if name in model_names():
        return
    from emulator.panel.art import sounds_own
    from emulator.panel.art.scenery.opened import unopened
    from emulator.panel.machine.verdict import verdict

    problems = unopened(found)
    if not problems:
        with progress("looking at the front", wanted=not quiet) as at:
            problems = verdict(found, at)
    if found.own_sounds:
        problems += sounds_own.mistakes(found)
    if problems:
        raise ModelError(name, problems)


def _require_variants(found: Model, name: str, profile: str | None) -> None:
    """Refuse a model whose variants have mistakes, with those of all of them."""
    from machines.model import ModelError

    problems = []
    for variant in found.variants:
        try:
            open_model(f"{name}@{variant}", profile)
        except ModelError as error:
            problems += [row._replace(path=f"variant {variant}: {row.path}") for row in error.problems]
    if problems:
        raise ModelError(name, problems)


def _newcomer(model: Model) -> Json | None:
    """What the return account of a gamble gives back to who sits down; None without one."""
    from machines.types.registry import TYPES

    newcomer = TYPES[model.type].newcomer
    return None if newcomer is None else newcomer(model)


def _said(newcomer: Json) -> str:
    from emulator.sheets.writer import Writer

    write = Writer(SOURCE_LANGUAGE)
    most, offered, mean = (
        write.money(Fraction(newcomer[key])) for key in ("most_cents", "offered_cents", "mean_cents")
    )
    payout = write.percent(Fraction(newcomer["payout_max"]))
    return (
        f"newcomer: gains at most {most} a play on average by gambles that others lost, {offered} just after "
        f"one, {mean} over a cycle; such plays return at most {payout}"
    )
