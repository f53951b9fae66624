#include "tests/support/node_fixture/inspection_fixture.hpp"

#include "actors/inspection/rules/rule.hpp"

#include <boost/test/unit_test.hpp>

namespace ironbus::test {

json inventory_of(const std::string& address) {
  return {{"interfaces", {{{"name", "eth0"}, {"mac_address", address}}}},
          {"cpu", {{"architecture", "x86_64"}}},
          {"boot", {{"pxe_interface", address}}}};
}

node_fixture inspectable(json fields) {
  fields["inspect_interface"] = "agent";
  node_fixture out{std::move(fields)};
  out.order("manage");
  out.run();
  out.states();
  out.asked();
  return out;
}

step_outcome waits_for_data() {
  step_outcome out;
  out.status = step_status::waiting;
  out.waits_for = awaited::agent;
  return out;
}

void begin_inspection(node_fixture& inspected) {
  inspected.order("inspect");
  while (inspected.is_out() && inspected.request().what.name != "await_data") inspected.done();
  BOOST_REQUIRE(inspected.is_out());
}

node_fixture awaiting_data(json fields) {
  auto out = inspectable(std::move(fields));
  begin_inspection(out);
  out.answer(waits_for_data());
  BOOST_REQUIRE(out.state() == "inspect wait");
  out.states();
  out.asked();
  return out;
}

void use_rules(node_fixture& inspected, const json& rules) {
  auto list = std::make_shared<std::vector<inspection::rule_ptr>>();
  for (auto rule : rules) {
    rule["uuid"] = random_uuid();
    list->push_back(inspection::compile_rule(rule, inspection::rule_origin::user).value());
  }
  inspected.rules = std::move(list);
}

json set_extra(const char* key, const char* value) {
  return {{"op", "set-attribute"}, {"args", {std::string{"/extra/"} + key, value}}};
}

json api_call(const std::string& url) {
  return {{"op", "api-call"}, {"args", {{"url", url}, {"headers", {{"X-Key", "hush"}}}}}};
}

reply send_data(node_fixture& inspected, json plugin_data, json inventory) {
  return inspected.tell(continue_inspection{std::move(inventory), std::move(plugin_data)});
}

const row* kept_inventory(const node_fixture& inspected) {
  const row* out = nullptr;
  for (const auto& each : inspected.rows())
    if (each.collection == "inventory") out = &each;
  return out;
}

}  // namespace ironbus::test
