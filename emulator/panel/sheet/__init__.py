# SPDX-License-Identifier: MIT
"""The art of a model on one sheet to print: its symbols, its strips, its glass."""
