#include "drivers/boot/boot_location.hpp"

#include "drivers/boot/boot_writer.hpp"
#include "drivers/boot/dnsmasq_files.hpp"
#include "messages/base/uuid.hpp"
#include "messages/contract/boot_notes.hpp"
#include "tests/unit/drivers/boot/boot_fixture.hpp"

#include <boost/test/unit_test.hpp>

#include <atomic>
#include <thread>

// Boot file locations, the steps that wrote the files, and late writers.

using namespace ironbus;
using namespace ironbus::test;

namespace {

struct place_fixture : boot_fixture {
  place_fixture() {
    dnsmasq.provider = "dnsmasq";
    dnsmasq.hosts_dir = (root / "hosts").string();
    dnsmasq.opts_dir = (root / "opts").string();
    options.place = place();
  }
  std::string place(const dhcp_options& dhcp = {}) const {
    return ensure_boot_location(policy.boot_root, dhcp).value();
  }
  static boot_notes noted(const step_outcome& end) {
    return read_boot_notes(end.observed.driver_internal_info);
  }

  dhcp_options dnsmasq;
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(boot_places, place_fixture)

BOOST_AUTO_TEST_CASE(workers_with_one_folder_share_a_location_and_a_lost_one_is_new) {
  const auto first = place();
  BOOST_TEST(is_uuid(first));
  BOOST_TEST(place() == first);
  fs::remove_all(http);
  const auto second = place();
  BOOST_TEST(second != first);
  const auto told = place(dnsmasq);
  BOOST_TEST(same_folder(told, second));
  BOOST_TEST(!same_dhcp(told, second));
  fs::remove_all(root / "hosts");
  BOOST_TEST(place(dnsmasq) != told);
  BOOST_TEST(same_folder(place(dnsmasq), told));
  BOOST_TEST(!same_dhcp(place(dnsmasq), told));
}

BOOST_AUTO_TEST_CASE(concurrent_workers_agree_on_the_location) {
  fs::remove_all(http);
  std::vector<std::string> names(8);
  std::vector<std::thread> all;
  all.reserve(names.size());
  for (auto& name : names) all.emplace_back([&] { name = place(); });
  for (auto& one : all) one.join();
  for (const auto& name : names) BOOST_TEST(name == names.front());
}

BOOST_AUTO_TEST_CASE(an_unwritable_location_has_no_name) {
  std::ofstream{root / "plain"} << "no folder";
  policy.boot_root = (root / "plain").string();
  BOOST_TEST((ensure_boot_location(policy.boot_root, {}).error().code == error_code::unavailable));
}

BOOST_AUTO_TEST_CASE(a_step_records_its_location_and_call) {
  const auto end = run("prepare_ramdisk");
  BOOST_TEST((noted(end) == boot_notes{options.place, "prepare_ramdisk"}));
  BOOST_TEST(boot_files_step(policy.boot_root, boot_uuid) == claim_key(request.id));
  const auto removed = run("clean_up_ramdisk");
  BOOST_TEST((noted(removed) == boot_notes{options.place, ""}));
  BOOST_TEST(removed.observed.driver_internal_info.at(boot_call_key).is_null());
  BOOST_TEST(boot_files_step(policy.boot_root, boot_uuid) == "");
  options.place = "";
  BOOST_TEST(run("prepare_ramdisk").observed.driver_internal_info.empty());
}

BOOST_AUTO_TEST_CASE(rebuilt_files_keep_their_workflow) {
  request.what.args = {{lost_location_argument, "another"},
                       {operation_argument, "11111111-3a0e-4a8e-9a51-6b0b5f7a1e02"}};
  BOOST_TEST(holds(prepared(), "ipa-global-request-id=req-11111111-3a0e-4a8e-9a51-6b0b5f7a1e02"));
}

BOOST_AUTO_TEST_CASE(a_machine_known_to_dnsmasq_elsewhere_is_known_here_and_boots_nothing) {
  options.dhcp = dnsmasq;
  options.place = place(dnsmasq);
  BOOST_TEST((noted(run("clean_up_instance")) == boot_notes{options.place, "clean_up_instance"}));
  BOOST_TEST(!fs::exists(root / "hosts" / boot_uuid));
  request.what.args = {{lost_location_argument, "another"}};
  BOOST_TEST((run("clean_up_instance").status == step_status::done));
  BOOST_TEST(text_of(root / "hosts" / boot_uuid) == "52:54:00:00:00:01,set:ironbus\n");
  BOOST_TEST(!is_boot_offered(boot_uuid, options));
}

BOOST_AUTO_TEST_CASE(a_worker_without_permit_writes_nothing_and_removes_late_files) {
  fs::create_directories(http / boot_uuid);
  auto leave = permitted(request);
  boot_writer who{policy.boot_root, leave};
  int written = 0;
  int taken_back = 0;
  const std::function<result<int>()> write = [&] {
    ++written;
    leave.allowed.revoke();  // the node cancels the step in the middle of it
    return 1;
  };
  const auto take_back = [&](const boot_writer&) { ++taken_back; };
  BOOST_TEST((write_boot_files_as(who, write, take_back).error().code == error_code::unavailable));
  BOOST_TEST(taken_back == 1);
  BOOST_TEST((write_boot_files_as(who, write, take_back).error().code == error_code::unavailable));
  BOOST_TEST(written == 1);
  BOOST_TEST(taken_back == 1);  // the step may belong to another worker by now
}

BOOST_AUTO_TEST_CASE(a_frozen_worker_keeps_files_of_a_new_owner) {
  fs::create_directories(http / boot_uuid);
  auto stopped = permitted(request);
  const boot_writer heir{policy.boot_root, permitted(request)};
  const std::function<result<int>()> write = [&] {
    mark_boot_files(heir);  // it did not wait for the lock
    stopped.allowed.revoke();
    return 1;
  };
  bool taken_back = false;
  const boot_writer who{policy.boot_root, stopped};
  BOOST_TEST(
      (write_boot_files_as<int>(who, write, [&](const auto&) { taken_back = true; }).error().code ==
       error_code::unavailable));
  BOOST_TEST(!taken_back);
  BOOST_TEST(boot_files_mark(who) == boot_files_mark(heir));
}

BOOST_AUTO_TEST_CASE(only_one_writer_has_the_files_of_a_node) {
  std::atomic<bool> first_is_done = false;
  std::thread second;
  {
    const boot_files_lock alone{policy.boot_root, boot_uuid};
    second = std::thread{[&] {
      const boot_files_lock after{policy.boot_root, boot_uuid};
      BOOST_TEST(first_is_done);
    }};
    const boot_files_lock other{policy.boot_root, "6b0b5f7a-3a0e-4a8e-9a51-0d4f0c6f1e09"};
    std::this_thread::sleep_for(std::chrono::milliseconds{50});
    first_is_done = true;
  }
  second.join();
}

BOOST_AUTO_TEST_SUITE_END()
