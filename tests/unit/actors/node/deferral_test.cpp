#include "messages/model/snapshot.hpp"
#include "tests/support/node_fixture/node_fixture.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>

using namespace ironbus;
using namespace ironbus::test;

namespace {

using std::chrono::seconds;

const std::string moved_volume = "22222222-bbbb-4bbb-8bbb-000000000001";
const std::string hopeful = "22222222-bbbb-4bbb-8bbb-000000000006";

const command new_name = update_part{
    "volume_connector", moved_volume, {{"replace", "/connector_id", "iqn.2026:two"}}, 115};
const command hope = claim_node{hopeful, {}, {}, {}, false};

node_fixture node_with_volume() {
  auto n = available();
  n.tell(create_part{"volume_connector",
                     {{"uuid", moved_volume}, {"type", "iqn"}, {"connector_id", "iqn.2026:one"}},
                     115});
  return n;
}

std::string ended_with(const std::optional<reply>& x) {
  if (!x) return "none yet";
  return x->refused ? std::string{to_string(x->refused->code)} : "accepted";
}

/// The rejections sent to allocations; empty for an acceptance.
std::vector<std::string> hopes_answered(const node_fixture& fixture) {
  std::vector<std::string> out;
  for (const auto& head : fixture.events())
    if (head.type == "ironbus.command.answer_claim")
      out.push_back(decode<answer_claim>(head.data).value().refusal.value_or(""));
  return out;
}

/// As an allocation sends it: without a reply address.
void ask_for_node(node_fixture& node_fixture) {
  const auto client = std::exchange(node_fixture.client, "");
  node_fixture.tell(hope);
  node_fixture.client = client;
}

}  // namespace

BOOST_AUTO_TEST_CASE(power_dependent_commands_wait_for_the_power_change) {
  auto n = node_with_volume();
  n.power("power off");
  BOOST_TEST(n.tell(new_name).later);
  const auto id = n.last_id();
  BOOST_TEST(ended_with(n.later(id)) == "none yet");
  BOOST_TEST(n.now().volume_connectors[0].connector_id == "iqn.2026:one");
  n.done();
  BOOST_TEST(ended_with(n.later(id)) == "accepted");
  BOOST_TEST(json::parse(n.later(id)->body)["connector_id"] == "iqn.2026:two");
  BOOST_TEST(n.now().volume_connectors[0].connector_id == "iqn.2026:two");
  BOOST_TEST(n.now().deferred.empty());
}

BOOST_AUTO_TEST_CASE(deferred_commands_use_the_new_power_state) {
  auto n = node_with_volume();
  n.power("power off");
  n.tell(new_name);
  const auto id = n.last_id();
  n.answer(step_status::failed, "the BMC is busy");
  BOOST_TEST(ended_with(n.later(id)) == "invalid");
  BOOST_TEST(n.later(id)->refused->message ==
             "The requested action \"volume connector update\" can not be performed on node \"" +
                 std::string{test_uuid} + "\" while it is in state \"None\".");
}

BOOST_AUTO_TEST_CASE(deferred_commands_wait_for_all_accepted_power_changes) {
  auto n = node_with_volume();
  n.power("power on");
  n.power("power off");
  n.tell(new_name);
  const auto id = n.last_id();
  n.done();
  BOOST_TEST(ended_with(n.later(id)) == "none yet");
  n.done();
  BOOST_TEST(ended_with(n.later(id)) == "accepted");
}

BOOST_AUTO_TEST_CASE(other_commands_do_not_wait) {
  auto n = node_with_volume();
  n.power("power off");
  const json port{{"uuid", hopeful}, {"address", "52:54:00:00:00:01"}};
  BOOST_TEST(!n.tell(create_part{"port", port, 115}).later);
  BOOST_TEST(!n.tell(delete_part{"port", hopeful}).later);
  BOOST_TEST(n.tell(delete_part{"volume_connector", moved_volume}).later);
  n.done();
  auto unused = manageable();
  unused.power("power on");
  BOOST_TEST(!unused.tell(delete_part{"volume_connector", moved_volume}).later);
}

