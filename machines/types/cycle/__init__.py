# SPDX-License-Identifier: MIT
"""Type B: a programmed prize cycle."""
