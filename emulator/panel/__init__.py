# SPDX-License-Identifier: MIT
"""The front panel; the only package that imports pygame."""
