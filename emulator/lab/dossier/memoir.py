# SPDX-License-Identifier: MIT
"""The sheet of the machine and the descriptive memory of its use and game (art. 16)."""

from __future__ import annotations

from emulator.lab.dossier.block import (
    Block,
    Break,
    Column,
    Document,
    Facts,
    Heading,
    Para,
    Picture,
    Points,
    Table,
)
from emulator.lab.dossier.case import Case
from emulator.lab.dossier.elevation import Body
from emulator.lab.dossier.signing import signature
from emulator.panel.machine.facade import Facade
from machines.support.languages import DEFAULT_LANGUAGE


def memoir(case: Case, body: Body, facade: Facade, photo: str) -> Document:
    """The document; ``photo`` is the picture of the front."""
    say, model = case.say, case.model
    blocks: tuple[Block, ...] = (
        Heading(say("Ficha de la máquina", "Sheet of the machine")),
        Facts(_sheet(case, body)),
        Picture(
            photo,
            say(f"Vista frontal en color del modelo {model.title}.", f"Front of {model.title}, in colour."),
            86,
        ),
        Break(),
        Heading(say("Fabricante y técnico", "Maker and engineer")),
        Facts(_people(case)),
        Heading(say("Uso", "Use")),
        *(Para(words) for words in _use(case)),
        Heading(say("Mandos", "Controls")),
        Points(tuple(_controls(case, facade))),
        Heading(say("Desarrollo del juego", "The game")),
        *_game(case),
        Heading(say("Textos del frente", "Texts on the front")),
        _texts(case),
        Heading(say("Dinero y pagos", "Money and payments")),
        Facts(_money(case)),
        *_hoppers(case),
        signature(case),
    )
    return Document(
        say("01_ficha_y_memoria", "01_sheet_and_memory"),
        say("Ficha y memoria descriptiva de uso y juego", "Sheet and descriptive memory of use and game"),
        say("Art. 16 RD 2110/1998", "RD 2110/1998 art. 16"),
        blocks,
    )


def _sheet(case: Case, body: Body) -> tuple[tuple[str, str], ...]:
    say, model, said = case.say, case.model, case.said
    return (
        (say("Nombre comercial", "Commercial name"), model.title),
        (say("Modelo", "Model"), model.name),
        (
            say("N.º de modelo en el Registro", "Model number in the Registry"),
            said("machine", "model_number"),
        ),
        (say("Tipo", "Type"), case.kind),
        (say("Normativa", "Norm"), case.norm),
        (say("Perfil de reglas de azar", "Rule profile of azar"), model.profile.id),
        (say("Precio de la partida", "Price of a play"), _price(case)),
        (say("Dinero admitido", "Money accepted"), accepted(case)),
        (
            say("Dimensiones (ancho × alto × fondo)", "Dimensions (w × h × d)"),
            f"{body.width} × {body.height} × {body.depth} mm",
        ),
        (
            say("Serie y número del prototipo", "Series and number of the prototype"),
            f"{said('machine', 'series')}, {case.sample.serial:06d}",
        ),
    )


def _price(case: Case) -> str:
    model, say = case.model, case.say
    prices = getattr(model.draft, "prices_cents", None) or ()
    if prices:
        return say("a elegir por el operador: ", "the operator's choice of ") + case.moneys(list(prices))
    words = case.money(model.price_cents)
    if len(model.bets_cents) > 1:
        return words + say("; apuestas posibles: ", "; possible bets: ") + case.moneys(model.bets_cents)
    stakes: tuple[int, ...] = getattr(model, "stakes_cents", ())
    if len(stakes) > 1:
        return words + say(
            f"; jugadas simultáneas: hasta {len(stakes)} ({case.money(stakes[-1])})",
            f"; plays at once: up to {len(stakes)} ({case.money(stakes[-1])})",
        )
    return words


def accepted(case: Case) -> str:
    """What the machine takes."""
    say, model = case.say, case.model
    parts = []
    if model.coins_cents:
        what = (
            say("fichas de la casa de ", "tokens of the house of ")
            if model.tokens
            else say("monedas de ", "coins of ")
        )
        parts.append(what + case.moneys(model.coins_cents))
    if model.note_cents:
        parts.append(say("billete de ", "note of ") + case.money(model.note_cents))
    if model.card_name is not None:
        parts.append(say("tarjeta de la casa: ", "card of the house: ") + model.card_name.said(case.language))
    return "; ".join(parts)


