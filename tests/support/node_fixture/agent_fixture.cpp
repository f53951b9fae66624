#include "tests/support/node_fixture/agent_fixture.hpp"

#include <boost/test/unit_test.hpp>

namespace ironbus::test {

facts offers(const json& steps, const char* version) {
  facts out;
  out.driver_internal_info = {{"agent_cached_clean_steps", steps},
                              {"agent_cached_deploy_steps", steps},
                              {"hardware_manager_version", {{"generic", version}}}};
  return out;
}

json erase(step_priority priority, bool reboot) {
  return {{"step", "erase_devices"},
          {"interface", "deploy"},
          {"priority", priority},
          {"abortable", true},
          {"reboot_requested", reboot}};
}

json metadata(int priority) {
  return {{"step", "erase_devices_metadata"}, {"interface", "deploy"}, {"priority", priority}};
}

node_fixture with_agent() {
  node_fixture n{{{"deploy_interface", "direct"}}};
  n.order("manage");
  n.run();
  n.states();
  n.asked();
  return n;
}

void boots(node_fixture& node_fixture) {
  const auto found = node_fixture.tell(agent_lookup{token});
  BOOST_REQUIRE(!found.refused);
  node_fixture.heartbeat();
}

void answer_with(node_fixture& node_fixture, facts observed) {
  step_outcome x;
  x.observed = std::move(observed);
  node_fixture.answer(std::move(x));
}

void works(node_fixture& fixture) {
  step_outcome x;
  x.status = step_status::waiting;
  x.waits_for = awaited::agent;
  fixture.answer(std::move(x));
}

node_fixture cleaning_with(const json& steps) {
  auto n = with_agent();
  n.order("provide");
  while (n.is_out()) n.done();
  boots(n);
  answer_with(n, offers(steps));
  n.states();
  n.asked();
  return n;
}

step_outcome ended(step_status status, const std::string& reason) {
  step_outcome x;
  x.status = status;
  x.reason = reason;
  return x;
}

}  // namespace ironbus::test
