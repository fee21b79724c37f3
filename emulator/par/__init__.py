# SPDX-License-Identifier: MIT
"""The PAR sheet of a machine as sections, a page and a workbook."""
