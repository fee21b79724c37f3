# SPDX-License-Identifier: MIT
"""American roulette, as Decreto 159/2002 de Aragón has it: catálogo, art. 3, epígrafe 2."""
