# SPDX-License-Identifier: MIT
"""What every room leans on: the base of all errors, languages, seeds, files, how a run ends."""
