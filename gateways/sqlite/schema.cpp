#include "gateways/sqlite/schema.hpp"

#include <initializer_list>

namespace ironbus::sqlite {

namespace {

/// "IrBs": distinguishes our files from those of other programs.
constexpr int64_t application_id = 0x49724273;

// Values are compared as bytes (SQLite's BINARY collation), as Redis does.
constexpr auto tables = R"sql(
CREATE TABLE record (
  number    INTEGER PRIMARY KEY,
  aggregate TEXT NOT NULL,
  id        TEXT NOT NULL,
  version   INTEGER NOT NULL,
  erased    INTEGER NOT NULL,
  shard     INTEGER NOT NULL,
  due       INTEGER,              -- ms since 1970
  snapshot  TEXT NOT NULL,
  UNIQUE (aggregate, id)
);

CREATE TABLE unique_key (
  space  TEXT NOT NULL,
  value  TEXT NOT NULL,
  record INTEGER NOT NULL,
  PRIMARY KEY (space, value)
) WITHOUT ROWID;
CREATE INDEX unique_key_of ON unique_key (record);

CREATE TABLE listing (
  sequence   INTEGER PRIMARY KEY, -- the order of creation
  collection TEXT NOT NULL,
  id         TEXT NOT NULL,
  record     INTEGER NOT NULL,
  summary    TEXT NOT NULL,
  UNIQUE (collection, id)
);
CREATE INDEX listing_order ON listing (collection, sequence);
CREATE INDEX listing_of ON listing (record);

CREATE TABLE listing_column (
  collection TEXT NOT NULL,
  name       TEXT NOT NULL,
  value      TEXT NOT NULL,
  sequence   INTEGER NOT NULL,    -- of the listing
  PRIMARY KEY (collection, name, value, sequence)
) WITHOUT ROWID;
CREATE INDEX listing_column_of ON listing_column (sequence, name, value);
CREATE INDEX listing_column_present ON listing_column (collection, name, sequence)
  WHERE value <> '';

CREATE TABLE epoch (shard INTEGER PRIMARY KEY, epoch INTEGER NOT NULL);

CREATE TABLE step_claim (
  key     TEXT PRIMARY KEY,
  owner   TEXT NOT NULL,
  outcome TEXT NOT NULL,
  at      INTEGER NOT NULL        -- ms since 1970 of its last change
) WITHOUT ROWID;
CREATE INDEX step_claim_at ON step_claim (at);
)sql";

/// The additions of version 2.
constexpr auto tables_of_2 = R"sql(
CREATE TABLE outbox_log (
  number  INTEGER PRIMARY KEY,
  shard   INTEGER NOT NULL,       -- of the record
  record  INTEGER NOT NULL,
  version INTEGER NOT NULL,       -- of the commit that added it
  entries BLOB NOT NULL           -- packed
);
CREATE INDEX outbox_of ON outbox_log (shard, record, version);
CREATE INDEX attention ON record (aggregate, shard) WHERE due IS NOT NULL;
)sql";

/// The additions of version 3.
constexpr auto tables_of_3 = R"sql(
CREATE TABLE event (
  position INTEGER PRIMARY KEY,
  subject  TEXT NOT NULL,
  type     TEXT NOT NULL,
  state    TEXT NOT NULL,
  grouping TEXT NOT NULL,         -- the conductor group
  owner    TEXT NOT NULL,
  at       INTEGER NOT NULL,      -- ms since 1970
  final    INTEGER NOT NULL,
  body     TEXT NOT NULL
);
CREATE INDEX event_of ON event (subject, position);

CREATE TABLE event_log (          -- one row
  id             TEXT NOT NULL,
  newest         INTEGER NOT NULL,
  complete_after INTEGER NOT NULL,
  bytes          INTEGER NOT NULL -- of all bodies
);
INSERT INTO event_log VALUES (lower(hex(randomblob(4))), 0, 0, 0);
)sql";

/// Version 1 had a row per outbox entry and a flag for them in the record.
constexpr auto leave_1 = "DROP INDEX attention";
constexpr auto fill_2 = R"sql(
INSERT INTO outbox_log (shard, record, version, entries)
  SELECT r.shard, o.record, o.version, length(CAST(o.entry AS BLOB)) || ':' || o.entry
  FROM outbox o JOIN record r ON r.number = o.record ORDER BY o.record, o.version, o.position;
