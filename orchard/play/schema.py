"""The tables of games, reviews, players, leagues, ratings and learners, the same on SQLite and on PostgreSQL."""

from sqlalchemy import BigInteger, Column, Double, ForeignKey, Index, Integer, MetaData, Table, Text, UniqueConstraint

VERSION = 7  # a change of the tables adds one here and a step in upgrade.py
UNFINISHED = ""  # the winner of a game without an end

# Compared byte by byte on both systems, so that dates sort as dates whatever the server's language is.
Name = Text().with_variant(Text(collation="C"), "postgresql")
Key = BigInteger().with_variant(Integer, "sqlite")  # SQLite numbers only INTEGER keys by itself

TABLES = MetaData()

SCHEMA = Table(
    "orchard_schema",
    TABLES,
    Column("version", Integer, primary_key=True, autoincrement=False),
    Column("orchard", Text, nullable=False),  # the release that wrote it
    Column("made", Text, nullable=False),
)

PLAYERS = Table(
    "players",
    TABLES,
    Column("key", Key, primary_key=True),
    Column("spec", Name, nullable=False),
    Column("version", Name, nullable=False),  # hash of the versions it played under
    UniqueConstraint("spec", "version"),
)

LEAGUES = Table(
    "leagues",
    TABLES,
    Column("key", Key, primary_key=True),
    Column("name", Name, nullable=False, unique=True),
    Column("settings", Text, nullable=False),  # JSON
    Column("created", Name, nullable=False),
    Column("finished", Name),
)

GAMES = Table(
    "games",
    TABLES,
    Column("key", Key, primary_key=True),
    Column("id", Name, nullable=False, unique=True),
    Column("game", Name, nullable=False),
    Column("black", Key, ForeignKey("players.key"), nullable=False),
    Column("white", Key, ForeignKey("players.key"), nullable=False),
    Column("start", Text, nullable=False),
    Column("opening", Text, nullable=False),
    Column("winner", Name),  # null: a draw; UNFINISHED: nobody yet
    Column("score", Integer, nullable=False),
    Column("verdict", Name, nullable=False),
    Column("fault", Text),  # JSON
    Column("seed", Text, nullable=False),  # as digits: seeds may use all 64 bits, which no SQL integer holds
    Column("started", Name, nullable=False),
    Column("seconds", Double, nullable=False),
    Column("versions", Text, nullable=False),  # JSON
    Column("output", Text, nullable=False),  # JSON
    Column("swap2", Text),  # JSON; only where a game was opened that way
    Column("league", Key, ForeignKey("leagues.key")),
    Column("number", Key),
    Column("owner", Text),  # whose game it is, where somebody played it in a browser: a name that the browser made up
    UniqueConstraint("league", "number"),
    Index("games_by_date", "started", "key"),
    Index("games_by_game", "game", "started"),
    Index("games_by_black", "black", "started"),
    Index("games_by_white", "white", "started"),
    Index("games_by_owner", "owner", "started"),
)

MOVES = Table(
    "moves",
    TABLES,
    Column("game", Key, ForeignKey("games.key", ondelete="CASCADE"), primary_key=True),
    Column("ply", Integer, primary_key=True),  # counted from 0 after the opening
    Column("move", Text, nullable=False),
    Column("seconds", Double, nullable=False),
    Column("value", Double),
    Column("nodes", BigInteger, nullable=False),
    Column("depth", Integer, nullable=False),
    Column("refused", Text),  # JSON; nearly always empty
    sqlite_with_rowid=False,
)

POSITIONS = Table(  # which games had a position; filled when somebody asks, see position_search.py
    "positions",
    TABLES,
    Column("game", Key, ForeignKey("games.key", ondelete="CASCADE"), primary_key=True),
    Column("ply", Integer, primary_key=True),  # from the start, opening and passes included; -1: it cannot be replayed
    Column("hash", BigInteger, nullable=False),  # of the position, the same for all its mirror images
    Column("move", Text, nullable=False),  # played there, on the board as it was hashed; empty at the end
    Index("positions_by_hash", "hash"),
    sqlite_with_rowid=False,
)

REVIEWS = Table(  # a review belongs to what was played: every game with these moves shares it
    "reviews",
    TABLES,
    Column("key", Text, primary_key=True),  # hash of the game, its start, its moves and the edition
    Column("game", Text, nullable=False),
    Column("start", Text, nullable=False),
    Column("moves", Text, nullable=False),
    Column("edition", Text, nullable=False),  # who reviewed, with how much work
    Column("made", Text, nullable=False),
    Column("review", Text, nullable=False),  # JSON
)

