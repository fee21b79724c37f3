# SPDX-License-Identifier: MIT
"""Veintiuno or black jack, as the catalogue of games of Aragón has it (epígrafe 5)."""
