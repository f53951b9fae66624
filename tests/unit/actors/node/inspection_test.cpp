#include "messages/model/snapshot.hpp"
#include "tests/support/node_fixture/inspection_fixture.hpp"

#include <boost/test/unit_test.hpp>

using namespace ironbus;
using namespace ironbus::test;
using std::chrono::seconds;

namespace {

using names = std::vector<std::string>;

}  // namespace

BOOST_AUTO_TEST_SUITE(inspection_through_the_agent)

BOOST_AUTO_TEST_CASE(the_machine_boots_and_waits_for_its_data) {
  auto n = inspectable();
  begin_inspection(n);
  BOOST_TEST(
      n.asked() == (names{"inspect.inspect_hardware", "management.get_mac_addresses",
                          "boot.prepare_ramdisk", "power.set_power_state", "inspect.await_data"}),
      boost::test_tools::per_element());
  BOOST_TEST(n.state() == "inspecting");
  n.answer(waits_for_data());
  BOOST_TEST(n.state() == "inspect wait");
  BOOST_TEST(n.now().attributes.inspection_started_at.has_value());
}

BOOST_AUTO_TEST_CASE(data_resumes_the_workflow_and_is_stored) {
  auto n = awaiting_data();
  const auto answer = send_data(n, {{"root_disk", nullptr}});
  BOOST_REQUIRE(!answer.refused);
  BOOST_TEST(json::parse(answer.body)["uuid"] == test_uuid);
  BOOST_TEST(n.now().attributes.properties["cpu_arch"] == "x86_64");
  BOOST_REQUIRE(n.now().ports.size() == 1U);
  BOOST_TEST(n.now().ports[0].address == machine_mac);
  BOOST_TEST(n.now().ports[0].node_uuid == test_uuid);
  BOOST_REQUIRE(kept_inventory(n) != nullptr);
  BOOST_TEST(json::parse(kept_inventory(n)->summary)["inventory"] == inventory_of());
  n.run();
  BOOST_TEST(n.state() == "manageable");
  BOOST_TEST(n.states() == (names{"inspecting", "manageable"}), boost::test_tools::per_element());
  BOOST_TEST(
      n.asked() == (names{"inspect.clean_up", "power.set_power_state", "boot.clean_up_ramdisk"}),
      boost::test_tools::per_element());
  BOOST_TEST(n.now().attributes.inspection_finished_at.has_value());
}

BOOST_AUTO_TEST_CASE(the_boot_mode_of_the_data_is_recorded) {
  auto n = awaiting_data();
  auto inventory = inventory_of();
  inventory["boot"]["current_boot_mode"] = "bios";
  BOOST_REQUIRE(!send_data(n, json::object(), inventory).refused);
  BOOST_TEST(n.now().attributes.boot_mode.value() == "bios");
  BOOST_TEST(n.request().machine.properties.value("capabilities", "") ==
             (n.request().what.interface == "inspect" ? "" : "boot_mode:bios"));
}

BOOST_AUTO_TEST_CASE(repeated_data_gets_the_same_answer) {
  auto n = awaiting_data();
  const auto first = send_data(n);
  const auto again = n.repeat_last();
  BOOST_TEST(again.duplicate);
  BOOST_TEST(again.answer.body == first.body);
}

BOOST_AUTO_TEST_CASE(unexpected_data_is_rejected) {
  auto n = inspectable();
  BOOST_TEST((send_data(n).refused->code == error_code::not_found));
  begin_inspection(n);
  BOOST_TEST((send_data(n).refused->code == error_code::conflict));  // it comes too early
  n.answer(waits_for_data());
  BOOST_TEST(!send_data(n).refused);
  BOOST_TEST((send_data(n).refused->code == error_code::not_found));
  n.run();
  BOOST_TEST((send_data(n).refused->code == error_code::not_found));
}

BOOST_AUTO_TEST_CASE(without_loaded_rules_nothing_is_processed) {
  auto n = awaiting_data();
  n.rules = nullptr;
  BOOST_TEST((send_data(n).refused->code == error_code::unavailable));
  BOOST_TEST(n.state() == "inspect wait");
}

BOOST_AUTO_TEST_CASE(a_rejection_by_an_early_rule_fails_the_inspection) {
  auto n = awaiting_data();
  continue_inspection x{inventory_of(), json::object()};
  x.rejected = "not one of ours";
  n.tell(x);
  BOOST_TEST(n.state() == "inspect failed");
  BOOST_TEST(n.now().attributes.last_error->find("not one of ours") != std::string::npos);
  BOOST_TEST(n.now().ports.empty());
}

