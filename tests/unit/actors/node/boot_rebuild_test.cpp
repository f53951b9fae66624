#include "actors/node/calls/boot_rebuild.hpp"

#include "messages/contract/boot_notes.hpp"
#include "messages/model/snapshot.hpp"
#include "tests/support/node_fixture/agent_fixture.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>

using namespace ironbus;
using namespace ironbus::test;

namespace {

const boot_place_lost lost_one{"one"};

facts noted(const std::string& place, const std::string& call) {
  facts out;
  note_boot_location(out.driver_internal_info, {place, call});
  return out;
}

boot_notes notes_of(const node_fixture& n) {
  return read_boot_notes(n.now().attributes.driver_internal_info);
}

/// A driver worker with this location answers all requests.
void answer_all(node_fixture& n, const std::string& place) {
  while (n.is_out()) {
    const auto& what = n.request().what;
    if (what.interface != "boot")
      n.done();
    else
      answer_with(n, noted(place, what.name.starts_with("prepare") ? what.name : ""));
  }
}

/// It waits for the ramdisk, which boots from the files at `one`.
node_fixture awaiting_ramdisk() {
  auto n = with_agent();
  n.order("provide");
  answer_all(n, "one");
  BOOST_REQUIRE(n.state() == "clean wait");
  BOOST_REQUIRE((notes_of(n) == boot_notes{"one", "prepare_ramdisk"}));
  n.asked();
  return n;
}

size_t moves_told(const node_fixture& n) {
  const auto& all = n.events();
  return static_cast<size_t>(std::count_if(all.begin(), all.end(), [](const auto& x) {
    return x.type.ends_with(event::boot_place_changed);
  }));
}

}  // namespace

BOOST_AUTO_TEST_CASE(boot_files_of_the_ramdisk_are_rebuilt_while_the_node_waits) {
  auto n = awaiting_ramdisk();
  const auto op = n.now().current->id;
  const auto until = n.now().waiting->until;
  n.tell(lost_one);
  BOOST_TEST(n.asked() == std::vector<std::string>{"boot.prepare_ramdisk"},
             boost::test_tools::per_element());
  BOOST_TEST(n.request().what.args == json({{"lost_place", "one"}, {"operation", op}}));
  BOOST_TEST((n.request().kind == workflow::automated_clean));
  n.tell(lost_one);  // repeated in case it was lost
  BOOST_TEST(n.now().calls.size() == 1U);
  answer_with(n, noted("two", "prepare_ramdisk"));
  BOOST_TEST(!n.is_out());
  BOOST_TEST(n.state() == "clean wait");
  BOOST_TEST((n.now().waiting->until == until));
  BOOST_TEST((notes_of(n) == boot_notes{"two", "prepare_ramdisk"}));
  BOOST_TEST(moves_told(n) == 1U);
  BOOST_TEST(!n.now().attributes.last_error);
  n.tell(lost_one);
  BOOST_TEST(!n.is_out());
  boots(n);
  BOOST_TEST(n.request().what.name == "get_clean_steps");
}

BOOST_AUTO_TEST_CASE(boot_files_elsewhere_are_not_rebuilt) {
  auto n = awaiting_ramdisk();
  n.tell(boot_place_lost{"two"});
  n.tell(boot_place_lost{});
  BOOST_TEST(!n.is_out());
  node_fixture never;
  never.tell(boot_place_lost{});
  BOOST_TEST(never.now().calls.empty());
}

BOOST_AUTO_TEST_CASE(boot_files_being_removed_are_not_rebuilt) {
  auto n = awaiting_ramdisk();
  n.order("abort");
  while (n.is_out() && n.request().what.name != "clean_up_ramdisk") n.done();
  BOOST_REQUIRE(n.is_out());
  n.tell(lost_one);  // its files are still there, as far as known
  BOOST_TEST(n.now().calls.size() == 1U);
  n.asked();
  answer_with(n, noted("two", ""));
  const auto asked = n.asked();
  BOOST_TEST(std::count(asked.begin(), asked.end(), "boot.prepare_ramdisk") == 0);
  BOOST_TEST(n.now().calls.empty());
  BOOST_TEST((notes_of(n) == boot_notes{"two", ""}));
  BOOST_TEST(moves_told(n) == 1U);  // owners of files at `one` are notified
}

BOOST_AUTO_TEST_CASE(the_clean_up_waits_for_the_rebuild) {
  auto n = awaiting_ramdisk();
  n.tell(lost_one);
  n.order("abort");
  BOOST_TEST(n.request().what.name == "prepare_ramdisk");  // one at a time
  answer_with(n, noted("two", "prepare_ramdisk"));
  answer_all(n, "two");
  BOOST_TEST((notes_of(n) == boot_notes{"two", ""}));
}

BOOST_AUTO_TEST_CASE(without_a_worker_there_is_no_rebuild) {
  auto n = awaiting_ramdisk();
  n.served = std::make_shared<const served_groups>(std::set<std::string, std::less<>>{"another"});
  n.tell(lost_one);
  BOOST_TEST(n.now().calls.empty());
}

BOOST_AUTO_TEST_CASE(a_failed_rebuild_is_reported_once_and_retried) {
  auto n = awaiting_ramdisk();
  for (int i = 0; i < 3; ++i) {
    n.tell(lost_one);
    n.answer(step_status::failed, "the disk is full");
  }
  BOOST_TEST(n.now().attributes.last_error.value_or("").find("the disk is full") !=
             std::string::npos);
  BOOST_TEST(n.now().history_end - n.now().history_first == 1U);
  BOOST_TEST(n.state() == "clean wait");
}

BOOST_AUTO_TEST_CASE(an_unfinished_download_is_retried) {
  auto n = awaiting_ramdisk();
  n.tell(lost_one);
  step_outcome coming;
  coming.status = step_status::waiting;
  coming.waits_for = awaited::task;
  coming.task_handle = "boot files";
  n.answer(coming);
  BOOST_TEST(n.now().calls.empty());
  BOOST_TEST((notes_of(n) == boot_notes{"one", "prepare_ramdisk"}));
  n.tell(lost_one);
  BOOST_TEST(n.request().what.name == "prepare_ramdisk");
}

BOOST_AUTO_TEST_CASE(a_new_owner_repeats_the_rebuild) {
  auto n = awaiting_ramdisk();
  n.tell(lost_one);
  const auto id = n.request().id;
  n.take_over();
  BOOST_TEST((n.request().id == id));
  BOOST_TEST(n.request().again);
}

BOOST_AUTO_TEST_CASE(a_live_instance_is_rebuilt_as_live) {
  node_fixture n{{{"boot_interface", "network"}}};
  n.edit().attributes.driver_internal_info = {{boot_place_key, "one"},
                                              {boot_call_key, "prepare_instance"}};
  n.tell(lost_one);
  BOOST_TEST(n.request().what.name == "prepare_instance");
  BOOST_TEST(n.request().what.args == json({{"live", true}, {"lost_place", "one"}}));
}

BOOST_AUTO_TEST_CASE(the_location_is_a_column_while_boot_files_exist) {
  auto n = awaiting_ramdisk();
  const auto column = [&] {
    const auto rows = make_rebuild_commit(n.now(), 0).put;
    for (const auto& [name, value] : rows.at(0).columns)
      if (name == boot_location_column) return value;
    return std::string{};
  };
  BOOST_TEST(column() == "one");
  n.order("abort");
  answer_all(n, "two");
  BOOST_TEST(column() == "");
}
