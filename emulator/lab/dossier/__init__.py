# SPDX-License-Identifier: MIT
"""The papers that a maker files with a machine: arts. 16 and 17 of RD 2110/1998."""
