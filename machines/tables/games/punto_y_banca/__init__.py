# SPDX-License-Identifier: MIT
"""Punto y banca, as Decreto 159/2002 de Aragón has it: catálogo, art. 3, epígrafe 6."""
