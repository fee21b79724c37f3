# SPDX-License-Identifier: MIT
"""Póquer sin descarte with its carrousel, as the catalogue of Aragón has it (epígrafe 10.A)."""
