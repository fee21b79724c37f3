# SPDX-License-Identifier: MIT
"""The inside of a machine as values with names: what every part is doing now, what it told, what it can suffer."""
