BEGIN TRANSACTION;
CREATE TABLE attempts (
	"key" INTEGER NOT NULL, 
	profile INTEGER NOT NULL, 
	id TEXT NOT NULL, 
	game TEXT NOT NULL, 
	source TEXT NOT NULL, 
	against TEXT NOT NULL, 
	score DOUBLE NOT NULL, 
	tries INTEGER NOT NULL, 
	hints INTEGER NOT NULL, 
	tags TEXT NOT NULL, 
	made TEXT NOT NULL, 
	rated INTEGER NOT NULL, 
	rating DOUBLE NOT NULL, 
	deviation DOUBLE NOT NULL, 
	PRIMARY KEY ("key"), 
	UNIQUE (profile, id), 
	FOREIGN KEY(profile) REFERENCES profiles ("key") ON DELETE CASCADE
);
CREATE TABLE class_assignments (
	id INTEGER NOT NULL, 
	name TEXT NOT NULL, 
	settings TEXT NOT NULL, 
	opens DOUBLE, 
	closes DOUBLE, 
	made DOUBLE NOT NULL, 
	league INTEGER NOT NULL, 
	PRIMARY KEY (id), 
	UNIQUE (name), 
	UNIQUE (league)
);
INSERT INTO "class_assignments" VALUES(1,'Tic','{"game": "tic_tac_toe", "daily": 20, "seed": 0, "rules": {"seconds_per_move": 60.0, "seconds_per_game": null, "increment": 0.0, "tolerance_s": 0.05, "illegal": 3, "nodes": null, "depth": null, "threads": 1, "memory_mb": 2048, "playouts": null, "startup_s": 30.0, "ponder": "engines", "opening_rule": ""}, "openings": [["", "a1"], ["", "b2"], ["", "a1"], ["", "b2"], ["", "a1"], ["", "b2"], ["", "a1"], ["", "b2"], ["", "a1"], ["", "b2"], ["", "a1"], ["", "b2"], ["", "a1"], ["", "b2"], ["", "a1"], ["", "b2"], ["", "a1"], ["", "b2"], ["", "a1"], ["", "b2"], ["", "a1"], ["", "b2"], ["", "a1"], ["", "b2"], ["", "a1"], ["", "b2"], ["", "a1"], ["", "b2"], ["", "a1"], ["", "b2"], ["", "a1"], ["", "b2"], ["", "a1"], ["", "b2"], ["", "a1"], ["", "b2"], ["", "a1"], ["", "b2"], ["", "a1"], ["", "b2"], ["", "a1"], ["", "b2"], ["", "a1"], ["", "b2"], ["", "a1"], ["", "b2"], ["", "a1"], ["", "b2"], ["", "a1"], ["", "b2"], ["", "a1"], ["", "b2"], ["", "a1"], ["", "b2"], ["", "a1"], ["", "b2"], ["", "a1"], ["", "b2"], ["", "a1"], ["", "b2"], ["", "a1"], ["", "b2"], ["", "a1"], ["", "b2"]], "source": "list", "references": ["random"], "packages": [], "grade": {"rating": 100.0}, "engines": false, "text": ""}',NULL,NULL,1.79486547169783854484e+09,1);
CREATE TABLE class_audit (
	id INTEGER NOT NULL, 
	at DOUBLE NOT NULL, 
	person INTEGER, 
	name TEXT NOT NULL, 
	address TEXT NOT NULL, 
	action TEXT NOT NULL, 
	about TEXT NOT NULL, 
	PRIMARY KEY (id)
);
INSERT INTO "class_audit" VALUES(1,1.79486547085609245296e+09,NULL,'','','class.made','{"teacher": "Tom"}');
CREATE TABLE class_failures (
	"key" TEXT NOT NULL, 
	failures INTEGER NOT NULL, 
	since DOUBLE NOT NULL, 
	PRIMARY KEY ("key")
);
CREATE TABLE class_finals (
	assignment INTEGER NOT NULL, 
	league INTEGER NOT NULL, 
	"plan" TEXT NOT NULL, 
	made DOUBLE NOT NULL, 
	PRIMARY KEY (assignment), 
	FOREIGN KEY(assignment) REFERENCES class_assignments (id) ON DELETE CASCADE, 
	UNIQUE (league)
);
CREATE TABLE class_jobs (
	id INTEGER NOT NULL, 
	assignment INTEGER NOT NULL, 
	kind TEXT NOT NULL, 
	priority INTEGER NOT NULL, 
	submission INTEGER, 
	league INTEGER, 
	pair INTEGER, 
	first TEXT, 
	second TEXT, 
	opening TEXT, 
	seed TEXT, 
	why TEXT NOT NULL, 
	problem TEXT, 
	state TEXT NOT NULL, 
	made DOUBLE NOT NULL, 
	taken DOUBLE, 
	lease DOUBLE, 
	worker INTEGER, 
	tries INTEGER NOT NULL, 
	finished DOUBLE, 
	PRIMARY KEY (id), 
	UNIQUE (submission), 
	UNIQUE (league, pair), 
	FOREIGN KEY(assignment) REFERENCES class_assignments (id) ON DELETE CASCADE, 
	FOREIGN KEY(submission) REFERENCES class_submissions (id) ON DELETE CASCADE
);
INSERT INTO "class_jobs" VALUES(1,1,'check',0,1,NULL,NULL,NULL,NULL,NULL,NULL,'handed in',NULL,'done',1.79486547175680017469e+09,NULL,NULL,NULL,0,1.79486547178118062018e+09);
INSERT INTO "class_jobs" VALUES(2,1,'ladder',2,NULL,1,0,'random','submission:1','["", "b2"]','71122498084519642','ladder: their ratings are the least certain',NULL,'done',1.79486547180658793454e+09,1.7948654718423309326e+09,1.79486553184233093259e+09,1,1,1.79486547187924385064e+09);
CREATE TABLE class_links (
	hash TEXT NOT NULL, 
	person INTEGER NOT NULL, 
	expires DOUBLE NOT NULL, 
	used DOUBLE, 
	PRIMARY KEY (hash), 
	FOREIGN KEY(person) REFERENCES class_people (id) ON DELETE CASCADE
);
INSERT INTO "class_links" VALUES('2a1f961780f2d905d6d05bc4c1434d45cf82b8d0ec8a53420b938dc475508c37',1,1.79547027085810637471e+09,NULL);
CREATE TABLE class_openid (
	state TEXT NOT NULL, 
	nonce TEXT NOT NULL, 
	verifier TEXT NOT NULL, 
	made DOUBLE NOT NULL, 
	PRIMARY KEY (state)
);
CREATE TABLE class_people (
	id INTEGER NOT NULL, 
	name TEXT NOT NULL, 
	login TEXT NOT NULL, 
	role TEXT NOT NULL, 
	team INTEGER, 
	password TEXT, 
	disabled INTEGER NOT NULL, 
	subject TEXT, 
	made DOUBLE NOT NULL, 
	PRIMARY KEY (id), 
	UNIQUE (login), 
	FOREIGN KEY(team) REFERENCES class_teams (id) ON DELETE CASCADE, 
	UNIQUE (subject)
);
INSERT INTO "class_people" VALUES(1,'Tom','tom','teacher',NULL,NULL,0,NULL,1.79486547084266757964e+09);
INSERT INTO "class_people" VALUES(2,'Ann','ann','student',1,NULL,0,NULL,1.79486547165012860294e+09);
CREATE TABLE class_schema (
	version INTEGER NOT NULL, 
	orchard TEXT NOT NULL, 
	made TEXT NOT NULL, 
	PRIMARY KEY (version)
);
INSERT INTO "class_schema" VALUES(1,'0.1.0','2026-11-16T21:44:29+00:00');
CREATE TABLE class_sessions (
	hash TEXT NOT NULL, 
	person INTEGER NOT NULL, 
	made DOUBLE NOT NULL, 
	seen DOUBLE NOT NULL, 
	PRIMARY KEY (hash), 
	FOREIGN KEY(person) REFERENCES class_people (id) ON DELETE CASCADE
);
CREATE TABLE class_standings (
	league INTEGER NOT NULL, 
	made DOUBLE NOT NULL, 
	games INTEGER NOT NULL, 
	ratings TEXT NOT NULL, 
	scores TEXT NOT NULL, 
	PRIMARY KEY (league)
);
INSERT INTO "class_standings" VALUES(1,1.7948654718899936676e+09,2,'{"random": {"elo": 0.0, "low": -1233.84, "high": 1233.84, "games": 2, "score": 0.5, "faults": {}, "beaten": []}, "submission:1": {"elo": 0.0, "low": -1233.84, "high": 1233.84, "games": 2, "score": 0.5, "faults": {}, "beaten": []}}','[["random", "submission:1", 1, 0, 1]]');
CREATE TABLE class_submissions (
	id INTEGER NOT NULL, 
	assignment INTEGER NOT NULL, 
	team INTEGER NOT NULL, 
	person INTEGER NOT NULL, 
	number INTEGER NOT NULL, 
	file TEXT NOT NULL, 
	size INTEGER NOT NULL, 
	sha256 TEXT NOT NULL, 
	folder TEXT NOT NULL, 
	main TEXT NOT NULL, 
	note TEXT NOT NULL, 
	made DOUBLE NOT NULL, 
	state TEXT NOT NULL, 
	verdict TEXT, 
	judged DOUBLE, 
	chosen INTEGER NOT NULL, 
	prints TEXT NOT NULL, 
	PRIMARY KEY (id), 
	UNIQUE (assignment, team, number), 
	FOREIGN KEY(assignment) REFERENCES class_assignments (id) ON DELETE CASCADE, 
	FOREIGN KEY(team) REFERENCES class_teams (id) ON DELETE CASCADE, 
	UNIQUE (folder)
);
INSERT INTO "class_submissions" VALUES(1,1,1,2,1,'bot.py',61,'ec1a8ca52ee659ee76f80364977cc7092d13bf36d913f47a9b774e3580b85ae7','1-1-e61baad544277519','bot.py','',1.79486547174627709393e+09,'accepted','{"game": "tic_tac_toe", "passed": true, "checks": [{"name": "opening", "passed": true, "words": "answered a1", "bot": "", "slowest_s": 0.0, "fault": null, "denied": []}], "denied": []}',1.79486547176926946635e+09,1,'[]');
CREATE TABLE class_teams (
	id INTEGER NOT NULL, 
	name TEXT NOT NULL, 
	PRIMARY KEY (id), 
	UNIQUE (name)
);
INSERT INTO "class_teams" VALUES(1,'Ann');
CREATE TABLE class_workers (
	id INTEGER NOT NULL, 
	name TEXT NOT NULL, 
	token TEXT, 
	speed DOUBLE, 
	made DOUBLE NOT NULL, 
	seen DOUBLE, 
	disabled INTEGER NOT NULL, 
	PRIMARY KEY (id), 
	UNIQUE (name), 
	UNIQUE (token)
);
INSERT INTO "class_workers" VALUES(1,'desk',NULL,1.0,1.79486547178253674512e+09,1.7948654718423309326e+09,0);
CREATE TABLE games (
	"key" INTEGER NOT NULL, 
	id TEXT NOT NULL, 
	game TEXT NOT NULL, 
	black INTEGER NOT NULL, 
	white INTEGER NOT NULL, 
	start TEXT NOT NULL, 
	opening TEXT NOT NULL, 
	winner TEXT, 
	score INTEGER NOT NULL, 
	verdict TEXT NOT NULL, 
	fault TEXT, 
	seed TEXT NOT NULL, 
	started TEXT NOT NULL, 
	seconds DOUBLE NOT NULL, 
	versions TEXT NOT NULL, 
	output TEXT NOT NULL, 
	swap2 TEXT, 
	league INTEGER, 
	number INTEGER, 
	owner TEXT, 
	PRIMARY KEY ("key"), 
	UNIQUE (league, number), 
	UNIQUE (id), 
	FOREIGN KEY(black) REFERENCES players ("key"), 
	FOREIGN KEY(white) REFERENCES players ("key"), 
	FOREIGN KEY(league) REFERENCES leagues ("key")
);
INSERT INTO "games" VALUES(1,'class-1-000000','tic_tac_toe',1,2,'','','black',0,'normal',NULL,'0','2026-11-16T12:00:00+00:00',0.0,'{}','{}',NULL,1,0,NULL);
INSERT INTO "games" VALUES(2,'class-1-000001','tic_tac_toe',2,1,'','','black',0,'normal',NULL,'0','2026-11-16T12:00:00+00:00',0.0,'{}','{}',NULL,1,1,NULL);
CREATE TABLE leagues (
	"key" INTEGER NOT NULL, 
	name TEXT NOT NULL, 
	settings TEXT NOT NULL, 
	created TEXT NOT NULL, 
	finished TEXT, 
	PRIMARY KEY ("key"), 
	UNIQUE (name)
);
INSERT INTO "leagues" VALUES(1,'class Tic 1794865471.697839','{"purpose": "class ladder"}','2026-11-16T21:44:31+00:00',NULL);
CREATE TABLE marks (
	profile INTEGER NOT NULL, 
	kind TEXT NOT NULL, 
	game TEXT NOT NULL, 
	name TEXT NOT NULL, 
	value DOUBLE NOT NULL, 
	made TEXT NOT NULL, 
	PRIMARY KEY (profile, kind, game, name), 
	FOREIGN KEY(profile) REFERENCES profiles ("key") ON DELETE CASCADE
);
CREATE TABLE mistakes (
	profile INTEGER NOT NULL, 
	id TEXT NOT NULL, 
	game TEXT NOT NULL, 
	position TEXT NOT NULL, 
	played TEXT NOT NULL, 
	accepted TEXT NOT NULL, 
	loss DOUBLE NOT NULL, 
	tags TEXT NOT NULL, 
	made TEXT NOT NULL, 
	due TEXT NOT NULL, 
	repetitions INTEGER NOT NULL, 
	easiness DOUBLE NOT NULL, 
	interval_days INTEGER NOT NULL, 
	PRIMARY KEY (profile, id), 
	FOREIGN KEY(profile) REFERENCES profiles ("key") ON DELETE CASCADE
);
CREATE TABLE moves (
	game INTEGER NOT NULL, 
	ply INTEGER NOT NULL, 
	move TEXT NOT NULL, 
	seconds DOUBLE NOT NULL, 
	value DOUBLE, 
	nodes BIGINT NOT NULL, 
	depth INTEGER NOT NULL, 
	refused TEXT, 
	PRIMARY KEY (game, ply), 
	FOREIGN KEY(game) REFERENCES games ("key") ON DELETE CASCADE
)
 WITHOUT ROWID

