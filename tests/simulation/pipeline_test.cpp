#include "tests/simulation/service_fixture.hpp"
#include "tests/support/await.hpp"

#include <boost/test/unit_test.hpp>

#include <future>
#include <thread>

using namespace ironbus;
using namespace ironbus::test;

namespace {

const std::string first = "6b0b5f7a-3a0e-4a8e-9a51-0d4f0c6f1e01";
const std::string second = "6b0b5f7a-3a0e-4a8e-9a51-0d4f0c6f1e02";

command enrol(json fields = json::object()) {
  fields["driver"] = "fake-hardware";
  return create_node{std::move(fields), 115};
}

command order(const std::string& target) {
  return set_provision_state{target, json::object(), 115};
}

std::string code_of(const reply& x) {
  return x.refused ? std::string{to_string(x.refused->code)} : "accepted";
}

/// Takes over the shard like a newer owner.
void fence(service_fixture& view, const std::string& uuid) {
  std::promise<void> done;
  view.real_records().acquire_shard(routing::shard_of(uuid, default_shards),
                                    [&](const auto&) { done.set_value(); });
  done.get_future().wait();
}

}  // namespace

BOOST_AUTO_TEST_CASE(life_cycle_over_bus_store_and_drivers) {
  service_fixture w;
  w.add_conductor("conductor-1");
  BOOST_TEST(code_of(w.tell(first, enrol())) == "accepted");
  for (const auto& [target, state] :
       {std::pair{"manage", "manageable"}, std::pair{"provide", "available"},
        std::pair{"active", "active"}, std::pair{"deleted", "available"}}) {
    BOOST_TEST(code_of(w.tell(first, order(target))) == "accepted");
    w.await_state(first, state);
  }
  const std::vector<std::string> expected{"verifying", "manageable", "cleaning",
                                          "available", "deploying",  "active",
                                          "deleting",  "cleaning",   "available"};
  BOOST_TEST(w.states_of(first) == expected, boost::test_tools::per_element());
}

// An agent receives its token once: if the response dies with its process, the agent needs a
// reboot.
BOOST_AUTO_TEST_CASE(response_that_was_not_sent_is_sent_by_the_next_owner) {
  service_fixture w;
  auto& dying = w.add_conductor("conductor-1");
  dying.answers.mute = true;
  w.send(first, enrol(), "the-command");
  while (dying.role.counters().messages == 0) std::this_thread::yield();
  dying.messages.disconnect("it is killed");
  w.add_conductor("conductor-2");
  BOOST_TEST(code_of(w.await_reply("the-command")) == "accepted");
}

BOOST_AUTO_TEST_CASE(name_belongs_to_one_node) {
  service_fixture w;
  w.add_conductor("conductor-1");
  w.tell(first, enrol({{"name", "web-1"}}));
  const auto answer = w.tell(second, enrol({{"name", "web-1"}}));
  BOOST_TEST(code_of(answer) == "conflict");
  BOOST_TEST(answer.refused->message.find("web-1") != std::string::npos);
  BOOST_TEST(code_of(w.tell(first, enrol())) == "conflict");  // the same UUID
}

// A timer with the remaining time would be late by the amount that the clock was set forward.
BOOST_AUTO_TEST_CASE(deadline_is_noticed_when_the_clock_is_set_forward) {
  service_fixture w;
  w.add_conductor("conductor-1");
  w.tell(first, enrol({{"driver_info", {{"fake_delays", {{"bios.factory_reset", 15}}}}}}));
  w.tell(first, order("manage"));
  w.await_state(first, "manageable");
  w.tell(first, order("provide"));
  w.await_state(first, "cleaning");
  w.time().ahead = std::chrono::hours{24};
  w.await_state(first, "clean failed");  // not `available`, which the step would lead to
}

BOOST_AUTO_TEST_CASE(command_delivered_twice_is_applied_once) {
  service_fixture w;
  auto& process = w.add_conductor("conductor-1");
  w.tell(first, enrol());
  const command port = create_part{
      "port", {{"uuid", "22222222-bbbb-4bbb-8bbb-000000000001"}, {"address", "52:54:00:aa:bb:cc"}}};
  w.send(first, port, "twice");
  BOOST_TEST(code_of(w.await_reply("twice")) == "accepted");
  w.send(first, port, "twice");
  BOOST_TEST(code_of(w.await_reply("twice")) == "accepted");
  BOOST_TEST(w.snapshot(first).ports.size() == 1U);
  BOOST_TEST(process.role.counters().duplicates == 1U);
}

