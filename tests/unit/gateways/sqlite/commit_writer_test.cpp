#include "gateways/sqlite/commit_writer.hpp"

#include "tests/unit/gateways/sqlite/scratch_file.hpp"

#include <boost/test/unit_test.hpp>

using namespace ironbus;
using sqlite::commit_writer;

BOOST_AUTO_TEST_SUITE(commit_writing)

namespace {

struct with_writer : test::scratch_file {
  commit_writer writer{file};

  static commit of_node(const std::string& id, uint64_t expected_version,
                        std::vector<std::pair<std::string, std::string>> columns) {
    commit out;
    out.aggregate = "node";
    out.id = id;
    out.expected_version = expected_version;
    out.snapshot = "s";
    out.put = {{"nodes", id, "summary " + std::to_string(expected_version), std::move(columns)}};
    return out;
  }

  /// The columns of all rows in the form of lists.
  std::string columns() {
    auto ask = file.prepare("SELECT group_concat(name || '=' || value, ' ') FROM listing_column");
    ask.step();
    return ask.text(0);
  }
};

}  // namespace

BOOST_FIXTURE_TEST_CASE(the_cache_does_not_change_the_result, with_writer) {
  writer.apply(of_node("n", 0, {{"state", "a"}, {"trait", "1"}})).value();
  writer.forget();
  writer.apply(of_node("n", 1, {{"state", "b"}, {"trait", "1"}})).value();
  BOOST_TEST(columns() == "state=b trait=1");
  writer.apply(of_node("n", 2, {{"trait", "2"}, {"trait", "1"}, {"trait", "2"}})).value();
  BOOST_TEST(columns() == "trait=1 trait=2");
  writer.forget();
  auto erase = of_node("n", 3, {});
  erase.erase = true;
  writer.apply(erase).value();
  BOOST_TEST(columns() == "");
  BOOST_TEST(file.number("SELECT count(*) FROM listing") == 0);
  BOOST_TEST(file.number("SELECT count(*) FROM record") == 0);
}

BOOST_FIXTURE_TEST_CASE(after_a_rollback_the_record_is_read_again, with_writer) {
  writer.apply(of_node("n", 0, {{"state", "a"}})).value();
  file.execute("BEGIN");
  writer.apply(of_node("n", 1, {{"state", "b"}})).value();
  writer.apply(of_node("other", 0, {{"state", "x"}})).value();
  writer.acquire_shard(3);
  file.execute("ROLLBACK");
  writer.forget();
  BOOST_TEST((writer.apply(of_node("n", 2, {})).error().code == error_code::stale_version));
  BOOST_TEST((writer.apply(of_node("other", 1, {})).error().code == error_code::stale_version));
  writer.apply(of_node("n", 1, {{"state", "c"}})).value();
  BOOST_TEST(columns() == "state=c");
  BOOST_TEST(writer.acquire_shard(3) == 1u);
}

BOOST_FIXTURE_TEST_CASE(a_rejected_commit_changes_nothing, with_writer) {
  writer.apply(of_node("n", 0, {{"state", "a"}})).value();
  auto thief = of_node("thief", 0, {{"state", "a"}});
  thief.put.push_back({"nodes", "n", "mine", {}});
  for (int i = 0; i < 2; ++i)
    BOOST_TEST((writer.apply(thief).error().code == error_code::conflict));
  BOOST_TEST(file.number("SELECT count(*) FROM record") == 1);
  thief.put.pop_back();
  BOOST_TEST(writer.apply(thief).value() == 1u);
  BOOST_TEST(columns() == "state=a state=a");
}

BOOST_FIXTURE_TEST_CASE(one_commit_may_remove_and_put_the_same_row, with_writer) {
  writer.apply(of_node("n", 0, {{"state", "a"}})).value();
  auto again = of_node("n", 1, {{"state", "b"}});
  again.remove = {{"nodes", "n"}, {"nodes", "nobody"}};
  writer.forget();
  writer.apply(again).value();
  BOOST_TEST(columns() == "state=b");
  BOOST_TEST(file.number("SELECT sequence FROM listing") == 1);
  again.expected_version = 2;
  again.put.clear();
  writer.apply(again).value();
  BOOST_TEST(columns() == "");
}

BOOST_FIXTURE_TEST_CASE(an_outbox_moves_with_its_record, with_writer) {
  auto first = of_node("n", 0, {});
  first.shard = 1;
  first.outbox = {"a", "b"};
  writer.apply(first).value();
  BOOST_TEST(file.number("SELECT shard FROM outbox_log") == 1);
  auto second = of_node("n", 1, {});
  second.shard = 2;
  writer.apply(second).value();
  BOOST_TEST(file.number("SELECT shard FROM outbox_log") == 2);
  writer.mark_published("node", "n", 2);
  BOOST_TEST(file.number("SELECT count(*) FROM outbox_log") == 0);
}

BOOST_AUTO_TEST_SUITE_END()
