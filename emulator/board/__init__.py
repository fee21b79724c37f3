# SPDX-License-Identifier: MIT
"""The emulated board: clock, pins, buses, memory and the modules that firmware imports."""
