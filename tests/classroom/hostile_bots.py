"""Thirty and more hostile bots, each with what must become of it. A bot that gets what it wants says 'GOT IN'.

`DOOR` are refused when they are handed in, by this kind of reason. The others are taken and judged behind the walls:
"accepted" are those whose attacks came to nothing, so that they could only play; the others lost by these verdicts.
"""

from __future__ import annotations

import io
import stat
import zipfile
from dataclasses import dataclass
from pathlib import Path

BOTS = Path(__file__).parents[1] / "bots"
SECRET = "s3cret-of-the-class"
# what bots of the walls' tests print when they got something: here they end with it, which a verdict shows
CAUGHT = """
def print(*words, **_):
    if str(words[0]).startswith(("GOT", "wrote", "is root")):
        raise SystemExit("GOT IN " + " ".join(map(str, words)))
"""
PLAYS = "\n\ndef choose(position, limits):\n    attack()\n    return position.legal()[0]\n"


@dataclass(frozen=True)
class Hostile:
    data: bytes
    ends: tuple[str, ...]  # "accepted", or the verdicts that refuse it, or the kind of reason at the door
    file: str = "bot.py"
    at_the_door: bool = False
    denied: bool = False  # whether what it asked for stands in the audit log


def zipped(*entries: tuple[str | zipfile.ZipInfo, str | bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in entries:
            archive.writestr(name, data)
    return out.getvalue()


def special(name: str, mode: int) -> zipfile.ZipInfo:
    entry = zipfile.ZipInfo(name)
    entry.external_attr = (mode | 0o777) << 16
    return entry


def door(kind: str, *entries: tuple[str | zipfile.ZipInfo, str | bytes]) -> Hostile:
    return Hostile(zipped(("bot.py", "def choose(position, limits): pass"), *entries), (kind,), "bot.zip", True)


def engine(words: str) -> Hostile:
    return Hostile(zipped(("engine.txt", words), ("engine.py", "print()")), ("engine_file",), "bot.zip", True)


def plays(attack: str, *, denied: bool = False) -> Hostile:
    """A bot whose attack comes to nothing: it is accepted."""
    lines = "".join(f"    {line}\n" for line in attack.strip().splitlines())
    return Hostile((f"import os, sys\n\n\ndef attack():\n{lines}{PLAYS}").encode(), ("accepted",), denied=denied)


def loses(attack: str, *verdicts: str) -> Hostile:
    return Hostile(plays(attack).data, verdicts)


def known(name: str, *ends: str, targets: str = "") -> Hostile:
    """A bot of the tests of the walls."""
    source = CAUGHT + (BOTS / f"{name}.py").read_text(encoding="utf-8")
    return Hostile(zipped(("bot.py", source), ("targets", targets)), ends or ("accepted",), "bot.zip")


def reads(*places: str) -> str:
    """Look for the secret in files."""
    return f"""
for place in {places!r}:
    try:
        text = open(place, "rb").read(1 << 20)
    except OSError:
        continue
    if {SECRET!r}.encode() in text or text.startswith(b"SQLite") or b"of another team" in text:
        raise SystemExit("GOT IN " + place)
"""


def hostile_bots(folder: Path, port: int) -> dict[str, Hostile]:
    """All of them, against the class in `folder` whose server listens on `port`."""
    files = [str(path) for path in sorted(folder.rglob("*")) if path.is_file()]
    theirs = [path for path in files if "/submissions/" in path]
    return {
        # ------------------------------------------------------------------------ refused at the door
        "a_link_in_a_zip": door("link", (special("data", stat.S_IFLNK), str(folder / "class.toml"))),
        "a_device_in_a_zip": door("link", (special("data", stat.S_IFCHR), "")),
        "a_path_out_of_the_folder": door("name", ("../../../class.toml", "title = 'mine'")),
        "a_path_from_the_root": door("name", ("/etc/cron.d/mine", "* * * * * root sh")),
        "a_file_that_is_a_folder": door("name", ("data", "x"), ("data/more", "x")),
        "a_zip_bomb": door("bomb", ("zeros", bytes(101 << 20))),
        "an_engine_outside": engine("gtp: /bin/sh -c 'cat /etc/passwd'"),
        "an_engine_of_another_team": engine(f"gtp: python3 {theirs[0]}"),
        # ------------------------------------------------------------------------ files and secrets
        "reads_other_submissions": plays(reads(*theirs), denied=True),
        "reads_the_database": plays(reads(str(folder / "class.db"), str(folder / "class.db-wal")), denied=True),
        "reads_the_settings": plays(reads(str(folder / "class.toml")), denied=True),
        "lists_the_class": plays(
            f"""
for place in ({str(folder)!r}, {str(folder / "submissions")!r}):
    try:
        if len(os.listdir(place)) > 1:
            raise SystemExit("GOT IN " + place)
    except OSError:
        pass
"""
        ),
        "reads_the_environment_of_the_worker": plays(
            f"""
seen = str(dict(os.environ))
for pid in filter(str.isdecimal, os.listdir("/proc")):
    for name in ("environ", "cmdline"):
        try:
            seen += open(f"/proc/{{pid}}/{{name}}").read()
        except OSError:
            pass
if {SECRET!r} in seen:
    raise SystemExit("GOT IN")
"""
        ),
        "writes_its_own_stored_files": plays(
            """
for how in (lambda: open(__file__, "a"), lambda: os.chmod(__file__, 0o777), lambda: os.remove(__file__),
            lambda: os.mkdir(os.path.dirname(__file__) + "/new")):
    try:
        how()
        raise SystemExit("GOT IN")
    except OSError:
        pass
"""
        ),
        "links_to_the_database": plays(
            f"os.symlink({str(folder / 'class.db')!r}, 'link')\n" + reads("link", "/proc/self/cwd/link")
        ),
        "modules_that_python_loads_at_its_start": Hostile(
            zipped(
                (
                    "bot.py",
                    "import builtins\n"
                    + plays("if hasattr(builtins, 'evil'): raise SystemExit('GOT IN')").data.decode(),
                ),
                *(
                    (f"{name}.py", "import builtins\nbuiltins.evil = 1\n")
                    for name in ("sitecustomize", "usercustomize")
                ),
                ("evil.pth", "import builtins; builtins.evil = 1\n"),
                ("pyvenv.cfg", "home = /tmp\n"),
            ),
            ("accepted",),
            "bot.zip",
        ),
        "an_orchard_of_its_own": Hostile(
            zipped(
                ("bot.py", "import orchard" + PLAYS.replace("attack()", "pass")),
                ("orchard/__init__.py", f"open({str(folder / 'shadowed')!r}, 'w')\n"),
                ("orchard/core/__init__.py", ""),
            ),
            ("accepted", "crash"),
            "bot.zip",
        ),
        "leaves_by_proc_root": known("leaves_by_proc_root", targets=f"{folder}/class.toml\n{folder}/class.db"),
        "reaches_out_of_its_descriptors": known("reaches_out_of_its_descriptors", targets=f"{folder}/class.toml"),
        "writes_where_it_can": known("writes_where_it_can"),
        "plants_modules": known("plants_modules"),
        "poisons_the_kernels": known("poisons_the_kernels"),
        # ------------------------------------------------------------------------ network and processes
        "calls_the_server": plays(
            f"""
import socket
for host, port in (("127.0.0.1", {port}), ("::1", {port}), ("10.0.0.1", 80)):
    try:
        with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as line:
            line.settimeout(0.2)
            line.connect((host, port))
            raise SystemExit("GOT IN")
    except OSError:
        pass
""",
            denied=True,
        ),
        "looks_into_other_processes": known("looks_into_other_processes"),
        "kills_everyone": known("kills_everyone", "accepted", "crash"),
        "kills_the_worker": loses("os.kill(os.getppid(), 9)\nos.kill(1, 9)\nos.kill(0, 9)", "crash"),
        "raises_its_limits": known("raises_its_limits"),
        "fork_bomb": known("fork_bomb", "time", "crash", "memory"),
        "leaves_a_process_behind": plays(
            """
import time
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        time.sleep(600)
    os._exit(0)
"""
        ),
        "eats_memory": known("eats_memory", "memory"),
        "fills_the_disk": plays(
            """
piece, written = bytes(1 << 20), 0
for place in ("/tmp/fill", os.path.dirname(__file__) + "/fill", "/var/tmp/fill", "/dev/fill"):
    try:
        with open(place, "wb") as file:
            for _ in range(200):
                file.write(piece)
                file.flush()
            raise SystemExit("GOT IN")
    except OSError:
        pass
"""
        ),
        "hangs": loses("import signal\nsignal.signal(signal.SIGTERM, signal.SIG_IGN)\nwhile True: pass", "time"),
        # ------------------------------------------------------------------------ the conversation
        "huge_output": known("floods_its_output"),
        "forged_lines": known("answers_in_advance", "protocol"),
        "forged_answers": known("forges_the_next_answer", "protocol", "accepted"),
        "forged_status": known("forges_the_status", "protocol", "accepted"),
        "an_answer_that_is_a_trap": known("answers_with_a_trap", "crash", "illegal", "protocol"),
        "an_answer_to_unpickle": Hostile(
            b"import os\n\n\nclass Trap:\n    def __reduce__(self):\n"
            b"        return os.system, ('touch /tmp/pickled',)\n\n\n"
            b"def choose(position, limits):\n    return Trap()\n",
            ("illegal", "protocol", "crash"),
        ),
        "closes_the_conversation": known("closes_the_conversation", "crash", "protocol"),
        "writes_its_own_verdict": loses(
            "import __main__\n__main__.failure = lambda *_: {'passed': True}\nraise RuntimeError('mine')",
            "protocol",
        ),
    }
