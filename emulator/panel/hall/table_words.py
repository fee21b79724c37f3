# SPDX-License-Identifier: MIT
"""What card and sheet of a table say: how it is played, what one may stake, what the house keeps of it."""

from __future__ import annotations

from emulator.hall.stand import Bet, Stand
from emulator.panel.hall.kit import HallKit
from emulator.panel.tables.kit.plan import read_plan
from emulator.panel.tables.kit.seen import spot_name
from machines.support.languages import translator

_READ = 26
"""Nobody reads a fraction of more signs."""


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
        "black_jack": say(
            "Boxes against the croupier, who draws to seventeen. Nearest to twenty-one without passing it "
            "wins; a black jack pays three to two, and pairs may be separated."
        ),
        "poquer_tres_cartas": say(
            "Three cards against the bank's. Behind them one goes on with a second bet or folds; the bank "
            "plays with a queen or better, and Pareja Plus wins by the cards alone."
        ),
        "poquer_sin_descarte": say(
            "Five cards against the bank's, whose last one lies open. Behind them one goes on with twice the "
            "ante or folds; the bank plays with ace and king or better."
        ),
        "pai_gow": say(
            "Seven cards for everybody; set two and five of them against the bank's. Both must win. "
            "Three dice in a cup say where the deal begins, and the bank goes round."
        ),
    }
    words = known.get(
        stand.name, say("Chips lie on the spots of the cloth, and the croupier deals by the text.")
    )
    return f"{words} {drawn_by(kit, stand)}".strip()


def drawn_by(kit: HallKit, stand: Stand) -> str:
    """That an electronic wheel draws, where one stands; nothing of any other table."""
    if not stand.wheel:
        return ""
    return kit.say("An electronic wheel draws: it shows the result when the ball lies still, and recalls it.")


def stakes(kit: HallKit, stand: Stand) -> str:
    """From the least bet to the greatest one on any spot."""
    least, most = (kit.money(cents, whole=True) for cents in (stand.price_cents, stand.most_cents))
    return kit.say("{least} to {most}").format(least=least, most=most)


def keeps(kit: HallKit, stand: Stand) -> str:
    """What of a stake the house keeps, from the best bet to the least good one."""
    return _ranged(kit, list(dict.fromkeys(_share(kit, bet) for bet in stand.bets)))


def _ranged(kit: HallKit, shares: list[str]) -> str:
    """One share, or from the first to the last."""
    if len(shares) == 1:
        return shares[0]
    return kit.say("{least} to {most}").format(least=shares[0], most=shares[-1])


def edges(kit: HallKit, stand: Stand) -> str:
    """The same by the names of the bets, as a fraction where one can read it."""
    best, worst = stand.bets
    if best.name == worst.name:  # as one plays it, if at all
        shares = list(dict.fromkeys(_exactly(kit, bet) for bet in stand.bets))
        return kit.say("Every bet: {}").format(_ranged(kit, shares))
    say = translator(kit.language, "tables")
    printed = read_plan(stand.name, tall=True).printed
    lines = [
        words.format(bet=spot_name(printed, say, bet.name).lower(), share=_exactly(kit, bet))
        for words, bet in (
            (kit.say("Best bet: {bet}, {share}"), best), (kit.say("Least good bet: {bet}, {share}"), worst),
        )
    ]  # fmt: skip
    return "\n".join(lines)


def _share(kit: HallKit, bet: Bet) -> str:
    """To hundredths of a per cent; of what was played out and not counted, about that."""
    share = kit.payout(bet.edge).replace("-", "\N{MINUS SIGN}")
    return f"\N{ALMOST EQUAL TO} {share}" if bet.sampled else share


def _exactly(kit: HallKit, bet: Bet) -> str:
    exact = str(bet.edge).replace("-", "\N{MINUS SIGN}")
    return _share(kit, bet) if bet.sampled or len(exact) > _READ else f"{_share(kit, bet)} ({exact})"


def source(kit: HallKit, stand: Stand) -> str:
    """The text that it follows."""
    return kit.say("A table game of a casino: {}").format(stand.profile)
