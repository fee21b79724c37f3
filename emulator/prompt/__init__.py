# SPDX-License-Identifier: MIT
"""A prompt on the board of a TEST machine: Python inside its firmware, and everything around it."""

from emulator.prompt.prompt import Prompt
from emulator.prompt.row import Row

__all__ = ["Prompt", "Row"]
