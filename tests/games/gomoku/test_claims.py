"""What the search calls won or lost is: judged by a plain exhaustive search, and by proofs of another kind."""

from __future__ import annotations

import random

import pytest

import orchard
from orchard.games.gomoku.evaluate.shapes import tables
from orchard.games.gomoku.evaluate.worth import weights
from orchard.games.gomoku.proofs import Prover
from orchard.games.gomoku.search.engine import KiteEngine
from orchard.games.gomoku.search.memory import SearchStyle
from orchard.games.gomoku.search.threat_solver import ThreatSolver
from tests.games.gomoku import slow_renju
from tests.games.gomoku.generate_threats import position as scattered
from tests.games.gomoku.slow_threats import Board, five_points
from tests.games.gomoku.tactics import random_position

SMALL = 6
EAGER = {  # leaves out far more than any player should
    "futility": 10,
    "razor": 0,
    "razor_step": 0,
    "razor_depth": 9,
    "counted": 20,
    "counted_forced": 20,
    "late": 300,
    "late_cut": 300,
    "singular": 2,
    "singular_margin": 1,
    "singular_less": 32,
    "pass_margin": 0,
    "likely": 0,
    "likely_step": 0,
    "newcomer": 1,
}
EMPTY = 9  # so many points are left free on the small board, so that every game from there can be played out


def crowded(dice: random.Random) -> orchard.Position:
    """A small board, nearly full, without a five."""
    game = orchard.game("gomoku", width=SMALL)
    while True:
        position = game.start()
        for move in dice.sample(game.board.moves, SMALL * SMALL - EMPTY):
            position = position.play(move)
            if position.is_over:
                break
        if not position.is_over:
            return position


def result(board: Board, me: str, known: dict[str, int]) -> int:
    """1, 0 or −1 for the side to move, by playing every game out; a full board is a draw."""
    if five_points(board, me):
        return 1
    if "-" not in board:
        return 0
    key = "".join(board) + me
    if key not in known:
        enemy = "O" if me == "X" else "X"
        known[key] = -1
        for move in five_points(board, enemy) or [square for square, cell in enumerate(board) if cell == "-"]:
            board[move] = me
            known[key] = max(known[key], -result(board, enemy, known))
            board[move] = "-"
            if known[key] == 1:
                break
    return known[key]


def searcher(**style: int) -> KiteEngine:
    return KiteEngine(tables(*weights("guess")), SearchStyle(**style), table_mb=1)


def claim(engine: KiteEngine, position: orchard.Position, nodes: int, unseen: list[int] | None = None) -> int:
    """1 where the search calls the position won, −1 lost, 0 for no claim."""
    engine.begin(position, 1, nodes)
    engine.overlook(unseen or [])
    found = engine.deepest(12)
    return 0 if found is None else (found.wins_in > 0) - (found.wins_in < 0)


def test_claims_are_true_on_boards_that_can_be_played_out() -> None:
    dice, engines = random.Random(3), [searcher(candidates=few, threats_off=off) for few in (1, 3) for off in (0, 1)]
    engines += [searcher(**EAGER), searcher(**EAGER, threats_off=1)]
    claims, eager_claims = 0, 0
    for _ in range(40):
        position = crowded(dice)
        truth = result(list(position.text[:-2]), position.text[-1], {})
        unseen = dice.sample(range(SMALL * SMALL), 20)
        for engine in engines:
            for overlooked in ([], unseen):
                said = claim(engine, position, 300, overlooked)
                assert said in (0, truth), (position.text, engine.style)
                claims += abs(said)
                eager_claims += abs(said) * (engine in engines[4:])
    assert claims > 150
    assert eager_claims > 50


@pytest.mark.parametrize("oversight", [0.0, 0.5])
@pytest.mark.parametrize("threats_off", [0, 1])
@pytest.mark.parametrize("candidates", [1, 24])
def test_claims_of_short_searches_are_confirmed_by_proofs_from_threats(
    candidates: int, threats_off: int, oversight: float
) -> None:
    """With one candidate or half of the points unseen, a search that took what it tried for all there is would be
    wrong again and again."""
    dice, prover = random.Random(8), Prover()
    engine = searcher(candidates=candidates, threats_off=threats_off)
    said, confirmed = {1: 0, -1: 0}, {1: 0, -1: 0}
    for _ in range(70):
        position = random_position(dice, 11, dice.randrange(6, 18))
        unseen = [square for square in range(11 * 11) if dice.random() < oversight]
        found = claim(engine, position, dice.choice([200, 1000, 4000]), unseen)
        if not found:
            continue
        said[found] += 1
        proved = (prover.win(position) is not None) - (prover.loss(position) is not None)
        assert proved in (0, found), position.text
        confirmed[found] += proved == found
    assert said[1] >= 12
    assert said[-1] >= 1
    assert all(confirmed[side] >= 0.9 * said[side] for side in said), (said, confirmed)


# ------------------------------------------------------------------------------------------------ other rule sets


def slow_five(cells: str, width: int, me: str, square: int, exact: bool) -> bool:
    """Whether a stone on an empty square makes five in a row, or, if exact, five and no more."""
    for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
        length = 1
        for sign in (1, -1):
            r, c = square // width + sign * down, square % width + sign * right
            while 0 <= r < width and 0 <= c < width and cells[r * width + c] == me:
                length += 1
                r, c = r + sign * down, c + sign * right
        if length == 5 or (length > 5 and not exact):
            return True
    return False


def slow_legal(cells: str, width: int, me: str, rule_set: str) -> list[int]:
    empty = [square for square, cell in enumerate(cells) if cell == "-"]
    if rule_set != "renju" or me == "O":
        return empty
    black = frozenset(divmod(square, width) for square, cell in enumerate(cells) if cell == "X")
    free = frozenset(divmod(square, width) for square in empty)
    return [square for square in empty if slow_renju.ban(black, free, divmod(square, width)) is None]


