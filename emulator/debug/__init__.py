# SPDX-License-Identifier: MIT
"""Looks at a firmware while CPython runs it: pdb, an editor's debugger, and a count of its lines."""
