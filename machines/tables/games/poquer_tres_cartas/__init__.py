# SPDX-License-Identifier: MIT
"""Póquer de tres cartas, as the catalogue of games of the Illes Balears has it (number 17)."""
