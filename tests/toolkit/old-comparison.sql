-- A comparison as copla wrote it before results had labels and kinds of failure; one of its three runs is missing.
PRAGMA application_id = 1668247660;
PRAGMA user_version = 1;
BEGIN TRANSACTION;
CREATE TABLE configurations (
    position INTEGER PRIMARY KEY, label TEXT NOT NULL UNIQUE, backend TEXT NOT NULL, options TEXT NOT NULL
);
INSERT INTO "configurations" VALUES(0,'search bfs','search','{"algorithm": "bfs"}');
INSERT INTO "configurations" VALUES(1,'search astar','search','{"algorithm": "astar"}');
INSERT INTO "configurations" VALUES(2,'forward-checking','forward-checking','{}');
CREATE TABLE instances (
    position INTEGER PRIMARY KEY, name TEXT NOT NULL, source TEXT NOT NULL, text TEXT NOT NULL, solutions INTEGER
);
INSERT INTO "instances" VALUES(0,'3x3','argument','3x3',1);
CREATE TABLE plan (
    puzzle TEXT NOT NULL, instance_options TEXT NOT NULL, seconds REAL, bytes INTEGER, repeats INTEGER NOT NULL
);
INSERT INTO "plan" VALUES('guarini','{}',20.0,2000000000,1);
CREATE TABLE results (
    key TEXT PRIMARY KEY REFERENCES runs,
    session INTEGER NOT NULL REFERENCES sessions,
    finished TEXT NOT NULL, place TEXT NOT NULL, elapsed REAL NOT NULL,
    status TEXT NOT NULL, failure TEXT,
    cost INTEGER, length INTEGER, bound INTEGER,
    expanded INTEGER, generated INTEGER, max_nodes INTEGER, seconds REAL, peak_bytes INTEGER,
    outcome TEXT NOT NULL
);
INSERT INTO "results" VALUES('a70c694f1e878959462e29a6d646ffecd48c516b237b751d8c96ebd10a339d3c',1,'2026-11-18T14:11:47Z','',5.04630049999832408502e-01,'optimal',NULL,8,8,8,46,160,55,9.65699000516906380653e-04,0,'{"result": {"backend": "search", "algorithm": "bfs", "heuristic": null, "options": {"algorithm": "bfs", "heuristic": null, "closed": null, "weight": 2.0, "prune": "path", "depth": null, "width": 1000}, "status": "optimal", "cost": 8, "length": 8, "bound": 8, "unique": null, "complete": false, "solutions": [{"cost": 8, "length": 8, "seconds": 0.000846071000523807, "values": null, "moves": ["((0, 0), (1, 2))", "((2, 1), (-2, -1))", "((0, 2), (2, -1))", "((2, 2), (-1, -2))", "((0, 1), (2, 1))", "((1, 0), (-1, 2))", "((2, 0), (-2, 1))", "((1, 2), (1, -2))"], "generated": 160, "max_nodes": 55}], "expanded": 46, "generated": 160, "max_nodes": 55, "backtracks": null, "prunings": null, "guesses": null, "seconds": 0.0009656990005169064, "peak_bytes": 0, "message": ""}, "failure": null, "claimed": null}');
INSERT INTO "results" VALUES('ce5cc7ccdfddaa28a1434b983839effee9db1cfba4143b4ff06497f976b28285',1,'2026-11-18T14:11:48Z','',4.30267716999878757633e-01,'optimal',NULL,8,8,8,6,9,5,1.38286936999975296203e-01,1224704,'{"result": {"backend": "forward-checking", "algorithm": null, "heuristic": null, "options": {"inference": "mac", "variables": "input", "values": "ascending", "guesses": null}, "status": "optimal", "cost": 8, "length": 8, "bound": 8, "unique": null, "complete": false, "solutions": [{"cost": 8, "length": 8, "seconds": 0.1301244290007162, "values": null, "moves": ["((0, 0), (1, 2))", "((2, 1), (-2, -1))", "((0, 2), (2, -1))", "((2, 2), (-1, -2))", "((0, 1), (2, 1))", "((1, 0), (-1, 2))", "((2, 0), (-2, 1))", "((1, 2), (1, -2))"], "generated": null, "max_nodes": null}], "expanded": 6, "generated": 9, "max_nodes": 5, "backtracks": 3, "prunings": 371, "guesses": 6, "seconds": 0.1382869369999753, "peak_bytes": 1224704, "message": ""}, "failure": null, "claimed": null}');
CREATE TABLE runs (
    key TEXT PRIMARY KEY,
    instance INTEGER NOT NULL REFERENCES instances,
    configuration INTEGER NOT NULL REFERENCES configurations,
    repeat INTEGER NOT NULL,
    UNIQUE (instance, configuration, repeat)
) WITHOUT ROWID;
INSERT INTO "runs" VALUES('54422d94dade415268edb342a83a41285c6c96d7f98fc206a3747fc60f675b55',0,1,1);
INSERT INTO "runs" VALUES('a70c694f1e878959462e29a6d646ffecd48c516b237b751d8c96ebd10a339d3c',0,0,1);
INSERT INTO "runs" VALUES('ce5cc7ccdfddaa28a1434b983839effee9db1cfba4143b4ff06497f976b28285',0,2,1);
CREATE TABLE sessions (
    number INTEGER PRIMARY KEY, started TEXT NOT NULL, process INTEGER NOT NULL, executor TEXT NOT NULL,
    machine TEXT NOT NULL, versions TEXT NOT NULL
);
INSERT INTO "sessions" VALUES(1,'2026-11-18T14:11:46Z',1,'local, 1 at once','a machine','{"python": "3.11.7", "copla": "0.1.0", "typer": "0.29.1", "rich": "15.0.0", "ortools": "9.15.6755", "python-constraint2": "2.9.0", "up-fast-downward": "1.0.0"}');
COMMIT;
