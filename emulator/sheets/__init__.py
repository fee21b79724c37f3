# SPDX-License-Identifier: MIT
"""Sheets for people: one set of sections, shown in a terminal, a page, a workbook or a table of values."""
