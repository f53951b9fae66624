#include "gateways/http/nodes/wait_cause.hpp"

#include "fakes.hpp"
#include "messages/model/state_table.hpp"

#include <boost/test/unit_test.hpp>

namespace {

using namespace ironbus;
using namespace ironbus::http;
using namespace ironbus::test;

const worker_facts one_worker{{"driver-1"}, {}, {}};

node_snapshot node_in(provision_state state) {
  auto out = sample_node(node_1, "web-1");
  out.attributes.state = state;
  return out;
}

json cause_of(const node_snapshot& x) { return http::cause_of(x, wait_of(x, one_worker)); }

bool held_up(const node_snapshot& x) {
  const json attributes = x.attributes;
  const auto snapshot = json::parse(encode_snapshot(x));
  return has_wait_cause(shown_document{attributes, &snapshot});
}

}  // namespace

BOOST_AUTO_TEST_SUITE(causes)

BOOST_AUTO_TEST_CASE(identifying_details_are_removed_from_a_text) {
  struct row {
    const char* text;
    const char* common;
  };
  for (const auto& [text, common] : {
           row{"The BMC at 192.0.2.7 is silent.", "The BMC at … is silent."},
           row{"No answer of 192.0.2.7:623, [fd00::7]:443", "No answer of …, […]:#"},
           row{"port 52:54:00:AA:00:01 has no link", "port … has no link"},
           row{"node 11111111-AAAA-4aaa-8aaa-000000000001: no", "node …: no"},
           row{"since 2026-11-25T12:59:13.283394+00:00 nothing", "since … nothing"},
           row{"since 2026-11-25T12:59:14Z.", "since …."},
           row{"web-1 is gone; so is web-12.", "… is gone; so is web-#."},
           row{"https://bmc-17.example.com/redfish/v1/Systems/1",
               "https://bmc-#.example.com/redfish/v#/Systems/#"},
           row{"took 120.5 s of 60", "took #.# s of #"},
           row{"a bad face: dead beef", "a bad face: dead beef"},
           row{"…… --- ::: +", "…… --- ::: +"},
           row{"", ""},
       })
    BOOST_TEST(common_text(text, "web-1") == common);
  BOOST_TEST(common_text("a1 of rack a1", "a1") == "a# of rack a#",
             "short names are parts of words");
}

BOOST_AUTO_TEST_CASE(nodes_with_the_same_problem_have_equal_causes) {
  auto one = node_in(provision_state::clean_failed);
  one.attributes.last_error = "web-1 at 10.0.0.1 is silent for 61 s";
  auto other = node_in(provision_state::clean_failed);
  other.attributes.name = "db-9";
  other.attributes.last_error = "db-9 at 10.0.0.77 is silent for 300 s";
  BOOST_TEST(cause_of(one)["key"] == cause_of(other)["key"]);
  BOOST_TEST(cause_of(one)["key"] ==
             "failed: clean failed, waiting for an operator: … at … is silent for # s");
  BOOST_TEST(cause_of(one)["kind"] == "failed");
  BOOST_TEST(cause_of(one)["text"] == "clean failed, waiting for an operator");
  BOOST_TEST(cause_of(one)["reason"] == "web-1 at 10.0.0.1 is silent for 61 s");
  other.attributes.maintenance = true;
  other.attributes.fault = "clean failure";
  BOOST_TEST(
      cause_of(other)["text"] ==
      "clean failed, waiting for an operator, in maintenance set by the service (clean failure)");
  BOOST_TEST(cause_of(other)["kind"] == "failed");
}

BOOST_AUTO_TEST_CASE(an_idle_node_has_a_cause_only_in_maintenance) {
  auto x = node_in(provision_state::active);
  BOOST_TEST(cause_of(x).is_null());
  BOOST_TEST(!held_up(x));
  x.attributes.maintenance = true;
  x.attributes.maintenance_reason = "ticket 17";
  x.attributes.last_error = "of long ago";
  BOOST_TEST(cause_of(x) == json({{"kind", "hold"},
                                  {"key", "hold: active, in maintenance: ticket #"},
                                  {"text", "active, in maintenance"},
                                  {"reason", "ticket 17"}}));
  BOOST_TEST(held_up(x));
}

BOOST_AUTO_TEST_CASE(an_outstanding_step_is_named_with_the_party_it_waits_for) {
  auto x = node_in(provision_state::deploying);
  x.current.emplace();
  x.current->steps.emplace_back().interface = "deploy";
  x.current->steps.back().name = "write_image";
  x.in_flight = step_in_flight{"op", 0, 1, timestamp{std::chrono::seconds{1}}, {}};
  BOOST_TEST(cause_of(x)["kind"] == "working");
  BOOST_TEST(
      cause_of(x)["text"] ==
      "deploying at deploy.write_image, waiting for any driver worker of its group: driver-1");
  x.attributes.maintenance = true;
  BOOST_TEST(cause_of(x)["kind"] == "hold");
}

BOOST_AUTO_TEST_CASE(texts_for_people_keep_their_digits) {
  auto x = node_in(provision_state::deploy_failed);
  x.attributes.last_error = "raw and qcow2 are known, not vmdk; checksum c0ffee12 of 512 bytes";
  BOOST_TEST(cause_of(x)["reason"] == *x.attributes.last_error);
  x.attributes.last_error = "raw and qcow2 are known, not vmdk; checksum c0ffee77 of 4096 bytes";
  BOOST_TEST(cause_of(x)["reason"] == *x.attributes.last_error);
}

BOOST_AUTO_TEST_CASE(an_unconfirmed_power_state_is_a_cause) {
  auto x = node_in(provision_state::active);
  x.power_unconfirmed = unconfirmed_power{"power off", timestamp{}, "ann", "HTTP 500"};
  BOOST_TEST(cause_of(x)["kind"] == "working");
  BOOST_TEST(cause_of(x)["text"] == "active, power state not confirmed after 'power off'");
  BOOST_TEST(cause_of(x)["reason"] == "HTTP 500");
  BOOST_TEST(held_up(x));
  x.power_unconfirmed.reset();
  BOOST_TEST(!held_up(x));
}

BOOST_AUTO_TEST_CASE(a_power_change_is_a_cause) {
  auto x = node_in(provision_state::active);
  x.attributes.target_power_state = power_state::off;
  x.in_flight = step_in_flight{"op", 0, 1, timestamp{std::chrono::seconds{1}}, {}};
  x.in_flight->what = due_power_action{};
  BOOST_TEST(held_up(x));
  BOOST_TEST(cause_of(x)["kind"] == "working");
  BOOST_TEST(cause_of(x)["text"].get<std::string>().starts_with(
      "active, changing power to power off, waiting for "));
}

BOOST_AUTO_TEST_CASE(a_waiting_node_has_a_cause_in_every_state) {
  for (const auto& row : state_table::rows) BOOST_TEST_CONTEXT(to_string(row.state)) {
      auto x = node_in(row.state);
      x.attributes.last_error = "it has failed";
      BOOST_TEST(held_up(x) == !cause_of(x).is_null());
      const bool at_rest = row.kind == state_kind::stable && row.state != provision_state::error;
      BOOST_TEST(held_up(x) == !at_rest);
      if (row.kind == state_kind::failed || row.state == provision_state::error) {
        BOOST_TEST(cause_of(x)["kind"] == "failed");
        BOOST_TEST(cause_of(x)["reason"] == "it has failed");
      }
    }
}

BOOST_AUTO_TEST_SUITE_END()
