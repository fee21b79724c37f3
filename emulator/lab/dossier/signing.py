# SPDX-License-Identifier: MIT
"""Where the engineer signs a document."""

from __future__ import annotations

from emulator.lab.dossier.block import Signature
from emulator.lab.dossier.filing import Filing


def signature(case: Filing) -> Signature:
    """Where the engineer signs."""
    say, said = case.say, case.said
    return Signature(
        (
            (say("Fecha:", "Date:"), case.date),
            (say("Técnico competente:", "Engineer:"), said("engineer", "name")),
            (say("Titulación:", "Degree:"), said("engineer", "degree")),
            (
                say("Colegio y n.º:", "College and no.:"),
                f"{said('engineer', 'college')}, {said('engineer', 'number')}",
            ),
        )
    )
