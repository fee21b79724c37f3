# SPDX-License-Identifier: MIT
"""The requirements in words: ``rows.toml`` for the law of a profile, ``gli.toml`` for the GLI checklist."""
