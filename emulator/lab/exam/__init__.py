# SPDX-License-Identifier: MIT
"""
The examination of a machine: from the rows of the law to a folder of evidence that anybody can run again.

    requirements   every row that could apply: the law of the profile and the checklist, with Spanish words
    catalogue      the checks: which rows each answers, for which machines, in which time
    plan           a requirement -> its checks, or the reason why nothing examines it
    sample         the machine as it was delivered: a model or a ROM, and its digests
    finding        what one check says of one row: grade, figures, method
    examination    what a check gets: the sample, the law, cabinets, a folder for its evidence
    run            carries a plan out, on several processes, and goes on where it stopped
    evidence       the folder: files, SHA-256 list, signatures; verify: the same again

Imports run one way, from the bottom of this list to its top.
"""
