#include "gateways/sqlite/database/database.hpp"
#include "gateways/sqlite/sqlite_store.hpp"
#include "tests/contract/store/store_client.hpp"

#include <boost/test/unit_test.hpp>

#include <filesystem>

using namespace ironbus;
using namespace ironbus::test;
using boost::test_tools::per_element;
using texts = std::vector<std::string>;

namespace {

/// The tables of schema 1, as created by its releases.
constexpr auto schema_1 = R"sql(
CREATE TABLE record (
  number      INTEGER PRIMARY KEY,
  aggregate   TEXT NOT NULL,
  id          TEXT NOT NULL,
  version     INTEGER NOT NULL,
  erased      INTEGER NOT NULL,
  shard       INTEGER NOT NULL,
  due         INTEGER,            -- ms since 1970
  unpublished INTEGER NOT NULL,   -- 1 if it has entries in outbox
  snapshot    TEXT NOT NULL,
  UNIQUE (aggregate, id)
);
CREATE INDEX attention ON record (aggregate, shard) WHERE due IS NOT NULL OR unpublished = 1;

CREATE TABLE outbox (
  record   INTEGER NOT NULL,
  version  INTEGER NOT NULL,      -- of the commit that added it
  position INTEGER NOT NULL,
  entry    TEXT NOT NULL,
  PRIMARY KEY (record, version, position)
) WITHOUT ROWID;

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
PRAGMA application_id = 1232224883;
PRAGMA user_version = 1;
)sql";

/// Data of such a release: a node with two commits to publish, an erased one with a last message,
/// and an idle one.
constexpr auto content_1 = R"sql(
INSERT INTO record VALUES (1, 'node', 'n1', 5, 0, 3, 1800000000123, 1, 'snapshot of n1');
INSERT INTO record VALUES (2, 'node', 'n2', 2, 1, 3, NULL, 1, '');
INSERT INTO record VALUES (3, 'node', 'n3', 1, 0, 3, NULL, 0, 'snapshot of n3');
INSERT INTO outbox VALUES (1, 4, 0, 'first'), (1, 4, 1, 'grün: 7:x'), (1, 5, 0, '');
INSERT INTO outbox VALUES (2, 2, 0, 'gone');
INSERT INTO unique_key VALUES ('nodes.name', 'web-1', 1);
INSERT INTO listing VALUES (7, 'nodes', 'n1', 1, 'summary of n1'), (9, 'ports', 'p1', 1, 'p1');
INSERT INTO listing VALUES (8, 'nodes', 'n3', 3, 'summary of n3');
INSERT INTO listing_column VALUES ('nodes', 'state', 'active', 7), ('nodes', 'name', 'web-1', 7),
  ('nodes', 'trait', 'A', 7), ('nodes', 'trait', 'B', 7), ('nodes', 'state', 'active', 8);
INSERT INTO listing_column VALUES ('nodes', 'owner', 'red', 7), ('nodes', 'lessee', 'blue', 7);
INSERT INTO record VALUES (4, 'record', 'runbook/r1', 1, 0, 3, NULL, 0, 'snapshot of r1');
INSERT INTO listing VALUES (10, 'runbooks', 'r1', 4, 'r1');
INSERT INTO listing_column VALUES ('runbooks', 'public', 'true', 10);
INSERT INTO epoch VALUES (3, 4);
INSERT INTO step_claim VALUES ('step', 'worker', 'done', 4000000000000);
)sql";

struct written_by_schema_1 {
  std::filesystem::path folder =
      std::filesystem::temp_directory_path() / ("ironbus-test-" + random_name());
  std::filesystem::path file = folder / "store.db";

  written_by_schema_1() {
    std::filesystem::create_directory(folder);
    sqlite::database made{file, sqlite::database::access::read_write};
    made.execute(schema_1);
    made.execute(content_1);
  }
  ~written_by_schema_1() { std::filesystem::remove_all(folder); }

  std::unique_ptr<store> open() const {
    auto opened = sqlite_store::open({.path = file});
    BOOST_REQUIRE_MESSAGE(opened, (opened ? "" : opened.error().message));
    return *std::move(opened);
  }
};

query with_state(const std::string& value) {
  return all_nodes({{"state", filter::op::equal, {value}}});
}

commit next_of_n1() {
  auto next = change("n1", 5);
  next.shard = 3;
  next.epoch = 4;
  next.outbox = {"last"};
  next.put = {node_row("n1", {{"state", "rescue"}, {"trait", "B"}})};
  return next;
}

}  // namespace

BOOST_FIXTURE_TEST_SUITE(sqlite_upgrade, written_by_schema_1)

