# SPDX-License-Identifier: MIT
"""How sounds are mixed, kept below a ceiling, and brought to the loudspeaker."""
