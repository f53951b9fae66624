#include "actors/node/decision/decision.hpp"
#include "messages/base/legacy_uuid.hpp"
#include "messages/model/snapshot.hpp"
#include "tests/support/node_fixture/catalog_fixture.hpp"
#include "tests/support/node_fixture/node_fixture.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>

using namespace ironbus;
using namespace ironbus::test;

// Numbered rows of a node: the oldest are deleted, and found only by their number.

namespace {

const auto history_drivers = make_catalog();

decision remember_once(const node_snapshot& before, const conductor_options& options) {
  const installation_policy policy;
  const context ctx{timestamp{}, history_drivers, policy, options, "bench"};
  decision out{&before, before.attributes.uuid, ctx, "a message"};
  out.add_history("ERROR", "test", "a text");
  return out;
}

node_snapshot node_with_history(uint64_t first, uint64_t end) {
  node_snapshot out;
  out.attributes.uuid = test_uuid;
  out.history_first = first;
  out.history_end = end;
  return out;
}

}  // namespace

BOOST_AUTO_TEST_CASE(a_full_history_loses_its_oldest_row) {
  conductor_options options;
  options.history_max_entries = 2;
  const auto first = remember_once(node_with_history(0, 0), options);
  BOOST_REQUIRE(first.rows().size() == 1U);
  BOOST_TEST(first.removed_rows().empty());
  const auto third = remember_once(node_with_history(0, 2), options);
  BOOST_TEST(third.next.history_first == 1U);
  BOOST_TEST(third.rows()[0].id != first.rows()[0].id);
  const std::pair<std::string, std::string> gone{"history", first.rows()[0].id};
  BOOST_TEST(std::ranges::count(third.removed_rows(), gone) == 1);
}

BOOST_AUTO_TEST_CASE(rows_of_the_first_release_are_removed_as_well) {
  conductor_options options;
  options.history_max_entries = 2;
  const auto decision = remember_once(node_with_history(7, 9), options);
  const std::pair<std::string, std::string> gone{
      "history", legacy_derived_uuid(std::string{test_uuid} + ".history.7")};
  BOOST_TEST(std::ranges::count(decision.removed_rows(), gone) == 1);
}
