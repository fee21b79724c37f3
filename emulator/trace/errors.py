# SPDX-License-Identifier: MIT
"""What can go wrong with a trace."""

from __future__ import annotations

from emulator.support.errors import HintedError


class TraceError(HintedError):
    """A run cannot be traced so; ``hint`` says what to do next."""