BOOST_AUTO_TEST_CASE(a_claim_on_a_node_whose_power_is_to_be_known_waits_for_it) {
  auto n = available();
  n.power("power on");
  const auto& columns = n.rows().back().columns;  // allocations find it by this column until then
  BOOST_TEST(std::count_if(columns.begin(), columns.end(),
                           [](const auto& x) { return x.first == "power_state"; }) == 1);
  ask_for_node(n);
  BOOST_TEST(hopes_answered(n).empty());
  n.done();
  BOOST_TEST(hopes_answered(n) == std::vector<std::string>{""}, boost::test_tools::per_element());
  BOOST_TEST(n.now().attributes.allocation_uuid.value() == hopeful);
}

BOOST_AUTO_TEST_CASE(a_claim_that_waits_is_withdrawn_with_its_allocation) {
  auto n = available();
  n.power("power on");
  ask_for_node(n);
  n.tell(release_node{hopeful});
  BOOST_TEST(n.now().deferred.empty());
  n.done();
  BOOST_TEST(hopes_answered(n).empty());
  BOOST_TEST(!n.now().attributes.allocation_uuid.has_value());
}

BOOST_AUTO_TEST_CASE(a_repeated_claim_is_deferred_once) {
  auto n = available();
  n.power("soft power off");
  for (int i = 0; i < 3; ++i) ask_for_node(n);
  BOOST_TEST(n.now().deferred.size() == 1U);
  n.pass(seconds{60});  // longer than a client waits
  BOOST_TEST(n.now().deferred.size() == 1U);
  n.done();
  BOOST_TEST(hopes_answered(n).size() == 1U);
}

BOOST_AUTO_TEST_CASE(deferred_commands_are_applied_once) {
  auto n = node_with_volume();
  n.power("power off");
  n.tell(new_name);
  const auto id = n.last_id();
  const auto again = n.repeat_last();
  BOOST_TEST(again.duplicate);
  BOOST_TEST(again.answer.later);
  n.done();
  const auto sequence = n.now().sequence;
  BOOST_TEST(ended_with(n.later(id)) == "accepted");
  n.tell(new_name);
  BOOST_TEST(n.now().sequence == sequence + 1);  // a new message, a new change
}

BOOST_AUTO_TEST_CASE(deferred_commands_survive_a_takeover) {
  auto n = node_with_volume();
  n.power("power off");
  n.tell(new_name);
  const auto id = n.last_id();
  n.take_over();
  n.done();
  BOOST_TEST(ended_with(n.later(id)) == "accepted");
}

BOOST_AUTO_TEST_CASE(clients_get_a_timely_error_while_the_change_continues) {
  auto n = node_with_volume();
  n.power("soft power off");
  n.tell(new_name);
  const auto id = n.last_id();
  BOOST_TEST((next_deadline(n.now()) == n.time + seconds{25}));
  n.pass(seconds{24});
  BOOST_TEST(ended_with(n.later(id)) == "none yet");
  n.pass(seconds{1});
  BOOST_TEST(ended_with(n.later(id)) == "conflict");
  n.done();
  BOOST_TEST(ended_with(n.later(id)) == "conflict");
  BOOST_TEST(n.now().volume_connectors[0].connector_id == "iqn.2026:one");
}

BOOST_AUTO_TEST_CASE(clients_get_an_error_before_they_time_out) {
  auto n = node_with_volume();
  n.reply_timeout = seconds{120};
  n.power("soft power off");
  n.tell(new_name);
  const auto id = n.last_id();
  BOOST_TEST((next_deadline(n.now()) == n.time + seconds{100}));
  n.pass(seconds{99});
  BOOST_TEST(ended_with(n.later(id)) == "none yet");
  n.pass(seconds{1});
  BOOST_TEST(ended_with(n.later(id)) == "conflict");
}

