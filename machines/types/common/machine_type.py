# SPDX-License-Identifier: MIT
"""What a type of machine is to whoever reads model files: its shape, its law, its checks, its mathematics."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from machines.check.draft import CommonDraft
from machines.check.inherit import Limit
from machines.check.problems import Findings
from machines.check.schema_parts import CommonFile
from machines.rules import Profile
from machines.support.plain import Json
from machines.types.common.base import Model


@dataclass(frozen=True)
class MachineType:
    """One type of machine; ``registry`` has those that the law knows."""

    letter: str
    """How a model file names it: A, B or C."""
    shape: type[CommonFile]
    """The shape of its model files."""
    draft: type[CommonDraft]
    """What can be read of a broken one."""
    require_law: Callable[[Profile], object]
    """Read its limits out of a profile; ProfileError if one is missing."""
    inherits: Callable[[Any, Profile], Iterable[Limit]]
    """Keys that a draft of its own may leave out, and what the law has there."""
    made: Callable[[Any, Profile, Findings, str], Model | None]
    """Run every check on a draft of its own; the model if there is no mistake. Law, findings, source."""
    sheet: Callable[[Any], Json] | None
    """The PAR sheet of a model of its own; None where skill alone decides."""