;
INSERT INTO "moves" VALUES(1,0,'b2',0.25,NULL,0,0,NULL);
INSERT INTO "moves" VALUES(2,0,'b2',0.25,NULL,0,0,NULL);
CREATE TABLE orchard_schema (
	version INTEGER NOT NULL, 
	orchard TEXT NOT NULL, 
	made TEXT NOT NULL, 
	PRIMARY KEY (version)
);
INSERT INTO "orchard_schema" VALUES(6,'0.1.0','2026-11-16T21:44:29+00:00');
CREATE TABLE players (
	"key" INTEGER NOT NULL, 
	spec TEXT NOT NULL, 
	version TEXT NOT NULL, 
	PRIMARY KEY ("key"), 
	UNIQUE (spec, version)
);
INSERT INTO "players" VALUES(1,'random','44136fa355b3678a');
INSERT INTO "players" VALUES(2,'submission:1','44136fa355b3678a');
CREATE TABLE positions (
	game INTEGER NOT NULL, 
	ply INTEGER NOT NULL, 
	hash BIGINT NOT NULL, 
	move TEXT NOT NULL, 
	PRIMARY KEY (game, ply), 
	FOREIGN KEY(game) REFERENCES games ("key") ON DELETE CASCADE
)
 WITHOUT ROWID

