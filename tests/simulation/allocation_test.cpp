#include "tests/simulation/service_fixture.hpp"

#include <boost/test/unit_test.hpp>

#include <set>

using namespace ironbus;
using namespace ironbus::test;

namespace {

constexpr int machines = 8;
constexpr int wishes = 12;

std::string node_uuid(int i) {
  return "6b0b5f7a-3a0e-4a8e-9a51-0000000000" + std::to_string(10 + i);
}

std::string allocation_uuid(int i) {
  return "7c0b5f7a-3a0e-4a8e-9a51-0000000000" + std::to_string(10 + i);
}

std::string subject_of(int i) { return record_subject("allocation", allocation_uuid(i)); }

void add_available_node(service_fixture& view, int index) {
  view.tell(node_uuid(index),
            create_node{{{"driver", "fake-hardware"}, {"resource_class", "gold"}}, 115});
  view.tell(node_uuid(index), set_provision_state{"manage", json::object(), 115});
  view.await_state(node_uuid(index), "manageable");
  view.tell(node_uuid(index), set_provision_state{"provide", json::object(), 115});
  view.await_state(node_uuid(index), "available");
  view.tell(node_uuid(index), observe_power{{node_uuid(index), power_state::off, {}, {}}});
}

void add_active_node(service_fixture& service_fixture, int index) {
  add_available_node(service_fixture, index);
  service_fixture.tell(node_uuid(index), set_provision_state{"active", json::object(), 115});
  service_fixture.await_state(node_uuid(index), "active");
}

/// The node has no allocation that failed, belongs to another node or does not exist.
void check_agreement(service_fixture& view, int node, int allocation) {
  const auto before = view.snapshot(node_uuid(node));
  const auto record = view.record(subject_of(allocation));
  const auto after = view.snapshot(node_uuid(node));
  if (before.sequence != after.sequence ||
      before.attributes.allocation_uuid != allocation_uuid(allocation))
    return;
  BOOST_TEST_REQUIRE(record.has_value());
  BOOST_TEST(
      (record->attributes.at("node_uuid") == node_uuid(node) || record->asked == node_uuid(node)));
}

/// Kills a conductor after that number of commits from now on.
void kill_after(service_fixture& service_fixture, conductor_process& who, int commits) {
  service_fixture.records().on_commit([&who, commits](int made) {
    if (made == commits) who.messages.disconnect("killed");
  });
}

/// One back-fill and its end. One conductor is killed during each.
void record_and_forget(int commits) {
  service_fixture w;
  auto& first = w.add_conductor("conductor-1");
  add_active_node(w, 0);
  auto& second = w.add_conductor("conductor-2");
  kill_after(w, first, commits);
  const auto made = w.tell_record(
      subject_of(0), create_record{{{"resource_class", "gold"}, {"node", node_uuid(0)}}, 115});
  BOOST_REQUIRE_MESSAGE(!made.refused, commits << ": " << made.refused->message);
  BOOST_TEST(json::parse(made.body).at("state") == "active");
  BOOST_TEST(w.record(subject_of(0))->attributes.at("state") == "active");
  BOOST_TEST(w.snapshot(node_uuid(0)).attributes.allocation_uuid.value() == allocation_uuid(0));
  w.records().on_commit({});
  BOOST_TEST(w.tell_record(subject_of(0), delete_record{}).refused.has_value());  // it is in use
  w.tell(node_uuid(0), set_maintenance{true, {}});
  first.messages.reconnect();
  kill_after(w, second, commits);
  w.tell_record(subject_of(0), delete_record{});
  BOOST_TEST(!w.record(subject_of(0)).has_value());
  BOOST_TEST(!w.snapshot(node_uuid(0)).attributes.instance_uuid.has_value());
  w.records().on_commit({});
}

bool has_ended(const json& attributes) { return attributes.at("state") != "allocating"; }

}  // namespace

