# SPDX-License-Identifier: MIT
"""Recorded rounds settled again: examples of each game, what differs, and records that are none."""

from __future__ import annotations

from pathlib import Path

import pytest
from truth_rig import TRUTH, bet, cents, choice

import machines.tables.inspection as room
from machines.support.plain import Json, read_toml
from machines.tables.inspection.mistake import InspectionError
from machines.tables.inspection.read import read_record
from machines.tables.inspection.record import Decision, Record, Round, Stake
from machines.tables.inspection.record_head import require_cloth
from machines.tables.inspection.verified import Verified
from machines.tables.inspection.verify import verify
from machines.tables.registry import GAMES, open_game

EXAMPLES = Path(room.__file__).parent / "examples"
WRONG = EXAMPLES / "differences.toml"
RECORDS = sorted(path for path in EXAMPLES.iterdir() if path.suffix in (".toml", ".csv"))
HEAD = 'game = "french-roulette"\nseats = 2\n'


def checked(folder: Path, text: str, name: str = "record.toml") -> Verified:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return verify(read_record(path))


def rows(found: Verified) -> list[tuple[str, int, str, str, int]]:
    return [
        (one.name, row.seat, row.spot, row.fate, row.owed_cents) for one in found.rounds for row in one.rows
    ]


@pytest.mark.parametrize("path", [path for path in RECORDS if path != WRONG], ids=lambda path: path.name)
def test_what_an_example_paid_is_what_was_owed(path: Path) -> None:
    found = verify(read_record(path))
    assert found.findings == () and not found.stopped
    assert len(found.rounds) == len(found.record.rounds) > 1
    assert all(row.article for one in found.rounds for row in one.rows)


def test_there_is_an_example_of_each_game() -> None:
    assert {read_record(path).game for path in RECORDS} == {*GAMES}


def test_stakes_in_prison_are_carried_over_from_zero_to_zero() -> None:
    found = verify(read_record(EXAMPLES / "french_roulette.toml"))
    assert [row for row in rows(found) if row[1] == 2] == [
        ("1", 2, "rojo", "lost", -2000),
        ("2", 2, "rojo", "prison", 0),
        ("3", 2, "prison rojo 1", "prison", -2000),
        ("4", 2, "prison rojo 2", "released", 0),
    ]
    assert [stake for stake in found.rounds[2].lies if stake.seat == 2] == [(2, "prison rojo 2", 2000)]


def test_a_point_of_craps_spans_throws() -> None:
    found = rows(verify(read_record(EXAMPLES / "craps.toml")))
    assert ("2", 1, "come", "travels", 0) in found
    assert ("3", 1, "win-odds", "won", 1200) in found
    assert ("seven", 1, "come 9", "lost", -1000) in found


def test_commission_is_told_apart_from_what_is_owed() -> None:
    found = verify(read_record(EXAMPLES / "punto_y_banca.toml"))
    assert [one.commission_cents for one in found.rounds] == [50, 0, 101]
    assert found.rounds[2].rows[0].owed_cents == 1900


def test_everything_that_is_wrong_is_found_with_its_article() -> None:
    found = verify(read_record(WRONG)).findings
    assert [(one.kind, one.round, one.seat, one.spot, one.article) for one in found] == [
        ("taken", "1", 2, "18", "1, IV.2.A"),
        ("refused", "1", 2, "rojo", "1, IV.1.B.a"),
        ("difference", "1", 1, "17", "1, IV.1.A.a"),
        ("difference", "1", 1, "caballo 17-20", "1, IV.1.A.b"),
        ("decided", "2", 2, "negro", "1, IV.1.B.b"),
        ("difference", "2", 2, "negro", "1, IV.1.B.b"),
    ]
    assert (found[0].rule, found[0].least_cents, found[0].most_cents) == ("maximum", 500, 5000)
    assert (found[2].paid_cents, found[2].owed_cents) == (None, 17500)
    assert (found[3].paid_cents, found[3].owed_cents) == (8000, 8500)


