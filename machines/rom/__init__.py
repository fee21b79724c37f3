# SPDX-License-Identifier: MIT
"""The sealed file of a machine: its program, its constants, its signature."""
