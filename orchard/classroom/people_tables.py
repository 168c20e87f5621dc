"""The tables of people, teams, sessions, links, failed logins and the audit log. Times are seconds since 1970, UTC."""

from sqlalchemy import Column, Double, Index, Integer, Table, Text

from orchard.classroom.tables import TABLES, Key, Name, reference

TEAMS = Table(
    "class_teams",
    TABLES,
    Column("id", Key, primary_key=True),
    Column("name", Name, nullable=False, unique=True),
)

PEOPLE = Table(
    "class_people",
    TABLES,
    Column("id", Key, primary_key=True),
    Column("name", Name, nullable=False),  # as it is shown
    Column("login", Name, nullable=False, unique=True),  # the name in lower case: what people type
    Column("role", Name, nullable=False),
    reference("team", "class_teams.id", required=False),  # every student has one, perhaps alone
    Column("password", Text),  # an argon2 hash; null until a link was used
    Column("disabled", Integer, nullable=False, default=0),
    Column("subject", Name, unique=True),  # "issuer subject" of an OpenID Connect account that signs in here
    Column("made", Double, nullable=False),
)

SESSIONS = Table(
    "class_sessions",
    TABLES,
    Column("hash", Name, primary_key=True),  # of the token in the cookie
    reference("person", "class_people.id"),
    Column("made", Double, nullable=False),
    Column("seen", Double, nullable=False),
    Index("class_sessions_by_person", "person"),
)

LINKS = Table(  # one-time links: an invitation or a login without a password
    "class_links",
    TABLES,
    Column("hash", Name, primary_key=True),
    reference("person", "class_people.id"),
    Column("expires", Double, nullable=False),
    Column("used", Double),
    Index("class_links_by_person", "person"),
)

INVITATIONS = Table(  # the link for a whole class: one at a time
    "class_invitations",
    TABLES,
    Column("hash", Name, primary_key=True),
    Column("expires", Double, nullable=False),
    Column("places", Integer, nullable=False),  # how many may still sign up
)

FAILURES = Table(  # failed logins, by name, by address and by both
    "class_failures",
    TABLES,
    Column("key", Name, primary_key=True),  # a hash: a name that was tried may be a password typed in the wrong field
    Column("failures", Integer, nullable=False),
    Column("since", Double, nullable=False),
)

OPENID = Table(  # logins that went to the OpenID Connect provider and have not come back
    "class_openid",
    TABLES,
    Column("state", Name, primary_key=True),  # a hash
    Column("nonce", Text, nullable=False),
    Column("verifier", Text, nullable=False),
    Column("made", Double, nullable=False),
)

AUDIT = Table(
    "class_audit",
    TABLES,
    Column("id", Key, primary_key=True),
    Column("at", Double, nullable=False),
    Column("person", Key),  # no reference: the log outlives the person
    Column("name", Text, nullable=False),  # of the person then; "" for somebody who was not signed in
    Column("address", Text, nullable=False),
    Column("action", Name, nullable=False),
    Column("about", Text, nullable=False),  # JSON
    Index("class_audit_by_time", "at"),
)
