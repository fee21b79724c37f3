# SPDX-License-Identifier: MIT
"""The program on the board, in the MicroPython subset."""