def test_a_stake_that_may_not_lie_is_told_what_it_would_come_to(tmp_path: Path) -> None:
    for given, owed in ((17, 35 * 900_00), (18, -900_00)):
        play = f'[[round]]\nbets = ["1 17 900.00", "2 rojo 10.00"]\ngiven = {given}\n'
        found = checked(tmp_path, HEAD + play)
        (one,) = found.findings
        assert (one.kind, one.rule, one.owed_cents) == ("taken", "maximum", owed)
        assert [row.spot for row in found.rounds[0].rows] == ["rojo"]  # and it did not lie
    nowhere = checked(tmp_path, HEAD + '[[round]]\nbets = ["1 caballo 1-36 9.00"]\ngiven = 1\n').findings
    assert [one.owed_cents for one in nowhere] == [None]


def test_a_payment_where_no_stake_lay_is_found(tmp_path: Path) -> None:
    play = '[[round]]\nbets = ["1 17 10.00"]\ngiven = 17\npaid = ["1 17 350.00", "2 17 350.00"]\n'
    (one,) = checked(tmp_path, HEAD + play).findings
    assert (one.kind, one.seat, one.rule, one.paid_cents, one.owed_cents) == (
        "difference", 2, "no_stake", 35000, 0,
    )  # fmt: skip


def test_a_card_that_comes_too_often_is_found(tmp_path: Path) -> None:
    coups = '[[round]]\nbets = ["1 punto 10.00"]\ngiven = "9h 2c Th Kc"\n' * 7
    (one,) = checked(tmp_path, 'game = "punto-y-banca"\n' + coups).findings[:1]
    assert (one.kind, one.round, one.spot, one.times) == ("cards", "7", "2c", 7)


def test_a_throw_without_a_stake_of_the_shooter_ends_the_settling(tmp_path: Path) -> None:
    plays = '[[round]]\nbets = ["1 field 5.00"]\ngiven = [1, 2]\n[[round]]\ngiven = [3, 4]\n'
    found = checked(tmp_path, 'game = "craps"\n' + plays)
    assert (found.rounds, [one.kind for one in found.findings]) == ((), ["procedure"])
    assert "shooter" in found.stopped and found.findings[0].article == "9, IV.3"


def test_dice_pass_on_to_whoever_has_a_stake(tmp_path: Path) -> None:
    plays = (
        '[[round]]\nbets = ["3 win 5.00"]\ngiven = "3 4"\n[[round]]\nbets = ["2 win 5.00"]\ngiven = "1 1"\n'
    )
    found = checked(tmp_path, f'game = "craps"\nseats = 3\n{plays}')
    assert rows(found) == [("1", 3, "win", "won", 500), ("2", 2, "win", "lost", -500)]


INSURED = """game = "black-jack"
readings = { two_hands = "opening" }
[[round]]
bets = ["1 mano 1 10.00"]
given = "KC AD 9P TC"
decisions = ["1 seguro 1 3.00", "1 mano 1 plantarse"]
paid = ["1 seguro 1 6.00", "1 mano 1 -10.00"]
"""


def test_an_insurance_may_be_less_than_half_of_its_stake(tmp_path: Path) -> None:
    found = checked(tmp_path, INSURED)
    assert found.findings == ()
    assert rows(found) == [("1", 1, "mano 1", "lost", -10_00), ("1", 1, "seguro 1", "won", 6_00)]
    head = "".join(f"# {line}\n" for line in INSURED.splitlines()[:2])
    lines = "1,KC AD 9P TC,1,mano 1,10.00,plantarse,\n1,,1,seguro 1,,3.00,6.00\n"
    columns = "round,given,seat,spot,stake,decision,paid\n"
    table = checked(tmp_path, f"{head}{columns}{lines}", "record.csv")
    assert (rows(table), table.findings) == (rows(found), ())


def test_an_insurance_of_more_than_half_does_not_lie(tmp_path: Path) -> None:
    found = checked(tmp_path, INSURED.replace('"1 seguro 1 6.00", ', "").replace("1 3.00", "1 6.00"))
    (one,) = found.findings
    assert (one.kind, one.spot, one.cents, one.most_cents) == ("taken", "seguro 1", 6_00, 5_00)
    assert rows(found) == [("1", 1, "mano 1", "lost", -10_00)]


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("1 plantarse", "1 5.00", r"must be pedir or plantarse .*\(got 5\.00\)"),
        ("1 plantarse", "1 plantar", r"must be pedir or plantarse .*\(got plantar\)"),
        ("1 3.00", "1 0.00", r"above 0 \(got 0\.00\)"),
        ("1 3.00", "1 3.001", r"an amount in euros, as \"10.00\" \(got '3\.001'\)"),
    ],
)
def test_a_decision_that_is_none_is_told_what_it_may_be(
    old: str, new: str, says: str, tmp_path: Path
) -> None:
    assert old in INSURED
    with pytest.raises(InspectionError, match=says):
        checked(tmp_path, INSURED.replace(old, new))


