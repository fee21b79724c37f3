# SPDX-License-Identifier: MIT
"""Tables at betting, at chance and at settlement, told by a stand-in: what pictures are taken of."""

from __future__ import annotations

from collections.abc import Callable

from table_stand_in import StandIn, past

from emulator.panel.tables.kit.caps import Button
from emulator.panel.tables.kit.face import Past, Stake, Told

SEAT = 4
MOMENTS = ("betting", "chance", "settlement")
_ROLLED = (5, 9, 7, 11, 6, 4, 8, 2, 12, 7, 7, 3, 10, 6, 5, 8, 9, 4, 7, 6)
_NUMBERS = (17, 0, 32, 15, 4, 26, 11, 8, 36, 30, 2, 2, 9, 21, 20, 14, 1, 33, 5, 10)


def _buttons(strong: str) -> list[Button]:
    named = [Button("clear", "RETIRAR"), Button("repeat", "REPETIR"), Button("odds", "?")]
    return [*named, Button("ready", strong, True)]


def _scenes(
    game: str, stakes: list[Stake], chance: list[Told], ends_ms: int, results: list[Told], **fields: object
) -> list[StandIn]:
    """The same table at its three moments; ``results`` come at 10 s."""
    common = {"game": game, **fields}
    lost = {(one.seat, one.spot) for one in results if one.kind == "lost"}
    return [
        StandIn(
            words="Hagan sus apuestas", asked=True, offered=_buttons("NO VA MÁS"), now_ms=5_000, laid=stakes,
            told=[Told(4_860, "stake", stakes[-1].seat, stakes[-1].spot, stakes[-1].cents)], **common,
        ),
        StandIn(
            words="No va más", betting=False, now_ms=ends_ms, laid=stakes, told=chance, **common,
        ),
        StandIn(
            words="Resultado", betting=False, now_ms=14_500, told=[*chance, *results],
            laid=[one for one in stakes if (one.seat, one.spot) not in lost], **common,
        ),
    ]  # fmt: skip


def _roulette(game: str) -> list[StandIn]:
    winning = {"17": 35, "caballo 17-20": 17, "negro": 1, "columna 2": 2, "doble-docena 1-2": 0.5}
    stakes = [
        Stake(1, "17", 500), Stake(4, "17", 2_500), Stake(4, "caballo 17-20", 1_000), Stake(5, "0", 500),
        Stake(2, "cuadro 1-2-4-5", 700), Stake(3, "rojo", 10_000), Stake(5, "docena 1", 2_500),
        Stake(6, "columna 2", 500), Stake(2, "transversal 13-14-15", 600), Stake(1, "seisena 28-33", 1_200),
        Stake(4, "negro", 5_000), Stake(3, "doble-docena 1-2", 2_500), Stake(2, "pasa", 800),
        Stake(2, "caballo 0-2", 500), Stake(6, "par", 700),
    ]  # fmt: skip
    results = [
        *(Told(10_000, "lost", one.seat, one.spot, one.cents) for one in stakes if one.spot not in winning),
        *(
            Told(10_000, "paid", one.seat, one.spot, round(one.cents * winning[one.spot]))
            for one in stakes
            if one.spot in winning
        ),
        *(Told(10_000, "won", spot=spot) for spot in winning),
    ]
    chance = [Told(1_000, "spin"), Told(4_000, "drawn", faces=(8,))]
    return _scenes(game, stakes, chance, 8_600, results, past=past(*_NUMBERS), last_faces=(3,))


def _fortune() -> list[StandIn]:
    stakes = [
        Stake(i % 6 + 1, spot, 500 * (i + 1)) for i, spot in enumerate(("1", "2", "5", "10", "20", "40", "1"))
    ]
    results = [
        *(Told(10_000, "lost", one.seat, one.spot, one.cents) for one in stakes if one.spot != "40"),
        Told(10_000, "paid", 6, "40", 120_000),
        Told(10_000, "won", spot="40"),
    ]
    chance = [Told(1_000, "spin"), Told(4_000, "drawn", faces=(32,))]
    seen = [Past(str(n), "plain") for n in (1, 2, 1, 5, 1, 10, 1, 2, 40, 1, 1, 2, 1, 20, 1, 5, 1, 2, 1, 1)]
    return _scenes("wheel_of_fortune", stakes, chance, 6_000, results, past=seen, last_faces=(4,))


def _craps() -> list[StandIn]:
    stakes = [
        Stake(1, "win", 500), Stake(4, "win", 1_000), Stake(4, "win-odds", 2_000),
        Stake(2, "dont-win", 2_500), Stake(3, "come 9", 1_000), Stake(3, "come-odds 9", 1_000),
        Stake(5, "dont-come 4", 2_500),
        Stake(1, "right 8", 1_200), Stake(2, "wrong 4", 2_200), Stake(5, "hardway 6", 500),
        Stake(6, "any-craps", 300), Stake(4, "eleven", 100), Stake(1, "big-8", 500), Stake(6, "field", 500),
    ]  # fmt: skip
    results = [
        *(
            Told(10_000, "lost", one.seat, one.spot, one.cents)
            for one in stakes
            if one.spot in ("dont-win", "hardway 6", "any-craps", "eleven", "field")
        ),
        Told(10_000, "paid", 1, "win", 500),
        Told(10_000, "paid", 4, "win", 1_000),
        Told(10_000, "paid", 4, "win-odds", 2_400),
        Told(10_000, "won", spot="win"),
    ]
    chance = [Told(4_000, "drawn", faces=(2, 4))]
    seen = [Past(str(n), "red" if n == 7 else "plain") for n in _ROLLED]
    return _scenes("craps", stakes, chance, 4_700, results, past=seen, last_faces=(5, 5), puck="6")


