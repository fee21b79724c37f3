# SPDX-License-Identifier: MIT
"""The module that plays the rounds of each kind of game: start, over, begin, poll, lights, lamps, say."""

import game
import memory_round
import stopper_round

ROOMS: dict = {game.STOPPER: stopper_round, game.MEMORY: memory_round}
