#include "tests/unit/actors/inspection/rule_fixture.hpp"

#include <boost/test/unit_test.hpp>

using namespace ironbus;
using namespace ironbus::inspection;
using namespace ironbus::test;

namespace {

json rendering(const std::string& text, bool masked = true) {
  const auto docs = sample_documents();
  const view sees{docs, masked};
  budget left{{}};
  std::vector<std::string> unresolved;
  return value_template::compile(text).value().render({sees, left, unresolved}).value;
}

}  // namespace

BOOST_AUTO_TEST_CASE(a_single_placeholder_keeps_the_type) {
  BOOST_TEST(rendering("{inventory[memory][physical_mb]}") == 8192);
  BOOST_TEST(rendering("{inventory[interfaces][1][ipv4_address]}") == json{});
  BOOST_TEST(rendering("{inventory.disks.0.size}") == 900);
  BOOST_TEST(rendering("{node.traits}") == json::array({"CUSTOM_OLD"}));
  BOOST_TEST(rendering("{node.auto_discovered}") == true);
  BOOST_TEST(rendering("{ports[1].address}") == "52:54:00:00:00:02");
  BOOST_TEST(rendering("{port_groups[0][name]}") == "bond0");
}

BOOST_AUTO_TEST_CASE(a_placeholder_among_text_becomes_text) {
  BOOST_TEST(rendering("https://{inventory[bmc_v6address]}/") == "https://2001:db8::9/");
  BOOST_TEST(rendering("{inventory[cpu][count]} of {{x}}") == "4 of {x}");
  BOOST_TEST(rendering("{inventory[cpu][count]:03d}") == "004");
  BOOST_TEST(rendering("{inventory[cpu][count]!s:>3}") == "  4");
  BOOST_TEST(rendering("{inventory[memory][physical_mb]:,}|") == "8,192|");
}

BOOST_AUTO_TEST_CASE(values_of_the_inventory_are_never_formatted) {
  BOOST_TEST(rendering("{inventory[system_vendor][serial_number]}") == "{node.driver}");
  BOOST_TEST(rendering("a {inventory[system_vendor][serial_number]}") == "a {node.driver}");
  const auto done = apply({numbered_rule(1, "[]", R"([{"op": "set-attribute",
      "args": ["extra/{item}", "{item}"],
      "loop": ["{inventory[system_vendor][serial_number]}"]}])")});
  BOOST_TEST(done.docs.node["extra"]["{node.driver}"] == "{node.driver}");
}

BOOST_AUTO_TEST_CASE(unresolvable_placeholders_stay_unchanged) {
  for (const auto* text :
       {"{inventory[missing]}", "{nobody}", "{item}", "{", "}", "{}", "{0}",
        "{inventory[interfaces][-1]}", "{inventory[interfaces][99999999999999999999]}",
        "{inventory[cpu][count]:99999999999}", "{inventory[cpu]:>5}",
        "x {inventory[missing]} {node.name}"})
    BOOST_TEST(rendering(text) == text);
  const auto done = apply({numbered_rule(1, "[]", R"([{"op": "log", "args": ["{nobody}"]}])")});
  BOOST_TEST(done.logs.at(0).level == "warning");
}

BOOST_AUTO_TEST_CASE(secrets_are_masked_at_any_depth_by_every_path) {
  BOOST_TEST(rendering("{inventory[bmc_password]}") == "***");
  BOOST_TEST(rendering("{inventory}")["bmc_password"] == "***");
  BOOST_TEST(rendering("{inventory[bmc_password][0]}") == "{inventory[bmc_password][0]}");
  BOOST_TEST(rendering("{plugin_data[password]}") == "***");
  BOOST_TEST(rendering("{node.driver_info[ipmi_password]}") == "******");
  BOOST_TEST(rendering("{node}")["driver_info"]["ipmi_password"] == "******");
  BOOST_TEST(rendering("{node.driver_info}")["ipmi_password"] == "******");
  BOOST_TEST(rendering("{node.driver_info}").dump().find("secret") == std::string::npos);
  BOOST_TEST(rendering("{node.driver_info[ipmi_password]}", false) == "node-secret");
  const auto done = apply({numbered_rule(1, "[]", R"([{"op": "set-plugin-data",
      "args": ["copy", "{item[bmc_password]}"], "loop": ["{inventory}"]}])")});
  BOOST_TEST(done.docs.plugin_data["copy"] == "***");
}

BOOST_AUTO_TEST_CASE(lists_objects_and_keys_are_formatted) {
  const auto extra = node_after(R"({"op": "set-attribute", "args": ["/extra/v",
      {"{node.name}": ["{inventory[cpu][count]}", {"x": "{node.name}!"}]}]})")["extra"];
  BOOST_TEST(extra["v"] == json::parse(R"({"node-7": [4, {"x": "node-7!"}]})"));
}
