# SPDX-License-Identifier: MIT
"""The words of every requirement, and what of them no software can show: data."""
