#include "bmc_fixture.hpp"

#include <boost/test/unit_test.hpp>

namespace ironbus::test {

using namespace std::chrono_literals;

namespace {

const json iso{{"Image", "http://192.0.2.1/boot.iso"}};
const json next_iso{{"Image", "http://192.0.2.1/next.iso"}};
const std::string insert_action = "/Actions/VirtualMedia.InsertMedia";
const std::string eject_action = "/Actions/VirtualMedia.EjectMedia";

bmc_fixture media_machine(std::string_view quirk, std::string_view profile = "dell") {
  return bmc_fixture{profile, {}, quirk};
}

void boot_from_cd(bmc_fixture& one) {
  const json once{{"BootSourceOverrideTarget", "Cd"}, {"BootSourceOverrideEnabled", "Once"}};
  BOOST_TEST(one.patch(one.system(), {{"Boot", once}}).status < 300U);
  one.boot();
}

}  // namespace

BOOST_AUTO_TEST_SUITE(quirks_of_media)

BOOST_AUTO_TEST_CASE(eject_takes_a_while_and_shows_the_old_medium) {
  auto one = media_machine("slow-eject");
  const auto slot = one.system("/VirtualMedia/1");
  BOOST_TEST(one.post(slot + insert_action, iso).status == 204U);
  BOOST_TEST(one.post(slot + eject_action).status == 202U);
  BOOST_TEST(one.get(slot)["Image"] == iso["Image"]);
  BOOST_TEST(message_of(one.post(slot + insert_action, next_iso)) == "ResourceInUse");
  one.pass(6s);
  BOOST_TEST(one.get(slot)["Inserted"] == false);
  BOOST_TEST(one.post(slot + insert_action, next_iso).status == 204U);
  BOOST_TEST(one.get(slot)["Image"] == next_iso["Image"]);
}

BOOST_AUTO_TEST_CASE(eject_by_patch_takes_a_while_too) {
  auto one = media_machine("slow-eject", "lenovo");
  const auto slot = one.manager("/VirtualMedia/EXT1");
  auto wanted = iso;
  wanted["Inserted"] = true;
  BOOST_TEST(one.patch(slot, wanted).status == 200U);
  BOOST_TEST(one.patch(slot, {{"Image", nullptr}}).status == 200U);
  BOOST_TEST(one.get(slot)["Inserted"] == true);
  BOOST_TEST(one.patch(slot, wanted).status == 409U);
  one.pass(7s);
  BOOST_TEST(one.get(slot)["Inserted"] == false);
}

BOOST_AUTO_TEST_CASE(boot_from_a_medium_that_is_not_the_last_ordered_one_is_stale) {
  auto one = media_machine("slow-eject");
  const auto slot = one.system("/VirtualMedia/1");
  one.post(slot + insert_action, iso);
  boot_from_cd(one);
  BOOST_TEST(one.bmc.report()["stale_boot_count"] == 0U);
  one.post(one.system("/Actions/ComputerSystem.Reset"), {{"ResetType", "ForceOff"}});
  one.pass(10s);
  one.post(slot + insert_action, next_iso);  // rejected: the slot is in use
  boot_from_cd(one);
  const auto report = one.bmc.report();
  BOOST_TEST(report["boots"][1]["image"] == iso["Image"]);
  BOOST_TEST(report["stale_boot_count"] == 1U);
}

BOOST_AUTO_TEST_CASE(insertion_is_a_task_that_may_fail) {
  auto one = media_machine("insert-task-fails");
  const auto slot = one.system("/VirtualMedia/1");
  const auto end = [&one, &slot](const json& image) {
    const auto begun = one.post(slot + insert_action, image);
    BOOST_TEST(begun.status == 202U);
    const auto task = std::string{http::find_header(begun.headers, "Location")};
    BOOST_TEST(one.get(task)["TaskState"] == "Running");
    BOOST_TEST(one.get(slot)["Inserted"] == false);
    one.pass(3s);
    return one.get(task);
  };
  const auto failed = end(iso);
  BOOST_TEST(failed["TaskState"] == "Exception");
  BOOST_TEST(failed["Messages"][0]["Message"] == "The image could not be mounted.");
  BOOST_TEST(one.get(slot)["Inserted"] == false);
  BOOST_TEST(end(next_iso)["TaskState"] == "Completed");
  BOOST_TEST(one.get(slot)["Image"] == next_iso["Image"]);
}

BOOST_AUTO_TEST_CASE(start_before_the_end_of_the_insertion_misses_the_medium) {
  bmc_fixture one{"dell", {{}, {.post = std::chrono::milliseconds{500}}}, "insert-task"};
  one.post(one.system("/VirtualMedia/1") + insert_action, iso);
  boot_from_cd(one);
  const auto report = one.bmc.report();
  BOOST_TEST(report["boots"][0]["device"] == "Hdd");
  BOOST_TEST(report["missed_boot_count"] == 1U);
}

BOOST_AUTO_TEST_CASE(insertion_fails_until_the_slot_was_ejected) {
  auto one = media_machine("insert-connected");
  const auto slot = one.system("/VirtualMedia/1");
  for (int i = 0; i < 2; ++i) {
    const auto refused = one.post(slot + insert_action, iso);
    BOOST_TEST(refused.status == 500U);
    BOOST_TEST(refused.body.find("already connected") != std::string::npos);
    BOOST_TEST(one.get(slot)["Inserted"] == false);
  }
  BOOST_TEST(one.post(slot + eject_action).status == 204U);
  BOOST_TEST(one.post(slot + insert_action, iso).status == 204U);
  BOOST_TEST(one.get(slot)["Inserted"] == true);
}

BOOST_AUTO_TEST_CASE(insertion_fails_for_a_while_after_an_ejection) {
  auto one = media_machine("insert-while-ejecting");
  const auto slot = one.system("/VirtualMedia/1");
  BOOST_TEST(one.post(slot + insert_action, iso).status == 204U);
  BOOST_TEST(one.post(slot + eject_action).status == 204U);
  const auto refused = one.post(slot + insert_action, next_iso);
  BOOST_TEST(refused.status == 500U);
  BOOST_TEST(refused.body.find("still going on") != std::string::npos);
  BOOST_TEST(one.get(slot)["Inserted"] == false);
  one.pass(4s);
  BOOST_TEST(one.post(slot + insert_action, next_iso).status == 204U);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace ironbus::test
