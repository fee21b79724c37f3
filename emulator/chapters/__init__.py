# SPDX-License-Identifier: MIT
"""What a power-cut sweep plays, chapter by chapter: the player, and the link that its machines join."""
