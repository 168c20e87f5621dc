"""Compiles or loads the kernels while the page is already up.

On a new machine a second process compiles them into the cache, so that this one keeps answering; it reports each step
as a line on its output. On later starts they are only loaded, which takes a moment.
"""

import asyncio
import contextlib
import gc
import hashlib
import json
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import orchard
from orchard.core.errors import OrchardError
from orchard.play.warm_up import Step, player_steps, rules_steps, step_name
from orchard.shells.studio.compiling import CompileWatch


def all_games() -> list[orchard.Game]:
    return [orchard.game(name) for name in orchard.games()]


def wanted() -> Iterator[tuple[str, orchard.Game]]:
    """The players people meet first: the levels from the easiest up, then those who analyse."""
    from orchard.players.level import LEVELS
    from orchard.study.analysis import analyst_of

    games = all_games()
    yield from ((f"level:{number}", game) for number in LEVELS for game in games)
    yield from ((analyst_of(game), game) for game in games)


def steps() -> list[Step]:
    """What has to be ready, the most wanted first: the rules, then players."""
    return [*rules_steps(all_games()), *player_steps(wanted())]


def stamp_file() -> Path:
    """A file that is there once everything was compiled. Its name changes whenever a kernel might."""
    from orchard.core.jit import cache_root, source_hash

    digest = hashlib.sha256(sys.version.encode())
    package = Path(orchard.__file__).parent
    for folder in ("core", "search", "games", "players"):
        for file in sorted((package / folder).rglob("*.py")):
            digest.update(file.read_bytes())
    kernels = source_hash(package / "core" / "jit.py")  # knows the Numba version and processor
    return cache_root() / f"ready-{digest.hexdigest()[:16]}-{kernels}"


def load_early() -> None:
    """Begin to load what the first move needs, if it was compiled before, while the web server is imported.

    The server's own start loads the same again, which is then only a wait. What fails here fails there too, where it
    is reported.
    """

    def load() -> None:
        with contextlib.suppress(OSError, OrchardError):
            if stamp_file().exists():
                first = all_games()[:1]
                for step in [*rules_steps(all_games()), next(player_steps(("level:1", game) for game in first))]:
                    step.do()

    # Numba asks for BLAS, which no kernel here uses: where SciPy is installed, importing it takes a fifth of a second.
    sys.modules.setdefault("scipy.linalg", None)  # type: ignore[arg-type]
    threading.Thread(target=load, daemon=True).start()


class Warmup:
    """How far the start has come. `rules_ready` is set as soon as requests about positions can be answered."""

    def __init__(self) -> None:
        self.rules_ready = asyncio.Event()
        self.done = asyncio.Event()
        self.compiling = False
        self.step, self.steps, self.name = 0, 1, "start"
        self.problem = ""
        self._to_compile: set[str] = set()  # steps that the other process has not done yet
        self._changed = asyncio.Condition()
        self.listeners: set[Callable[[dict[str, Any]], None]] = set()
        self._process: asyncio.subprocess.Process | None = None
        self._stopped = threading.Event()
        self.compiler = CompileWatch(self._tell)  # of players that are used for the first time later on

    def state(self) -> dict[str, Any]:
        return {
            "ready": self.rules_ready.is_set(),
            "all_ready": self.done.is_set(),
            "compiling": self.compiling,
            "step": self.step,
            "steps": self.steps,
            "name": self.name,
            "problem": self.problem,
            "kernels": self.compiler.now,
        }

    async def run(self) -> None:
        loop = asyncio.get_running_loop()
        try:
            stamp = await loop.run_in_executor(None, stamp_file)
            if not stamp.exists():
                self.compiling = True
                self._to_compile = {step.name for step in steps()}
                await self._compile_elsewhere()
                self.compiling = False
                await self._compiled(self._to_compile)
            await loop.run_in_executor(None, self.compiler.start, loop)
            await loop.run_in_executor(None, self._load_here, loop)
            if not self.problem:
                stamp.touch()
        except OSError as error:
            self.problem = str(error)
            await self._compiled(self._to_compile)
        self.rules_ready.set()
        self.done.set()
        self._tell()

    def stop(self) -> None:
        self._stopped.set()
        self.compiler.stop()
        if self._process is not None and self._process.returncode is None:
            self._process.terminate()

    async def _compile_elsewhere(self) -> None:
        self._process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "orchard.shells.studio.warmup", stdout=asyncio.subprocess.PIPE
        )
        assert self._process.stdout is not None
        async for line in self._process.stdout:
            try:
                report = json.loads(line)
            except ValueError:
                continue  # something else that was printed
            await self._compiled({self.name})
            self.step, self.steps, self.name = report["step"], report["steps"], report["name"]
            if self.name == "rules ready":
                await asyncio.get_running_loop().run_in_executor(None, self._load_rules)
                self.rules_ready.set()
            self._tell()
        await self._process.wait()

    async def _compiled(self, names: set[str]) -> None:
        async with self._changed:
            self._to_compile = self._to_compile - names
            self._changed.notify_all()

    async def wait_for(self, spec: str, game: orchard.Game) -> None:
        """Wait until a player can play a game at once, rather than compile the same a second time here."""
        await self.rules_ready.wait()
        step = step_name(spec, game)
        async with self._changed:
            await self._changed.wait_for(lambda: step not in self._to_compile)

    def is_ready(self, spec: str, game: orchard.Game) -> bool:
        return step_name(spec, game) not in self._to_compile

    def _load_rules(self) -> None:
        for step in rules_steps(all_games()):
            step.do()

    def _load_here(self, loop: asyncio.AbstractEventLoop) -> None:
        self._load_rules()
        loop.call_soon_threadsafe(self.rules_ready.set)
        todo = steps()
        for number, step in enumerate(todo, 1):
            if self._stopped.is_set():
                return
            self.step, self.steps, self.name = number, len(todo), step.name
            loop.call_soon_threadsafe(self._tell)
            try:
                step.do()
            except OrchardError as error:
                self.problem = f"{step.name}: {error}"
        _load_puzzles()
        gc.collect()
        gc.freeze()  # what has been loaded stays: no answer waits while it is searched for garbage

    def _tell(self) -> None:
        for listener in list(self.listeners):
            listener(self.state())


def _load_puzzles() -> None:
    """Read them, and import what chooses among them, while nobody waits for one.

    What cannot be read is reported where it is asked for."""
    from orchard.study import opening_lines, progress  # noqa: F401
    from orchard.study.puzzle_files import by_id
    from orchard.study.puzzles import offered

    for game in all_games():
        with contextlib.suppress(OrchardError):
            by_id(game)
            offered(game)


def main() -> None:
    """Compile everything once, a line of JSON before each step."""
    todo, rules = steps(), len(all_games())
    for number, step in enumerate(todo, 1):
        _report(number, len(todo), step.name)
        try:
            step.do()
        except OrchardError as error:
            print(f"orchard: {step.name}: {error}", file=sys.stderr)
        if number == rules:
            _report(number, len(todo), "rules ready")


def _report(step: int, steps: int, name: str) -> None:
    print(json.dumps({"step": step, "steps": steps, "name": name}), flush=True)


if __name__ == "__main__":
    main()
