# SPDX-License-Identifier: MIT
"""The drawings on the reels, one family of symbols a file."""