;
CREATE TABLE profiles (
	"key" INTEGER NOT NULL, 
	name TEXT NOT NULL, 
	made TEXT NOT NULL, 
	PRIMARY KEY ("key"), 
	UNIQUE (name)
);
CREATE TABLE puzzle_strengths (
	game TEXT NOT NULL, 
	puzzle TEXT NOT NULL, 
	rating DOUBLE NOT NULL, 
	deviation DOUBLE NOT NULL, 
	volatility DOUBLE NOT NULL, 
	PRIMARY KEY (game, puzzle)
);
CREATE TABLE ratings (
	league INTEGER NOT NULL, 
	player TEXT NOT NULL, 
	elo DOUBLE NOT NULL, 
	low DOUBLE NOT NULL, 
	high DOUBLE NOT NULL, 
	games INTEGER NOT NULL, 
	score DOUBLE NOT NULL, 
	PRIMARY KEY (league, player), 
	FOREIGN KEY(league) REFERENCES leagues ("key")
);
CREATE TABLE reviews (
	"key" TEXT NOT NULL, 
	game TEXT NOT NULL, 
	start TEXT NOT NULL, 
	moves TEXT NOT NULL, 
	edition TEXT NOT NULL, 
	made TEXT NOT NULL, 
	review TEXT NOT NULL, 
	PRIMARY KEY ("key")
);
CREATE TABLE strengths (
	profile INTEGER NOT NULL, 
	game TEXT NOT NULL, 
	source TEXT NOT NULL, 
	rating DOUBLE NOT NULL, 
	deviation DOUBLE NOT NULL, 
	volatility DOUBLE NOT NULL, 
	PRIMARY KEY (profile, game, source), 
	FOREIGN KEY(profile) REFERENCES profiles ("key") ON DELETE CASCADE
);
CREATE INDEX games_by_black ON games (black, started);
CREATE INDEX games_by_white ON games (white, started);
CREATE INDEX games_by_owner ON games (owner, started);
CREATE INDEX games_by_date ON games (started, "key");
CREATE INDEX games_by_game ON games (game, started);
CREATE INDEX attempts_by_puzzle ON attempts (profile, game, against);
CREATE INDEX attempts_by_date ON attempts (profile, game, made);
CREATE INDEX mistakes_by_day ON mistakes (profile, due);
CREATE INDEX positions_by_hash ON positions (hash);
CREATE INDEX class_audit_by_time ON class_audit (at);
CREATE INDEX class_submissions_by_team ON class_submissions (team, assignment);
CREATE INDEX class_sessions_by_person ON class_sessions (person);
CREATE INDEX class_links_by_person ON class_links (person);
CREATE INDEX class_jobs_in_order ON class_jobs (state, priority, id);
CREATE INDEX class_jobs_by_assignment ON class_jobs (assignment, state);
COMMIT;
