# SPDX-License-Identifier: MIT
"""PAR sheets."""
