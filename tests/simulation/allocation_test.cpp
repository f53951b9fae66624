#include "tests/simulation/world.hpp"

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

void add_available_node(world& w, int i) {
  w.tell(node_uuid(i), create_node{{{"driver", "fake-hardware"}, {"resource_class", "gold"}}, 115});
  w.tell(node_uuid(i), set_provision_state{"manage", json::object(), 115});
  w.await_state(node_uuid(i), "manageable");
  w.tell(node_uuid(i), set_provision_state{"provide", json::object(), 115});
  w.await_state(node_uuid(i), "available");
  w.tell(node_uuid(i), observe_power{{node_uuid(i), "power off", {}}});
}

bool has_ended(const json& about) { return about.at("state") != "allocating"; }

}  // namespace

BOOST_AUTO_TEST_CASE(no_two_allocations_get_the_same_node) {
  world w;
  w.add_conductor("conductor-1");
  for (int i = 0; i < machines; ++i) add_available_node(w, i);
  for (int i = 0; i < wishes; ++i)
    w.tell_record(subject_of(i), create_record{{{"resource_class", "gold"}}, 115});
  std::set<std::string> nodes;
  int failed = 0;
  for (int i = 0; i < wishes; ++i) {
    const auto about = w.await_record(subject_of(i), has_ended);
    if (about.at("state") == "error") {
      ++failed;
      continue;
    }
    const auto node = about.at("node_uuid").get<std::string>();
    BOOST_TEST(nodes.insert(node).second);
    BOOST_TEST(w.snapshot(node).about.allocation_uuid.value() == allocation_uuid(i));
  }
  BOOST_TEST(nodes.size() == size_t{machines});
  BOOST_TEST(failed == wishes - machines);
  w.await_agreement();
}

BOOST_AUTO_TEST_CASE(an_allocation_goes_on_when_its_conductor_is_cut_off) {
  world w;
  auto& first = w.add_conductor("conductor-1");
  add_available_node(w, 0);
  w.add_conductor("conductor-2");
  w.records().answers_to_lose = 1;  // so that it is still at it
  w.tell_record(subject_of(0), create_record{{{"resource_class", "gold"}}, 115});
  first.messages.disconnect("cut off");
  first.messages.reconnect();  // which has the shards looked after, whoever owns them now
  const auto about = w.await_record(subject_of(0), has_ended);
  BOOST_TEST(about.at("node_uuid") == node_uuid(0));
  w.await_agreement();
}
