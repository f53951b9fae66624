#include "gateways/redis/redis_session.hpp"
#include "gateways/redis/unfinished_restore.hpp"
#include "tests/contract/store/maintenance_client.hpp"
#include "tests/contract/store/on_stores.hpp"

#include <boost/test/unit_test.hpp>

using namespace ironbus;
using namespace ironbus::test;
using boost::test_tools::per_element;

namespace {

/// A store with ten nodes, and methods to damage it.
struct damaged_redis {
  fresh_store it{"redis"};
  redis::session hand{redis::session::open(options()).value()};
  const std::unique_ptr<store_maintenance> tools = it.maintenance();

  damaged_redis() {
    for (int i = 0; i < 10; ++i) {
      const auto id = "n" + std::to_string(i);
      auto x = change(id);
      x.claim = {{"nodes.name", "name of " + id}};
      x.put = {node_row(id, {{"state", "active"}}), {"ports", "p" + id, "", {{"node", id}}}};
      x.outbox = {"event of " + id};
      it->apply(x).value();
    }
  }

  redis_options options() const {
    auto out = test_redis();
    out.prefix = it.prefix();
    return out;
  }

  void command(std::vector<std::string> words) {
    words[1] = hand.key(words[1]);
    BOOST_REQUIRE(hand.ask(words).has_value());
  }

  /// Knows the rows and keys of each node.
  static stored_aggregate judge(const stored_aggregate& now,
                                const store_maintenance::finding_sink& tell) {
    auto wanted = now;
    const auto at = [&](size_t i) { return i < now.rows.size() ? now.rows[i].sequence : 0; };
    const bool both = now.rows.size() == 2;
    wanted.rows = {{node_row(now.id, {{"state", "active"}}), both ? at(0) : 0},
                   {{"ports", "p" + now.id, "", {{"node", now.id}}}, at(both ? 1 : 0)}};
    wanted.keys = {{"nodes.name", "name of " + now.id}};
    if (now.rows.size() != wanted.rows.size())
      tell({store_defect::missing_entry, "nodes", "node:" + now.id, "a row is missing"});
    return wanted;
  }

  std::vector<std::string> check() { return findings(*tools, false, judge); }

  void check_repair() {
    const auto found = findings(*tools, true, judge);
    BOOST_TEST(!found.empty());
    for (const auto& x : found) BOOST_TEST(x.ends_with(" mended"), x);
    BOOST_TEST(check().empty());
    texts all;
    for (int i = 0; i < 10; ++i) all.push_back("n" + std::to_string(i));
    BOOST_TEST(it->ids(all_nodes()) == all, per_element());
    BOOST_TEST(it->ids(all_nodes({{"state", filter::op::equal, {"active"}}})) == all,
               per_element());
    BOOST_TEST(it->resolve("nodes.name", "name of n4").value() == "n4");
    BOOST_TEST(it->attention_of(0).value().size() == 10u);
  }
};

bool has(const std::vector<std::string>& found, const std::string& line) {
  return std::find(found.begin(), found.end(), line) != found.end();
}

}  // namespace

BOOST_FIXTURE_TEST_SUITE(redis_damage, damaged_redis)

BOOST_AUTO_TEST_CASE(list_works_without_a_lost_row) {
  command({"HDEL", "row:nodes", "n4"});
  const texts others{"n0", "n1", "n2", "n3", "n5", "n6", "n7", "n8", "n9"};
  BOOST_TEST(it->ids(all_nodes()) == others, per_element());
  auto page = all_nodes();
  page.limit = 5;
  BOOST_TEST(it->ids(page) == (texts{"n0", "n1", "n2", "n3", "n5"}), per_element());
  page.marker = "n3";
  BOOST_TEST(it->ids(page) == (texts{"n5", "n6", "n7", "n8", "n9"}), per_element());
  for (bool with_snapshot : {false, true}) {
    auto sorted = all_nodes({{"state", filter::op::contains, {"act"}}});
    sorted.sort_column = "state";
    sorted.with_snapshot = with_snapshot;
    BOOST_TEST(it->ids(sorted) == others, per_element());
  }
}

BOOST_AUTO_TEST_CASE(list_works_without_a_lost_summary_or_record) {
  command({"HDEL", "sum:nodes", "n0"});
  command({"DEL", "rec:node:n1"});
  auto page = all_nodes();
  page.with_snapshot = true;
  page.limit = 3;
  BOOST_TEST(it->ids(page) == (texts{"n2", "n3", "n4"}), per_element());
  page.sort_column = "state";
  BOOST_TEST(it->ids(page) == (texts{"n2", "n3", "n4"}), per_element());
}

