# SPDX-License-Identifier: MIT
"""The checks that ship: a TOML file each, which ``exam.catalogue`` describes, and a function beside it."""
