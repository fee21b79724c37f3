# SPDX-License-Identifier: MIT
"""What the sheet of a table says: how it is played, what a bet pays back at best and at least, its text."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

from emulator.hall.stand import Stand
from emulator.panel.hall.kit import HallKit


def how_played(kit: HallKit, stand: Stand) -> str:
    """The game in two sentences."""
    say = kit.say
    known = {
        "french_roulette": say(
            "A ball falls into one of 37 pockets. Chips lie on numbers, on lines between them, on columns, "
            "dozens or even chances; at zero an even chance loses half or waits in prison."
        ),
        "american_roulette": say(
            "A ball falls into one of 37 pockets. Every player has chips of a colour; at zero an even chance "
            "loses half at once."
        ),
        "boule": say(
            "A ball falls into one of eighteen cups numbered 1 to 9. A number pays seven times; even chances "
            "pay once, and the 5 loses them all."
        ),
        "wheel_of_fortune": say(
            "A wheel of 64 cells is turned. Chips lie on the values 1, 2, 5, 10, 20 and 40; the one at which "
            "it stops wins."
        ),
        "craps": say(
            "Two dice are thrown. Seven or eleven wins at once, 2, 3 and 12 lose; any other number is the "
            "point, which must come again before a seven."
        ),
        "punto_y_banca": say(
            "Two hands are dealt from a shoe, punto and banca, with a third card by a fixed table. Whichever "
            "comes nearer to nine wins; five per cent is kept of what banca wins."
        ),
        "treinta_y_cuarenta": say(
            "Two rows of cards are dealt, black and red, until each has more than thirty points. The row "
            "nearer to thirty-one wins; at thirty-one in both a stake loses half or waits in prison."
        ),
        "poquer_tres_cartas": say(
            "Three cards against the bank's. Behind them one goes on with a second bet or folds; the bank "
            "plays with a queen or better, and Pareja Plus wins by the cards alone."
        ),
        "pai_gow": say(
            "Seven cards for everybody; set two and five of them against the bank's. Both must win. "
            "Three dice in a cup say where the deal begins, and the bank goes round."
        ),
    }
    return known.get(
        stand.name, say("Chips lie on the spots of the cloth, and the croupier deals by the text.")
    )


def figures(kit: HallKit, stand: Stand) -> str:
    """The least stake, and what of the stakes comes back."""
    price, back = kit.money(stand.price_cents), pays_back(stand)
    if len(set(back)) == 1:
        return kit.say("{price}; {percent} of the stakes come back").format(
            price=price, percent=kit.payout(back[0])
        )
    return kit.say("{price}; from {least} to {most} of a stake comes back, as the bet is").format(
        price=price, least=kit.payout(back[0]), most=kit.payout(back[1])
    )


@lru_cache(maxsize=32)
def pays_back(stand: Stand) -> tuple[Fraction, Fraction]:
    """What comes back of the least good bet and of the best one, under the text as it is read."""
    from machines.tables.odds import figures as of_game

    back = [1 - row.edge for row in of_game(stand.game)]
    return min(back), max(back)


def source(kit: HallKit, stand: Stand) -> str:
    """The text that it follows."""
    return kit.say("A table game of a casino: {}").format(stand.profile)
