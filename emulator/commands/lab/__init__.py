# SPDX-License-Identifier: MIT
"""
azar lab: a machine examined as a laboratory does, with a report to sign and evidence to repeat.

``azar lab cierzo -o DIR`` is short for ``azar lab examine cierzo -o DIR``.
"""

from __future__ import annotations

from typing import Any

import typer

from emulator.commands.groups import VerbGroup, verb
from emulator.commands.lab.diff import diff
from emulator.commands.lab.examine import examine
from emulator.commands.lab.plan import plan
from emulator.commands.lab.retest import retest
from emulator.commands.lab.sample import sample
from emulator.commands.lab.verify import verify

EXAMPLE = "azar lab examine cierzo --quick -o informe"
_DEFAULT = "examine"


class LabGroup(VerbGroup):
    """The verbs of the laboratory; a first word that is none of them is the machine to examine."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Put the verb ``examine`` before a machine's name."""
        _, at = self._read(args)
        if at is not None and args[at] not in self.commands:
            args = [_DEFAULT, *args]
        return super().parse_args(ctx, args)


lab = typer.Typer(
    cls=LabGroup,
    help="Examine a machine, and write a report to sign.\n\nazar lab MODEL: azar lab examine MODEL.",
    epilog=f"Example: {EXAMPLE}",
    subcommand_metavar="[VERB] MODEL|ROM|DIR ...",
    rich_markup_mode=None,
)
verb(lab, EXAMPLE)(examine)
verb(lab, "azar lab plan cierzo --quick")(plan)
verb(lab, "azar lab verify informe --only B-10")(verify)
verb(lab, 'azar lab retest informe --check pace --why "clock of the bench was reset"')(retest)
verb(lab, "azar lab sample sordo -o sordo.rom")(sample)
verb(lab, "azar lab diff expediente cierzo_2.rom")(diff)
