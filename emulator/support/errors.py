# SPDX-License-Identifier: MIT
"""The base of all errors."""

from __future__ import annotations


class EmulatorError(Exception):
    """Base of every error that this package raises."""


class HintedError(EmulatorError):
    """One that knows the next step: ``hint``."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.hint = hint


class ImageError(HintedError):
    """A file holds no NVRAM."""
