# SPDX-License-Identifier: MIT
"""What a machine shows by itself while nobody plays: one idea at a time."""
