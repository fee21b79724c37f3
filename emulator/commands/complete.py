# SPDX-License-Identifier: MIT
"""
What a shell completes: the names of models, rule profiles, scenarios and whatever else ships as files.

They are read from the folders, because a model or a scenario itself takes tenths of a second to import.
Where no name fits, the shell completes the path of a file.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

EMULATOR = Path(__file__).parents[1]
MACHINES = EMULATOR.parent / "machines"


def _names_of(folder: Path) -> Callable[[str], list[str]]:
    def complete(incomplete: str) -> list[str]:
        from machines.support.shipped import shipped_names

        return [name for name in shipped_names(folder) if name.startswith(incomplete)]

    return complete


models = _names_of(MACHINES / "models")
profiles = _names_of(MACHINES / "rules")


def scenarios(incomplete: str) -> list[str]:
    """Names of scenarios; a file for both mechanisms has two."""
    from emulator.scenario.names import shipped

    return [name for name in shipped() if name.startswith(incomplete)]


scripts = _names_of(EMULATOR / "scripts")
links = _names_of(EMULATOR / "link" / "definitions")
wheels = _names_of(MACHINES / "tables" / "wheels")
cups = _names_of(MACHINES / "tables" / "cups")
ways = _names_of(MACHINES / "tables" / "games" / "pai_gow" / "ways")
devices = _names_of(EMULATOR / "cctalk" / "profiles")


def examinees(incomplete: str) -> list[str]:
    """Whatever the laboratory takes in by its name."""
    return [*models(incomplete), *wheels(incomplete), *cups(incomplete)]
