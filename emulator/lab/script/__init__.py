# SPDX-License-Identifier: MIT
"""The script that a power-cut sweep plays: its player, and the link that its machines join."""
