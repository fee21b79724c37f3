# SPDX-License-Identifier: MIT
"""Craps, as Decreto 159/2002 de Aragón has it: catálogo, art. 3, epígrafe 9."""
