#include "tests/unit/drivers/redfish/parts_fixture.hpp"

#include <boost/test/unit_test.hpp>

using namespace ironbus;
using namespace ironbus::test;
using namespace std::chrono_literals;

// The end of an update: the inventory decides, not the BMC's first answer.

namespace {

constexpr const char* simple_update = "UpdateService.SimpleUpdate";
constexpr const char* new_bios = "http://192.0.2.1/bios-8.8.exe";

json one_update(const std::string& component, const std::string& url) {
  return {{"settings", json::array({{{"component", component}, {"url", url}}})}};
}

parts_report update_one(parts_fixture& x, const std::string& component, const std::string& url) {
  return x.carry_out("firmware", "update", one_update(component, url));
}

http_response plain(unsigned status, const std::string& body = {}) {
  http_response out;
  out.status = status;
  out.body = body;
  return out;
}

/// The machine's own answer.
http_response own_answer(parts_fixture& x, const http_request& request) {
  static constexpr std::array names{"GET", "POST", "PATCH", "PUT", "DELETE"};
  const auto said = x.link.bmc.answer_to(
      {names[static_cast<size_t>(request.method)], request.target, request.headers, request.body});
  http_response out;
  out.status = said.response.status;
  out.headers = said.response.headers;
  out.body = said.response.body;
  return out;
}

/// The times after which the version is checked have passed at once.
void check_at_once(parts_fixture& x) {
  auto options = x.options;
  options.firmware_update_reboot_delay = 1ms;
  options.firmware_update_resource_validation_timeout = 1ms;
  x.use(options);
}

/// The BMC accepts an update, names this task, and does nothing.
void accept_without_effect(parts_fixture& x, const std::string& location) {
  x.link.instead = [location](const http_request& request) -> std::optional<http_result> {
    if (!holds(request.target, "SimpleUpdate")) return {};
    auto out = plain(202);
    if (!location.empty()) out.headers.emplace_back("Location", location);
    return out;
  };
}

std::string all_evidence(const parts_report& report) {
  std::string out;
  for (const auto& one : report.outcomes) out += one.reason + "\n";  // of parts
  return out;
}

bool is_task(const http_request& request) {
  return holds(request.target, "/TaskService/Tasks/") || holds(request.target, "/TaskMonitors/");
}

}  // namespace

BOOST_AUTO_TEST_SUITE(redfish_update_ends)

BOOST_AUTO_TEST_CASE(an_update_without_task_result_and_without_a_new_version_fails) {
  for (const auto& profile : all_profiles())
    for (const char* location : {"", "/redfish/v1/TaskService/TaskMonitors/JID_404",
                                 "https://10.9.9.9/redfish/v1/TaskService/Tasks/JID_404"})
      for (const char* component : {"bios", "bmc"}) BOOST_TEST_CONTEXT(profile << location) {
          parts_fixture x{profile};
          check_at_once(x);
          accept_without_effect(x, location);
          const auto report = update_one(x, component, new_bios);
          BOOST_TEST(to_string(report.end.status) == "failed");
          BOOST_TEST(holds(report.end.reason, "had no visible effect"), report.end.reason);
          BOOST_TEST(holds(report.end.reason, "still has version"), report.end.reason);
          BOOST_TEST(x.link.count(simple_update) == 1U);
          BOOST_TEST(report.count("reboot") == (holds(component, "bios") ? 1U : 0U));
          BOOST_TEST(!x.node.driver_internal_info.contains("redfish_parts"));
        }
}

BOOST_AUTO_TEST_CASE(finds_the_task_of_a_location_on_another_host_in_the_list) {
  for (const auto& profile : all_profiles()) BOOST_TEST_CONTEXT(profile) {
      parts_fixture x{profile};
      x.link.instead = [&x](const http_request& request) -> std::optional<http_result> {
        if (!holds(request.target, "SimpleUpdate")) return {};
        const auto own = own_answer(x, request);
        auto out = plain(own.status);
        out.headers.emplace_back("Location", "https://10.9.9.9/redfish/v1/TaskService/Tasks/1");
        return out;
      };
      const auto report = update_one(x, "bios", new_bios);
      BOOST_TEST_REQUIRE(to_string(report.end.status) == "done", report.end.reason);
      BOOST_TEST(x.link.count("/TaskService/Tasks") >= 2U);
      BOOST_TEST(report.count("reboot") == 1U);
      BOOST_TEST(holds(all_evidence(report), "bios changed from"), all_evidence(report));
    }
}

