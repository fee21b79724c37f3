# SPDX-License-Identifier: MIT
"""A panel that stands alone in public: its settings, who watches it, what it tells. Without pygame."""
