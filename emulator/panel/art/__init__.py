# SPDX-License-Identifier: MIT
"""How things are painted: brushes, outlines, letters, colours, coins, sounds."""
