# SPDX-License-Identifier: MIT
"""The files of a machine: journals, kept machines, their memories, and how all are read back."""
