"""The command line: finds the commands, and turns errors into one line and an exit code.

A command is a file in `shells/commands/` with a click command of the same name, see `_found.py`. Exit codes: 0
success, 2 for a user's error (one line on stderr), 1 for an internal error.
"""

import contextlib
import os
import re
import sys
from typing import Any

import click

import orchard
from orchard.shells import commands
from orchard.shells.commands._found import FoundCommands, ReaderGoneError

BOARD_TEXT = re.compile(r"-[-.XO*#BW/|\s]{7,}.*", re.IGNORECASE | re.DOTALL)


@click.group(
    cls=FoundCommands,
    package=commands,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(orchard.__version__, prog_name="orchard")
def orchard_command() -> None:
    """Play, study and train game-tree AIs for Reversi, Reversed Reversi, Gomoku and other board games.

    \b
    Example:
      orchard show reversi --moves f5d6c3
    """


def main(arguments: list[str] | None = None) -> None:
    # A board text often begins with empty squares, '--------'; the space keeps it from being read as an option.
    arguments = [" " + a if BOARD_TEXT.fullmatch(a) else a for a in (sys.argv[1:] if arguments is None else arguments)]
    with contextlib.suppress(AttributeError):  # no stream at all, or one of a test
        sys.stdout.reconfigure(errors="replace")  # type: ignore[union-attr]
    try:
        result: Any = orchard_command.main(arguments, prog_name="orchard", standalone_mode=False)
        if sys.stdout is not None:
            sys.stdout.flush()
        raise SystemExit(result if isinstance(result, int) else 0)
    except click.exceptions.Exit as stop:
        raise SystemExit(stop.exit_code) from None
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.format_message(), err=True)
        raise SystemExit(2) from None
    except click.ClickException as error:
        context = getattr(error, "ctx", None)
        hint = f" (see {context.command_path} --help)" if context is not None else ""
        _fail(error.format_message().rstrip(".") + hint)
    except orchard.OrchardError as error:
        print(getattr(error, "traceback", ""), end="", file=sys.stderr)
        _fail(_told(error))
    except (click.Abort, KeyboardInterrupt):
        print("orchard: stopped", file=sys.stderr)
        raise SystemExit(130) from None
    except (BrokenPipeError, ReaderGoneError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise SystemExit(0) from None
    except OSError as error:  # a folder that cannot be made, a full disk
        if error.strerror is None:
            raise
        _fail(f"{error.filename}: {error.strerror}" if error.filename else error.strerror)
    except MemoryError:
        _fail("out of memory: use a smaller table or fewer threads")


def _told(error: orchard.OrchardError) -> str:
    """What went wrong, and with whom where a bot is at fault."""
    player, answer = getattr(error, "player", ""), getattr(error, "answer", None)
    if not player:
        return str(error)
    return f"{player} {error}" if answer is None else f"{player} answered {answer!r}: {error}"


def _fail(message: str) -> None:
    print("orchard: " + " ".join(message.split()), file=sys.stderr)
    raise SystemExit(2) from None


if __name__ == "__main__":
    main()