BOOST_AUTO_TEST_CASE(command_is_rejected_without_the_store_and_changes_nothing) {
  service_fixture w;
  w.add_conductor("conductor-1");
  w.records().down = true;
  BOOST_TEST(code_of(w.tell(first, order("manage"))) == "unavailable");
  w.records().down = false;
  BOOST_TEST(code_of(w.tell(first, enrol())) == "accepted");
}

BOOST_AUTO_TEST_CASE(rejected_command_is_not_run_later) {
  service_fixture w;
  w.add_conductor("conductor-1");
  w.tell(first, enrol());
  w.records().down = true;
  BOOST_TEST(code_of(w.tell(first, set_maintenance{true, {}})) == "unavailable");
  BOOST_TEST(code_of(w.tell(second, enrol())) == "unavailable");
  w.records().down = false;
  BOOST_TEST(code_of(w.tell(first, set_traits{set_traits::how::all, {"CUSTOM_A"}})) == "accepted");
  BOOST_TEST(!w.snapshot(first).attributes.maintenance);
  BOOST_TEST(code_of(w.tell(second, order("manage"))) == "not_found");
}

BOOST_AUTO_TEST_CASE(running_work_continues_when_the_store_is_back) {
  service_fixture w;
  w.add_conductor("conductor-1");
  w.tell(first, enrol());
  w.tell(first, order("manage"));
  w.records().down = true;
  w.records().down = false;
  w.await_state(first, "manageable");
}

BOOST_AUTO_TEST_CASE(commit_with_lost_response_is_neither_lost_nor_repeated) {
  service_fixture w;
  w.add_conductor("conductor-1");
  w.tell(first, enrol());
  w.records().answers_to_lose = 1;
  const auto answer = w.tell(first, set_maintenance{true, "bad fan"});
  BOOST_TEST(code_of(answer) == "accepted");
  BOOST_TEST(w.snapshot(first).attributes.maintenance_reason.value() == "bad fan");
  BOOST_TEST(w.snapshot(first).sequence == 2U);  // created, maintenance: no third event
}

// Otherwise it would be applied after the caller got an error, and its outbox would never be
// published.
BOOST_AUTO_TEST_CASE(commit_with_lost_response_is_fenced_after_the_check) {
  service_fixture w;
  w.add_conductor("conductor-1");
  w.tell(first, enrol());
  w.records().delay_next = true;
  BOOST_TEST(code_of(w.tell(first, set_maintenance{true, "bad fan"})) == "accepted");
  BOOST_TEST_REQUIRE(w.records().late_refusal().has_value());
  BOOST_TEST(to_string(*w.records().late_refusal()) == "fenced");
  BOOST_TEST(w.snapshot(first).attributes.maintenance_reason.value() == "bad fan");
}

BOOST_AUTO_TEST_CASE(fenced_owner_takes_a_new_epoch_before_it_writes) {
  service_fixture w;
  auto& process = w.add_conductor("conductor-1");
  w.tell(first, enrol());
  fence(w, first);
  BOOST_TEST(code_of(w.tell(first, set_maintenance{true, {}})) == "accepted");
  BOOST_TEST(process.role.counters().stale_commits >= 1U);
}

BOOST_AUTO_TEST_CASE(restarted_store_is_read_again_without_a_request) {
  service_fixture w;
  auto& process = w.add_conductor("conductor-1");
  w.tell(first, enrol({{"driver_info", {{"fake_delays", {{"bios.factory_reset", 3600}}}}}}));
  w.tell(first, order("manage"));
  w.await_state(first, "manageable");
  w.tell(first, order("provide"));
  w.await_state(first, "cleaning");
  const uint64_t resumed = process.role.counters().resumed;
  w.records().restart(default_shards);
  BOOST_TEST(fulfilled([&] { return process.role.counters().resumed > resumed; }));
  BOOST_TEST(code_of(w.tell(first, order("abort"))) == "accepted");
}

