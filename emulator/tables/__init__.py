# SPDX-License-Identifier: MIT
"""A table in the world: its dice cup, its game with people around it, its session."""
