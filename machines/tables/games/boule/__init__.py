# SPDX-License-Identifier: MIT
"""Boule, as Decreto 159/2002 de Aragón has it: catálogo, art. 3, epígrafe 3."""
