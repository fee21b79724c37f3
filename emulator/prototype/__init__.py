# SPDX-License-Identifier: MIT
"""A manufacturer's first folder: a model to change, pictures to replace, a scenario that holds."""
