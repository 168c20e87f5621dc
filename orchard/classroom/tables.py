"""What all tables of a class share. Files of this folder whose names end with `_tables` hold the tables themselves.

All names begin with `class_`: the tables stand in one database with those of `play/schema.py`, which keep the games.
"""

import importlib
import pkgutil
from pathlib import Path

from sqlalchemy import BigInteger, Column, ForeignKey, Integer, MetaData, Table, Text

Name = Text().with_variant(Text(collation="C"), "postgresql")  # compared byte by byte on both systems
Key = BigInteger().with_variant(Integer, "sqlite")  # SQLite numbers only INTEGER keys by itself

TABLES = MetaData()

SCHEMA = Table(
    "class_schema",
    TABLES,
    Column("version", Integer, primary_key=True, autoincrement=False),
    Column("orchard", Text, nullable=False),  # the release that wrote it
    Column("made", Text, nullable=False),
)


def reference(name: str, to: str, *, required: bool = True, primary_key: bool = False) -> Column[int]:
    """A column that names a row of another table, and goes when that goes."""
    link = ForeignKey(to, ondelete="CASCADE")
    return Column(name, Key, link, nullable=not required and not primary_key, primary_key=primary_key)


def all_tables() -> MetaData:
    """The tables of every file here that holds some."""
    for entry in pkgutil.iter_modules([str(Path(__file__).parent)]):
        if entry.name.endswith("_tables"):
            importlib.import_module(f"orchard.classroom.{entry.name}")
    return TABLES