BOOST_AUTO_TEST_CASE(a_failure_leaves_the_node_unchanged) {
  auto n = awaiting_data();
  use_rules(n, {{{"actions",
                  {set_extra("half", "done"),
                   {{"op", "set-capability"}, {"args", {"a", "b"}}},
                   {{"op", "add-trait"}, {"args", {"CUSTOM_A"}}},
                   {{"op", "fail"}, {"args", {"enough"}}}}}}});
  BOOST_TEST(!send_data(n).refused);
  BOOST_TEST(n.state() == "inspect failed");
  BOOST_TEST(n.now().attributes.last_error->find("enough") != std::string::npos);
  BOOST_TEST(n.now().attributes.extra.empty());
  BOOST_TEST(n.now().attributes.properties.empty());
  BOOST_TEST(n.now().traits.empty());
  BOOST_TEST(n.now().ports.empty());
  BOOST_TEST(kept_inventory(n) == nullptr);
  n.run();
  BOOST_TEST(
      n.asked() == (names{"inspect.abort", "power.set_power_state", "boot.clean_up_ramdisk"}),
      boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(rules_must_leave_a_valid_node) {
  for (const auto& action :
       {json{{"op", "set-attribute"}, {"args", {"/driver", "nonsense"}}},
        json{{"op", "set-attribute"}, {"args", {"/boot_interface", "nonsense"}}},
        json{{"op", "set-attribute"}, {"args", {"/properties/memory_mb", "much"}}},
        json{{"op", "set-attribute"}, {"args", {"/name", "../etc/passwd"}}},
        json{{"op", "set-port-attribute"},
             {"args", {machine_mac, "/portgroup_uuid", random_uuid()}}}}) {
    auto n = awaiting_data();
    use_rules(n, {{{"actions", {action}}}});
    BOOST_TEST(!send_data(n).refused);
    BOOST_TEST_CONTEXT(action) {
      BOOST_TEST(n.state() == "inspect failed");
      BOOST_TEST(n.now().ports.empty());
      BOOST_TEST(n.now().attributes.driver == "fake-hardware");
    }
  }
}

BOOST_AUTO_TEST_CASE(rules_see_the_results_of_hooks) {
  auto n = awaiting_data();
  use_rules(n,
            {{{"phase", "preprocess"},
              {"conditions", {{{"op", "is-none"}, {"args", {"{node.properties[cpu_arch]}"}}}}},
              {"actions", {set_extra("before", "hooks")}}},
             {{"conditions", {{{"op", "eq"}, {"args", {"{node.properties[cpu_arch]}", "x86_64"}}}}},
              {"actions",
               {{{"op", "set-port-attribute"}, {"args", {machine_mac, "/extra/a", "b"}}},
                {{"op", "log"}, {"args", {"seen"}}}}}}});
  send_data(n);
  BOOST_TEST(n.now().attributes.extra == json({{"before", "hooks"}}));
  BOOST_TEST(n.now().ports.at(0).extra == json({{"a", "b"}}));
  BOOST_TEST(std::any_of(n.logged.begin(), n.logged.end(),
                         [](const auto& line) { return line.find("seen") != std::string::npos; }));
}

BOOST_AUTO_TEST_CASE(only_supported_interfaces_run_rules) {
  auto n = awaiting_data();
  n.policy.supported = inspection::pattern::compile("^redfish$").value();
  use_rules(n, {{{"actions", {set_extra("a", "b")}}}});
  send_data(n);
  BOOST_TEST(n.now().attributes.extra.empty());
}

BOOST_AUTO_TEST_CASE(no_inventory_is_stored_if_disabled) {
  auto n = awaiting_data();
  n.policy.keeps_inventory = false;
  send_data(n);
  BOOST_TEST(kept_inventory(n) == nullptr);
}

BOOST_AUTO_TEST_CASE(a_timeout_fails_the_inspection) {
  auto n = awaiting_data();
  n.pass(seconds{1801});
  BOOST_TEST(n.state() == "inspect failed");
  BOOST_TEST(n.now().attributes.last_error->find("Timeout") != std::string::npos);
  n.run();
  BOOST_TEST(n.asked().front() == "inspect.abort");
}

BOOST_AUTO_TEST_CASE(an_abort_ends_the_wait) {
  auto n = awaiting_data();
  BOOST_TEST(!n.order("abort").refused);
  BOOST_TEST(n.state() == "inspect failed");
  n.run();
  BOOST_TEST(n.asked().front() == "inspect.abort");
  BOOST_TEST((send_data(n).refused->code == error_code::not_found));
}

BOOST_AUTO_TEST_CASE(a_new_owner_continues_the_wait) {
  auto n = awaiting_data();
  n.take_over();
  BOOST_TEST(n.state() == "inspect wait");
  BOOST_TEST(!send_data(n).refused);
  n.run();
  BOOST_TEST(n.state() == "manageable");
}

BOOST_AUTO_TEST_CASE(ports_are_created_from_the_bmc_s_list) {
  auto n = inspectable();
  n.taken_macs = {"52:54:00:00:00:03"};
  n.order("inspect");
  n.done();
  step_outcome x;
  x.observed.mac_addresses = {"52:54:00:00:00:02", "52-54-00-00-00-02", "no machine_mac",
                              "52:54:00:00:00:03"};
  n.answer(std::move(x));
  BOOST_REQUIRE(n.now().ports.size() == 1U);
  BOOST_TEST(n.now().ports[0].address == "52:54:00:00:00:02");
}

BOOST_AUTO_TEST_CASE(a_waiting_node_is_found_by_its_bmc) {
  auto n = inspectable();
  n.order("inspect");
  step_outcome x;
  x.observed.driver_internal_info = {{"lookup_bmc_addresses", {"192.0.2.1", "2001:db8::1"}}};
  n.answer(std::move(x));
  while (n.is_out() && n.request().what.name != "await_data") n.done();
  const auto columns = [&] {
    names out;
    for (const auto& each : n.rows())
      if (each.collection == "nodes") {
        out.clear();
        for (const auto& [name, value] : each.columns)
          if (name == waiting_bmc_column) out.push_back(value);
      }
    return out;
  };
  BOOST_TEST(columns().empty());
  n.answer(waits_for_data());
  BOOST_TEST(columns() == (names{"192.0.2.1", "2001:db8::1"}), boost::test_tools::per_element());
  send_data(n);
  BOOST_TEST(columns().empty());
}

BOOST_AUTO_TEST_SUITE_END()