RATINGS = Table(
    "ratings",
    TABLES,
    Column("league", Key, ForeignKey("leagues.key"), primary_key=True),
    Column("player", Name, primary_key=True),
    Column("elo", Double, nullable=False),
    Column("low", Double, nullable=False),
    Column("high", Double, nullable=False),
    Column("games", Integer, nullable=False),
    Column("score", Double, nullable=False),
)

# --------------------------------------------------------------------------------------------------------- learners


def _of_profile() -> Column[int]:
    return Column("profile", Key, ForeignKey("profiles.key", ondelete="CASCADE"), primary_key=True)


PROFILES = Table(  # who learns: a name, and everything below that has its key
    "profiles",
    TABLES,
    Column("key", Key, primary_key=True),
    Column("name", Name, nullable=False, unique=True),
    Column("made", Name, nullable=False),
)

STRENGTHS = Table(  # how strong somebody is in a game, by puzzles or by games (Glicko-2)
    "strengths",
    TABLES,
    _of_profile(),
    Column("game", Name, primary_key=True),
    Column("source", Name, primary_key=True),  # "puzzle", "game"
    Column("rating", Double, nullable=False),
    Column("deviation", Double, nullable=False),
    Column("volatility", Double, nullable=False),
)

PUZZLE_STRENGTHS = Table(  # how hard a puzzle has turned out to be; nobody's
    "puzzle_strengths",
    TABLES,
    Column("game", Name, primary_key=True),
    Column("puzzle", Name, primary_key=True),
    Column("rating", Double, nullable=False),
    Column("deviation", Double, nullable=False),
    Column("volatility", Double, nullable=False),
)

ATTEMPTS = Table(  # puzzles tried and rated games played
    "attempts",
    TABLES,
    Column("key", Key, primary_key=True),
    Column("profile", Key, ForeignKey("profiles.key", ondelete="CASCADE"), nullable=False),
    Column("id", Name, nullable=False),  # made up by who reports it: the same attempt is kept once
    Column("game", Name, nullable=False),
    Column("source", Name, nullable=False),
    Column("against", Name, nullable=False),  # the puzzle's id, or the opponent's spec
    Column("score", Double, nullable=False),  # 1 solved or won
    Column("tries", Integer, nullable=False),
    Column("hints", Integer, nullable=False),
    Column("tags", Text, nullable=False),  # JSON: the puzzle's kind, phase and facts
    Column("made", Name, nullable=False),
    Column("rated", Integer, nullable=False),  # whether it moved the rating: only the first try of a puzzle does
    Column("rating", Double, nullable=False),  # of the learner, after it
    Column("deviation", Double, nullable=False),
    UniqueConstraint("profile", "id"),
    Index("attempts_by_puzzle", "profile", "game", "against"),
    Index("attempts_by_date", "profile", "game", "made"),
)

MISTAKES = Table(  # a learner's own mistakes, and when they come back (SM-2)
    "mistakes",
    TABLES,
    _of_profile(),
    Column("id", Name, primary_key=True),  # of the position, the same for its mirror images
    Column("game", Name, nullable=False),
    Column("position", Text, nullable=False),
    Column("played", Text, nullable=False),
    Column("accepted", Text, nullable=False),  # JSON
    Column("loss", Double, nullable=False),
    Column("tags", Text, nullable=False),  # JSON
    Column("made", Name, nullable=False),
    Column("due", Name, nullable=False),  # a day
    Column("repetitions", Integer, nullable=False),
    Column("easiness", Double, nullable=False),
    Column("interval_days", Integer, nullable=False),
    Index("mistakes_by_day", "profile", "due"),
)

JUDGED = Table(  # how many of a learner's moves in a game a review judged, by the phase of the game
    "judged",
    TABLES,
    _of_profile(),
    Column("id", Name, primary_key=True),  # of what was played and the learner's side: a game counts once
    Column("phase", Name, primary_key=True),
    Column("game", Name, nullable=False),
    Column("moves", Integer, nullable=False),  # where there was a choice that mattered
    Column("good", Integer, nullable=False),
    Column("made", Name, nullable=False),
    Index("judged_by_game", "profile", "game"),
)

MARKS = Table(  # lessons done, best scores of drills: the highest value counts
    "marks",
    TABLES,
    _of_profile(),
    Column("kind", Name, primary_key=True),  # "lesson", "drill"
    Column("game", Name, primary_key=True),
    Column("name", Name, primary_key=True),
    Column("value", Double, nullable=False),
    Column("made", Name, nullable=False),
)
