#include "tests/unit/actors/inspection/rule_fixture.hpp"

#include "messages/model/node.hpp"
#include "messages/model/node_parts.hpp"

#include <boost/test/unit_test.hpp>

namespace ironbus::test {

using namespace ironbus::inspection;

namespace {

constexpr auto sample_inventory = R"({
  "interfaces": [
    {"name": "eth0", "mac_address": "52:54:00:00:00:01", "ipv4_address": "10.0.0.5"},
    {"name": "eth1", "mac_address": "52:54:00:00:00:02", "ipv4_address": null}],
  "disks": [{"name": "/dev/sda", "size": 900}, {"name": "/dev/sdb", "size": 2000}],
  "memory": {"physical_mb": 8192}, "cpu": {"count": 4, "architecture": "x86_64"},
  "system_vendor": {"manufacturer": "Dell Inc.", "serial_number": "{node.driver}"},
  "bmc_address": "192.0.2.9", "bmc_v6address": "2001:db8::9", "bmc_password": "inventory-secret"})";

constexpr auto sample_plugin_data = R"({
  "auto_discovered": true, "bmc_address": "192.0.2.9", "password": "plugin-secret",
  "tags": ["a"], "none": []})";

json sample_port(const std::string& uuid, const std::string& mac) {
  port out;
  out.uuid = uuid;
  out.address = mac;
  return out;
}

rule_ptr one_action(const std::string& action) {
  return compiled({numbered_rule(1, "[]", "[" + action + "]")})[0];
}

}  // namespace

documents sample_documents() {
  documents out;
  node attributes;
  attributes.uuid = "1be26c0b-03f2-4d2e-ae87-c02d7f33c123";
  attributes.name = "node-7";
  attributes.driver = "fake-hardware";
  attributes.driver_info = {{"ipmi_address", "192.0.2.7"}, {"ipmi_password", "node-secret"}};
  attributes.properties = {{"memory_mb", "8192"}, {"capabilities", "boot_mode:uefi"}};
  attributes.extra = {{"list", {"a"}}, {"deep", {{"x", 1}}}, {"text", "t"}};
  out.node = attributes;
  out.traits = {"CUSTOM_OLD"};
  out.ports = {sample_port("11111111-1111-1111-1111-111111111111", "52:54:00:00:00:01"),
               sample_port("22222222-2222-2222-2222-222222222222", "52:54:00:00:00:02")};
  out.port_groups = json::array({{{"name", "bond0"}}});
  out.inventory = json::parse(sample_inventory);
  out.plugin_data = json::parse(sample_plugin_data);
  return out;
}

json numbered_rule(int number, const std::string& conditions, const std::string& actions,
                   const std::string& further) {
  json out{{"uuid", "00000000-0000-0000-0000-00000000000" + std::to_string(number)},
           {"conditions", json::parse(conditions)},
           {"actions", json::parse(actions)}};
  out.update(json::parse(further));
  return out;
}

std::vector<rule_ptr> compiled(const std::vector<json>& rules) {
  std::vector<rule_ptr> out;
  for (const auto& source : rules) {
    auto one = compile_rule(source, rule_origin::user);
    BOOST_REQUIRE_MESSAGE(one, (one ? "" : one.error().message));
    out.push_back(std::move(*one));
  }
  return out;
}

std::string refusal_of(const json& rule) {
  const auto checked = check_rule(rule, rule_origin::user);
  return checked ? "" : checked.error().message;
}

std::string refusal_of_condition(const std::string& condition) {
  return refusal_of(numbered_rule(1, "[" + condition + "]", R"([{"op": "log", "args": ["x"]}])"));
}

std::string refusal_of_action(const std::string& action) {
  return refusal_of(numbered_rule(1, "[]", "[" + action + "]"));
}

outcome apply_to(documents docs, const std::vector<json>& rules, apply_options options) {
  options.explain = true;
  return apply_rules(choose_rules(compiled(rules), {}), std::move(docs), options);
}

outcome apply(const std::vector<json>& rules, apply_options options) {
  return apply_to(sample_documents(), rules, std::move(options));
}

bool holds_for_sample(const std::string& condition) {
  const auto done =
      apply({numbered_rule(1, "[" + condition + "]", R"([{"op": "log", "args": ["held"]}])")});
  BOOST_TEST(!done.failed, condition << ": " << (done.failed ? done.failed->message : ""));
  return done.trace.at(0).applied;
}

json node_after(const std::string& action) {
  const auto done = apply_rules(std::vector{one_action(action)}, sample_documents(), {});
  BOOST_TEST(!done.failed, action << ": " << (done.failed ? done.failed->message : ""));
  return done.docs.node;
}

}  // namespace ironbus::test
