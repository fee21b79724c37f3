# SPDX-License-Identifier: MIT
"""What is written down of a machine: journals, kept machines and their memories, and how they come back."""