BOOST_AUTO_TEST_CASE(records_and_outboxes_are_kept) {
  auto store = open();
  store_client client{*store};
  const auto node = client.load("n1").value();
  BOOST_TEST(node.version == 5u);
  BOOST_TEST(node.snapshot == "snapshot of n1");
  BOOST_TEST(node.outbox == (texts{"first", "grün: 7:x", ""}), per_element());
  const auto erased = client.load("n2").value();
  BOOST_TEST(erased.erased);
  BOOST_TEST(erased.outbox == texts{"gone"}, per_element());
  BOOST_TEST(client.load("n3").value().outbox.empty());
  BOOST_TEST(client.resolve("nodes.name", "web-1").value() == "n1");
  BOOST_TEST(client.read_claim("step").value().outcome == "done");
}

BOOST_AUTO_TEST_CASE(attention_is_kept) {
  auto store = open();
  const auto found = store_client{*store}.attention_of(3).value();
  BOOST_TEST_REQUIRE(found.size() == 2u);
  BOOST_TEST(found[0].id == "n1");
  BOOST_TEST(found[0].unpublished);
  BOOST_TEST((found[0].moment ==
              std::chrono::system_clock::time_point{std::chrono::milliseconds{1'800'000'000'123}}));
  BOOST_TEST(found[1].id == "n2");
  BOOST_TEST(found[1].unpublished);
}

BOOST_AUTO_TEST_CASE(lists_return_the_same_rows) {
  auto store = open();
  store_client client{*store};
  BOOST_TEST(client.ids(all_nodes()) == (texts{"n1", "n3"}), per_element());
  BOOST_TEST(client.ids(with_state("active")) == (texts{"n1", "n3"}), per_element());
  BOOST_TEST(client.ids(all_nodes({{"name", filter::op::present, {}}})) == texts{"n1"},
             per_element());
  BOOST_TEST(client.ids(all_nodes({{"name", filter::op::absent, {}}})) == texts{"n3"},
             per_element());
  auto by_name = all_nodes();
  by_name.sort_column = "name";
  BOOST_TEST(client.ids(by_name) == (texts{"n3", "n1"}), per_element());
}

BOOST_AUTO_TEST_CASE(nodes_parts_and_runbooks_are_listed_by_project) {
  auto store = open();
  store_client client{*store};
  const auto of_project = [&](const std::string& collection, const std::string& project) {
    query wanted;
    wanted.collection = collection;
    wanted.filters.push_back({"project", filter::op::equal, {project}});
    return client.ids(wanted);
  };
  for (const auto* project : {"red", "blue"}) {
    BOOST_TEST(of_project("nodes", project) == texts{"n1"}, per_element());
    BOOST_TEST(of_project("ports", project) == texts{"p1"}, per_element());
  }
  BOOST_TEST(of_project("nodes", "green").empty());
  BOOST_TEST(of_project("runbooks", "*") == texts{"r1"}, per_element());
}

BOOST_AUTO_TEST_CASE(commit_replaces_existing_columns) {
  auto store = open();
  store_client client{*store};
  BOOST_TEST(client.apply(next_of_n1()).value() == 6u);
  BOOST_TEST(client.ids(with_state("active")) == texts{"n3"}, per_element());
  BOOST_TEST(client.ids(with_state("rescue")) == texts{"n1"}, per_element());
  BOOST_TEST(client.ids(all_nodes({{"trait", filter::op::equal, {"A"}}})).empty());
  BOOST_TEST(client.ids(all_nodes({{"name", filter::op::present, {}}})).empty());
  BOOST_TEST(client.load("n1").value().outbox == (texts{"first", "grün: 7:x", "", "last"}),
             per_element());
}

BOOST_AUTO_TEST_CASE(marks_and_fences_work) {
  auto store = open();
  store_client client{*store};
  auto old = next_of_n1();
  old.epoch = 3;
  BOOST_TEST(code_of(client.apply(old)) == "fenced");
  store->mark_published("node", "n1", 4);
  BOOST_TEST(client.load("n1").value().outbox == texts{""}, per_element());
  store->mark_published("node", "n2", 2);
  BOOST_TEST(code_of(client.load("n2")) == "not_found");
}

BOOST_AUTO_TEST_CASE(upgrade_runs_once) {
  open();
  auto store = open();
  BOOST_TEST(store_client{*store}.load("n1").value().outbox.size() == 3u);
}

BOOST_AUTO_TEST_CASE(failed_upgrade_keeps_the_old_file) {
  {
    sqlite::database damaged{file, sqlite::database::access::read_write};
    damaged.execute("DROP TABLE outbox");
  }
  BOOST_TEST(code_of(sqlite_store::open({.path = file})) == "unavailable");
  sqlite::database left{file, sqlite::database::access::read_only};
  BOOST_TEST(left.number("PRAGMA user_version") == 1);
  BOOST_TEST(left.number("SELECT count(*) FROM sqlite_schema WHERE name = 'outbox_log'") == 0);
  BOOST_TEST(left.number("SELECT sum(unpublished) FROM record") == 2);
}

BOOST_AUTO_TEST_SUITE_END()