def _people(case: Case) -> tuple[tuple[str, str], ...]:
    say, said = case.say, case.said
    return (
        (say("Fabricante", "Maker"), said("maker", "name")),
        (say("NIF", "Tax number"), said("maker", "tax_id")),
        (say("Domicilio", "Address"), said("maker", "address")),
        (say("N.º en el Registro de Empresas", "Number in the Registry of firms"), said("maker", "registry")),
        (
            say("Importador (si procede)", "Importer (if any)"),
            f"{said('importer', 'name')}, {said('importer', 'registry')}",
        ),
        (say("Técnico firmante", "Engineer who signs"), said("engineer", "name")),
        (say("Declaración CE de conformidad", "CE declaration"), said("machine", "declaration")),
        (say("Certificado de ensayos previos", "Certificate of prior tests"), said("machine", "certificate")),
    )


def _use(case: Case) -> list[str]:
    say, model = case.say, case.model
    where = {
        "A": say(
            "Máquina de mero entretenimiento: no da premios en metálico.",
            "For amusement alone: no cash prizes.",
        ),
        "B": say(
            "Máquina que, a cambio del precio de la partida, da al usuario un tiempo de uso y, según el "
            "programa de "
            "juego, un premio en metálico.",
            "For the price of a play the user gets time of use and, as the program of the game has it, a "
            "cash prize.",
        ),
        "C": say(
            "Máquina que, a cambio de una apuesta, da al usuario un tiempo de uso y un premio que depende "
            "siempre del azar.",
            "For a stake the user gets time of use and a prize that always depends on chance.",
        ),
    }
    pay = say("El usuario introduce ", "The user pays with ") + accepted(case) + "."
    return [where[model.type], pay, *_pace(case)]


def _pace(case: Case) -> list[str]:
    """How long a play takes, where the law bounds it."""
    say, durations = case.say, getattr(case.model.draft, "durations", None)
    if durations is None:
        return []
    told = []
    shortest = getattr(durations, "play_min_ms", None)
    if shortest:
        told.append(
            say(
                f"Entre dos jugadas pasan al menos {_seconds(case, shortest)} s.",
                f"At least {_seconds(case, shortest)} s lie between two plays.",
            )
        )
    auto = getattr(durations, "auto_start_ms", None)
    if auto:
        told.append(
            say(
                f"Si el usuario no acciona el pulsador de juego en {_seconds(case, auto)} s, la máquina "
                f"juega sola (art. 6.9).",
                f"If the user does not press the start button within {_seconds(case, auto)} s the machine "
                f"plays by itself (art. 6.9).",
            )
        )
    return told


def _seconds(case: Case, ms: int) -> str:
    text = f"{ms // 1000}.{ms % 1000:03d}".rstrip("0").rstrip(".")
    return case.number(text)


def _controls(case: Case, facade: Facade) -> list[str]:
    say = case.say
    does = {
        "start": say("inicia la jugada", "starts a play"),
        "double": _doubles(case),
        "collect": say(
            "paga lo ganado o devuelve el dinero no jugado", "pays what was won or returns money not played"
        ),
        "reserve": say("llama al personal (art. 13.5)", "calls the staff (art. 13.5)")
        if case.drawn and not case.cyclic
        else say(
            "pasa dinero de la reserva al contador de créditos", "moves money from the reserve to the credits"
        ),
    }
    if not case.drawn:
        does["collect"] = say("devuelve el dinero no jugado", "returns money not played")
    hold = say("retiene su rodillo para la jugada siguiente", "holds its reel for the next play")
    if not case.cyclic:
        hold = say("elige lo que la jugada pregunta", "answers what the play asks")
    told = []
    for name, label in facade.labels.items():
        what = does.get(name, hold)
        told.append(f"{label}: {what}." if not name.startswith("hold_") else f"{label} ({name[-1]}): {what}.")
    return told


def _doubles(case: Case) -> str:
    """What the button does that doubles: plays, bets or prizes."""
    say, model = case.say, case.model
    if case.cyclic:
        twice = say("hace dos jugadas simultáneas", "makes two plays at once")
        if model.gamble is None:
            return twice
        return twice + say("; arriesga el premio a doble o nada", "; dares a prize, double or nothing")
    if len(model.bets_cents) > 1:
        return say("cambia la apuesta", "changes the bet")
    return say("arriesga lo ganado a doble o nada", "dares the win, double or nothing")


