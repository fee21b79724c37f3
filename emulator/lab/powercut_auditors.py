# SPDX-License-Identifier: MIT
"""Which auditor a model's machine has: each type has plays of its own."""

from __future__ import annotations

from emulator import EmulatorError
from emulator.cabinet import Cabinet
from emulator.lab.powercut_audit import Auditor
from emulator.lab.powercut_audit_chance import ChanceAuditor
from emulator.lab.powercut_audit_cycle import CycleAuditor
from machines.model import ChanceModel, CycleModel, Model


def auditor_of(model: Model, cabinet: Cabinet) -> Auditor:
    """
    The auditor of a machine.

    Args:
        model: the machine.
        cabinet: at the beginning of the run, powered or not.

    Raises:
        EmulatorError: there is none for its type.
    """
    if isinstance(model, CycleModel):
        return CycleAuditor(model, cabinet)
    if isinstance(model, ChanceModel):
        return ChanceAuditor(model, cabinet)
    raise EmulatorError(f"the sweep needs a model of type B or C (got {model.name}, type {model.type})")
