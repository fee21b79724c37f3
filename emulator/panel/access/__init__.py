# SPDX-License-Identifier: MIT
"""Help for those who see, hear or move otherwise: larger and clearer letters, captions, a ring, speech."""
