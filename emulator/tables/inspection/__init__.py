# SPDX-License-Identifier: MIT
"""What an inspector found, as tables in a terminal and as a page that can be signed."""
