# SPDX-License-Identifier: MIT
"""The world around the board: board, runtimes, devices, cabinet, journal, panel and laboratory."""


class EmulatorError(Exception):
    """Base of every error that this package raises."""
