# SPDX-License-Identifier: MIT
"""The base of all errors."""

from __future__ import annotations


class EmulatorError(Exception):
    """Base of every error that this package raises."""


class ImageError(EmulatorError):
    """A file holds no NVRAM; ``hint`` is what to do next."""

    def __init__(self, message: str, hint: str) -> None:
        super().__init__(message)
        self.hint = hint