BOOST_AUTO_TEST_CASE(lost_row_is_reported_and_restored) {
  command({"HDEL", "row:nodes", "n4"});
  const auto found = check();
  BOOST_TEST(has(found, "dangling_entry order:nodes n4"));
  BOOST_TEST(has(found, "dangling_entry col:nodes:state=active n4"));
  BOOST_TEST(has(found, "missing_entry nodes node:n4"));
  check_repair();
}

BOOST_AUTO_TEST_CASE(lost_indexes_are_rebuilt) {
  command({"DEL", "col:nodes:state=active"});
  command({"ZREM", "order:nodes", "n2"});
  command({"HDEL", "uniq:nodes.name", "name of n4"});
  command({"DEL", "att:node:0"});
  command({"SET", "sequence", "3"});
  const auto found = check();
  BOOST_TEST(has(found, "missing_entry col:nodes:state=active n7"));
  BOOST_TEST(has(found, "missing_entry order:nodes n2"));
  BOOST_TEST(has(found, "missing_entry uniq:nodes.name name of n4"));
  BOOST_TEST(has(found, "missing_entry att:node:0 n9"));
  BOOST_TEST(has(found, "missing_entry sequence "));
  check_repair();
}

BOOST_AUTO_TEST_CASE(dangling_entries_are_removed) {
  command({"ZADD", "order:nodes", "1000", "gone"});
  command({"ZADD", "has:nodes:name", "5", "n2"});
  command({"HSET", "uniq:nodes.name", "free", "node:gone"});
  command({"HSET", "sum:nodes", "gone", "{}"});
  command({"HSET", "att:node:0", "gone", "1"});
  command({"HDEL", "rec:node:n4", "r:nodes:n4"});
  const auto found = check();
  BOOST_TEST(has(found, "dangling_entry order:nodes gone"));
  BOOST_TEST(has(found, "dangling_entry has:nodes:name n2"));
  BOOST_TEST(has(found, "dangling_entry uniq:nodes.name free"));
  BOOST_TEST(has(found, "dangling_entry sum:nodes gone"));
  BOOST_TEST(has(found, "dangling_entry att:node:0 gone"));
  BOOST_TEST(has(found, "missing_entry rec:node:n4 n4"));
  check_repair();
  auto name = change("n5", 1);
  name.claim = {{"nodes.name", "free"}};
  BOOST_TEST(it->apply(name).value() == 2u);
}

BOOST_AUTO_TEST_CASE(remains_of_a_lost_record_are_removed) {
  command({"DEL", "rec:node:n9"});
  BOOST_TEST(has(check(), "dangling_entry row:nodes n9"));
  const auto mended = findings(*tools, true, judge);
  BOOST_TEST(has(mended, "dangling_entry row:nodes n9 mended"));
  BOOST_TEST(has(mended, "dangling_entry uniq:nodes.name name of n9 mended"));
  BOOST_TEST(check().empty());
  BOOST_TEST(it->ids(all_nodes()).size() == 9u);
}

BOOST_AUTO_TEST_CASE(duplicate_key_is_reported_and_kept) {
  command({"HSET", "rec:node:n1", "u:nodes.name:name of n0", ""});
  const auto both = [](const stored_aggregate& now, const auto& tell) {
    auto wanted = judge(now, tell);
    if (now.id == "n1") wanted.keys.push_back({"nodes.name", "name of n0"});
    return wanted;
  };
  BOOST_TEST(has(findings(*tools, true, both), "key_conflict uniq:nodes.name name of n0"));
  const auto read = tools->read([](const stored_item&) { return result<std::monostate>{}; });
  BOOST_TEST(code_of(read) == "conflict");
}

BOOST_AUTO_TEST_CASE(interrupted_restore_is_detected_and_restarted) {
  const auto lines = all_lines(*tools);
  command({"SET", redis::restore_mark, "1"});
  BOOST_TEST(code_of(it->ping()) == "unavailable");
  BOOST_TEST(has(check(), "unfinished restoring "));
  BOOST_TEST(code_of(fill_with(*tools, {lines[3]})) == "ok");
  BOOST_TEST(code_of(it->ping()) == "ok");
  BOOST_TEST(it->ids(all_nodes()) == texts{"n3"}, per_element());
}

BOOST_AUTO_TEST_CASE(keys_of_a_newer_release_are_rejected) {
  command({"SET", "schema", "2"});
  BOOST_TEST(code_of(redis::session::open(options())) == "unavailable");
  it.close();
  it.open();
  const auto answer = it->ping();
  BOOST_TEST(code_of(answer) == "unavailable");
  BOOST_TEST(answer.error().message.find("written by a newer ironbus (schema 2") !=
             std::string::npos);
}

BOOST_AUTO_TEST_SUITE_END()
