#include "actors/outbox.hpp"
#include "messages/model/snapshot.hpp"
#include "tests/support/node_fixture/node_fixture.hpp"

#include <boost/test/unit_test.hpp>

using namespace ironbus;
using namespace ironbus::test;

namespace {

const std::string part_1 = "22222222-bbbb-4bbb-8bbb-000000000001";
const std::string part_2 = "22222222-bbbb-4bbb-8bbb-000000000002";
const std::string part_3 = "22222222-bbbb-4bbb-8bbb-000000000003";

std::string outcome_of(const reply& x) {
  return x.refused ? std::string{to_string(x.refused->code)} : "accepted";
}

reply add(node_fixture& n, const std::string& kind, const std::string& uuid, json fields) {
  fields["uuid"] = uuid;
  return n.tell(create_part{kind, std::move(fields), 115});
}

reply change(node_fixture& n, const std::string& kind, const std::string& uuid,
             const std::string& path, json value) {
  return n.tell(update_part{kind, uuid, {{"replace", path, std::move(value)}}, 115});
}

json connector() { return {{"type", "iqn"}, {"connector_id", "iqn.2026:one"}}; }

json target(int boot_index) {
  return {{"volume_type", "iscsi"}, {"volume_id", "v"}, {"boot_index", boot_index}};
}

}  // namespace

BOOST_AUTO_TEST_CASE(a_port_joins_only_a_group_of_its_node) {
  node_fixture n;
  const json port{{"address", "52:54:00:00:00:01"}, {"portgroup_uuid", part_2}};
  BOOST_TEST(outcome_of(add(n, "port", part_1, port)) == "conflict");
  add(n, "portgroup", part_2, {{"name", "bond0"}});
  BOOST_TEST(outcome_of(add(n, "port", part_1, port)) == "accepted");
}

BOOST_AUTO_TEST_CASE(a_group_with_ports_is_not_removed) {
  node_fixture n;
  add(n, "portgroup", part_2, json::object());
  add(n, "port", part_1, {{"address", "52:54:00:00:00:01"}, {"portgroup_uuid", part_2}});
  BOOST_TEST(outcome_of(n.tell(delete_part{"portgroup", part_2})) == "invalid");
  BOOST_TEST(outcome_of(n.tell(delete_part{"port", part_1})) == "accepted");
  BOOST_TEST(outcome_of(n.tell(delete_part{"portgroup", part_2})) == "accepted");
  BOOST_TEST(n.now().portgroups.empty());
}

BOOST_AUTO_TEST_CASE(members_without_standalone_support_do_not_boot) {
  node_fixture n;
  add(n, "portgroup", part_2, {{"standalone_ports_supported", false}});
  const json port{{"address", "52:54:00:00:00:01"}, {"portgroup_uuid", part_2}};
  BOOST_TEST(outcome_of(add(n, "port", part_1, port)) == "conflict");
  auto silent = port;
  silent["pxe_enabled"] = false;
  BOOST_TEST(outcome_of(add(n, "port", part_1, silent)) == "accepted");
}

BOOST_AUTO_TEST_CASE(only_binding_networks_check_standalone_ports_later) {
  for (const auto* network : {"noop", "flat", "neutron"}) {
    const std::string wanted = network == std::string{"noop"} ? "accepted" : "conflict";
    node_fixture n;
    n.edit().attributes.network_interface = network;
    add(n, "portgroup", part_2, {{"standalone_ports_supported", false}});
    add(n, "port", part_1,
        {{"address", "52:54:00:00:00:01"}, {"portgroup_uuid", part_2}, {"pxe_enabled", false}});
    BOOST_TEST(outcome_of(change(n, "port", part_1, "/pxe_enabled", true)) == wanted, network);
    n.edit().ports[0].pxe_enabled = true;
    BOOST_TEST(outcome_of(change(n, "port", part_1, "/description", "x")) == "accepted", network);
    n.edit().ports[0].internal_info.edit()["tenant_vif_port_id"] = "a-vif";
    BOOST_TEST(outcome_of(change(n, "port", part_1, "/description", "y")) == wanted, network);
    n.edit().portgroups[0].standalone_ports_supported = true;
    BOOST_TEST(
        outcome_of(change(n, "portgroup", part_2, "/standalone_ports_supported", false)) == wanted,
        network);
  }
}

