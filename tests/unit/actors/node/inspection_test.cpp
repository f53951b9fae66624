#include "actors/inspection/rules/rule.hpp"
#include "tests/support/node_bench/bench_node.hpp"

#include <boost/test/unit_test.hpp>

using namespace ironbus;
using namespace ironbus::test;
using std::chrono::seconds;

namespace {

using names = std::vector<std::string>;

constexpr const char* mac = "52:54:00:00:00:01";

json inventory_of(const std::string& address = mac) {
  return {{"interfaces", {{{"name", "eth0"}, {"mac_address", address}}}},
          {"cpu", {{"architecture", "x86_64"}}},
          {"boot", {{"pxe_interface", address}}}};
}

bench_node inspectable(json fields = json::object()) {
  fields["inspect_interface"] = "agent";
  bench_node n{std::move(fields)};
  n.order("manage");
  n.run();
  n.states();
  n.asked();
  return n;
}

step_outcome waits() {
  step_outcome x;
  x.status = step_status::waiting;
  x.waits_for = awaited::agent;
  return x;
}

/// Up to the step that waits for the data.
void begin(bench_node& n) {
  n.order("inspect");
  while (n.is_out() && n.request().what.name != "await_data") n.done();
  BOOST_REQUIRE(n.is_out());
}

bench_node waiting(json fields = json::object()) {
  auto n = inspectable(std::move(fields));
  begin(n);
  n.answer(waits());
  BOOST_REQUIRE(n.state() == "inspect wait");
  n.states();
  n.asked();
  return n;
}

void use_rules(bench_node& bench, const json& rules) {
  auto list = std::make_shared<std::vector<inspection::rule_ptr>>();
  for (auto rule : rules) {
    rule["uuid"] = random_uuid();
    list->push_back(inspection::compile_rule(rule, inspection::rule_origin::user).value());
  }
  bench.rules = std::move(list);
}

json set_extra(const char* key, const char* value) {
  return {{"op", "set-attribute"}, {"args", {std::string{"/extra/"} + key, value}}};
}

json api_call(const std::string& url) {
  return {{"op", "api-call"}, {"args", {{"url", url}, {"headers", {{"X-Key", "hush"}}}}}};
}

reply send(bench_node& n, json plugin_data = json::object(), json inventory = inventory_of()) {
  return n.tell(continue_inspection{std::move(inventory), std::move(plugin_data)});
}

const row* kept_inventory(const bench_node& bench) {
  const row* out = nullptr;
  for (const auto& x : bench.rows())
    if (x.collection == "inventory") out = &x;
  return out;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(inspection_through_the_agent)

BOOST_AUTO_TEST_CASE(the_machine_boots_and_waits_for_its_data) {
  auto n = inspectable();
  begin(n);
  BOOST_TEST(
      n.asked() == (names{"inspect.inspect_hardware", "management.get_mac_addresses",
                          "boot.prepare_ramdisk", "power.set_power_state", "inspect.await_data"}),
      boost::test_tools::per_element());
  BOOST_TEST(n.state() == "inspecting");
  n.answer(waits());
  BOOST_TEST(n.state() == "inspect wait");
  BOOST_TEST(n.now().attributes.inspection_started_at.has_value());
}

BOOST_AUTO_TEST_CASE(data_moves_the_node_on_and_is_kept) {
  auto n = waiting();
  const auto answer = send(n, {{"root_disk", nullptr}});
  BOOST_REQUIRE(!answer.refused);
  BOOST_TEST(json::parse(answer.body)["uuid"] == test_uuid);
  BOOST_TEST(n.now().attributes.properties["cpu_arch"] == "x86_64");
  BOOST_REQUIRE(n.now().ports.size() == 1U);
  BOOST_TEST(n.now().ports[0].address == mac);
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

BOOST_AUTO_TEST_CASE(data_that_comes_again_is_answered_as_before) {
  auto n = waiting();
  const auto first = send(n);
  const auto again = n.repeat_last();
  BOOST_TEST(again.duplicate);
  BOOST_TEST(again.answer.body == first.body);
}

BOOST_AUTO_TEST_CASE(data_that_nobody_waits_for_is_refused) {
  auto n = inspectable();
  BOOST_TEST((send(n).refused->code == error_code::not_found));
  begin(n);
  BOOST_TEST((send(n).refused->code == error_code::conflict));  // it comes too early
  n.answer(waits());
  BOOST_TEST(!send(n).refused);
  BOOST_TEST((send(n).refused->code == error_code::not_found));
  n.run();
  BOOST_TEST((send(n).refused->code == error_code::not_found));
}

BOOST_AUTO_TEST_CASE(without_knowing_the_rules_nothing_is_processed) {
  auto n = waiting();
  n.rules = nullptr;
  BOOST_TEST((send(n).refused->code == error_code::unavailable));
  BOOST_TEST(n.state() == "inspect wait");
}

BOOST_AUTO_TEST_CASE(a_rejection_by_an_early_rule_fails_the_inspection) {
  auto n = waiting();
  continue_inspection x{inventory_of(), json::object()};
  x.rejected = "not one of ours";
  n.tell(x);
  BOOST_TEST(n.state() == "inspect failed");
  BOOST_TEST(n.now().attributes.last_error->find("not one of ours") != std::string::npos);
  BOOST_TEST(n.now().ports.empty());
}

BOOST_AUTO_TEST_CASE(a_failure_leaves_the_node_as_it_was) {
  auto n = waiting();
  use_rules(n, {{{"actions",
                  {set_extra("half", "done"),
                   {{"op", "set-capability"}, {"args", {"a", "b"}}},
                   {{"op", "add-trait"}, {"args", {"CUSTOM_A"}}},
                   {{"op", "fail"}, {"args", {"enough"}}}}}}});
  BOOST_TEST(!send(n).refused);
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

BOOST_AUTO_TEST_CASE(what_rules_make_must_be_a_node) {
  for (const auto& action :
       {json{{"op", "set-attribute"}, {"args", {"/driver", "nonsense"}}},
        json{{"op", "set-attribute"}, {"args", {"/boot_interface", "nonsense"}}},
        json{{"op", "set-attribute"}, {"args", {"/properties/memory_mb", "much"}}},
        json{{"op", "set-attribute"}, {"args", {"/name", "../etc/passwd"}}},
        json{{"op", "set-port-attribute"}, {"args", {mac, "/portgroup_uuid", random_uuid()}}}}) {
    auto n = waiting();
    use_rules(n, {{{"actions", {action}}}});
    BOOST_TEST(!send(n).refused);
    BOOST_TEST_CONTEXT(action) {
      BOOST_TEST(n.state() == "inspect failed");
      BOOST_TEST(n.now().ports.empty());
      BOOST_TEST(n.now().attributes.driver == "fake-hardware");
    }
  }
}

BOOST_AUTO_TEST_CASE(rules_see_what_hooks_have_made) {
  auto n = waiting();
  use_rules(n,
            {{{"phase", "preprocess"},
              {"conditions", {{{"op", "is-none"}, {"args", {"{node.properties[cpu_arch]}"}}}}},
              {"actions", {set_extra("before", "hooks")}}},
             {{"conditions", {{{"op", "eq"}, {"args", {"{node.properties[cpu_arch]}", "x86_64"}}}}},
              {"actions",
               {{{"op", "set-port-attribute"}, {"args", {mac, "/extra/a", "b"}}},
                {{"op", "log"}, {"args", {"seen"}}}}}}});
  send(n);
  BOOST_TEST(n.now().attributes.extra == json({{"before", "hooks"}}));
  BOOST_TEST(n.now().ports.at(0).extra == json({{"a", "b"}}));
  BOOST_TEST(std::any_of(n.logged.begin(), n.logged.end(),
                         [](const auto& line) { return line.find("seen") != std::string::npos; }));
}

BOOST_AUTO_TEST_CASE(only_supported_interfaces_run_rules) {
  auto n = waiting();
  n.policy.supported = inspection::pattern::compile("^redfish$").value();
  use_rules(n, {{{"actions", {set_extra("a", "b")}}}});
  send(n);
  BOOST_TEST(n.now().attributes.extra.empty());
}

BOOST_AUTO_TEST_CASE(no_inventory_is_kept_where_none_is_wanted) {
  auto n = waiting();
  n.policy.keeps_inventory = false;
  send(n);
  BOOST_TEST(kept_inventory(n) == nullptr);
}

BOOST_AUTO_TEST_CASE(silence_fails_the_inspection) {
  auto n = waiting();
  n.pass(seconds{1801});
  BOOST_TEST(n.state() == "inspect failed");
  BOOST_TEST(n.now().attributes.last_error->find("Timeout") != std::string::npos);
  n.run();
  BOOST_TEST(n.asked().front() == "inspect.abort");
}

BOOST_AUTO_TEST_CASE(an_abort_ends_the_wait) {
  auto n = waiting();
  BOOST_TEST(!n.order("abort").refused);
  BOOST_TEST(n.state() == "inspect failed");
  n.run();
  BOOST_TEST(n.asked().front() == "inspect.abort");
  BOOST_TEST((send(n).refused->code == error_code::not_found));
}

BOOST_AUTO_TEST_CASE(a_new_owner_goes_on_waiting) {
  auto n = waiting();
  n.take_over();
  BOOST_TEST(n.state() == "inspect wait");
  BOOST_TEST(!send(n).refused);
  n.run();
  BOOST_TEST(n.state() == "manageable");
}

BOOST_AUTO_TEST_CASE(an_api_call_is_made_by_the_drivers_and_the_rules_go_on) {
  auto n = waiting();
  n.policy.api_call_hosts = {"cmdb"};
  use_rules(n,
            {{{"priority", 2}, {"phase", "preprocess"}, {"actions", {api_call("http://cmdb/0")}}},
             {{"priority", 1}, {"actions", {api_call("http://cmdb/1"), set_extra("a", "b")}}}});
  send(n);
  for (const auto* url : {"http://cmdb/0", "http://cmdb/1"}) {
    BOOST_REQUIRE(n.is_out());
    BOOST_TEST(n.request().what.name == "call_api");
    BOOST_TEST(n.request().what.args["url"] == url);
    BOOST_TEST(n.state() == "inspecting");
    BOOST_TEST(n.now().attributes.extra.empty());
    BOOST_TEST(kept_inventory(n) == nullptr);
    step_outcome x;
    x.answer = json::object();
    n.answer(std::move(x));
  }
  BOOST_TEST(n.now().attributes.extra == json({{"a", "b"}}));
  n.run();
  BOOST_TEST(n.state() == "manageable");
  for (const auto& x : n.rows())
    if (x.collection == "operations")
      BOOST_TEST(x.summary.find("hush") == std::string::npos, x.summary);
}

BOOST_AUTO_TEST_CASE(an_api_call_that_fails_fails_the_inspection) {
  auto n = waiting();
  n.policy.api_call_hosts = {"cmdb"};
  use_rules(n, {{{"actions", {api_call("http://cmdb/1"), set_extra("a", "b")}}}});
  send(n);
  step_outcome x;
  x.answer = {{"error", "it answered with status 403"}};
  n.answer(std::move(x));
  BOOST_TEST(n.state() == "inspect failed");
  BOOST_TEST(n.now().attributes.last_error->find("403") != std::string::npos);
  BOOST_TEST(n.now().attributes.extra.empty());
}

BOOST_AUTO_TEST_CASE(a_silent_driver_of_an_api_call_leaves_no_secret_behind) {
  auto n = waiting();
  n.policy.api_call_hosts = {"cmdb"};
  use_rules(n, {{{"actions", {api_call("http://cmdb/1")}}}});
  send(n);
  n.pass(seconds{1801});
  BOOST_TEST(n.state() == "inspect failed");
  n.run();
  for (const auto& x : n.rows())
    if (x.collection == "operations")
      BOOST_TEST(x.summary.find("hush") == std::string::npos, x.summary);
}

BOOST_AUTO_TEST_CASE(ports_are_made_of_what_the_bmc_lists) {
  auto n = inspectable();
  n.taken_macs = {"52:54:00:00:00:03"};
  n.order("inspect");
  n.done();
  step_outcome x;
  x.observed.mac_addresses = {"52:54:00:00:00:02", "52-54-00-00-00-02", "no mac",
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
  n.answer(waits());
  BOOST_TEST(columns() == (names{"192.0.2.1", "2001:db8::1"}), boost::test_tools::per_element());
  send(n);
  BOOST_TEST(columns().empty());
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(discovery)

namespace {

/// What a machine that nobody knows leads to.
decision discovered(const bench_node& like, const continue_inspection& inspection,
                    const driver_catalog& drivers) {
  const context ctx{like.time, drivers, like.installation, like.options, "bench", "bench",
                    "client",  "id",    like.policy,       like.rules,   {}};
  return decide(nullptr, test_uuid, "message", command{inspection}, ctx);
}

continue_inspection unknown_machine() {
  continue_inspection out{inventory_of(), json::object()};
  out.discover_as = "fake-hardware";
  return out;
}

}  // namespace

BOOST_AUTO_TEST_CASE(an_unknown_machine_is_enrolled_and_its_rules_apply) {
  bench_node like;
  like.policy.discovery_scope = "new";
  use_rules(like, {{{"scope", "new"},
                    {"conditions", {{{"op", "is-true"}, {"args", {"{node.auto_discovered}"}}}}},
                    {"actions", {set_extra("a", "b")}}}});
  const auto drivers = make_catalog();
  const auto d = discovered(like, unknown_machine(), drivers);
  BOOST_REQUIRE(!d.answer.refused);
  const auto& attributes = d.next.attributes;
  BOOST_TEST((attributes.state == provision_state::enroll));
  BOOST_TEST(attributes.driver == "fake-hardware");
  BOOST_TEST(attributes.extra == json({{"a", "b"}}));
  BOOST_TEST(!attributes.last_error);
  BOOST_TEST(!attributes.inspection_started_at);
  BOOST_TEST(d.next.ports.size() == 1U);
  BOOST_TEST(!d.rows().empty());
}

BOOST_AUTO_TEST_CASE(a_failure_enrols_the_machine_and_says_so) {
  bench_node like;
  use_rules(like, {{{"actions", {set_extra("a", "b"), {{"op", "fail"}, {"args", {"no"}}}}}}});
  const auto drivers = make_catalog();
  const auto d = discovered(like, unknown_machine(), drivers);
  BOOST_TEST((d.next.attributes.state == provision_state::enroll));
  BOOST_TEST(d.next.attributes.last_error->find("no") != std::string::npos);
  BOOST_TEST(d.next.attributes.extra.empty());
  BOOST_TEST(d.next.ports.empty());
}

BOOST_AUTO_TEST_CASE(an_api_call_cannot_wait_for_a_discovered_node) {
  bench_node like;
  like.policy.api_call_hosts = {"cmdb"};
  use_rules(like, {{{"actions", {api_call("http://cmdb/1")}}}});
  const auto drivers = make_catalog();
  const auto d = discovered(like, unknown_machine(), drivers);
  BOOST_TEST(d.next.attributes.last_error->find("api-call") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_driver_that_is_not_enabled_enrols_nobody) {
  bench_node like;
  const auto drivers = make_catalog();
  auto x = unknown_machine();
  x.discover_as = "nonsense";
  BOOST_TEST(discovered(like, x, drivers).answer.refused.has_value());
}

BOOST_AUTO_TEST_CASE(a_node_that_is_there_is_not_discovered_again) {
  bench_node n;
  BOOST_TEST((n.tell(unknown_machine()).refused->code == error_code::conflict));
}

BOOST_AUTO_TEST_SUITE_END()
