# SPDX-License-Identifier: MIT
"""French roulette, by Decreto 159/2002 de Aragón (catálogo, art. 3, epígrafe 1) or the Orden of 1979."""
