# SPDX-License-Identifier: MIT
"""What the checks of every type share: a file's draft, its mistakes, its money, meters and texts."""
