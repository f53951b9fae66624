#include "messages/contract/driver_contract.hpp"
#include "messages/model/driver_catalog.hpp"
#include "messages/model/snapshot.hpp"
#include "messages/wire/step.hpp"

#include <boost/test/unit_test.hpp>

#include <map>

using namespace ironbus;

namespace {

/// A node in which every part has a unique value.
node full_node() {
  node out;
  out.uuid = "n-1";
  out.name = "one";
  out.driver = "fake-hardware";
  out.driver_info = {{"redfish_address", "https://192.0.2.9"},
                     {"redfish_password", "bmc-secret"},
                     {"snmp_community", "switch-secret"},
                     {"fake_delays", json::object()},
                     {"image_http_proxy", "http://user:proxy-secret@192.0.2.8"},
                     {"note", "of an operator"}};
  out.driver_internal_info = {{"agent_secret_token", "token-secret"}, {"note", "of a driver"}};
  out.properties = {{"capabilities", "boot_mode:uefi"}};
  out.instance_info = {{"image_source", "http://images/a"},
                       {"hashed_rescue_password", "rescue-secret"},
                       {"configdrive", std::string(60'000, 'x') + "drive-secret"}};
  out.target_raid_config = {{"logical_disks", json::array()}};
  out.network_data = {{"links", json::array()}};
  out.power_state = power_state::on;
  out.power_interface = "redfish";
  out.deploy_interface = "direct";
  out.inspect_interface = "redfish";
  out.network_interface = "noop";
  return out;
}

interface_implementation declared_implementation(std::string kind, std::string name,
                                                 std::vector<std::string> further_keys = {}) {
  interface_implementation out;
  out.kind = std::move(kind);
  out.name = std::move(name);
  out.further_keys = std::move(further_keys);
  return out;
}

driver_catalog drivers_of_node() {
  auto direct = declared_implementation("deploy", "direct", {"*"});
  direct.properties = {{"image_http_proxy", "A proxy.", false}};
  driver_options options;
  options.hardware_types.clear();
  return driver_catalog::build(
             {},
             {declared_implementation("power", "redfish", {"redfish_*"}), std::move(direct),
              declared_implementation("inspect", "redfish", {"redfish_*"}),
              declared_implementation("inspect", "agent", {"*_address"}),
              declared_implementation("network", "noop")},
             std::move(options))
      .value();
}

machine machine_of_step(std::string_view interface, std::string_view name, bool in_agent = false) {
  step what;
  what.interface = interface;
  what.name = name;
  what.in_agent = in_agent;
  port card;
  card.address = "52:54:00:00:00:01";
  return machine_for(what, full_node(), {card}, drivers_of_node());
}

std::string parts_of(const machine& machine) {
  std::string out;
  if (machine.instance_info.contains("image_source")) out += "instance ";
  if (machine.instance_info.contains("configdrive")) out += "config_drive ";
  if (!machine.ports.empty()) out += "ports ";
  if (!machine.target_raid_config.empty()) out += "raid ";
  if (machine.driver_internal_info.contains("agent_secret_token")) out += "agent_token ";
  if (!machine.network_data.empty()) out += "network_data ";
  return out;
}

std::string info_keys_of(const machine& machine) {
  std::string out;
  for (const auto& [key, value] : machine.driver_info.items()) out += key + " ";
  return out;
}

const std::map<std::string_view, std::string> parts_by_kind{
    {"bios", ""},
    {"boot", "instance ports agent_token "},
    {"console", ""},
    {"deploy", "instance ports raid agent_token "},
    {"firmware", ""},
    {"inspect", "ports agent_token "},
    {"management", ""},
    {"network", "ports "},
    {"power", ""},
    {"raid", "raid "},
    {"rescue", "instance ports raid agent_token "},
    {"storage", "instance "},
    {"vendor", "agent_token "},
};

const std::map<std::pair<std::string_view, std::string_view>, std::string> parts_by_operation{
    {{"boot", "prepare_ramdisk"}, "instance ports agent_token network_data "},
    {{"boot", "prepare_instance"}, "instance config_drive ports agent_token "},
    {{"deploy", "deploy"}, "instance config_drive ports raid agent_token "},
    {{"deploy", "execute_bootc_install"}, "instance config_drive ports raid agent_token "},
    {{"deploy", "write_image"}, "instance config_drive ports raid agent_token "},
    {{"management", "set_boot_device"}, "instance "},
    {{"power", "set_power_state"}, "instance "},
};

}  // namespace

BOOST_AUTO_TEST_SUITE(step_needs)

BOOST_AUTO_TEST_CASE(every_operation_carries_only_the_data_it_needs) {
  for (const auto& row : driver_contract()) {
    const auto special = parts_by_operation.find({row.what.interface, row.what.name});
    const auto& expected = special != parts_by_operation.end()
                               ? special->second
                               : parts_by_kind.at(row.what.interface);
    BOOST_TEST(parts_of(machine_of_step(row.what.interface, row.what.name)) == expected,
               row.what.interface << "." << row.what.name);
  }
}

BOOST_AUTO_TEST_CASE(a_step_of_the_agent_carries_the_agent_s_node_data) {
  for (const auto kind : interface_kinds)
    BOOST_TEST(parts_of(machine_of_step(kind, "a_step_of_a_hardware_manager", true)) ==
               "instance ports raid agent_token ");
}

BOOST_AUTO_TEST_CASE(every_step_carries_the_common_data) {
  const auto whole = full_node();
  for (const auto kind : interface_kinds) {
    const auto out = machine_of_step(kind, "any");
    BOOST_TEST(out.uuid == whole.uuid);
    BOOST_TEST((out.name == whole.name));
    BOOST_TEST(out.driver == whole.driver);
    BOOST_TEST(out.properties == whole.properties);
    BOOST_TEST(out.driver_internal_info.at("note") == "of a driver");
    BOOST_TEST((out.power_state == whole.power_state));
    BOOST_TEST(out.interfaces.at("power") == "redfish");
  }
}

BOOST_AUTO_TEST_CASE(declared_keys_of_driver_info_are_sent) {
  const std::string redfish_keys = "redfish_address redfish_password ";
  BOOST_TEST(info_keys_of(machine_of_step("power", "get_power_state")) == redfish_keys);
  BOOST_TEST(info_keys_of(machine_of_step("inspect", "inspect_hardware")) == redfish_keys);
  BOOST_TEST(info_keys_of(machine_of_step("inspect", "call_api")) ==
             "redfish_address ");  // by "agent"
  BOOST_TEST(info_keys_of(machine_of_step("network", "vif_list")) == "");
  BOOST_TEST(info_keys_of(machine_of_step("raid", "delete_configuration")) == "");  // it has none
}

BOOST_AUTO_TEST_CASE(secrets_are_sent_only_under_keys_declared_by_name) {
  for (const bool in_agent : {false, true}) {  // the agent's own steps use the deploy interface
    const auto out = machine_of_step(in_agent ? "power" : "deploy", "any", in_agent).driver_info;
    json expected = full_node().driver_info.tree();
    expected["redfish_password"] = expected["snmp_community"] = "******";
    BOOST_TEST(out == expected);
  }
}

BOOST_AUTO_TEST_CASE(a_power_read_contains_no_config_drive_and_no_foreign_secret) {
  step_request x;
  x.what.interface = "power";
  x.what.name = "get_power_state";
  x.machine = machine_of_step("power", "get_power_state");
  const auto text = to_text(x);
  BOOST_TEST(text.find("bmc-secret") != std::string::npos);
  for (const auto* secret : {"drive-secret", "rescue-secret", "token-secret", "configdrive",
                             "switch-secret", "proxy-secret"})
    BOOST_TEST(text.find(secret) == std::string::npos, secret);
  BOOST_TEST(text.size() < 2000U);
}

BOOST_AUTO_TEST_SUITE_END()
