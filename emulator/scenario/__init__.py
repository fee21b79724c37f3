# SPDX-License-Identifier: MIT
"""Timed inputs and expectations in TOML files: scripts for one machine, scenarios that bring theirs along."""
