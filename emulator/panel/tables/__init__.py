# SPDX-License-Identifier: MIT
"""Tables of games on a screen, one game a folder."""
