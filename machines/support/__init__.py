# SPDX-License-Identifier: MIT
"""What has nothing to do with machines: paths, private files, plain data."""
