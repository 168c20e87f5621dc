"""Getting the compiled kernels ready while the page is already up.

On a fresh machine a second process compiles them into the cache, so that this one keeps answering; it reports each
step as a line on its output. On later starts they are only loaded, which takes a moment.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import json
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import orchard
from orchard.core.choice import Limits
from orchard.core.errors import OrchardError
from orchard.core.player import Player

Step = tuple[str, Callable[[], Any]]


def think_once(spec: str, game: str) -> None:
    """Let a player make its first moves, so that all it needs is compiled."""
    player: Player = orchard.player(spec)
    try:
        position = orchard.game(game).start()
        player.choose(position, Limits(playouts=2, depth=1, seconds=0.05))
        player.choose(position.play(position.legal()[0]), Limits(seconds=0.02))
    finally:
        player.close()


def steps() -> Iterator[Step]:
    """What has to be ready, the most wanted first: the rules, then the levels from the easiest up, then the rest."""
    from orchard.players.level import LEVELS
    from orchard.study.analysis import analyst_of

    games = [orchard.game(name) for name in orchard.games()]
    for game in games:
        yield f"rules:{game.name}", game.start().legal
    wanted = [(f"level:{number}", game) for number in LEVELS for game in games]
    wanted += [(analyst_of(game), game) for game in games]
    seen: set[str] = set()
    for spec, game in wanted:
        step = step_of(spec, game)
        if step not in seen:
            seen.add(step)
            yield step, lambda spec=spec, game=game: think_once(spec, game.name)  # type: ignore[misc]


def step_of(spec: str, game: orchard.Game) -> str:
    """The step after which a player can play a game without compiling anything."""
    if spec.startswith("level:"):
        from orchard.players.level import rung

        spec = rung(game, orchard.player(spec).options["number"]).spec
    name, _, settings = spec.partition(":")
    one_ply = "depth=1" in settings.split(",")  # needs less than a search
    return f"{name}{' one ply' * one_ply}:{game.base_name}"


def source_stamp() -> str:
    """Changes whenever a kernel might: a hash of all sources."""
    digest = hashlib.sha256(sys.version.encode())
    package = Path(orchard.__file__).parent
    for folder in ("core", "search", "games", "players"):
        for file in sorted((package / folder).rglob("*.py")):
            digest.update(file.read_bytes())
    return digest.hexdigest()[:16]


def stamp_file() -> Path:
    from orchard.core.jit import cache_root, source_hash

    kernels = source_hash(Path(orchard.__file__).parent / "core" / "jit.py")  # knows the Numba version and processor
    return cache_root() / f"ready-{source_stamp()}-{kernels}"


def load_early() -> None:
    """Begin to load what the first move needs, if it was compiled before, while the web server is imported.

    The start proper loads the same again, which is then only a wait. What goes wrong here goes wrong there too, where
    it is told.
    """

    def load() -> None:
        with contextlib.suppress(OSError, OrchardError):
            if stamp_file().exists():
                for name, work in steps():
                    work()
                    if name.endswith(f":{orchard.games()[0]}") and not name.startswith("rules:"):
                        return

    # Numba asks for BLAS, which no kernel here uses: where SciPy is installed, importing it takes a fifth of a second.
    sys.modules.setdefault("scipy.linalg", None)  # type: ignore[arg-type]
    threading.Thread(target=load, daemon=True).start()


class Warmup:
    """Where the start has come to. `rules_ready` is set as soon as positions can be answered."""

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

    def state(self) -> dict[str, Any]:
        return {
            "ready": self.rules_ready.is_set(),
            "all_ready": self.done.is_set(),
            "compiling": self.compiling,
            "step": self.step,
            "steps": self.steps,
            "name": self.name,
            "problem": self.problem,
        }

    async def run(self) -> None:
        loop = asyncio.get_running_loop()
        try:
            stamp = await loop.run_in_executor(None, stamp_file)
            if not stamp.exists():
                self.compiling = True
                self._to_compile = {name for name, _ in steps()}
                await self._compile_elsewhere()
                self.compiling = False
                await self._compiled(self._to_compile)
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
        step = step_of(spec, game)
        async with self._changed:
            await self._changed.wait_for(lambda: step not in self._to_compile)

    def is_ready(self, spec: str, game: orchard.Game) -> bool:
        return step_of(spec, game) not in self._to_compile

    def _load_rules(self) -> None:
        for name, work in steps():
            if name.startswith("rules:"):
                work()

    def _load_here(self, loop: asyncio.AbstractEventLoop) -> None:
        self._load_rules()
        loop.call_soon_threadsafe(self.rules_ready.set)
        todo = list(steps())
        for number, (name, work) in enumerate(todo, 1):
            if self._stopped.is_set():
                return
            self.step, self.steps, self.name = number, len(todo), name
            loop.call_soon_threadsafe(self._tell)
            try:
                work()
            except OrchardError as error:
                self.problem = f"{name}: {error}"

    def _tell(self) -> None:
        for listener in list(self.listeners):
            listener(self.state())


def main() -> None:
    """Compile everything once, a line of JSON before each step."""
    todo = list(steps())
    rules = sum(name.startswith("rules:") for name, _ in todo)
    for number, (name, work) in enumerate(todo, 1):
        print(json.dumps({"step": number, "steps": len(todo), "name": name}), flush=True)
        try:
            work()
        except OrchardError as error:
            print(f"orchard: {name}: {error}", file=sys.stderr)
        if number == rules:
            print(json.dumps({"step": number, "steps": len(todo), "name": "rules ready"}), flush=True)


if __name__ == "__main__":
    main()
