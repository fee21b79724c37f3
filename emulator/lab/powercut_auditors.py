# SPDX-License-Identifier: MIT
"""Which auditor and which witness a model's machine has: each type has plays of its own."""

from __future__ import annotations

from emulator.cabinet import Cabinet
from emulator.lab.powercut_audit import Auditor
from emulator.lab.powercut_audit_chance import ChanceAuditor
from emulator.lab.powercut_audit_cycle import CycleAuditor
from emulator.lab.powercut_audit_skill import SkillAuditor
from emulator.lab.powercut_witness import Witness
from emulator.lab.powercut_witness_skill import SkillWitness
from emulator.support.errors import EmulatorError
from machines.model import ChanceModel, CycleModel, Model, SkillModel


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
    if isinstance(model, SkillModel):
        return SkillAuditor(model, cabinet)
    raise EmulatorError(f"the sweep needs a model of type A, B or C (got {model.name}, type {model.type})")


def witness_of(cabinet: Cabinet) -> Witness:
    """Somebody who knows what to look at in this machine, and begins now."""
    return SkillWitness(cabinet) if isinstance(cabinet.model, SkillModel) else Witness(cabinet)
