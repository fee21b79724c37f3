# SPDX-License-Identifier: MIT
"""azar check: every mistake of a model file at once."""

from __future__ import annotations

from emulator.commands.console import AsJson, ModelName, ProfileName, open_model, print_json

EXAMPLE = "azar check my_machine.toml"


def check(model: ModelName, profile: ProfileName = None, as_json: AsJson = False) -> None:
    """
    Check a model file against its format, its law and its own mathematics.

    All mistakes are told at once, each with key, value, limit, unit, article and a next step.
    """
    found = open_model(model, profile)
    if as_json:
        print_json({"model": found.name, "profile": found.profile.id, "ok": True, "problems": []})
    else:
        print(f"{found.name}: no mistakes (profile {found.profile.id})")
