# SPDX-License-Identifier: MIT
"""What machines are painted with behind the name and beside the reels, one place a file."""
