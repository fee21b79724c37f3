# SPDX-License-Identifier: MIT
"""What a casino's inspector does at a table: settle a recorded round again, and test a record for bias."""