def _punto() -> list[StandIn]:
    stakes = [
        Stake(1, "punto", 5_000), Stake(2, "banca", 10_000), Stake(3, "tie", 500), Stake(4, "banca", 2_500),
        Stake(4, "tie", 500), Stake(5, "punto", 2_500), Stake(6, "banca", 1_000),
    ]  # fmt: skip
    hands = (("punto", 17), ("banca", 46), ("punto", 39), ("banca", 8), ("punto", 22), ("banca", 13))
    chance = [Told(1_000 + 900 * i, "card", spot=hand, faces=(card,)) for i, (hand, card) in enumerate(hands)]
    results = [
        *(Told(10_000, "lost", one.seat, one.spot, one.cents) for one in stakes if one.spot != "banca"),
        *(Told(10_000, "paid", one.seat, one.spot, one.cents) for one in stakes if one.spot == "banca"),
        *(Told(10_000, "fee", one.seat, "", one.cents // 20) for one in stakes if one.spot == "banca"),
        Told(10_000, "won", spot="banca"),
    ]
    colours = {"P": "blue", "B": "red", "T": "green"}
    seen = [Past(one, colours[one]) for one in "PBBPTPBBBPPBPTBPPBBP"]
    return _scenes("punto_y_banca", stakes, chance, 4_800, results, past=seen)


def _thirty() -> list[StandIn]:
    stakes = [
        Stake(1, "rojo", 5_000), Stake(2, "negro", 10_000), Stake(3, "color", 2_500), Stake(4, "rojo", 2_500),
        Stake(4, "seguro rojo", 25), Stake(5, "inverso", 2_500), Stake(6, "negro", 1_000),
        Stake(3, "negro", 500, held=True),
    ]  # fmt: skip
    rows = (("negra", (46, 39, 8, 13)), ("roja", (22, 45, 3, 17, 38, 51)))
    chance: list[Told] = []
    for row, cards in rows:
        chance += [
            Told(1_000 + 560 * (len(chance) + i), "card", spot=row, faces=(card,), to="open")
            for i, card in enumerate(cards)
        ]
    chance += [Told(4_000, "row", spot="negra", faces=(33,)), Told(8_000, "row", spot="roja", faces=(37,))]
    wins = ("negro", "inverso")
    results = [
        *(Told(10_000, "lost", one.seat, one.spot, one.cents) for one in stakes if one.spot not in wins),
        *(Told(10_000, "paid", one.seat, one.spot, one.cents) for one in stakes if one.spot in wins),
        *(Told(10_000, "won", spot=spot) for spot in wins),
    ]
    tiles = {
        "N": Past("N", "black"),
        "R": Past("R", "red"),
        "=": Past("=", "plain"),
        "D": Past("31", "green"),
    }
    seen = [tiles[one] for one in "NRRN=NRNDNR=RRNNRN=R"]
    return _scenes("treinta_y_cuarenta", stakes, chance, 4_800, results, past=seen)


def _black_jack() -> list[StandIn]:
    """A pair of eights on box 4 that becomes three hands, one of them doubled."""
    stakes = [
        Stake(1, "mano 1", 2_500), Stake(4, "mano 4", 2_500), Stake(2, "mano 4", 1_000),
        Stake(6, "mano 6", 20_000),
    ]  # fmt: skip
    split = ["mano 4", "mano 4b", "mano 4c"]
    cards = (
        ("mano 1", 32), ("mano 4", 24), ("mano 6", 50), ("banca", 19), ("mano 1", 30), ("mano 4", 26),
        ("mano 6", 33), ("mano 4", 29), ("mano 4b", 25), ("mano 4c", 4), ("mano 4c", 33), ("mano 4b", 43),
        ("banca", 36), ("banca", 41),
    )  # fmt: skip
    chance = [
        Told(400 + 300 * i, "card", spot=hand, faces=(card,), to="open")
        for i, (hand, card) in enumerate(cards)
    ]
    chance.insert(7, Told(2_350, "parted", 4, "mano 4", faces=(26,), to="mano 4b"))
    chance.insert(10, Told(2_950, "parted", 4, "mano 4b", faces=(25,), to="mano 4c"))
    added = [Stake(seat, hand, cents) for hand in split[1:] for seat, cents in ((4, 2_500), (2, 1_000))]
    results = [
        Told(10_000, "lost", 6, "mano 6", 20_000), Told(10_000, "paid", 1, "mano 1", 2_500),
        *(Told(10_000, "paid", 4, hand, 2_500) for hand in split),
        *(Told(10_000, "won", spot=spot) for spot in ("mano 1", "mano 4")),
    ]  # fmt: skip
    betting, played, paid = _scenes("black_jack", stakes, chance, 4_400, results)
    for one in (played, paid):
        one.laid = [*one.laid, *added]
    played.offered = [Button("plantarse mano 4b", "PLANTARSE · 4b"), Button("pedir mano 4b", "CARTA · 4b")]
    return [betting, played, paid]


SCENES: dict[str, Callable[[], list[StandIn]]] = {
    "french_roulette": lambda: _roulette("french_roulette"),
    "american_roulette": lambda: _roulette("american_roulette"),
    "wheel_of_fortune": _fortune,
    "craps": _craps,
    "punto_y_banca": _punto,
    "treinta_y_cuarenta": _thirty,
    "black_jack": _black_jack,
}
