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

/// Takes the shard away as a newer owner would.
void fence(service_fixture& view, const std::string& uuid) {
  std::promise<void> done;
  view.real_records().acquire_shard(routing::shard_of(uuid, default_shards),
                                    [&](const auto&) { done.set_value(); });
  done.get_future().wait();
}

}  // namespace

BOOST_AUTO_TEST_CASE(a_life_over_bus_store_and_drivers) {
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

// An agent is told its token once: an answer that was lost with its process would cost a reboot.
BOOST_AUTO_TEST_CASE(an_answer_that_did_not_leave_a_process_is_given_by_the_next) {
  service_fixture w;
  auto& dying = w.add_conductor("conductor-1");
  dying.answers.mute = true;
  w.send(first, enrol(), "the-command");
  while (dying.role.counters().messages == 0) std::this_thread::yield();
  dying.messages.disconnect("it is killed");
  w.add_conductor("conductor-2");
  BOOST_TEST(code_of(w.await_reply("the-command")) == "accepted");
}

BOOST_AUTO_TEST_CASE(a_name_belongs_to_one_node) {
  service_fixture w;
  w.add_conductor("conductor-1");
  w.tell(first, enrol({{"name", "web-1"}}));
  const auto answer = w.tell(second, enrol({{"name", "web-1"}}));
  BOOST_TEST(code_of(answer) == "conflict");
  BOOST_TEST(answer.refused->message.find("web-1") != std::string::npos);
  BOOST_TEST(code_of(w.tell(first, enrol())) == "conflict");  // the same UUID
}

// A timer that was set for the rest of the time would come as late as the clock was set forward.
BOOST_AUTO_TEST_CASE(a_deadline_is_noticed_when_the_clock_is_set_forward) {
  service_fixture w;
  w.add_conductor("conductor-1");
  w.tell(first, enrol({{"driver_info", {{"fake_delays", {{"bios.factory_reset", 15}}}}}}));
  w.tell(first, order("manage"));
  w.await_state(first, "manageable");
  w.tell(first, order("provide"));
  w.await_state(first, "cleaning");
  w.time().ahead = std::chrono::hours{24};
  w.await_state(first, "clean failed");  // and not `available`, as the step would have it
}

BOOST_AUTO_TEST_CASE(a_command_delivered_twice_is_applied_once) {
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

BOOST_AUTO_TEST_CASE(without_the_store_a_command_is_refused_and_changes_nothing) {
  service_fixture w;
  w.add_conductor("conductor-1");
  w.records().down = true;
  BOOST_TEST(code_of(w.tell(first, order("manage"))) == "unavailable");
  w.records().down = false;
  BOOST_TEST(code_of(w.tell(first, enrol())) == "accepted");
}

BOOST_AUTO_TEST_CASE(a_refused_command_is_not_carried_out_later) {
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

BOOST_AUTO_TEST_CASE(work_in_progress_goes_on_when_the_store_is_back) {
  service_fixture w;
  w.add_conductor("conductor-1");
  w.tell(first, enrol());
  w.tell(first, order("manage"));
  w.records().down = true;
  w.records().down = false;
  w.await_state(first, "manageable");
}

BOOST_AUTO_TEST_CASE(a_commit_whose_answer_is_lost_is_neither_lost_nor_repeated) {
  service_fixture w;
  w.add_conductor("conductor-1");
  w.tell(first, enrol());
  w.records().answers_to_lose = 1;
  const auto answer = w.tell(first, set_maintenance{true, "bad fan"});
  BOOST_TEST(code_of(answer) == "accepted");
  BOOST_TEST(w.snapshot(first).attributes.maintenance_reason.value() == "bad fan");
  BOOST_TEST(w.snapshot(first).sequence == 2U);  // created, maintenance: no third event
}

// Else it would be done behind the back of whoever has asked, and nobody would publish its outbox.
BOOST_AUTO_TEST_CASE(a_commit_whose_answer_is_lost_is_refused_once_it_has_been_asked_for) {
  service_fixture w;
  w.add_conductor("conductor-1");
  w.tell(first, enrol());
  w.records().delay_next = true;
  BOOST_TEST(code_of(w.tell(first, set_maintenance{true, "bad fan"})) == "accepted");
  BOOST_TEST_REQUIRE(w.records().late_refusal().has_value());
  BOOST_TEST(to_string(*w.records().late_refusal()) == "fenced");
  BOOST_TEST(w.snapshot(first).attributes.maintenance_reason.value() == "bad fan");
}

BOOST_AUTO_TEST_CASE(an_owner_that_was_fenced_takes_the_shard_anew_before_it_writes) {
  service_fixture w;
  auto& process = w.add_conductor("conductor-1");
  w.tell(first, enrol());
  fence(w, first);
  BOOST_TEST(code_of(w.tell(first, set_maintenance{true, {}})) == "accepted");
  BOOST_TEST(process.role.counters().stale_commits >= 1U);
}

BOOST_AUTO_TEST_CASE(a_store_that_has_restarted_is_asked_again_without_being_asked_for_anything) {
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

BOOST_AUTO_TEST_CASE(a_command_nobody_waits_for_is_not_begun) {
  service_fixture w;
  w.add_conductor("conductor-1");
  w.tell(first, enrol());
  w.send(first, order("manage"), "old", std::chrono::seconds{60});
  BOOST_TEST(code_of(w.await_reply("old")) == "timeout");
  BOOST_TEST((w.snapshot(first).attributes.state == provision_state::enroll));
}

BOOST_AUTO_TEST_CASE(another_conductor_goes_on_where_one_was_cut_off) {
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

BOOST_AUTO_TEST_CASE(another_conductor_polls_what_the_machine_does_by_itself) {
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

BOOST_AUTO_TEST_CASE(a_conductor_that_gets_a_shard_back_does_not_trust_its_memory) {
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
  two.messages.disconnect("cut off");  // the outcome reaches the one that last saw `manageable`
  w.await_state(first, "available");
}

BOOST_AUTO_TEST_CASE(what_waits_for_the_power_is_judged_by_whoever_has_the_node_then) {
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

BOOST_AUTO_TEST_CASE(no_request_is_judged_by_power_older_than_what_was_accepted) {
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