BOOST_AUTO_TEST_CASE(a_purged_task_of_a_visible_update_is_a_success) {
  for (const auto& profile : all_profiles()) BOOST_TEST_CONTEXT(profile) {
      parts_fixture x{profile};
      x.link.instead = [&x](const http_request& request) -> std::optional<http_result> {
        if (!is_task(request)) return {};
        const auto own = own_answer(x, request);
        if (holds(own.body, "\"Completed\"")) return plain(404);
        return own;
      };
      const auto report = update_one(x, "bios", new_bios);
      BOOST_TEST(to_string(report.end.status) == "done", report.end.reason);
      BOOST_TEST(report.count("reboot") == 1U);
    }
}

BOOST_AUTO_TEST_CASE(asks_the_task_list_before_it_restarts_the_machine) {
  parts_fixture x{"dell"};
  bool ordered = false;
  bool listed = false;
  bool restarted_unasked = false;
  x.link.instead = [&](const http_request& request) -> std::optional<http_result> {
    listed |= ordered && request.target.ends_with("/Tasks");
    restarted_unasked |= holds(request.target, "ComputerSystem.Reset") && !listed;
    if (!holds(request.target, "SimpleUpdate")) return {};
    ordered = true;
    const auto own = own_answer(x, request);  // the monitor that it names never exists
    auto out = plain(own.status);
    out.headers.emplace_back("Location", "/redfish/v1/TaskService/TaskMonitors/never");
    return out;
  };
  const auto report = update_one(x, "bios", new_bios);
  BOOST_TEST(to_string(report.end.status) == "done", report.end.reason);
  BOOST_TEST(listed);
  BOOST_TEST(!restarted_unasked);
}

BOOST_AUTO_TEST_CASE(the_same_version_again_is_a_success_if_the_task_completed) {
  parts_fixture x{"dell"};
  check_at_once(x);
  const std::string version{x.link.bmc.kind().bmc_version};
  const auto report = update_one(x, "bmc", "http://192.0.2.1/bmc-" + version + ".bin");
  BOOST_TEST(to_string(report.end.status) == "done", report.end.reason);
  BOOST_TEST(holds(all_evidence(report), "as before the update; its task ended with Completed"),
             all_evidence(report));
}

BOOST_AUTO_TEST_CASE(without_a_task_the_images_name_confirms_the_same_version) {
  parts_fixture x{"dell"};
  check_at_once(x);
  accept_without_effect(x, {});
  const std::string version{x.link.bmc.kind().bmc_version};
  auto report = update_one(x, "bmc", "http://192.0.2.1/bmc-" + version + ".bin");
  BOOST_TEST(to_string(report.end.status) == "done", report.end.reason);
  BOOST_TEST(holds(all_evidence(report), "the image's name has that version"));
  for (const auto& other : {"bmc-" + version + ".9.bin", "bmc-1" + version + ".bin",
                            version + "/bmc.bin", "bmc.bin?x=" + version}) {
    parts_fixture again{"dell"};
    check_at_once(again);
    accept_without_effect(again, {});
    report = update_one(again, "bmc", "http://192.0.2.1/" + other);
    BOOST_TEST(to_string(report.end.status) == "failed", other);
  }
}

BOOST_AUTO_TEST_CASE(a_version_that_shows_late_is_awaited) {
  parts_fixture x{"dell"};
  accept_without_effect(x, "/redfish/v1/TaskService/TaskMonitors/gone");
  bool gone = false;
  size_t reads = 0;
  x.link.instead = [&, before = x.link.instead](const http_request& request) {
    gone |= holds(request.target, "/TaskMonitors/gone");
    if (gone && holds(request.target, "/Managers/") && ++reads == 8)
      x.link.bmc.with_machine([](auto& machine) {
        machine.begin_task(simulator::task_kind::firmware_bmc, false, "9.9");
        return 0;
      });
    return before(request);
  };
  const auto report = update_one(x, "bmc", "http://192.0.2.1/image.bin");
  BOOST_TEST(to_string(report.end.status) == "done", report.end.reason);
  BOOST_TEST(holds(all_evidence(report), "to 9.9"), all_evidence(report));
}

BOOST_AUTO_TEST_CASE(unknown_task_states_are_in_progress) {
  parts_fixture x{"dell"};
  size_t odd = 0;
  x.link.instead = [&x, &odd](const http_request& request) -> std::optional<http_result> {
    if (!is_task(request) || ++odd > 3) return {};
    return plain(200, R"({"@odata.id": "/redfish/v1/TaskService/Tasks/1",
                          "TaskState": "Downloading"})");
  };
  const auto report = update_one(x, "bmc", "http://192.0.2.1/bmc-9.9.bin");
  BOOST_TEST(to_string(report.end.status) == "done", report.end.reason);
}

BOOST_AUTO_TEST_SUITE_END()