BOOST_AUTO_TEST_CASE(deferred_commands_store_their_expiry) {
  auto n = node_with_volume();
  n.reply_timeout = seconds{120};
  n.power("power off");
  n.tell(new_name);
  const auto expires = n.now().deferred.at(0).expires;
  BOOST_TEST((expires == n.time + seconds{120}));
  const auto restored = decode_snapshot(encode_snapshot(n.now())).value();
  BOOST_TEST((restored.deferred.at(0).expires == expires));
}

BOOST_AUTO_TEST_CASE(a_claim_is_refused_when_the_change_does_not_end) {
  auto n = available();
  n.power("power on");
  ask_for_node(n);
  n.power("power off");
  n.pass(n.options.step_timeout);
  BOOST_REQUIRE(hopes_answered(n).size() == 1U);
  BOOST_TEST(hopes_answered(n)[0].find("'power off'") != std::string::npos);
  n.run();
  BOOST_TEST(!n.now().attributes.allocation_uuid);
}

BOOST_AUTO_TEST_CASE(the_number_of_deferred_commands_is_limited) {
  auto n = node_with_volume();
  n.power("power off");
  for (size_t i = 0; i < deferred_commands_max; ++i) BOOST_TEST(n.tell(new_name).later);
  BOOST_TEST(ended_with(n.tell(new_name)) == "unavailable");
  ask_for_node(n);
  BOOST_TEST(hopes_answered(n).size() == 1U);
  BOOST_TEST(n.now().deferred.size() == deferred_commands_max);
}

BOOST_AUTO_TEST_CASE(deferred_commands_end_with_the_node) {
  auto n = node_with_volume();
  n.power("power off");
  n.tell(new_name);
  const auto id = n.last_id();
  ask_for_node(n);
  BOOST_TEST(ended_with(n.tell(delete_node{})) == "accepted");
  BOOST_TEST(ended_with(n.later(id)) == "not_found");
  BOOST_TEST(hopes_answered(n).size() == 1U);
}

BOOST_AUTO_TEST_CASE(deferred_commands_count_for_the_size_of_the_node) {
  auto n = node_with_volume();
  n.installation.bounds.node_bytes_max = 25'000;
  n.power("power off");
  const auto with_extra = [](size_t bytes) {
    return update_part{
        "volume_connector", moved_volume, {{"add", "/extra/a", std::string(bytes, 'x')}}, 115};
  };
  BOOST_TEST(n.tell(with_extra(30'000)).refused.has_value());
  BOOST_TEST(n.now().deferred.empty());
  BOOST_TEST(n.tell(with_extra(10)).later);
}

BOOST_AUTO_TEST_CASE(a_node_is_deleted_when_its_console_is_closed) {
  auto n = available();
  n.edit().attributes.console_enabled = true;
  n.asked();
  BOOST_TEST(n.tell(delete_node{}).later);
  const auto id = n.last_id();
  BOOST_TEST(n.asked() == std::vector<std::string>{"console.stop_console"},
             boost::test_tools::per_element());
  step_outcome closed;
  closed.observed.console_enabled = false;
  n.answer(std::move(closed));
  BOOST_TEST(ended_with(n.later(id)) == "accepted");
  BOOST_TEST(!n.exists());
}

BOOST_AUTO_TEST_CASE(an_open_console_blocks_the_deletion_until_maintenance) {
  auto n = available();
  n.edit().attributes.console_enabled = true;
  BOOST_TEST(n.tell(delete_node{}).later);
  const auto id = n.last_id();
  n.answer(step_status::failed, "no such process");
  n.pass(seconds{26});
  BOOST_TEST(ended_with(n.later(id)) == "conflict");
  BOOST_TEST(n.exists());
  n.tell(set_maintenance{true, "it is to go"});
  BOOST_TEST(ended_with(n.tell(delete_node{})) == "accepted");
}

BOOST_AUTO_TEST_CASE(a_rejected_deletion_keeps_the_console) {
  auto n = available();
  n.edit().attributes.console_enabled = true;
  n.edit().attributes.is_protected = true;
  n.asked();
  BOOST_TEST(ended_with(n.tell(delete_node{})) == "forbidden");
  BOOST_TEST(n.asked().empty());
}
