# SPDX-License-Identifier: MIT
"""How a prize is shown: in stages, larger for larger prizes, and over at once when somebody goes on."""
