# SPDX-License-Identifier: MIT
"""What became of a script and of each of its steps, as people and programs read it."""

from __future__ import annotations

from dataclasses import dataclass

from machines.support.plain import Json


@dataclass(frozen=True)
class StepResult:
    """What became of a step; ``unmet`` says of each condition that did not hold what was there instead."""

    number: int
    t_ms: int
    what: str
    unmet: tuple[str, ...]
    shown: str = ""
    """What the machine shows where something did not hold."""

    @property
    def held(self) -> bool:
        """Whether the step could be done and everything expected of it was so."""
        return not self.unmet

    def __str__(self) -> str:
        text = f"{self.t_ms:>8} ms  step {self.number:>2}  {'held  ' if self.held else 'FAILED'}  {self.what}"
        return "\n".join(
            [text, *(f"{'':13}{line}" for text in (*self.unmet, self.shown) for line in text.splitlines())]
        )


@dataclass(frozen=True)
class ScriptResult:
    """What became of a script."""

    title: str
    steps: tuple[StepResult, ...]

    @property
    def held(self) -> bool:
        """Whether every step held."""
        return all(step.held for step in self.steps)

    @property
    def exit_status(self) -> int:
        """0 if everything held, 1 if something did not; a script that cannot be read is 2, wrong usage."""
        return 0 if self.held else 1

    def as_dict(self) -> Json:
        """The result as plain values."""
        steps = [
            {
                "step": step.number,
                "t_ms": step.t_ms,
                "do": step.what,
                "held": step.held,
                "unmet": list(step.unmet),
            }
            for step in self.steps
        ]
        return {"title": self.title, "held": self.held, "steps": steps}

    def __str__(self) -> str:
        failed = sum(not step.held for step in self.steps)
        end = f"{self.title}: {len(self.steps)} steps, " + (f"{failed} FAILED" if failed else "all held")
        return "\n".join([*(str(step) for step in self.steps), end])
