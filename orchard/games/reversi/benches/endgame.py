"""The published endgame suite FFO 40 to 49, solved exactly: a wrong score or move stops it."""

import time
from collections.abc import Iterator

from orchard.core.bench import Row
from orchard.games import game as find_game

SLOW = True

# board and side to move, score, best moves
FFO = {
    40: ("O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X", 38, ("a2",)),
    41: ("-OOOOO----OOOOX--OOOOOO-XXXXXOO--XXOOX--OOXOXX----OXXO---OOO--O- X", 0, ("h4",)),
    42: ("--OOO-------XX-OOOOOOXOO-OOOOXOOX-OOOXXO---OOXOO---OOOXO--OOOO-- X", 6, ("g2",)),
    43: ("--XXXXX---XXXX---OOOXX---OOXXXX--OOXXXO-OOOOXOO----XOX----XXXXX- O", -12, ("g3", "c7")),
    44: ("--O-X-O---O-XO-O-OOXXXOOOOOOXXXOOOOOXX--XXOOXO----XXXX-----XXX-- O", -14, ("d2", "b8")),
    45: ("---XXXX-X-XXXO--XXOXOO--XXXOXO--XXOXXO---OXXXOO-O-OOOO------OO-- X", 6, ("b2",)),
    46: ("---XXX----OOOX----OOOXX--OOOOXXX--OOOOXX--OXOXXX--XXOO---XXXX-O- X", -8, ("b3",)),
    47: ("-OOOOO----OOOO---OOOOX--XXXXXX---OXOOX--OOOXOX----OOXX----XXXX-- O", 4, ("g2",)),
    48: ("-----X--X-XXX---XXXXOO--XOXOOXX-XOOXXX--XOOXX-----OOOX---XXXXXX- O", 28, ("f6",)),
    49: ("--OX-O----XXOO--OOOOOXX-OOOOOX--OOOXOXX-OOOOXX-----OOX----X-O--- X", 16, ("e1",)),
}


def rows(repeat: int) -> Iterator[Row]:
    """The suite once, whatever `repeat` says, on one thread; a last row for all of it."""
    done = []
    for row in ffo_rates():
        done.append(row)
        yield row
    nodes, seconds = sum(row["count"] for row in done), sum(row["seconds"] for row in done)
    yield {"what": "all ten", "game": "reversi", "count": nodes, "seconds": seconds, "rate": nodes / seconds}


def ffo_rates(threads: int = 1, table_mb: int = 64, numbers: tuple[int, ...] = tuple(FFO)) -> Iterator[Row]:
    """Solve the suite, each position with an empty table; one row each as it is solved."""
    from orchard.games.reversi.search.endgame import Solver

    reversi = find_game("reversi")
    Solver("reversi", 1).solve(*_warm_up())  # kernels are loaded or compiled before the clock starts
    for number in numbers:
        text, score, moves = FFO[number]
        position = reversi.parse(text)
        solver = Solver("reversi", table_mb)
        cpu, began = time.process_time(), time.perf_counter()
        solution = solver.solve(position.own, position.enemy, threads=threads)
        cpu, seconds = time.process_time() - cpu, time.perf_counter() - began
        move = reversi.board.moves[solution.move] if solution.move is not None else None
        if solution.score != score or move not in moves:
            raise AssertionError(f"FFO {number} is {score:+} by {' or '.join(moves)}, not {solution.score} by {move}")
        yield {
            "what": f"FFO {number}",
            "game": "reversi",
            "empties": 64 - (position.own | position.enemy).bit_count(),
            "score": score,
            "move": str(move),
            "count": solution.nodes,
            "seconds": seconds,
            "cpu_s": cpu,
            "rate": solution.nodes / seconds,
            "proved": "the published score",
        }


def _warm_up() -> tuple[int, int]:
    position = find_game("reversi").parse(FFO[40][0])
    for move in ("a2", "b1", "c1", "pass", "b6", "c7", "a7", "b7"):
        position = position.play(move)
    return position.own, position.enemy
