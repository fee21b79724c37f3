# SPDX-License-Identifier: MIT
"""What is no machine's: paths, private files, plain data, languages."""