def true_result(cells: str, width: int, me: str, rule_set: str, known: dict[str, int]) -> int:
    """1, 0 or −1 for the side to move, by playing every game out; without a legal move it is a draw."""
    key = cells + me
    if key not in known:
        enemy, exact = ("O" if me == "X" else "X"), rule_set == "standard" or (rule_set == "renju" and me == "X")
        legal = slow_legal(cells, width, me, rule_set)
        if any(slow_five(cells, width, me, square, exact) for square in legal):
            known[key] = 1
        elif not legal:
            known[key] = 0
        else:
            known[key] = -1
            for square in legal:
                after = cells[:square] + me + cells[square + 1 :]
                known[key] = max(known[key], -true_result(after, width, enemy, rule_set, known))
                if known[key] == 1:
                    break
    return known[key]


def late_position(dice: random.Random, rule_set: str, width: int, empty: int) -> orchard.Position:
    """A crowded board without a win, with more in a row than chance would have."""
    game = orchard.game(f"gomoku:{width}:{rule_set}")
    while True:
        cells = ["-"] * (width * width)
        for square in range(width * width):
            near = [cells[s] for s in (square - 1, square - width, square - width - 1, square - width + 1) if s >= 0]
            lean = 0.5 + 0.12 * (near.count("X") - near.count("O"))
            cells[square] = "X" if dice.random() < lean else "O"
        for square in dice.sample(range(width * width), empty):
            cells[square] = "-"
        position = game.parse("".join(cells) + dice.choice([" X", " O"]))
        if not position.is_over:
            return position


@pytest.mark.parametrize("rule_set", ["standard", "renju"])
def test_claims_are_true_by_every_rule_set_on_boards_that_can_be_played_out(rule_set: str) -> None:
    dice = random.Random(rule_set)
    engines = [searcher(candidates=few, threats_off=off) for few in (1, 24) for off in (0, 1)] + [searcher(**EAGER)]
    prover, solver, said = Prover(), ThreatSolver(12), {1: 0, -1: 0}
    for _ in range(150):
        position = late_position(dice, rule_set, 7, 8)
        cells, me = position.text.split()
        truth = true_result(cells, 7, me, rule_set, {})
        for engine in engines:
            claimed = claim(engine, position, 400)
            assert claimed in (0, truth), (position.text, engine.style)
            said[truth] = said.get(truth, 0) + abs(claimed)
        for kind in ("vcf", "vct"):
            assert solver.solve(position, kind).result != "win" or truth == 1, (position.text, kind)
        win, loss = prover.win(position), prover.loss(position)
        assert win is None or truth == 1, position.text
        assert loss is None or truth == -1, position.text
        for found in (win, loss):
            after = position
            for move in found.line if found else ():
                after = after.play(move)  # every line is one that can be played
            assert found is None or after.is_over
    assert said[1] > 20
    assert said[-1] > 5


@pytest.mark.parametrize("rule_set", ["standard", "renju"])
def test_wins_by_threats_hold_in_the_open_by_every_rule_set(rule_set: str) -> None:
    """Whatever is called won is won against every legal reply: followed to the end on a board with room."""
    dice, solver, seen = random.Random(rule_set), ThreatSolver(14), {"black": 0, "white": 0}
    game = orchard.game(f"gomoku:9:{rule_set}")
    for _ in range(36):
        text = "".join(scattered(dice, 9, 16))
        position = game.parse(text + dice.choice([" X", " O"]))
        if position.is_over:
            continue
        proof = solver.solve(position, node_limit=20_000)
        if proof.result == "win" and proof.plies <= 5:
            seen[position.to_move] += 1
            assert wins(position, solver, proof.plies), position.text
    assert min(seen.values()) >= 3, seen


def wins(position: orchard.Position, solver: ThreatSolver, plies: int) -> bool:
    """Whether the side to move wins within so many plies by the solver's moves, whatever the replies."""
    proof = solver.solve(position, node_limit=50_000)
    if proof.result != "win" or plies < 1:
        return False
    after = position.play(position.game.board.moves[proof.line[0]])
    if after.is_over:
        return after.outcome is not None and after.outcome.winner == position.to_move
    replies = [after.play(move) for move in after.legal()]
    return all(not reply.is_over and wins(reply, solver, plies - 2) for reply in replies)


def test_a_four_that_black_may_not_answer_wins_for_white() -> None:
    """White has f5 g5 h5, stopped at e5. After j5 black must answer on i5, which would be six in a column."""
    stones = {**dict.fromkeys(["f5", "g5", "h5"], "O"), **dict.fromkeys(["e5", "i2", "i3", "i4", "i6", "i7"], "X")}
    renju, freestyle = orchard.game("gomoku:renju"), orchard.game("gomoku")
    text = "".join(stones.get(str(move), "-") for move in renju.board.moves)
    assert "i5" not in renju.parse(text + " X").legal()
    position = renju.parse(text + " O")
    proof = ThreatSolver(12).solve(position, "vcf")
    assert proof.result == "win"
    assert [renju.board.moves[square] for square in proof.line][::2] == ["j5", "i5"]
    assert ThreatSolver(12).solve(freestyle.parse(text + " O"), "vcf").result == "none"
    lost = Prover().loss(position.play("j5"))
    assert lost is not None
    assert lost.plies == 2
    assert lost.line[0] in position.play("j5").legal()
    choice = orchard.player("kite").choose(position, orchard.Limits(nodes=2000))
    assert (choice.move, choice.value) == ("j5", 1.0)