BOOST_AUTO_TEST_CASE(expired_command_is_not_started) {
  service_fixture w;
  w.add_conductor("conductor-1");
  w.tell(first, enrol());
  w.send(first, order("manage"), "old", std::chrono::seconds{60});
  BOOST_TEST(code_of(w.await_reply("old")) == "timeout");
  BOOST_TEST((w.snapshot(first).attributes.state == provision_state::enroll));
}

BOOST_AUTO_TEST_CASE(another_conductor_continues_after_one_was_cut_off) {
  service_fixture w;
  auto& one = w.add_conductor("conductor-1");
  w.tell(first, enrol({{"driver_info", {{"fake_delays", {{"bios.factory_reset", 0.2}}}}}}));
  w.tell(first, order("manage"));
  w.await_state(first, "manageable");
  w.tell(first, order("provide"));
  w.await_state(first, "cleaning");
  w.add_conductor("conductor-2");
  one.messages.disconnect("cut off");
  w.await_state(first, "available");
}

BOOST_AUTO_TEST_CASE(another_conductor_polls_the_task_of_a_machine) {
  service_fixture w;
  auto& one = w.add_conductor("conductor-1");
  w.tell(first, enrol({{"driver_info",
                        {{"fake_delays", {{"bios.factory_reset", 0.2}}},
                         {"fake_waits", {{"bios.factory_reset", "task"}}}}}}));
  w.tell(first, order("manage"));
  w.await_state(first, "manageable");
  w.tell(first, order("provide"));
  w.await_state(first, "clean wait");
  w.add_conductor("conductor-2");
  one.messages.disconnect("cut off");
  w.await_state(first, "available");
}

BOOST_AUTO_TEST_CASE(conductor_that_gets_a_shard_back_reads_it_again) {
  service_fixture w;
  auto& one = w.add_conductor("conductor-1");
  w.tell(first, enrol({{"driver_info", {{"fake_delays", {{"bios.factory_reset", 0.3}}}}}}));
  w.tell(first, order("manage"));
  w.await_state(first, "manageable");
  auto& two = w.add_conductor("conductor-2");
  one.messages.disconnect("cut off");
  w.tell(first, order("provide"));
  w.await_state(first, "cleaning");
  one.messages.reconnect();
  two.messages.disconnect(
      "cut off");  // the outcome goes to the conductor that last saw `manageable`
  w.await_state(first, "available");
}

BOOST_AUTO_TEST_CASE(deferred_command_is_decided_by_the_later_owner) {
  const std::string connector = "22222222-bbbb-4bbb-8bbb-000000000003";
  service_fixture w;
  auto& dying = w.add_conductor("conductor-1");
  w.tell(first, enrol({{"driver_info", {{"fake_delays", {{"power.set_power_state", 2}}}}}}));
  w.tell(first, create_part{"volume_connector",
                            {{"uuid", connector}, {"type", "iqn"}, {"connector_id", "a"}},
                            115});
  w.tell(first, set_power_state{"power off", {}});
  w.send(first,
         update_part{"volume_connector", connector, {{"replace", "/connector_id", "b"}}, 115},
         "the-change");
  while (w.snapshot(first).deferred.empty()) std::this_thread::yield();
  dying.messages.disconnect("it is killed");
  w.add_conductor("conductor-2");
  BOOST_TEST(code_of(w.await_reply("the-change")) == "accepted");
  BOOST_TEST(w.snapshot(first).volume_connectors[0].connector_id == "b");
  BOOST_TEST(w.snapshot(first).deferred.empty());
}

BOOST_AUTO_TEST_CASE(no_request_is_decided_by_an_outdated_power_state) {
  const std::string connector = "22222222-bbbb-4bbb-8bbb-000000000003";
  service_fixture w;
  w.add_conductor("conductor-1");
  w.tell(first, enrol());
  w.tell(first, create_part{"volume_connector",
                            {{"uuid", connector}, {"type", "iqn"}, {"connector_id", "a"}},
                            115});
  for (int i = 0; i < 40; ++i) {
    const bool off = i % 2 == 0;
    w.tell(first, set_power_state{off ? "power off" : "power on", {}});
    const auto answer = w.tell(
        first,
        update_part{
            "volume_connector", connector, {{"replace", "/connector_id", std::to_string(i)}}, 115});
    BOOST_TEST(code_of(answer) == (off ? "accepted" : "invalid"), i);
  }
}
