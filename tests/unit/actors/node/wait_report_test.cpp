#include "messages/model/wait_report.hpp"

#include "actors/node/tables/transitions.hpp"
#include "tests/support/node_fixture/node_fixture.hpp"

#include <boost/test/unit_test.hpp>

#include <stdexcept>

using namespace ironbus;
using namespace ironbus::test;

namespace {

const worker_facts one_worker{{"driver-1"}, {}, "driver-1"};
const timestamp some_time{std::chrono::hours{24 * 365 * 50}};
const unblocker some_operator{"operator", "acts", std::nullopt};

std::shared_ptr<const served_groups> groups(std::set<std::string, std::less<>> names) {
  return std::make_shared<const served_groups>(std::move(names));
}

std::string text_of(const reply& x) {
  return x.refused ? std::string{to_string(x.refused->code)} + ": " + x.refused->message : "";
}

bool mentions(const reply& x, std::string_view part) {
  return text_of(x).find(part) != std::string::npos;
}

}  // namespace

BOOST_AUTO_TEST_CASE(a_wait_report_cannot_lack_a_part) {
  using w = wait_report;
  const auto driver = awaited::driver;
  BOOST_CHECK_THROW(w(driver, "", some_time, {}, "it fails", {some_operator}), std::logic_error);
  BOOST_CHECK_THROW(w(driver, "d", {}, {}, "it fails", {some_operator}), std::logic_error);
  BOOST_CHECK_THROW(w(driver, "d", some_time, {}, "", {some_operator}), std::logic_error);
  BOOST_CHECK_THROW(w(driver, "d", some_time, {}, "it fails", {}), std::logic_error);
  BOOST_CHECK_NO_THROW(w(driver, "d", some_time, {}, "it fails", {some_operator}));
}

BOOST_AUTO_TEST_CASE(every_unstable_state_has_an_allowed_way_out) {
  for (const auto& row : state_table::rows) BOOST_TEST_CONTEXT(to_string(row.state)) {
      node x;
      x.uuid = test_uuid;
      x.state = row.state;
      const auto ways = ways_out(x);
      const bool is_failure = row.state == provision_state::error;
      BOOST_TEST(ways.empty() == (row.kind == state_kind::stable && !is_failure));
      BOOST_TEST(awaits_decision(row.state) == (row.kind == state_kind::failed || is_failure));
      for (const auto& way : ways) {
        const auto* verb = find_verb(way.call->body.at("target").get<std::string>());
        BOOST_REQUIRE(verb != nullptr);
        const auto* move = find_transition(row.state, verb->event);
        const bool by_operator = move != nullptr && move->initiator == initiator::operator_;
        const bool aborts =
            verb->event == provision_event::abort && row.abort != abort_rule::refused;
        BOOST_TEST((by_operator || aborts));
      }
    }
}

BOOST_AUTO_TEST_CASE(a_machine_that_is_off_is_named_with_what_to_do) {
  for (const auto state : {provision_state::inspect_wait, provision_state::clean_wait}) {
    node_snapshot x;
    x.attributes.uuid = test_uuid;
    x.attributes.state = state;
    x.waiting.emplace(awaited::agent, some_time, std::nullopt, "it fails");
    BOOST_TEST(wait_of(x, one_worker)->who() == "the agent in the machine");
    x.waiting->machine_off_since = some_time;
    const auto waits = wait_of(x, one_worker).value();
    BOOST_TEST(waits.who() ==
               "the agent in the machine, which is off since " + to_string(some_time));
    const auto& first = waits.unblocked_by().at(0);
    BOOST_TEST(first.does.starts_with("powers the machine on"));
    BOOST_TEST(first.call.has_value() == (state == provision_state::inspect_wait));
    BOOST_TEST(waits.unblocked_by().back().does == "aborts the workflow");
  }
}

BOOST_AUTO_TEST_CASE(without_a_worker_driver_requests_are_rejected) {
  node_fixture n;
  n.served = groups({"", "rack-1"});
  n.patch("replace", "/conductor_group", "rack-9");
  for (const auto& refused : {n.order("manage"), n.power("power on"),
                              n.tell(call_driver{"management", "get_boot_device", {}, true})}) {
    BOOST_TEST(mentions(refused, "unavailable"));
    BOOST_TEST(mentions(refused, "conductor group 'rack-9'"));
    BOOST_TEST(mentions(refused, "served groups: '', 'rack-1'"));
  }
  BOOST_TEST(n.state() == "enroll");
  BOOST_TEST(!n.is_out());
}

BOOST_AUTO_TEST_CASE(without_a_worker_other_requests_are_accepted) {
  node_fixture n;
  n.order("manage");
  n.run();
  n.order("provide");
  n.run();
  n.served = groups({});
  BOOST_TEST(text_of(n.order("manage")).empty());
  BOOST_TEST(n.state() == "manageable");
}

BOOST_AUTO_TEST_CASE(served_and_unknown_groups_are_accepted) {
  node_fixture n;
  n.patch("replace", "/conductor_group", "rack-9");
  n.served = groups({"rack-9"});
  BOOST_TEST(text_of(n.power("power on")).empty());
  n.done();
  n.served = nullptr;
  BOOST_TEST(text_of(n.order("manage")).empty());
  const auto waits = wait_of(n.now(), one_worker);
  BOOST_REQUIRE(waits);
  BOOST_TEST(waits->who() == "driver worker driver-1");
}