def test_a_whole_cloth_is_what_was_laid_and_taken_back(tmp_path: Path) -> None:
    plays = (
        '[[round]]\ncloth = ["1 17 10.00", "2 par 20.00"]\ngiven = 17\n'
        '[[round]]\ncloth = ["1 17 5.00", "2 par 30.00"]\ngiven = 2\n'
    )
    found = checked(tmp_path, HEAD + plays)
    assert rows(found)[2:] == [("2", 1, "17", "lost", -500), ("2", 2, "par", "won", 3000)]
    assert found.findings == ()


def test_a_null_ball_of_a_round_without_bets_undoes_nothing_before_it(tmp_path: Path) -> None:
    plays = (
        '[[round]]\nbets = ["1 17 10.00"]\ngiven = 17\n[[round]]\nnull = ["ball_jumped_out"]\ngiven = 18\n'
    )
    assert rows(checked(tmp_path, HEAD + plays))[1:] == [("2", 1, "17", "lost", -1000)]


def test_announcements_are_played(tmp_path: Path) -> None:
    ball = "[[round]]\ngiven = 1\n"
    plays = f'[[round]]\nlimits = "10.00"\ngiven = 1\n{ball * 2}[[round]]\nbets = ["1 17 5.00"]\ngiven = 0\n'
    (one,) = checked(tmp_path, HEAD + plays).findings
    assert (one.rule, one.least_cents) == ("minimum", 1000)
    last = '[[round]]\nlast = true\nbets = ["1 rojo 10.00"]\ngiven = 0\n'
    assert rows(checked(tmp_path, HEAD + last)) == [("1", 1, "rojo", "half", -500)]
    with pytest.raises(InspectionError, match="round 2: no round follows the last one"):
        checked(tmp_path, HEAD + last + ball)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "game must be one of french-roulette, .*got none"),
        ('game = "chess"', r"game must be one of .*\(got chess\)"),
        ("game = ", "record.toml: Invalid"),
        (HEAD, "must have rounds"),
        ('game = "craps"\nseats = 99999999', "seats must be 1 to 1000 .got 99999999"),
        (HEAD + "colour = 1\n[[round]]\ngiven = 1", "a head has .*got colour"),
        (HEAD + "rules = { minimum_cents = 0 }\n[[round]]\ngiven = 1", "minimum_cents must be 1 to"),
        (HEAD + "[[round]]\nbets = []", "round 1: given must say what fell"),
        (HEAD + "[[round]]\ngiven = 37", r"round 1: .*\[pocket, 1, II.1\] \(got"),
        (HEAD + '[[round]]\ngiven = "x"', "round 1: given: card must be"),
        (HEAD + '[[round]]\ngiven = 1\nbets = ["3 17 1.00"]', r"round 1: seat must be 1 to 2 \(got 3\)"),
        (HEAD + '[[round]]\ngiven = 1\nbets = ["1 17 1.001"]', "round 1: bets must be an amount in euros"),
        (HEAD + '[[round]]\ngiven = 1\nbets = ["1 17 -5"]', "round 1: bets must be above 0"),
        (HEAD + "[[round]]\ngiven = 1\nbets = [17]", "round 1: bets must be a list of texts"),
        (HEAD + "[[round]]\ngiven = 1\nstakes = []", "round 1: a round has .*got stakes"),
        (HEAD + "[[round]]\ngiven = 1\nlast = 1", "round 1: last must be true or false"),
        (HEAD + '[[round]]\ngiven = 1\nnull = ["x"]', "round 1: null must be object_in_the_wheel, .*got x"),
        (HEAD + "[[round]]\ngiven = 1\npass_dice = true", "dice are passed on at craps"),
        (HEAD + '[[round]]\ngiven = 0\nbets = ["1 par 10.00"]', "must have said half or prison of par"),
        (HEAD + '[[round]]\ngiven = 2\ndecisions = ["1 par half"]', "a decision must be asked for"),
        (
            HEAD + '[[round]]\ngiven = 0\nbets = ["1 par 10.00"]\ndecisions = ["1 par all"]',
            "a decision must be half or prison",
        ),
    ],
)  # fmt: skip
def test_a_record_that_is_none_is_refused_with_its_place_and_the_next_step(
    text: str, says: str, tmp_path: Path
) -> None:
    with pytest.raises(InspectionError, match=says) as error:
        checked(tmp_path, text)
    assert str(error.value).startswith("record.toml") and error.value.hint


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "must have a line with its columns"),
        ("round,given", "line 2: columns must be .*no seat"),
        ("round,given,seat,spot,stake,tip", "line 2: columns must be .*got 'tip'"),
        ("round,given,seat,spot,stake\n1,17,1,17,x", "line 3, round 1: stake must be an amount"),
        ("round,given,seat,spot,stake\n1,17,1,17,1,2", "line 3: a line must have 5 cells"),
        ("round,given,seat,spot,stake\n1,17,1,17,1\n2,3,,,\n1,17,,,", "line 5, round 1: lines of a round"),
        ("round,given,seat,spot,stake\n1,17,1,17,1\n1,18,,,", "line 4, round 1: given must be 17"),
        ("round,given,seat,spot,stake\n1,,1,17,1", "line 3, round 1: given must say what fell"),
        ("round,given,seat,spot,stake,event\n1,1,,,,bell", "line 3, round 1: event must be last, "),
    ],
)  # fmt: skip
def test_a_csv_that_is_none_is_refused_with_its_line(text: str, says: str, tmp_path: Path) -> None:
    with pytest.raises(InspectionError, match=says):
        checked(tmp_path, f'# game = "french-roulette"\n{text}', "record.csv")


