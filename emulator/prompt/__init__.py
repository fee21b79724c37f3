# SPDX-License-Identifier: MIT
"""A prompt on the board of a TEST machine: Python inside its firmware, and everything around it."""
