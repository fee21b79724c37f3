# SPDX-License-Identifier: MIT
"""What every room uses: the base of all errors, seeds, files, the end of a run."""
