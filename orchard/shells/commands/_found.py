"""Commands are found by file name, so that a new command is one new file; a folder is a group of commands.

A name that Python keeps for itself ends with an underscore in the file system: `class_/` is `orchard class`.
"""

import difflib
import importlib
import keyword
import pkgutil
from types import ModuleType
from typing import Any

import click


class ReaderGoneError(Exception):
    """A pager or `head` closed the pipe. Not an OSError: click would turn a broken pipe into exit code 1."""


class FoundCommands(click.Group):
    """A group whose commands are the files of a package that do not begin with an underscore."""

    def __init__(self, *arguments: Any, package: ModuleType | str, **settings: Any) -> None:
        super().__init__(*arguments, **settings)
        self.package = importlib.import_module(package) if isinstance(package, str) else package

    def list_commands(self, context: click.Context) -> list[str]:
        found = pkgutil.iter_modules(self.package.__path__)
        return sorted(entry.name.removesuffix("_") for entry in found if entry.name[0] != "_")

    def get_command(self, context: click.Context, name: str) -> click.Command | None:
        names = self.list_commands(context)
        if name not in names:
            close = difflib.get_close_matches(name.lower(), names, 1)
            if close:
                raise click.UsageError(f"no command {name!r}; did you mean {close[0]!r}?", context)
            return None
        file = f"{name}_" if keyword.iskeyword(name) else name
        command: click.Command = getattr(importlib.import_module(f"{self.package.__name__}.{file}"), file)
        return command

    def invoke(self, context: click.Context) -> Any:
        try:
            return super().invoke(context)
        except BrokenPipeError:
            raise ReaderGoneError from None
