#include "tests/support/node_fixture/cleaning_fixture.hpp"

namespace ironbus::test {

json clean_request(std::initializer_list<std::pair<const char*, const char*>> steps) {
  auto out = json::array();
  for (const auto& [interface, step] : steps)
    out.push_back({{"interface", interface}, {"step", step}});
  return {{"clean_steps", out}};
}

node_fixture node_in_cleaning(const json& request) {
  node_fixture out;
  out.order("manage");
  out.run();
  out.order("clean", request);
  out.states();
  out.asked();
  return out;
}

node_fixture node_in_factory_reset() {
  auto out = node_in_cleaning(
      clean_request({{"bios", "factory_reset"}, {"raid", "create_configuration"}}));
  out.done();
  out.asked();
  return out;
}

void answer_waiting(node_fixture& cleaned, awaited who) {
  step_outcome outcome;
  outcome.status = step_status::waiting;
  outcome.waits_for = who;
  cleaned.answer(outcome);
}

}  // namespace ironbus::test