BOOST_AUTO_TEST_CASE(a_group_changes_in_every_state_and_its_ports_do_not) {
  auto n = available();
  add(n, "portgroup", part_2, json::object());
  add(n, "port", part_1, {{"address", "52:54:00:00:00:01"}});
  n.edit().attributes.instance_uuid = part_2;
  for (const auto& [path, value] :
       std::vector<std::pair<std::string, json>>{{"/mode", "802.3ad"},
                                                 {"/properties", {{"miimon", "100"}}},
                                                 {"/standalone_ports_supported", false},
                                                 {"/address", "52:54:00:00:00:09"}})
    BOOST_TEST(outcome_of(change(n, "portgroup", part_2, path, value)) == "accepted", path);
  BOOST_TEST(outcome_of(change(n, "port", part_1, "/portgroup_uuid", part_2)) == "conflict");
}

BOOST_AUTO_TEST_CASE(the_ports_of_a_group_are_on_one_network) {
  const auto make_port = [](const char* mac, const json& network, const json& group) -> json {
    return {{"address", mac}, {"physical_network", network}, {"portgroup_uuid", group}};
  };
  node_fixture n;
  add(n, "portgroup", part_2, {{"physical_network", "net1"}});
  const auto* first = "52:54:00:00:00:01";
  BOOST_TEST(outcome_of(add(n, "port", part_1, make_port(first, "net2", part_2))) == "conflict");
  BOOST_TEST(outcome_of(add(n, "port", part_1, make_port(first, nullptr, part_2))) == "conflict");
  BOOST_TEST(outcome_of(add(n, "port", part_1, make_port(first, "net1", part_2))) == "accepted");
  // The network of a port that leaves no other member does not matter; that of the group does.
  BOOST_TEST(outcome_of(change(n, "port", part_1, "/physical_network", "net2")) == "conflict");
  n.edit().portgroups[0].physical_network.reset();
  BOOST_TEST(outcome_of(change(n, "port", part_1, "/physical_network", "net2")) == "accepted");
  const auto other = make_port("52:54:00:00:00:02", "net1", nullptr);
  BOOST_TEST(outcome_of(add(n, "port", part_3, other)) == "accepted");
  const auto refused = change(n, "port", part_3, "/portgroup_uuid", part_2);
  BOOST_TEST(outcome_of(refused) == "conflict");
  BOOST_TEST(refused.refused->message.find("'net2'") != std::string::npos);
  change(n, "port", part_3, "/physical_network", "net2");
  BOOST_TEST(outcome_of(change(n, "port", part_3, "/portgroup_uuid", part_2)) == "accepted");
}

BOOST_AUTO_TEST_CASE(members_follow_their_group_to_its_network) {
  node_fixture n;
  add(n, "portgroup", part_2, json::object());
  add(n, "port", part_1, {{"address", "52:54:00:00:00:01"}, {"portgroup_uuid", part_2}});
  change(n, "portgroup", part_2, "/physical_network", "physnet1");
  BOOST_TEST(n.now().ports[0].physical_network.value() == "physnet1");
}

BOOST_AUTO_TEST_CASE(a_group_without_a_mode_has_the_default) {
  node_fixture n;
  const auto made = json::parse(add(n, "portgroup", part_2, {{"mode", "802.3ad"}}).body);
  BOOST_TEST(made["mode"] == "802.3ad");
  const auto after = n.tell(update_part{"portgroup", part_2, {{"remove", "/mode", nullptr}}, 115});
  BOOST_TEST(json::parse(after.body)["mode"] == "active-backup");
}

BOOST_AUTO_TEST_CASE(volumes_change_only_while_the_power_is_off) {
  auto n = available();
  BOOST_TEST(outcome_of(add(n, "volume_connector", part_1, connector())) == "accepted");
  BOOST_TEST(outcome_of(change(n, "volume_connector", part_1, "/connector_id", "b")) == "invalid");
  BOOST_TEST(outcome_of(n.tell(delete_part{"volume_connector", part_1})) == "invalid");
  n.edit().attributes.power_state = power_state::off;
  BOOST_TEST(outcome_of(change(n, "volume_connector", part_1, "/connector_id", "b")) == "accepted");
  BOOST_TEST(outcome_of(n.tell(delete_part{"volume_connector", part_1})) == "accepted");
}