def test_amounts_may_have_a_comma_and_one_place(tmp_path: Path) -> None:
    head = '# game = "boule"\nround;given;seat;spot;stake;paid;event\n'
    found = checked(tmp_path, f"{head}1;2;1;2;2,5;17.5;limits 5,00\n1;;1;par;3;+3,00;\n", "record.csv")
    assert [(row.cents, row.owed_cents) for row in found.rounds[0].rows] == [(250, 1750), (300, 300)]
    assert found.findings == () and found.record.rounds[0].limits_cents == 500


def test_a_game_without_a_cloth_is_refused() -> None:
    game = open_game("boule", {}, {})
    require_cloth(game, "f")
    del game.cloth  # type: ignore[attr-defined]
    with pytest.raises(InspectionError, match="must be of a game with a cloth"):
        require_cloth(game, "f")


def test_a_file_of_another_kind_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InspectionError, match=r"must be \.toml, \.csv \(got \.xlsx\)"):
        checked(tmp_path, "", "record.xlsx")
    (tmp_path / "latin.csv").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(InspectionError, match="must be UTF-8"):
        read_record(tmp_path / "latin.csv")


def of_case(game: str, case: Json) -> Record | None:
    """A record of a truth case, its refused bets among those that were taken; None where it asks for more."""
    declared: dict[str, int | str] = {}
    readings: dict[str, str] = {}
    for name, value in case.get("rules", {}).items():
        if name == "readings":
            readings |= value
        elif name.startswith("readings."):
            readings[name.removeprefix("readings.")] = value
        else:
            declared[name] = value
    rounds = []
    for number, play in enumerate(case.get("round", []), 1):
        if {"late", "limits_refused", "before", "limits"} & set(play) or "given" not in play:
            return None
        words = play["given"] if isinstance(play["given"], list) else str(play["given"]).split()
        refused = [one["bet"] for one in play.get("refused", [])]
        moves = [bet(text) for text in [*play.get("bets", []), *refused]]
        rounds.append(
            Round(
                f"round {number}", str(number),
                bets=[Stake(move.seat, move.spot, move.cents) for move in moves],
                given=tuple(map(str, words)), last=bool(play.get("last")),
                decisions=[Decision(*said(text)) for text in play.get("choices", [])],
            )
        )  # fmt: skip
    return (
        Record("f", "", game, declared, readings, case.get("seats", 1), {}, tuple(rounds)) if rounds else None
    )