DROP TABLE outbox;
ALTER TABLE record DROP COLUMN unpublished;
)sql";

/// Version 4 lists the projects that may see a node, its parts or a runbook. Commits write them;
/// these are those of older rows.
constexpr auto fill_4 = R"sql(
INSERT OR IGNORE INTO listing_column (collection, name, value, sequence)
  SELECT l.collection, 'project', c.value, l.sequence
  FROM listing n
  JOIN listing_column c ON c.sequence = n.sequence AND c.name IN ('owner', 'lessee')
  JOIN listing l ON l.record = n.record
  WHERE n.collection = 'nodes' AND c.value <> '' AND l.collection IN
    ('nodes', 'ports', 'portgroups', 'volume_connectors', 'volume_targets');
INSERT OR IGNORE INTO listing_column (collection, name, value, sequence)
  SELECT collection, 'project', value, sequence FROM listing_column
  WHERE collection = 'runbooks' AND name = 'owner' AND value <> '';
INSERT OR IGNORE INTO listing_column (collection, name, value, sequence)
  SELECT collection, 'project', '*', sequence FROM listing_column
  WHERE collection = 'runbooks' AND name = 'public' AND value = 'true';
)sql";

// FULL syncs the disk at each transaction. Group commit shares that sync.
constexpr auto settings = R"sql(
PRAGMA journal_mode = WAL;
PRAGMA synchronous = FULL;
PRAGMA cache_size = -32768;
PRAGMA temp_store = MEMORY;
)sql";

void set_version(database& file) {
  file.execute(("PRAGMA application_id = " + std::to_string(application_id)).c_str());
  file.execute(("PRAGMA user_version = " + std::to_string(schema_version)).c_str());
}

bool is_new(database& file) { return file.number("SELECT count(*) FROM sqlite_schema") == 0; }

/// Whether the file is ours and not newer than this release.
result<std::monostate> check_known(database& file) {
  if (file.number("PRAGMA application_id") != application_id)
    return fail(error_code::invalid, "it is a database of another program");
  const auto version = file.number("PRAGMA user_version");
  if (version > schema_version)
    return fail(error_code::invalid, "it was written by a newer ironbus (schema " +
                                         std::to_string(version) + ", this one knows " +
                                         std::to_string(schema_version) + ")");
  return {};
}

/// Runs all scripts, or none if one fails.
void execute_as_one(database& file, std::initializer_list<const char*> scripts) {
  file.execute("BEGIN IMMEDIATE");
  try {
    for (const auto* script : scripts) file.execute(script);
    set_version(file);
    file.execute("COMMIT");
  } catch (const database_error&) {
    if (file.in_transaction()) file.execute("ROLLBACK");
    throw;
  }
}

}  // namespace

result<std::monostate> check_schema(database& file) {
  if (auto known = check_known(file); !known) return known;
  const auto version = file.number("PRAGMA user_version");
  if (version == schema_version) return {};
  return fail(error_code::invalid, "it was written by an older release (schema " +
                                       std::to_string(version) + ", this one writes " +
                                       std::to_string(schema_version) +
                                       "): start ironbusd with it once to upgrade it");
}

result<std::monostate> prepare_schema(database& file) {
  const auto version = file.number("PRAGMA user_version");
  const auto is_empty = is_new(file);
  if (auto known = check_known(file); !is_empty && !known) return known;
  file.execute(settings);
  if (is_empty)
    execute_as_one(file, {tables, tables_of_2, tables_of_3});
  else if (version == 1)
    execute_as_one(file, {leave_1, tables_of_2, fill_2, tables_of_3, fill_4});
  else if (version == 2)
    execute_as_one(file, {tables_of_3, fill_4});
  else if (version == 3)
    execute_as_one(file, {fill_4});
  return std::monostate{};
}

void rewrite_version(database& file) {
  file.execute(("PRAGMA user_version = " + std::to_string(schema_version)).c_str());
}

}  // namespace ironbus::sqlite