BOOST_AUTO_TEST_CASE(the_error_of_a_volume_change_has_the_known_text) {
  auto n = available();
  n.edit().attributes.power_state = power_state::on;
  add(n, "volume_connector", part_1, connector());
  add(n, "volume_target", part_2, target(0));
  const auto refused = [](const std::string& action) {
    return "The requested action \"" + action + "\" can not be performed on node \"" + test_uuid +
           "\" while it is in state \"power on\".";
  };
  const auto text = [](const reply& x) { return x.refused ? x.refused->message : ""; };
  BOOST_TEST(text(change(n, "volume_connector", part_1, "/connector_id", "b")) ==
             refused("volume connector update"));
  BOOST_TEST(text(n.tell(delete_part{"volume_connector", part_1})) ==
             refused("volume connector deletion"));
  BOOST_TEST(text(change(n, "volume_target", part_2, "/volume_id", "b")) ==
             refused("volume target update"));
  BOOST_TEST(text(n.tell(delete_part{"volume_target", part_2})) ==
             refused("volume target deletion"));
}

BOOST_AUTO_TEST_CASE(volumes_of_an_unused_node_can_be_deleted_in_any_power_state) {
  using s = provision_state;
  for (const auto state : {s::enroll, s::manageable, s::adopt_failed, s::active}) {
    node_fixture n;
    n.edit().attributes.state = state;
    n.edit().attributes.power_state = power_state::on;
    add(n, "volume_connector", part_1, connector());
    add(n, "volume_target", part_2, target(0));
    const auto* expected = state == s::active ? "invalid" : "accepted";
    BOOST_TEST(outcome_of(n.tell(delete_part{"volume_connector", part_1})) == expected);
    BOOST_TEST(outcome_of(n.tell(delete_part{"volume_target", part_2})) == expected);
    BOOST_TEST(outcome_of(change(n, "volume_target", part_2, "/volume_id", "b")) ==
               (state == s::active ? "invalid" : "not_found"));
  }
}

BOOST_AUTO_TEST_CASE(a_node_boots_from_one_volume_of_an_index) {
  node_fixture n;
  BOOST_TEST(outcome_of(add(n, "volume_target", part_1, target(0))) == "accepted");
  BOOST_TEST(outcome_of(add(n, "volume_target", part_2, target(0))) == "conflict");
  BOOST_TEST(outcome_of(add(n, "volume_target", part_2, target(-1))) == "invalid");
  BOOST_TEST(outcome_of(add(n, "volume_target", part_2, target(1))) == "accepted");
  n.edit().attributes.power_state = power_state::off;
  BOOST_TEST(outcome_of(change(n, "volume_target", part_2, "/boot_index", 0)) == "conflict");
  BOOST_TEST(n.now().volume_targets[1].boot_index == 1);
}

BOOST_AUTO_TEST_CASE(a_part_of_an_unknown_kind_is_rejected) {
  node_fixture n;
  BOOST_TEST(outcome_of(add(n, "fan", part_1, json::object())) == "invalid");
  BOOST_TEST(outcome_of(n.tell(delete_part{"port", part_1})) == "not_found");
}

BOOST_AUTO_TEST_CASE(a_duplicate_is_named_with_its_title) {
  BOOST_TEST(duplicate_of({"volume_connectors.type_and_connector_id", "iqn x"}).message ==
             "A volume connector with type_and_connector_id 'iqn x' already exists.");
  BOOST_TEST(duplicate_of({"chassis.uuid", "u"}).message ==
             "A chassis with uuid 'u' already exists.");
}

BOOST_AUTO_TEST_CASE(ports_are_listed_by_their_node_s_location) {
  node_fixture n{{{"shard", "a"}}};
  add(n, "port", part_1, {{"address", "52:54:00:00:00:01"}});
  const auto shard_of_port = [&] {
    std::string out = "none";  // of the last row of that collection
    for (const auto& row : n.rows())
      if (row.collection == "ports")
        for (const auto& [name, value] : row.columns)
          if (name == "shard") out = value;
    return out;
  };
  BOOST_TEST(shard_of_port() == "a");
  n.patch("replace", "/shard", "b");
  BOOST_TEST(shard_of_port() == "b");
}
