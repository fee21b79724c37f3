# SPDX-License-Identifier: MIT
"""
A recorded table settled again: who was owed what, by which article, and where that differs from the record.

    found = verify(read_record(Path("round.toml")))
    found.rounds[0].rows, found.findings
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from machines.tables.chance import RED_CARD, card_name
from machines.tables.game import CROUPIER, INSPECTOR, Event, Move, chips, laid, part_of, stakes
from machines.tables.inspection import hands
from machines.tables.inspection.mistake import InspectionError
from machines.tables.inspection.owed import Row, Tally
from machines.tables.inspection.record import HELP, Decision, Record, Round, Stake, chance
from machines.tables.inspection.record_head import require_cloth
from machines.tables.inspection.verified import (
    CARDS,
    DECIDED,
    DIFFERENCE,
    PROCEDURE,
    REFUSED,
    TAKEN,
    Finding,
    Settled,
    Verified,
)
from machines.tables.refusal import TableError
from machines.tables.table import Table

HAND_CENTS = 1_000_000_000
CARDS_OF_A_DECK = 52
BETWEEN = ("bets", "closed", "shoe", "burn", "bank")
"""Phases in which a round is over."""
PASSES = ("pass_dice", "pass_shoe")


def verify(record: Record) -> Verified:
    """
    Settle every round of a record.

    Raises:
        InspectionError: a round cannot be settled as it is written down.
    """
    table = _open(record)
    at = _At(table)
    rounds: list[Settled] = []
    stopped = ""
    for play in record.rounds:
        try:
            rounds.append(at.settle(play))
        except _StoppedError as stop:
            stopped = stop.args[0]
            break
    held = table.game.rules
    return Verified(
        record, held.title, held.source, table.game.version, held.declared, held.readings,
        held.data["articles"], tuple(rounds), tuple(at.findings), stopped,
    )  # fmt: skip


def owned(table: Table, seat: int) -> int:
    """What a seat has in hand and on the cloth."""
    state = table.state
    return chips(state, seat) + sum(cents for who, _, cents in stakes(state) if who == seat)


def _open(record: Record) -> Table:
    hands = dict.fromkeys(range(1, record.seats + 1), HAND_CENTS)
    try:
        table = Table(record.game, bytes(32), hands, rules=record.declared, readings=record.readings)
    except TableError as error:
        hint = f"azar table rules {record.game} shows what may be declared"
        raise InspectionError(record.file, str(error), hint) from error
    require_cloth(table.game, record.file)
    return table


class _StoppedError(Exception):
    """A round was played that the text does not let be played: nothing after it can be settled."""


class _At:
    """A table on which recorded rounds are played, one after the other."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.findings: list[Finding] = []
        self.play = Round("", "")
        self.decisions: list[Decision] = []
        self.seen: Counter[int] = Counter()
        self.shoe = 0
        self.cards: tuple[int, ...] = ()
        """What of the round's cards belongs to moves that come behind decisions."""

    def settle(self, play: Round) -> Settled:
        """One round from its bets to its end."""
        self.play, table = play, self.table
        self.decisions = [*play.decisions]
        if table.name == hands.GAME:
            hands.begin(table, play)
        self._to_bets()
        before = {seat: self._owned(seat) for seat in self._seats()}
        took = table.state["money"].get("commission", 0)
        self._announce()
        wrong = self._lay()
        as_laid = self._as_laid(wrong)
        self._no_more_bets()
        tally = Tally(table, [Stake(*one) for one in stakes(table.state)])
        said = self._chance()
        while table.state["phase"] not in BETWEEN:
            move, self.cards = self._with_chance(table, table.next_move(), self.cards)
            if move.kind == "choose":
                move = self._decide(move)
            tally.act(move)
        if self.cards:
            raise InspectionError(play.where, f"cards must be dealt (got {len(self.cards)} more)", HELP)
        if unused := self.decisions:
            raise InspectionError(
                play.where, f"a decision must be asked for (got {' '.join(map(str, unused[0][:3]))})", HELP
            )
        owed = {seat: self._owned(seat) - before[seat] for seat in before}
        rows = tally.rows(owed)
        self._compare(rows)
        for number, stake in wrong.items():
            found = self.findings[number]
            self.findings[number] = found._replace(owed_cents=as_laid.get((stake.seat, stake.spot)))
        lies = tuple(Stake(*one) for one in stakes(table.state))
        fee = table.state["money"].get("commission", 0) - took
        return Settled(play.name, " ".join(play.given), said, rows, lies, owed, fee)

    def _seats(self) -> list[int]:
        return [int(name[5:]) for name in self.table.state["money"] if name.startswith("seat ")]

    def _owned(self, seat: int) -> int:
        return owned(self.table, seat)

    def _to_bets(self) -> None:
        while self.table.state["phase"] != "bets":
            if self.table.state["phase"] == "closed":
                raise InspectionError(
                    self.play.where,
                    "no round follows the last one of a session",
                    "put it into a file of its own",
                )
            self.table.act(self.table.next_move())

    def _found(self, kind: str, stake: Stake, error: TableError, choice_of: str = "bet") -> None:
        """A finding that the engine's refusal makes."""
        bounds = next(
            (c for c in self.table.legal(stake.seat) if (c.kind, c.spot) == (choice_of, stake.spot)), None
        ) if stake.seat else None  # fmt: skip
        self.findings.append(
            Finding(
                kind, self.play.name, self.play.where, stake.seat, stake.spot, stake.cents,
                least_cents=bounds.least if bounds else None, most_cents=bounds.most if bounds else None,
                rule=error.rule, article=error.article, says=str(error),
            )
        )  # fmt: skip

    def _announce(self) -> None:
        """What is said before the bets: limits, the last round, the red card, dice passed on."""
        play, table = self.play, self.table
        moves = [Move("limits", cents=play.limits_cents)] if play.limits_cents else []
        moves += [Move("last_round")] if play.last else []
        moves += [Move("red_card")] if play.red_card else []
        if play.pass_dice and hasattr(table.game, "shooter"):
            moves.append(Move("pass_dice", table.game.shooter(table.state)))
        elif play.pass_dice:
            raise InspectionError(play.where, f"dice are passed on at craps (got {table.name})", HELP)
        for move in moves:
            try:
                table.act(move)
            except TableError as error:
                self._found(PROCEDURE, Stake(max(0, move.seat), "", move.cents), error)

    def _lay(self) -> dict[int, Stake]:
        """The bets of the round; one that may not lie is a finding and does not: their numbers."""
        wrong = {}
        bets = self.play.bets if self.play.cloth is None else self._changes(self.play.cloth)
        for bet in bets:
            move = Move("bet", *bet) if bet.cents else Move("unbet", bet.seat, bet.spot)
            try:
                self.table.act(move)
            except TableError as error:
                if bet.cents and bet.spot in self.table.game.rules.spots:
                    wrong[len(self.findings)] = bet
                self._found(TAKEN, bet, error)
        for bet in self.play.refused:
            try:
                self.table.check(Move("bet", *bet))
            except TableError:
                continue
            spot = self.table.game.rules.spots[bet.spot]
            self._found(REFUSED, bet, TableError("a bet must be taken", "limits", spot.article))
        return wrong

    def _as_laid(self, wrong: Mapping[int, Stake]) -> dict[tuple[int, str], int]:
        """What stakes that may not lie would come to if they did, by what the text pays; nobody decides."""
        if not wrong:
            return {}
        other = Table.load(self.table.save())
        try:
            for bet in wrong.values():
                other.done_anyway(Move("bet", *bet))
            other.act(Move("no_more_bets"))
            before = {seat: owned(other, seat) for seat in self._seats()}
            tally = Tally(other, [Stake(*one) for one in stakes(other.state)])
            now, rest = part_of(other.game, other.state, chance(self.play.given, self.play.where))
            other.act(Move(other.next_move().kind, values=now))
            while other.state["phase"] not in BETWEEN:
                move, rest = self._with_chance(other, other.next_move(), rest)
                tally.act(move)
            rows = tally.rows({seat: owned(other, seat) - before[seat] for seat in before})
        except (TableError, InspectionError):
            return {}  # the round itself says why
        return {(row.seat, row.spot): row.owed_cents for row in rows}

    def _changes(self, cloth: list[Stake]) -> list[Stake]:
        """Which bets are laid or taken back so that exactly this lies."""
        wanted = {(one.seat, one.spot): one.cents for one in cloth}
        lie = {(who, spot): amount for who, spot, amount in stakes(self.table.state)}
        found = []
        for (who, spot), amount in lie.items():
            left = wanted.get((who, spot), 0)
            if left < amount and not spot.startswith("prison"):
                found.append(Stake(who, spot, 0))
        gone = {(one.seat, one.spot) for one in found}
        for key, amount in wanted.items():
            more = amount - (0 if key in gone else lie.get(key, 0))
            if more > 0:
                found.append(Stake(*key, more))
        return found

    def _pass_on(self) -> None:
        """Dice or shoe go on to the next seat with the stake it needs: who had them is not written down."""
        for _ in self._seats():
            if any(one.kind == "no_more_bets" for one in self.table.legal(CROUPIER)):
                return
            turns = (c for seat in self._seats() for c in self.table.legal(seat) if c.kind in PASSES)
            if (turn := next(turns, None)) is None:
                return
            self.table.act(Move(turn.kind, turn.seat))

    def _no_more_bets(self) -> None:
        self._pass_on()
        try:
            self.table.act(Move("no_more_bets"))
        except TableError as error:
            self._found(PROCEDURE, Stake(0, "", 0), error)
            raise _StoppedError(str(error)) from error

    def _chance(self) -> tuple[str, ...]:
        """Null balls, then what fell."""
        play, table = self.play, self.table
        if table.name == hands.GAME:
            return self._said(hands.deal(table, play))
        kind = table.next_move().kind
        errors = table.game.rules.data.get("errors", {})
        for word in play.null:
            if word not in errors:
                allowed = ", ".join(errors) or "nothing in this game"
                raise InspectionError(play.where, f"null must be {allowed} (got {word})", HELP)
            table.act(Move("error", INSPECTOR, word=word))
        given, self.cards = part_of(table.game, table.state, chance(play.given, play.where))
        try:
            events = table.act(Move(kind, values=given))
        except TableError as error:
            raise InspectionError(play.where, str(error), "correct given, or the game of the head") from error
        self._count_cards(chance(play.given, play.where))
        return self._said(events)

    def _with_chance(self, table: Table, move: Move, cards: tuple[int, ...]) -> tuple[Move, tuple[int, ...]]:
        """A move with the cards that were seen of it, and the cards behind them."""
        if move.kind not in table.game.chance_moves:
            return move, cards
        now, rest = part_of(table.game, table.state, cards)
        if not now:
            raise InspectionError(
                self.play.where, f"given must have every card of the round (got {len(self.play.given)})", HELP
            )
        return move._replace(values=now), rest

    def _said(self, events: Sequence[Event]) -> tuple[str, ...]:
        return tuple(words for event in events if (words := self.table.words(event)))

    def _count_cards(self, cards: tuple[int, ...]) -> None:
        """A card that came more often from one shoe than it has decks."""
        decks = int(self.table.game.rules.data.get("decks", 0))
        if not decks or "shoes" not in self.table.state:  # a deck of every deal's own has each card once
            return
        if self.shoe != self.table.state["shoes"]:
            self.shoe, self.seen = self.table.state["shoes"], Counter()
        came = [one % CARDS_OF_A_DECK for one in cards if one != RED_CARD]
        self.seen.update(came)
        for one in sorted(set(came)):
            if self.seen[one] > decks:
                article = self.table.game.rules.article("cards")
                says = f"{card_name(one)} must come {decks} times or less (got {self.seen[one]})"
                self.findings.append(
                    Finding(
                        CARDS, self.play.name, self.play.where, spot=card_name(one), rule="cards",
                        article=article, says=says, times=self.seen[one],
                    )
                )  # fmt: skip

    def _decide(self, asked: Move) -> Move:
        """The recorded decision of who is asked."""
        plain = (
            asked.spot.removeprefix("prison ").rpartition(" ")[0]
            if asked.spot.startswith("prison")
            else asked.spot
        )
        names = (asked.spot, plain)
        choice = next(c for c in self.table.legal(asked.seat) if (c.kind, c.spot) == ("choose", asked.spot))
        said = next((d for d in self.decisions if d.seat == asked.seat and d.spot in names), None)
        if said is None:
            if len(choice.words) == 1:
                return asked
            raise InspectionError(
                self.play.where,
                f"seat {asked.seat} must have said {' or '.join(choice.words)} of {asked.spot} (got nothing)",
                f'add the decision, as "{asked.seat} {plain} {choice.words[0]}"',
            )
        self.decisions.remove(said)
        return self._amount(asked, said, choice.words) or self._allowed(asked, said, choice.words)

    def _amount(self, asked: Move, said: Decision, words: tuple[str, ...]) -> Move | None:
        """A stake laid for an answer; one that may not lie is a finding, and the last word declines."""
        if not said.cents:
            return None
        stake = Stake(asked.seat, asked.spot, said.cents)
        laying = any(c.kind == "bet" and c.spot == asked.spot for c in self.table.legal(asked.seat))
        if not laying and len(words) > 1:
            raise self._unknown(said, words)
        move = Move("bet", *stake)
        try:
            self.table.check(move)
        except TableError as error:
            self._found(TAKEN, stake, error)
            return asked._replace(word=words[-1])
        return move

    def _unknown(self, said: Decision, words: tuple[str, ...]) -> InspectionError:
        allowed = " or ".join(words)
        return InspectionError(self.play.where, f"a decision must be {allowed} (got {said.word})", HELP)

    def _allowed(self, asked: Move, said: Decision, words: tuple[str, ...]) -> Move:
        if said.word in words:
            return asked._replace(word=said.word)
        if said.word not in ("half", "prison"):
            raise self._unknown(said, words)
        stake = Stake(asked.seat, asked.spot, laid(self.table.state, asked.seat, asked.spot))
        article = self.table.game.rules.article("zero")
        allowed = " or ".join(words)
        self._found(
            DECIDED, stake, TableError(f"a decision must be {allowed} (got {said.word})", "zero", article)
        )
        return asked._replace(word=words[0])

    def _compare(self, rows: tuple[Row, ...]) -> None:
        """What was paid against what was owed."""
        if self.play.paid is None:
            return
        paid: dict[tuple[int, str], int] = {}
        for one in self.play.paid:
            paid[one.seat, one.spot] = paid.get((one.seat, one.spot), 0) + one.cents
        for row in rows:
            got = paid.pop((row.seat, row.spot), None)
            if got == row.owed_cents or (got is None and row.owed_cents <= 0):
                continue
            self._differ(row.seat, row.spot, row.cents, got, row.owed_cents, row.rule, row.article)
        for (seat, spot), got in paid.items():
            if got:
                self._differ(seat, spot, 0, got, 0, "no_stake", self.table.game.rules.article("spots"))

    def _differ(
        self, seat: int, spot: str, cents: int, paid: int | None, owed: int, rule: str, article: str
    ) -> None:
        self.findings.append(
            Finding(
                DIFFERENCE, self.play.name, self.play.where, seat, spot, cents, paid, owed, rule=rule,
                article=article,
            )
        )  # fmt: skip
