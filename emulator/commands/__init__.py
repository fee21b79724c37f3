# SPDX-License-Identifier: MIT
"""The verbs of the azar command, one a file."""
