# SPDX-License-Identifier: MIT
"""Treinta y cuarenta, as Decreto 159/2002 de Aragón has it: catálogo, art. 3, epígrafe 4."""
