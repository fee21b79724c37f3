# SPDX-License-Identifier: MIT
"""The types of machines as the world around the board sees them, one a folder, and what they share."""
