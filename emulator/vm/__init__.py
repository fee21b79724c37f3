# SPDX-License-Identifier: MIT
"""The runtimes that execute firmware."""
