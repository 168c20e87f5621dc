"""The tables of assignments, submissions, jobs, workers, standings and finals. Times are seconds since 1970, UTC.

Games themselves are in `play/schema.py`: an assignment's ladder is a league there, and its final another one. Two games
from one opening with colours swapped are a pair; pair number n of a league is its games 2n and 2n + 1.
"""

from sqlalchemy import Column, Double, Index, Integer, Table, Text, UniqueConstraint

from orchard.classroom.tables import TABLES, Key, Name, reference

ASSIGNMENTS = Table(
    "class_assignments",
    TABLES,
    Column("id", Key, primary_key=True),
    Column("name", Name, nullable=False, unique=True),
    Column("settings", Text, nullable=False),  # JSON
    Column("opens", Double),
    Column("closes", Double),
    Column("made", Double, nullable=False),
    Column("league", Key, nullable=False, unique=True),  # the games of its ladder
)

SUBMISSIONS = Table(
    "class_submissions",
    TABLES,
    Column("id", Key, primary_key=True),
    reference("assignment", "class_assignments.id"),
    reference("team", "class_teams.id"),
    Column("person", Key, nullable=False),  # who handed it in; no reference: the work outlives the account
    Column("number", Integer, nullable=False),  # its version: counted for each team and assignment from 1
    Column("file", Text, nullable=False),  # as it was called
    Column("size", Integer, nullable=False),
    Column("sha256", Name, nullable=False),
    Column("folder", Text, nullable=False, unique=True),  # in the folder of submissions
    Column("main", Text, nullable=False),  # the file that is the bot
    Column("note", Text, nullable=False),
    Column("made", Double, nullable=False),
    Column("state", Name, nullable=False),  # waiting, accepted, refused
    Column("verdict", Text),  # JSON, as `orchard check --json` says it
    Column("judged", Double),
    Column("chosen", Integer, nullable=False, default=0),  # whether it plays: 1 as the newest, 2 by choice
    Column("prints", Text, nullable=False),  # JSON: fingerprints of its source and their lines
    UniqueConstraint("assignment", "team", "number"),
    Index("class_submissions_by_team", "team", "assignment"),
    Index(
        "class_submissions_as_they_stand", "assignment", "id", "chosen", "judged"
    ),  # all that a stamp needs, see kept.py
)

JOBS = Table(  # what is to be done: the check of a submission, a pair of games, or what somebody asked for of a game
    "class_jobs",
    TABLES,
    Column("id", Key, primary_key=True),
    reference("assignment", "class_assignments.id"),
    Column("kind", Name, nullable=False),  # check, ladder, final, repeat, review, search
    Column("priority", Integer, nullable=False),  # the smallest comes first
    reference("submission", "class_submissions.id", required=False),
    Column("league", Key),
    Column("pair", Key),
    Column("first", Name),  # black in the pair's first game: "submission:12", or the spec of a reference
    Column("second", Name),
    Column("opening", Text),  # JSON: start and moves; of a review all moves of the game
    Column("seed", Text),  # digits; of a search the number of moves before it
    Column("why", Text, nullable=False),  # in words: why it is in the queue
    Column("problem", Text),  # why it failed; may name what is inside the machine, so it is for staff
    Column("state", Name, nullable=False),  # waiting, running, done, failed
    Column("made", Double, nullable=False),
    Column("taken", Double),
    Column("lease", Double),  # when the worker that has it is taken for dead
    Column("worker", Key),
    Column("tries", Integer, nullable=False, default=0),
    Column("finished", Double),
    Column("about", Name),  # the id of the game that is played again or reviewed
    Column("asker", Name),  # who asked for that: "team:3" or "person:7"
    UniqueConstraint("submission"),  # one check of each; the result is in its row
    UniqueConstraint("league", "pair"),
    Index("class_jobs_in_order", "state", "priority", "id"),
    Index("class_jobs_by_assignment", "assignment", "state"),
    Index("class_jobs_about", "about"),
)

WORKERS = Table(
    "class_workers",
    TABLES,
    Column("id", Key, primary_key=True),
    Column("name", Name, nullable=False, unique=True),
    Column("token", Name, unique=True),  # a hash; null for one that works in the folder itself
    Column("speed", Double),  # of one core, see calibration.py
    Column("made", Double, nullable=False),
    Column("seen", Double),
    Column("disabled", Integer, nullable=False, default=0),
)

STANDINGS = Table(  # the newest table of each league, computed once and read by everybody
    "class_standings",
    TABLES,
    Column("league", Key, primary_key=True, autoincrement=False),
    Column("made", Double, nullable=False),
    Column("games", Integer, nullable=False),
    Column("ratings", Text, nullable=False),  # JSON
    Column("scores", Text, nullable=False),  # JSON: wins, draws and losses of each two that have met
)

FINALS = Table(
    "class_finals",
    TABLES,
    reference("assignment", "class_assignments.id", primary_key=True),
    Column("league", Key, nullable=False, unique=True),
    Column("plan", Text, nullable=False),  # JSON: kind, seed, rounds, players, openings: all that a replay needs
    Column("made", Double, nullable=False),
)
