# SPDX-License-Identifier: MIT
"""What a machine is: definitions, law, exact mathematics and the program on the board."""


class MachinesError(Exception):
    """
    Base of every error that this package raises.

    MachinesError
      ModelError      a model file that cannot be built, with all its problems
      ProfileError    a rule profile that cannot be read
      TooLongError    free plays that cannot be counted exactly in reasonable time
    """
