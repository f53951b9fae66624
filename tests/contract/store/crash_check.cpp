#include "tests/contract/store/crash_check.hpp"

#include <boost/test/unit_test.hpp>

namespace ironbus::test {

namespace {

std::string stamp(const std::string& id, uint64_t version) {
  return id + "@" + std::to_string(version);
}

}  // namespace

commit telltale(const std::string& id, uint64_t expected_version) {
  auto version = expected_version + 1;
  auto x = change(id, expected_version);
  x.shard = 1;
  x.outbox = {stamp(id, version)};
  x.claim = {{"stamp", stamp(id, version)}};
  if (expected_version > 0) x.release = {{"stamp", stamp(id, expected_version)}};
  x.put = {node_row(id, {{"stamp", stamp(id, version)}})};
  x.put[0].summary = stamp(id, version);
  return x;
}

void check_whole(store_client& client, const std::string& id, uint64_t acknowledged) {
  auto found = client.load(id);
  if (acknowledged == 0 && !found) return;
  BOOST_TEST_REQUIRE(found.has_value());
  auto version = found->version;
  BOOST_TEST(version >= acknowledged);
  BOOST_TEST(found->snapshot == id + " " + std::to_string(version));
  BOOST_TEST(found->outbox.size() == version);
  BOOST_TEST(found->outbox.back() == stamp(id, version));
  auto page = client.list(all_nodes({{"stamp", filter::op::equal, {stamp(id, version)}}}));
  BOOST_TEST_REQUIRE(page.has_value());
  BOOST_TEST_REQUIRE(page->size() == 1u);
  BOOST_TEST(page->front().summary == stamp(id, version));
  BOOST_TEST(client.resolve("stamp", stamp(id, version)).value_or("-") == id);
  for (auto other : {version - 1, version + 1}) {
    BOOST_TEST(client.ids(all_nodes({{"stamp", filter::op::equal, {stamp(id, other)}}})).empty());
    BOOST_TEST(code_of(client.resolve("stamp", stamp(id, other))) == "not_found");
  }
}

}  // namespace ironbus::test
