#include "actors/runtime/conductor/power_sync.hpp"

#include "messages/model/snapshot.hpp"
#include "tests/support/node_fixture/catalog_fixture.hpp"

#include <boost/test/unit_test.hpp>

#include <map>
#include <set>

using namespace ironbus;

namespace {

listed row_of(const node_snapshot& x) {
  return {x.attributes.uuid, x.attributes.uuid, {}, encode_snapshot(x)};
}

node_snapshot machine_at_rest(std::string uuid) {
  node_snapshot out;
  out.attributes.uuid = std::move(uuid);
  out.attributes.driver = "fake-hardware";
  out.attributes.state = provision_state::available;
  out.attributes.power_state = power_state::on;
  return out;
}

node_snapshot gone_for_long(std::string uuid) {
  auto out = machine_at_rest(std::move(uuid));
  out.attributes.power_state.reset();
  out.attributes.maintenance = true;
  out.attributes.fault = "power failure";
  out.power_sync_failures = 100;
  return out;
}

std::set<std::string> asked_in(uint64_t round, const std::vector<listed>& nodes) {
  const auto survey = make_power_sync_request({7, round}, nodes, test::make_catalog(), {});
  BOOST_TEST(survey.shard == 7U);
  std::set<std::string> out;
  for (const auto& target : survey.targets) out.insert(target.machine.uuid);
  return out;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(power_sync_requests)

BOOST_AUTO_TEST_CASE(responsive_machines_are_in_each_round_and_busy_ones_in_none) {
  auto working = machine_at_rest("working");
  working.in_flight.emplace();
  auto kept_out = machine_at_rest("kept out");
  kept_out.attributes.maintenance = true;
  const std::vector nodes{row_of(machine_at_rest("quiet")), row_of(working), row_of(kept_out)};
  for (uint64_t round = 0; round < 8; ++round)
    BOOST_TEST(asked_in(round, nodes) == std::set<std::string>{"quiet"},
               boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(waiting_nodes_are_read_too) {
  for (const auto state :
       {provision_state::clean_wait, provision_state::deploy_wait, provision_state::inspect_wait,
        provision_state::rescue_wait, provision_state::service_wait}) {
    auto waiting = machine_at_rest("waiting");
    waiting.attributes.state = state;
    waiting.waiting.emplace(awaited::agent, timestamp{}, std::nullopt, "it fails");
    BOOST_TEST(asked_in(0, {row_of(waiting)}).size() == 1U, to_string(state));
  }
}

BOOST_AUTO_TEST_CASE(a_doubtful_state_is_reported_although_it_is_the_recorded_one) {
  const auto is_always = [](const node_snapshot& x) {
    return make_power_sync_request({7, 0}, {row_of(x)}, test::make_catalog(), {})
        .targets.at(0)
        .always;
  };
  auto quiet = machine_at_rest("a");
  BOOST_TEST(!is_always(quiet));
  auto unconfirmed = quiet;
  unconfirmed.power_unconfirmed.emplace();
  BOOST_TEST(is_always(unconfirmed));
  auto differs = quiet;
  differs.power_differs.emplace();
  BOOST_TEST(is_always(differs));
  auto off = quiet;
  off.attributes.power_state = power_state::off;
  BOOST_TEST(!is_always(off));
  off.waiting.emplace(awaited::agent, timestamp{}, std::nullopt, "it fails");
  BOOST_TEST(is_always(off));
  off.waiting->machine_off_since = timestamp{};
  BOOST_TEST(!is_always(off));
}

BOOST_AUTO_TEST_CASE(unreachable_machines_are_spread_over_the_rounds) {
  std::vector<listed> nodes;
  nodes.reserve(64);
  for (int i = 0; i < 64; ++i) nodes.push_back(row_of(gone_for_long("gone-" + std::to_string(i))));
  std::map<std::string, int> times;
  size_t most = 0;
  for (uint64_t round = 0; round < 8; ++round) {
    const auto asked = asked_in(round, nodes);
    most = std::max(most, asked.size());
    for (const auto& uuid : asked) ++times[uuid];
  }
  BOOST_TEST(times.size() == nodes.size());
  for (const auto& [uuid, count] : times) BOOST_TEST(count == 1, uuid);
  BOOST_TEST(most < nodes.size() / 2);
}

BOOST_AUTO_TEST_SUITE_END()