def _game(case: Case) -> list[Block]:
    """How it is played, in the words of the model, and what decides."""
    say, model = case.say, case.model
    texts = model.texts.get(case.language, model.texts[DEFAULT_LANGUAGE])
    told: list[Block] = [Para(texts["rules"])]
    if model.strips:
        seen = (
            say("rodillos mecánicos", "mechanical reels")
            if model.motor_steps
            else say("rodillos en pantalla", "reels on a screen")
        )
        stops = ", ".join(str(len(strip)) for strip in model.strips)
        ways = len(model.paylines)
        line = (
            say(f"{ways} líneas de premio", f"{ways} paylines")
            if ways > 1
            else say("una línea de premio", "one payline")
        )
        line = (
            line if ways else say("todas las combinaciones de izquierda a derecha", "all ways from the left")
        )
        told.append(
            Para(
                say(
                    f"{len(model.strips)} {seen} de {stops} posiciones, {model.rows} a la vista en cada "
                    f"uno; {line}.",
                    f"{len(model.strips)} {seen} of {stops} stops, {model.rows} seen on each; {line}.",
                )
            )
        )
        names = ", ".join(symbol.name.said(case.language) for symbol in model.symbols.values())
        told.append(Para(say(f"Símbolos: {names}.", f"Symbols: {names}.")))
    told.append(Para(_decides(case)))
    return told


def _decides(case: Case) -> str:
    say = case.say
    words = {
        "A": say(
            "El resultado depende solo de la habilidad del usuario: nada se sortea.",
            "The result depends on the user's skill alone: nothing is drawn.",
        ),
        "B": say(
            "El premio de cada jugada se extrae del plan de premios del ciclo; los rodillos se detienen "
            "después en una "
            "de las combinaciones que muestran exactamente ese premio.",
            "The prize of a play is drawn from the prize plan of the cycle; the reels then stop at one of "
            "the windows "
            "that show exactly that prize.",
        ),
        "C": say(
            "El azar decide en cada jugada la posición de cada rodillo; el resultado no depende de las "
            "jugadas "
            "anteriores ni influye en las posteriores.",
            "Chance decides the stop of every reel in every play; no result depends on earlier or later "
            "plays.",
        ),
    }
    return words[case.model.type]


def _texts(case: Case) -> Table:
    """Every text of the front, in Spanish as it is printed."""
    say = case.say
    columns = (
        Column(say("Clave", "Key"), share=1, mono=True),
        Column(say("Texto impreso en el frente", "Text printed on the front"), share=4),
    )
    return Table(columns, tuple((name, words) for name, words in case.model.texts[DEFAULT_LANGUAGE].items()))


def _money(case: Case) -> tuple[tuple[str, str], ...]:
    say, model = case.say, case.model
    money = model.draft.money
    assert money is not None
    rows = [(say("Dinero admitido", "Money accepted"), accepted(case))]
    if money.credits_max_cents:
        rows.append(
            (
                say("Contador de créditos, máximo", "Credit counter, at most"),
                case.money(money.credits_max_cents),
            )
        )
    if money.reserve_max_cents:
        rows.append(
            (
                say("Contador de reserva, máximo", "Reserve counter, at most"),
                case.money(money.reserve_max_cents),
            )
        )
    bus = model.mechanisms == "cctalk"
    wired = say("bus ccTalk", "ccTalk bus") if bus else say("líneas paralelas", "parallel lines")
    rows.append((say("Selector y pagadores", "Acceptor and hoppers"), wired))
    if model.tickets is not None:
        rows.append((say("Tiques cargados", "Tickets filled"), case.write.whole(model.tickets)))
    return tuple(rows)


def _hoppers(case: Case) -> tuple[Block, ...]:
    say = case.say
    if not case.model.hoppers:
        return (
            Para(
                say(
                    "No tiene pagadores de monedas: los premios pasan a la tarjeta de la casa.",
                    "It has no hoppers: prizes go to the card of the house.",
                )
            ),
        )
    columns = (
        Column(say("Pagador", "Hopper"), True),
        Column(say("Capacidad, monedas", "Capacity, coins"), True, 2),
        Column(say("Carga inicial, monedas", "Filled with, coins"), True, 2),
        Column(say("Carga inicial", "Filled with"), True, 2),
    )
    rows = tuple(
        (
            case.money(h.cents),
            case.write.whole(h.capacity),
            case.write.whole(h.fill),
            case.money(h.cents * h.fill),
        )
        for h in case.model.hoppers
    )
    return (Table(columns, rows),)
