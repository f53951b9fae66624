#include "messages/model/snapshot.hpp"
#include "tests/support/node_fixture/node_fixture.hpp"

#include <boost/test/unit_test.hpp>

using namespace ironbus;
using namespace ironbus::test;

// Log records about a node.

namespace {

using names = std::vector<std::string>;

const std::string this_node = std::string{" node="} + test_uuid + " name=web-1";

node_fixture named() {
  auto n = manageable();
  n.edit().attributes.name = "web-1";
  return n;
}

std::string moved(const std::string& source, const std::string& verb, const std::string& target) {
  return "info: the provision state has changed" + this_node + " from=" + source + " verb=" + verb +
         " to=" + target;
}

}  // namespace

BOOST_AUTO_TEST_CASE(each_transition_is_one_record) {
  auto n = named();
  n.user = "ann";
  n.request_id = "req-1";
  n.order("inspect");
  const auto key = std::string{" request_id=req-1 user=ann"};
  BOOST_TEST(n.logged == names{moved("manageable", "inspect", "inspecting") + key},
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(records_name_the_request_that_started_the_work) {
  auto n = named();
  n.user = "ann";
  n.request_id = "req-1";
  n.order("inspect");
  n.user.clear();
  n.request_id.clear();
  n.done();
  BOOST_TEST(
      n.logged == names{moved("inspecting", "done", "manageable") + " request_id=req-1 user=ann"},
      boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_repeated_message_writes_nothing) {
  auto n = named();
  n.order("inspect");
  BOOST_TEST(n.logged.size() == 1U);
  BOOST_TEST(n.repeat_last().duplicate);
  BOOST_TEST(n.logged == names{}, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_rejected_request_writes_nothing) {
  auto n = named();
  BOOST_TEST(n.order("active").refused.has_value());
  BOOST_TEST(n.logged == names{}, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_failed_step_is_one_record_besides_the_transition) {
  auto n = named();
  n.order("inspect");
  const auto claim = claim_key(n.request().id);
  n.answer(step_status::failed, "BMC is \"busy\" from=here");
  BOOST_REQUIRE(n.logged.size() == 2U);
  BOOST_TEST(n.logged.at(0) == "warn: a step has failed" + this_node +
                                   " step=inspect.inspect_hardware claim=" + claim +
                                   " error=" + n.now().attributes.last_error.value());
  BOOST_TEST(n.logged.at(1).starts_with("warn: the provision state has changed"));
  BOOST_TEST(n.logged.at(1).ends_with(" error=" + n.now().attributes.last_error.value()));
}

BOOST_AUTO_TEST_CASE(a_failed_power_change_is_one_record) {
  auto n = named();
  n.power("power off");
  n.answer(step_status::failed, "BMC is busy");
  BOOST_REQUIRE(n.logged.size() == 1U);
  BOOST_TEST(n.logged.at(0).starts_with("warn: a step has failed" + this_node +
                                        " step=power.set_power_state claim="));
  BOOST_TEST(n.logged.at(0).ends_with(" error=BMC is busy"));
}

BOOST_AUTO_TEST_CASE(a_failed_call_is_one_record) {
  auto n = named();
  n.tell(call_driver{"management", "get_boot_device", json::object(), true});
  n.answer(step_status::failed, "BMC is busy");
  BOOST_REQUIRE(n.logged.size() == 1U);
  BOOST_TEST(n.logged.at(0).starts_with("warn: a step has failed" + this_node +
                                        " step=management.get_boot_device claim="));
}

BOOST_AUTO_TEST_CASE(an_interrupted_step_is_one_record) {
  auto n = named();
  n.order("inspect");
  n.answer(step_status::interrupted, "the worker was drained");
  BOOST_REQUIRE(n.logged.size() == 1U);
  BOOST_TEST(n.logged.at(0).starts_with("warn: a step was interrupted" + this_node));
}
