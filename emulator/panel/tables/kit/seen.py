# SPDX-License-Identifier: MIT
"""A table that is played at, as its window shows it: names, words and amounts in a language."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from string import ascii_lowercase

from emulator.panel.tables.kit.caps import Button
from emulator.panel.tables.kit.face import Past, SeatSeen
from emulator.panel.tables.kit.plan import read_plan
from emulator.tables.table_game import TableGame
from emulator.tables.told import DeviceSeen, Stake, Told
from emulator.tables.told_odds import Returned
from machines.support.languages import DEFAULT_LANGUAGE, SOURCE_LANGUAGE, euros, translator, written
from machines.tables.english import english

DOMAIN = "tables"
CHIPS = (1, 5, 25, 100, 500, 2_500, 10_000)
"""Values of chips in cents, as the rack has them."""
SHOWN = 5
"""So many values lie on the rail: from the least stake on."""
_STRONG = ("ready",)
_WHOLE = ("ir", "retirarse", "consiente", "no consiente")
"""Decisions about all that a seat has laid, or its whole hand."""
_NUMBERED = ("asegurar", "pasar", "a-la-par")
"""Decisions whose words name the spot already: its number is told."""
_AGAIN = ("doblar", "separar", "seguir")
"""Decisions that lay as much again."""
_KINDS = {
    "caballo": "split", "transversal": "street", "cuadro": "corner", "seisena": "six numbers",
    "doble-columna": "two columns", "doble-docena": "two dozens", "come-odds": "come odds",
    "dont-come": "don't come", "dont-come-odds": "don't come odds",
}  # fmt: skip


def spot_name(printed: Mapping[str, str], say: Callable[[str], str], spot: str) -> str:
    """How a spot, or a kind of bet, is called; ``printed`` is what its cloth says, by its spots."""
    if spot in printed:
        return say(printed[spot])
    hand = spot.rstrip(ascii_lowercase)
    if hand in printed:  # one that was separated from it
        return f"{say(printed[hand])}{spot.removeprefix(hand)}"
    kind, _, of = spot.partition(" ")
    if of and kind in printed and kind not in _KINDS:
        return f"{say(printed[kind])} {of}"
    return f"{say(_KINDS.get(kind, kind))} {of}".strip()


class Seen:
    """Shows a TableGame, and hands on what is done."""

    def __init__(self, game: TableGame, language: str = DEFAULT_LANGUAGE, *, test: bool = False) -> None:
        self._table, self.language, self.test = game, language, test
        self._say: Callable[[str], str] = translator(language, DOMAIN)
        self._printed = read_plan(self.game, tall=True).printed

    @property
    def game(self) -> str:
        """Name of its folder."""
        return self._table.dealer.game

    @property
    def readings(self) -> Mapping[str, str]:
        """How its text is read."""
        return self._table.dealer.readings

    @property
    def title(self) -> str:
        """What it is called."""
        return self._say(self.game.replace("_", " ").capitalize())

    @property
    def now_ms(self) -> int:
        """The table's time."""
        return self._table.now_ms

    @property
    def number(self) -> int:
        """Of the round."""
        return self._table.number

    @property
    def betting(self) -> bool:
        """Whether chips can be laid now."""
        return self._table.betting

    @property
    def settled(self) -> bool:
        """Whether the round is over and looked at."""
        return self._table.phase == "settled"

    @property
    def told(self) -> Sequence[Told]:
        """What happened in this round, in its order."""
        return self._table.told

    @property
    def past(self) -> Sequence[Past]:
        """Past results, the last one first."""
        return [Past(said, colour) for said, colour in self._table.past]

    @property
    def last_faces(self) -> tuple[int, ...]:
        """What was drawn last, before this round."""
        return self._table.last_faces

    @property
    def words(self) -> str:
        """What the croupier said last, in the words of the text; an English table has English beside them."""
        said = self._table.words
        beside = english(said) if self.language == SOURCE_LANGUAGE else ""
        return f"{said} · {beside}" if beside else said

    @property
    def asked(self) -> bool:
        """Whether people are waited for."""
        return bool(self._table.waits_for())

    @property
    def puck(self) -> str:
        """Where the puck stands."""
        return self._table.dealer.puck

    @property
    def pot(self) -> str:
        """What is in the table's pot; one of several tables is not known while its link is down."""
        cents = self._table.dealer.pot_cents
        if cents is None:
            return self._say("LINK DOWN") if self._table.dealer.joined else ""
        return euros(cents, self.language)

    @property
    def device(self) -> DeviceSeen | None:
        """What the device shows that draws for the table."""
        return self._table.device

    @property
    def people(self) -> frozenset[int]:
        """Seats of people."""
        return self._table.people

    @property
    def values(self) -> Sequence[int]:
        """Chips that one may lay: values from the table's step on."""
        least = self._table.dealer.least_cents
        fitting = [value for value in CHIPS if value >= least and value % least == 0]
        return (
            tuple(fitting[:SHOWN]) if len(fitting) > 2 else tuple(least * times for times in (1, 5, 10, 50))
        )

    def seats(self) -> Mapping[int, SeatSeen]:
        """Seats by number."""
        waited = self._table.waits_for()
        return {
            seat: SeatSeen(cents, seat in self.people, seat in waited)
            for seat, cents in self._table.dealer.chips().items()
        }

    def stakes(self) -> Sequence[Stake]:
        """What lies on the cloth."""
        return self._table.dealer.stakes()

    def buttons(self, seat: int) -> Sequence[Button]:
        """What somebody can do now, and whether they want to know odds."""
        found = [self._button(seat, act) for act in self._table.offered(seat)]
        at = next((i for i, one in enumerate(found) if one.strong), len(found))
        return [*found[:at], Button("odds", "?"), *found[at:]] if found else []

    def _button(self, seat: int, act: str) -> Button:
        named = {
            "clear": self._say("TAKE BACK"),
            "repeat": self._say("REPEAT"),
            "ready": {
                "dice": self._say("THROW")
                if self._table.dealer.shooter in self.people
                else self._say("READY"),
                "cards": self._say("CARDS"),
            }.get(self._table.dealer.decides, self._say("NO MORE BETS")),
            "buy": self._say("BUY CHIPS {}").format(euros(self._table.bought_cents, self.language, True)),
            "pass_dice": self._say("PASS THE SHOE")
            if self._table.dealer.decides == "cards"
            else self._say("PASS THE DICE"),
            "half": self._say("HALF"),
            "ir": self._say("PLAY ON"),
            "retirarse": self._say("FOLD"),
            "prison": self._say("PRISON"),
            "pedir": self._say("HIT"),
            "plantarse": self._say("STAND"),
            "doblar": self._say("DOUBLE"),
            "separar": self._say("SPLIT"),
            "seguir": self._say("FOLLOW"),
            "no-seguir": self._say("DO NOT FOLLOW"),
            "asegurar": self._say("INSURE"),
            "pasar": self._say("NO INSURANCE"),
            "a-la-par": self._say("EVEN MONEY"),
            "consiente": self._say("LET OTHERS BET ON MY HAND"),
            "no consiente": self._say("NOBODY BETS ON MY HAND"),
        }
        word = next((one for one in named if f"{act} ".startswith(f"{one} ")), act.partition(" ")[0])
        spot = act[len(word) + 1 :]
        words = named.get(word, self._say(word.upper()))
        name = spot.rpartition(" ")[2] if word in _NUMBERED else self.name(spot)
        of = f" · {name}" if spot and word not in _WHOLE else ""
        return Button(act, f"{words}{self._lays(seat, word, spot)}{of}", act in _STRONG)

    def _lays(self, seat: int, word: str, spot: str) -> str:
        """How much more a decision lays."""
        cents = 0
        if word in _AGAIN:
            cents = sum(one.cents for one in self.stakes() if (one.seat, one.spot) == (seat, spot))
        elif word == "asegurar" and (bounds := self._table.bounds(seat, spot)) is not None:
            cents = bounds.most
        return f" +{euros(cents, self.language, True)}" if cents else ""

    def name(self, spot: str) -> str:
        """How a spot is called: the cloth's word for a chance, the text's for a bet on numbers."""
        return spot_name(self._printed, self._say, spot)

    def tip(self, spot: str, seat: int) -> str:
        """A spot in a line: its name, what it pays, its limit."""
        bounds, pays = self._table.bounds(seat, spot), self._table.dealer.pays(spot)
        lies = sum(one.cents for one in self.stakes() if one.seat == seat and one.spot == spot)
        most = euros(bounds.most + lies, self.language, True) if bounds is not None else ""
        name = self.name(spot)
        if pays is None:
            return self._say("{} · up to {}").format(name, most) if most else name
        ratio = (str(pays.numerator), str(pays.denominator))
        if not most:
            return self._say("{} · {} to {}").format(name, *ratio)
        return self._say("{} · {} to {} · up to {}").format(name, *ratio, most)

    def odds(self, spot: str) -> list[str]:
        """How a spot stands, exactly counted, line by line."""
        known = self._table.dealer.returns(spot)
        return [self._say("being counted")] if known is None else [self._returned(one) for one in known]

    def _returned(self, known: Returned) -> str:
        share = written(f"{float(known.back) * 100:,.2f}", self.language)
        if known.win is None:
            return self._say("{}: of 100 staked {} come back").format(self._say(known.choice), share)
        once = written(f"{float(1 / known.win):,.2f}", self.language) if known.win else "∞"
        return self._say("wins once in {}; of 100 staked {} come back").format(once, share)

    # -- what is done --------------------------------------------------------------------------------------

    def run_us(self, us: int) -> None:
        """Let time pass."""
        self._table.run_us(us)

    def lay(self, seat: int, spot: str, cents: int) -> bool:
        """Lay chips on a spot; whether they were taken."""
        return self._table.lay(seat, spot, cents)

    def take(self, seat: int, spot: str) -> int:
        """Take back what may be taken from a spot; how much that was."""
        return self._table.take(seat, spot)

    def press(self, seat: int, act: str, effort_percent: int = 100) -> None:
        """Press one of the buttons that are offered."""
        self._table.press(seat, act, effort_percent)

    def away(self, seat: int) -> None:
        """Somebody goes: the house plays for them."""
        self._table.away(seat)

    def back(self, seat: int) -> None:
        """And comes back."""
        self._table.back(seat)
