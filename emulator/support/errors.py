# SPDX-License-Identifier: MIT
"""The base of all errors."""

from __future__ import annotations


class EmulatorError(Exception):
    """Base of every error that this package raises."""
