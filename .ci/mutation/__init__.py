# SPDX-License-Identifier: MIT
"""The parts of ``.ci/mutants``: random small bugs, and which tests notice them."""