BOOST_AUTO_TEST_CASE(allocations_never_share_a_node) {
  service_fixture w;
  w.add_conductor("conductor-1");
  for (int i = 0; i < machines; ++i) add_available_node(w, i);
  for (int i = 0; i < wishes; ++i)
    w.tell_record(subject_of(i), create_record{{{"resource_class", "gold"}}, 115});
  std::set<std::string> nodes;
  int failed = 0;
  for (int i = 0; i < wishes; ++i) {
    const auto attributes = w.await_record(subject_of(i), has_ended);
    if (attributes.at("state") == "error") {
      ++failed;
      continue;
    }
    const auto node = attributes.at("node_uuid").get<std::string>();
    BOOST_TEST(nodes.insert(node).second);
    BOOST_TEST(w.snapshot(node).attributes.allocation_uuid.value() == allocation_uuid(i));
  }
  BOOST_TEST(nodes.size() == size_t{machines});
  BOOST_TEST(failed == wishes - machines);
  w.await_agreement();
}

BOOST_AUTO_TEST_CASE(allocation_continues_when_its_conductor_is_cut_off) {
  service_fixture w;
  auto& first = w.add_conductor("conductor-1");
  add_available_node(w, 0);
  w.add_conductor("conductor-2");
  w.records().answers_to_lose = 1;  // so that the conductor is still working on it
  w.tell_record(subject_of(0), create_record{{{"resource_class", "gold"}}, 115});
  first.messages.disconnect("cut off");
  first.messages.reconnect();  // which makes the owner of each shard check it
  const auto attributes = w.await_record(subject_of(0), has_ended);
  BOOST_TEST(attributes.at("node_uuid") == node_uuid(0));
  w.await_agreement();
}

BOOST_AUTO_TEST_CASE(node_in_use_and_its_allocation_agree_after_kills) {
  for (int commits = 1; commits <= 4; ++commits) record_and_forget(commits);
}

BOOST_AUTO_TEST_CASE(new_and_deleted_allocations_agree_with_their_nodes) {
  service_fixture w;
  auto& first = w.add_conductor("conductor-1");
  auto& second = w.add_conductor("conductor-2");
  for (int i = 0; i < 2; ++i) add_available_node(w, i);
  for (int round = 0; round < 20; ++round) {
    const int wish = round % 3;
    if (w.record(subject_of(wish)))
      w.tell_record(subject_of(wish), delete_record{});
    else
      w.tell_record(subject_of(wish), create_record{{{"resource_class", "gold"}}, 115});
    auto& one = round % 2 == 0 ? first : second;
    if (round % 5 == 0) one.messages.disconnect("cut off");
    for (int node = 0; node < 2; ++node)
      for (int i = 0; i < 3; ++i) check_agreement(w, node, i);
    if (round % 5 == 0) one.messages.reconnect();
  }
  w.await_agreement();
}

BOOST_AUTO_TEST_CASE(allocation_with_uuid_of_another_instance_fails) {
  service_fixture w;
  w.add_conductor("conductor-1");
  for (int i = 0; i < 2; ++i) add_available_node(w, i);
  w.tell(node_uuid(0), update_node{{{"add", "/instance_uuid", allocation_uuid(0)}}, false, 115});
  w.tell_record(subject_of(0), create_record{{{"resource_class", "gold"}}, 115});
  const auto attributes = w.await_record(subject_of(0), has_ended);
  BOOST_TEST(attributes.at("state") == "error");
  BOOST_TEST(!w.snapshot(node_uuid(1)).attributes.instance_uuid.has_value());
}

BOOST_AUTO_TEST_CASE(allocation_waits_for_an_unknown_power_state) {
  service_fixture w;
  w.add_conductor("conductor-1");
  for (int i = 0; i < machines; ++i) {
    w.tell(node_uuid(i), create_node{{{"driver", "fake-hardware"},
                                      {"resource_class", "class-" + std::to_string(i)},
                                      {"automated_clean", false}},
                                     115});
    for (const auto* target : {"manage", "provide"}) {
      w.tell(node_uuid(i), set_provision_state{target, json::object(), 115});
      w.await_state(node_uuid(i), *target == 'm' ? "manageable" : "available");
    }
    BOOST_REQUIRE(!w.snapshot(node_uuid(i)).attributes.power_state);
    w.tell(node_uuid(i), set_power_state{"power on", {}});
    w.tell_record(subject_of(i),
                  create_record{{{"resource_class", "class-" + std::to_string(i)}}, 115});
    const auto attributes = w.await_record(subject_of(i), has_ended);
    BOOST_TEST(attributes.at("state") == "active", attributes);
  }
}
