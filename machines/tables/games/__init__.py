# SPDX-License-Identifier: MIT
"""The games of a table, one a folder."""
