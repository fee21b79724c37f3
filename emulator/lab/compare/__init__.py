# SPDX-License-Identifier: MIT
"""
Two versions of a machine compared: what changed, which rows that touches, what is examined again.

    difference   the whole answer
    version      one side: a whole ROM, whether or not the core at hand plays it alike
    model        keys of the model file; firmware: functions of the program
    rules        ``changes.toml``: which rows a kind of change touches
"""
