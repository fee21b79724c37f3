# SPDX-License-Identifier: MIT
"""What lies in a machine's memory, as the host reads and writes it."""
