#include "actors/notifications/record_notifications.hpp"
#include "messages/model/snapshot.hpp"
#include "tests/support/node_fixture/agent_fixture.hpp"
#include "tests/support/node_fixture/catalog_fixture.hpp"
#include "tests/unit/actors/notifications/read_notifications.hpp"

#include <boost/test/unit_test.hpp>

#include <fstream>

// Compares payloads literally with the files of tests/unit/actors/notifications/payloads.

using namespace ironbus;
using namespace ironbus::test;

namespace {

const std::string part_1 = "22222222-bbbb-4bbb-8bbb-000000000001";
const std::string record_1 = "22222222-bbbb-4bbb-8bbb-000000000006";

json full_node() {
  return {
      {"name", "web-1"},
      {"driver_info", {{"ipmi_address", "192.0.2.7"}, {"ipmi_password", "hush"}}},
      {"properties", {{"cpus", 8}, {"capabilities", "boot_mode:uefi"}}},
      {"extra", {{"rack", 7}}},
      {"resource_class", "large"},
      {"instance_info", {{"image_source", "http://192.0.2.1/i.qcow2"}, {"configdrive", "hush"}}},
      {"owner", "tenant"},
      {"description", "on the left"}};
}

/// The payload of the last one so far.
json last_of(node_fixture& n) { return notifications_of(n).back().payload(); }

node_fixture known_node() {
  auto n = enrolled(full_node());
  n.tell(set_traits{set_traits::how::all, {"CUSTOM_B", "CUSTOM_A"}});
  n.order("manage");
  n.run();
  n.edit().attributes.driver_internal_info = json{{"agent_secret_token", "hush"}, {"kept", 1}};
  n.notifications();
  n.time += std::chrono::milliseconds{1500};
  return n;
}

json node_payload_of(const command& order) {
  auto n = known_node();
  n.tell(order);
  return last_of(n);
}

json part_payload(const std::string& kind, json fields) {
  auto n = enrolled();
  n.notifications();
  fields["uuid"] = part_1;
  const auto answer = n.tell(create_part{kind, std::move(fields), 115});
  BOOST_REQUIRE(!answer.refused);
  return last_of(n);
}

/// The notifications of a record, as consumers receive them.
std::vector<notification> told_of_record(const std::string& type, const record_snapshot* before,
                                         const record_command& order) {
  static const auto drivers = make_catalog();
  static const installation_policy policy;
  static const auto options = [] {
    conductor_options out;
    out.notifications.level = notification_level::info;
    return out;
  }();
  const context ctx{timestamp{std::chrono::sys_days{std::chrono::year{2026} / 1 / 1}}, drivers,
                    policy, options, "bench"};
  auto d = decide_record(*find_record_type(type), before, record_1, "message-1", order, ctx);
  BOOST_REQUIRE_MESSAGE(!d.answer.refused, d.answer.refused->message);
  const auto silent = d.messages().size();
  notify(before, d, order);
  std::vector<notification> out;
  for (auto i = silent; i < d.messages().size(); ++i)
    out.push_back(read_notification(d.messages()[i]));
  return out;
}

json record_payload(const std::string& type, json fields) {
  return told_of_record(type, nullptr, create_record{std::move(fields), 115}).back().payload();
}

json steps(const char* order_key) {
  return json::array(
      {{{"interface", "bios"},
        {"step", "apply_configuration"},
        {"args", {{"settings", json::array({{{"name", "AdminPassword"}, {"value", "hush"}}})}}},
        {order_key, 1}}});
}

struct golden {
  const char* file;
  json (*make)();
};

const std::vector<golden>& goldens_of_nodes() {
  static const std::vector<golden> rows{
      {"NodePayload",
       [] {
         return node_payload_of(set_maintenance{true, "broken"});
       }},
      {"NodeCRUDPayload",
       [] {
         return node_payload_of(update_node{{{"replace", "/description", "moved"}}, false, 115});
       }},
      {"NodeSetPowerStatePayload",
       [] {
         return node_payload_of(set_power_state{"rebooting", {}});
       }},
      {"NodeCorrectedPowerStatePayload",
       [] {
         return node_payload_of(observe_power{{test_uuid, power_state::on, {}, {}}});
       }},
      {"NodeSetProvisionStatePayload",
       [] {
         return node_payload_of(set_provision_state{"provide", json::object(), 115});
       }},
  };
  return rows;
}

const std::vector<golden>& goldens_of_parts() {
  static const std::vector<golden> rows{
      {"PortCRUDPayload",
       [] {
         return part_payload("port", {{"address", "52:54:00:00:00:01"},
                                      {"local_link_connection", {{"port_id", "e1"}}},
                                      {"physical_network", "lan"}});
       }},
      {"PortgroupCRUDPayload",
       [] {
         return part_payload("portgroup", {{"name", "bond0"}, {"mode", "802.3ad"}});
       }},
      {"VolumeConnectorCRUDPayload",
       [] {
         return part_payload("volume_connector", {{"type", "iqn"}, {"connector_id", "iqn.1"}});
       }},
      {"VolumeTargetCRUDPayload",
       [] {
         return part_payload("volume_target", {{"volume_type", "iscsi"},
                                               {"volume_id", "v"},
                                               {"boot_index", 0},
                                               {"properties", {{"auth_password", "hush"}}}});
       }},
  };
  return rows;
}

const std::vector<golden>& goldens_of_records() {
  static const std::vector<golden> rows{
      {"ChassisCRUDPayload",
       [] {
         return record_payload("chassis", {{"description", "rack 1"}});
       }},
      {"AllocationCRUDPayload",
       [] {
         return record_payload("allocation",
                               {{"resource_class", "large"}, {"traits", {"CUSTOM_A"}}});
       }},
      {"DeployTemplateCRUDPayload",
       [] {
         return record_payload("deploy_template",
                               {{"name", "CUSTOM_DT"}, {"steps", steps("priority")}});
       }},
      {"RunbookCRUDPayload",
       [] {
         return record_payload("runbook", {{"name", "CUSTOM_RB"}, {"steps", steps("order")}});
       }},
      {"InspectionRuleCRUDPayload",
       [] {
         return record_payload(
             "inspection_rule",
             {{"sensitive", true},
              {"actions", json::array({{{"op", "set-attribute"},
                                        {"args", {"/driver_info/ipmi_password", "hush"}}}})}});
       }},
  };
  return rows;
}

std::vector<golden> goldens() {
  std::vector<golden> out;
  for (const auto* rows : {&goldens_of_nodes(), &goldens_of_parts(), &goldens_of_records()})
    out.insert(out.end(), rows->begin(), rows->end());
  return out;
}

json read_golden(const std::string& name) {
  std::ifstream file{"tests/unit/actors/notifications/payloads/" + name + ".json"};
  return json::parse(file, nullptr, false);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(payloads)

BOOST_AUTO_TEST_CASE(every_payload_has_the_known_form) {
  for (const auto& row : goldens()) {
    const auto made = row.make();
    BOOST_TEST_CONTEXT(row.file) {
      BOOST_TEST(made.at("ironic_object.name") == row.file);
      BOOST_TEST(made.dump(2) == read_golden(row.file).dump(2));
    }
  }
}

BOOST_AUTO_TEST_CASE(no_payload_contains_a_secret) {
  for (const auto& row : goldens())
    BOOST_TEST(row.make().dump().find("hush") == std::string::npos, row.file);
}

BOOST_AUTO_TEST_CASE(start_notifications_show_that_nothing_is_stored_yet) {
  auto n = enrolled();
  const auto made = notifications_of(n);
  BOOST_TEST(made.at(0).data().at("created_at").is_null());
  BOOST_TEST(made.at(1).data().at("created_at") == "2026-01-01T00:00:00Z");
  n.patch("replace", "/description", "moved");
  const auto changed = notifications_of(n);
  BOOST_TEST(changed.at(0).data().at("updated_at").is_null());
  BOOST_TEST(changed.at(0).data().at("description") == "moved");
  BOOST_TEST(changed.at(1).data().at("updated_at") == "2026-01-01T00:00:00Z");
}

BOOST_AUTO_TEST_CASE(a_node_is_shown_in_the_state_it_had_then) {
  auto n = with_agent();
  n.order("provide");
  while (n.is_out()) n.done();
  boots(n);
  notifying(n);
  answer_with(n, offers(json::array()));
  n.run();
  const auto all = notifications_of(n);
  BOOST_REQUIRE(in_short(all).back() == "provision_set.end done cleaning>available");
  const auto& off = all.at(all.size() - 2);  // of the same decision
  BOOST_TEST(off.type() == "baremetal.node.power_set.end");
  BOOST_TEST(off.data().at("provision_state") == "cleaning");
  BOOST_TEST(off.data().at("target_provision_state") == "available");
  BOOST_TEST(off.data().at("target_power_state").is_null());
}

BOOST_AUTO_TEST_CASE(part_notifications_have_old_and_new_values) {
  auto n = enrolled();
  n.tell(create_part{"port", {{"uuid", part_1}, {"address", "52:54:00:00:00:01"}}, 115});
  n.notifications();
  n.time += std::chrono::seconds{5};
  n.tell(update_part{"port", part_1, {{"replace", "/pxe_enabled", false}}, 115});
  n.tell(delete_part{"port", part_1});
  const auto all = notifications_of(n);
  const std::vector<std::string> expected{"port.update.start", "port.update.end",
                                          "port.delete.start", "port.delete.end"};
  BOOST_TEST(in_short(all) == expected, boost::test_tools::per_element());
  BOOST_TEST(all.at(0).data().at("pxe_enabled") == false);
  BOOST_TEST(all.at(0).data().at("updated_at").is_null());
  BOOST_TEST(all.at(1).data().at("updated_at") == "2026-01-01T00:00:05Z");
  BOOST_TEST(all.at(3).data().at("address") == "52:54:00:00:00:01");
}

BOOST_AUTO_TEST_CASE(records_have_notifications_from_creation_to_deletion) {
  record_snapshot chassis;
  chassis.attributes = {{"uuid", record_1},
                        {"created_at", "2026-01-01T00:00:00.000000+00:00"},
                        {"updated_at", nullptr},
                        {"description", "rack 1"},
                        {"extra", json::object()}};
  const update_record change{{{"replace", "/description", "rack 2"}}, 115};
  const auto changed = told_of_record("chassis", &chassis, change);
  BOOST_TEST(
      in_short(changed) == (std::vector<std::string>{"chassis.update.start", "chassis.update.end"}),
      boost::test_tools::per_element());
  BOOST_TEST(changed.at(0).data().at("updated_at").is_null());
  BOOST_TEST(changed.at(1).data().at("description") == "rack 2");
  const auto ended = told_of_record("chassis", &chassis, delete_record{});
  BOOST_TEST(
      in_short(ended) == (std::vector<std::string>{"chassis.delete.start", "chassis.delete.end"}),
      boost::test_tools::per_element());
}

BOOST_AUTO_TEST_SUITE_END()