def said(text: str) -> tuple[int, str, str, int]:
    """Seat, spot, word and cents of a choice."""
    move = choice(text)
    return move.seat, move.spot, move.word, move.cents


def settle_case(game: str, case: Json) -> bool:
    """Settle a truth case as a record: what is owed, lies and is refused must be what the text says."""
    record = of_case(game, case)
    if record is None:
        return False
    found = verify(record)
    for play, one in zip(case["round"], found.rounds, strict=True):
        for seat, change in play.get("won", {}).items():
            assert one.owed[int(seat)] == cents(change)
        lies = {(stake.seat, stake.spot): stake.cents for stake in one.lies}
        for seat, spots in play.get("lies", {}).items():
            for spot, amount in spots.items():
                assert lies.get((int(seat), spot), 0) == cents(amount), f"seat {seat} on {spot}"
        if "commission" in play:
            assert one.commission_cents == cents(play["commission"])
    rules = [refused["rule"] for play in case["round"] for refused in play.get("refused", [])]
    assert [one.rule for one in found.findings] == rules
    return True


def truth_cases() -> list[tuple[str, Json]]:
    found = []
    for path in sorted(TRUTH.glob("*.toml")):
        data = read_toml(path.read_text(encoding="utf-8"))
        found += [(data["game"], case) for case in data["case"]]
    return found


@pytest.mark.parametrize("every", [17, pytest.param(1, marks=pytest.mark.long)])
def test_cases_of_the_text_are_settled_as_records_too(every: int) -> None:
    cases = truth_cases()[::every]
    settled = sum(settle_case(game, case) for game, case in cases)
    assert settled > 0.8 * len(cases)


def test_a_coin_at_a_table_without_a_carrousel_is_refused_and_comes_to_nothing() -> None:
    name = "a table without a carrousel takes no coin"
    assert [settle_case(game, case) for game, case in truth_cases() if case["name"] == name] == [True]


PAI_GOW = (EXAMPLES / "pai_gow.toml").read_text(encoding="utf-8")


def test_pai_gow_says_what_every_hand_and_the_bank_is_owed() -> None:
    found = verify(read_record(EXAMPLES / "pai_gow.toml"))
    assert rows(found) == [
        ("1", 1, "stake", "won", 95_00), ("1", 2, "stake", "back", 0), ("1", 3, "stake", "lost", -20_00),
        ("2", 1, "bank", "bank", -95_00), ("2", 2, "stake", "won", 95_00),
    ]  # fmt: skip
    assert [one.commission_cents for one in found.rounds] == [5_00, 5_00]


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ('"1 stake 95.00"', '"1 stake 100.00"', None),
        ('0 = "Qd Js / Kh 9c 5h 4d 2s"', '0 = "9c Js / Kh Qd 5h 4d 2s"', "as the way casa sets them"),
        ('1 = "As Ks / 8d 8c 6s 3h 2d"', '1 = "As Ks / 8d 8c 6s 3h"', r"two and five cards \(got 2 and 4\)"),
        ('1 = "As Ks / 8d 8c 6s 3h 2d"', '1 = "As Kh / 8d 8c 6s 3h 2d"', "each once"),
        ("bank = 1", "bank = 4", "bank must be 0 to 3"),
        ("given = [2, 3, 5]", "given = [2, 3]", "faces"),
        ('3 = "9s 6h / Ts 7s 5c 4c 3s"\n', "", r"hands must be of places 0, 1, 2, 3 \(got 0, 1, 2\)"),
    ],
)
def test_a_deal_of_pai_gow_that_is_otherwise_is_named(
    old: str, new: str, says: str | None, tmp_path: Path
) -> None:
    assert old in PAI_GOW
    path = tmp_path / "pai_gow.toml"
    path.write_text(PAI_GOW.replace(old, new), encoding="utf-8")
    if says is None:
        (finding,) = verify(read_record(path)).findings
        assert (finding.paid_cents, finding.owed_cents, finding.article) == (100_00, 95_00, "16, VII")
        return
    with pytest.raises(InspectionError, match=says):
        verify(read_record(path))
