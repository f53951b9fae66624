#include "tests/support/invariants.hpp"

#include <boost/test/unit_test.hpp>

using namespace ironbus;
using namespace ironbus::test;

namespace {

node_snapshot cleaning_node() {
  node_snapshot x;
  x.attributes.uuid = "6b0b5f7a-3a0e-4a8e-9a51-0d4f0c6f1e01";
  x.attributes.state = provision_state::cleaning;
  return x;
}

}  // namespace

BOOST_AUTO_TEST_CASE(node_without_a_reason_to_wait_is_reported) {
  auto x = cleaning_node();
  BOOST_TEST(check_wait(x).size() == 1U);
  BOOST_TEST(check_wait(x).front().find("does not say what it waits for") != std::string::npos);
  const timestamp since{std::chrono::hours{24}};
  x.in_flight = step_in_flight{"operation", 0, 1, since, since + std::chrono::seconds{1}};
  BOOST_TEST(check_wait(x).empty());
  x.in_flight->until = since - std::chrono::seconds{1};
  BOOST_TEST(check_wait(x).front().find("before its start") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(disagreement_of_allocation_and_node_is_reported) {
  const std::string a = "a1", n = "n1";
  std::map<std::string, node_snapshot> nodes{{n, {}}};
  auto& attributes = nodes[n].attributes;
  attributes.uuid = n;
  attributes.resource_class = "gold";
  std::map<std::string, record_snapshot> allocations;
  allocations[a].attributes = {{"state", "active"}, {"node_uuid", n}, {"resource_class", "gold"}};
  BOOST_TEST(check_allocations(nodes, allocations).size() == 1U);  // the node does not have it
  attributes.allocation_uuid = attributes.instance_uuid = a;
  BOOST_TEST(check_allocations(nodes, allocations).empty());
  attributes.resource_class = "iron";
  BOOST_TEST(check_allocations(nodes, allocations).size() == 1U);
  attributes.resource_class = "gold";
  attributes.instance_uuid = "i9";
  BOOST_TEST(check_allocations(nodes, allocations).size() == 1U);
  allocations.clear();
  BOOST_TEST(check_allocations(nodes, allocations).size() == 1U);
}

BOOST_AUTO_TEST_CASE(field_over_its_limit_is_reported) {
  auto x = cleaning_node();
  x.attributes.extra = {{"a", {{"b", json::array({1})}}}};
  BOOST_TEST(check_extent(x).empty());
  const storage_bounds shallow{.field_depth_max = 2};
  BOOST_TEST(check_extent(x, shallow).size() == 1U);
  BOOST_TEST(check_extent(x, shallow).front().find("extra is too deep") != std::string::npos);
  const storage_bounds small{.field_bytes_max = 10};
  BOOST_TEST(check_extent(x, small).front().find("extra is too large") != std::string::npos);
  x.attributes.extra = json::object();
  x.attributes.instance_info = {{"configdrive", std::string(100, 'x')}};
  BOOST_TEST(check_extent(x, small).empty());  // it has its own limit
}
