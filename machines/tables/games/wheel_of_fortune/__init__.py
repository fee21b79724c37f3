# SPDX-License-Identifier: MIT
"""The wheel of fortune, as Decreto 159/2002 de Aragón has it: catálogo, art. 3, epígrafe 11."""
