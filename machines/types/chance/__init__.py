# SPDX-License-Identifier: MIT
"""Type C: pure chance."""
