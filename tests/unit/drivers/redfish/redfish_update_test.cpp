#include "tests/unit/drivers/redfish/parts_fixture.hpp"

#include <boost/test/unit_test.hpp>

using namespace ironbus;
using namespace ironbus::test;
using namespace std::chrono_literals;

namespace {

constexpr const char* order = "UpdateService.SimpleUpdate";

json flash(const std::string& component, const std::string& url) {
  return {{"component", component}, {"url", url}};
}

json settings(json::array_t list) { return {{"settings", std::move(list)}}; }

std::string nic_of(const redfish_fixture& x) { return "nic:" + x.link.bmc.who().serial + "-N"; }

json all_three(const redfish_fixture& x) {
  return settings({flash("bmc", "http://192.0.2.1/bmc-9.9.bin"),
                   flash("bios", "https://192.0.2.1/bios-8.8.exe"),
                   flash(nic_of(x), "http://192.0.2.1/nic-7.7.bin")});
}

simulator::firmware versions(redfish_fixture& x) {
  return x.link.bmc.with_machine([](const auto& machine) { return machine.versions(); });
}

std::string version_told(const step_outcome& told, const std::string& component) {
  for (const auto& one : told.observed.firmware)
    if (one.component == component) return one.current_version.value_or("");
  return "none";
}

parts_report update(parts_fixture& x, json args) {
  return x.carry_out("firmware", "update", std::move(args));
}

}  // namespace

BOOST_AUTO_TEST_SUITE(redfish_updates)

BOOST_AUTO_TEST_CASE(updates_components_in_order_with_all_vendors) {
  for (const auto& profile : all_profiles()) BOOST_TEST_CONTEXT(profile) {
      parts_fixture x{profile};
      const auto report = update(x, all_three(x));
      BOOST_TEST_REQUIRE(to_string(report.end.status) == "done", report.end.reason);
      const auto now = versions(x);
      BOOST_TEST(now.bmc == "9.9");
      BOOST_TEST(now.bios == "8.8");
      BOOST_TEST(now.nic == "7.7");
      BOOST_TEST(version_told(report.end, "bios") == "8.8");
      BOOST_TEST(version_told(report.end, "bmc") == "9.9");
      BOOST_TEST(version_told(report.end, nic_of(x)) == "7.7");
      BOOST_TEST(version_told(report.outcomes.front(), "bios") ==
                 std::string{x.link.bmc.kind().bios_version});
      BOOST_TEST(x.link.count(order) == 3U);
      BOOST_TEST(report.count("reboot") == 3U);  // after the BMC, for the BIOS, for the adapter
      BOOST_TEST(!x.node.driver_internal_info.contains("redfish_parts"));
    }
}

BOOST_AUTO_TEST_CASE(updates_only_a_bmc_without_restarting_the_machine) {
  parts_fixture x{"hpe"};
  const auto report = update(x, settings({flash("bmc", "http://192.0.2.1/bmc-9.9.bin")}));
  BOOST_TEST(to_string(report.end.status) == "done", report.end.reason);
  BOOST_TEST(report.count("reboot") == 0U);
  BOOST_TEST(versions(x).bmc == "9.9");
}

BOOST_AUTO_TEST_CASE(the_request_names_protocol_and_image) {
  parts_fixture x{"dell"};
  update(x, all_three(x));
  BOOST_TEST(x.link.bodies(R"("ImageURI":"https://192.0.2.1/bios-8.8.exe")") == 1U);
  BOOST_TEST(x.link.bodies(R"("TransferProtocol":"HTTPS")") == 1U);
  BOOST_TEST(x.link.bodies(R"("TransferProtocol":"HTTP")") == 2U);
  BOOST_TEST(x.link.bodies("Targets") == 0U);  // there is only one system
}

// -- who dies -------------------------------------------------------------------------------------

BOOST_AUTO_TEST_CASE(starts_an_update_once_whenever_its_worker_dies) {
  for (const char* profile : {"dell", "hpe", "supermicro"}) {
    bool died = true;
    for (size_t call = 0; died && call < 200; ++call)
      BOOST_TEST_CONTEXT(profile << ", its worker dies with call " << call) {
        parts_fixture x{profile};
        const auto report =
            x.carry_out_with_death("firmware", "update",
                                   settings({flash("bios", "http://192.0.2.1/bios-8.8.exe"),
                                             flash("bmc", "http://192.0.2.1/bmc-9.9.bin")}),
                                   call);
        died = x.has_died();
        BOOST_TEST_REQUIRE(to_string(report.end.status) == "done", report.end.reason);
        BOOST_TEST(versions(x).bios == "8.8");
        BOOST_TEST(versions(x).bmc == "9.9");
        BOOST_TEST(x.heard(order) == 2U);
      }
    BOOST_TEST(!died);
  }
}

BOOST_AUTO_TEST_CASE(finds_the_task_of_a_lost_response_without_repeating_it) {
  for (const auto& profile : all_profiles())
    for (const auto kind : {simulator::fault_kind::no_answer, simulator::fault_kind::half_answer})
      BOOST_TEST_CONTEXT(profile) {
        parts_fixture x{profile, with_fault(kind, "*SimpleUpdate", 1, "POST")};
        const auto report = update(x, settings({flash("bios", "http://192.0.2.1/bios-8.8.exe")}));
        BOOST_TEST(to_string(report.end.status) == "done", report.end.reason);
        BOOST_TEST(versions(x).bios == "8.8");
        BOOST_TEST(x.link.count(order) == 1U);
      }
}

BOOST_AUTO_TEST_CASE(does_not_repeat_an_update_if_no_tasks_are_listed) {
  parts_fixture x{"dell"};
  x.link.instead = [](const http_request& request) -> std::optional<http_result> {
    if (holds(request.target, "SimpleUpdate"))
      return http_fail(http_error::broken_off, "The connection to the BMC was lost.");
    http_response out;
    out.status = 404;
    if (request.target.ends_with("/TaskService")) return out;
    return {};
  };
  const auto report = update(x, settings({flash("bios", "http://192.0.2.1/bios-8.8.exe")}));
  BOOST_TEST(to_string(report.end.status) == "interrupted");
  BOOST_TEST(!report.end.part_done);
  BOOST_TEST(holds(report.end.reason, "It is unknown whether the BMC started"));
  BOOST_TEST(x.link.count(order) == 1U);
}

BOOST_AUTO_TEST_CASE(limits_the_attempts_of_an_update_that_never_arrives) {
  parts_fixture x{"dell"};
  x.link.instead = [](const http_request& request) -> std::optional<http_result> {
    if (!holds(request.target, "SimpleUpdate")) return {};
    return http_fail(http_error::broken_off, "The connection to the BMC was lost.");
  };
  const auto report = update(x, settings({flash("bios", "http://192.0.2.1/bios-8.8.exe")}));
  BOOST_TEST(to_string(report.end.status) == "failed");
  BOOST_TEST(holds(report.end.reason, "its response was lost 10 times"), report.end.reason);
  BOOST_TEST(x.link.count(order) == 10U);
}

// -- what goes wrong ------------------------------------------------------------------------------

BOOST_AUTO_TEST_CASE(a_failed_task_fails_the_step_with_the_bmcs_message) {
  for (const auto& profile : all_profiles()) BOOST_TEST_CONTEXT(profile) {
      parts_fixture x{profile, with_fault(simulator::fault_kind::task_failure, "*SimpleUpdate", 1)};
      const auto report = update(x, all_three(x));
      BOOST_TEST(to_string(report.end.status) == "failed");
      BOOST_TEST(holds(report.end.reason, "failed the update of bmc (Exception)"),
                 report.end.reason);
      const bool texts = x.link.bmc.kind().message_texts;
      BOOST_TEST(holds(report.end.reason, texts ? "internal service error" : "InternalError"));
      BOOST_TEST(x.link.count(order) == 1U);
      BOOST_TEST(!x.node.driver_internal_info.contains("redfish_parts"));
    }
}

BOOST_AUTO_TEST_CASE(waits_for_a_bmc_that_restarts) {
  auto plan = with_fault(simulator::fault_kind::bmc_restart, "*SimpleUpdate", 1);
  plan.faults.front().length = 20s;
  for (const auto& profile : all_profiles()) BOOST_TEST_CONTEXT(profile) {
      parts_fixture x{profile, plan};
      const auto report = update(x, settings({flash("bios", "http://192.0.2.1/bios-8.8.exe")}));
      BOOST_TEST(to_string(report.end.status) == "done", report.end.reason);
      BOOST_TEST(versions(x).bios == "8.8");
    }
}

BOOST_AUTO_TEST_CASE(retries_a_busy_bmc) {
  parts_fixture x{"lenovo", with_fault(simulator::fault_kind::unavailable, "*", 5)};
  const auto report = update(x, settings({flash("bmc", "http://192.0.2.1/bmc-9.9.bin")}));
  BOOST_TEST(to_string(report.end.status) == "done", report.end.reason);
  BOOST_TEST(versions(x).bmc == "9.9");
}

BOOST_AUTO_TEST_CASE(an_update_ends_with_its_overall_timeout) {
  parts_fixture x{"dell"};
  auto options = x.options;
  options.firmware_update_overall_timeout = 1ms;
  x.use(options);
  const auto report = update(x, settings({flash("bios", "http://192.0.2.1/bios-8.8.exe")}));
  BOOST_TEST(to_string(report.end.status) == "failed");
  BOOST_TEST(holds(report.end.reason, "The update timed out"), report.end.reason);
}

BOOST_AUTO_TEST_CASE(rejects_invalid_updates_before_any_change) {
  parts_fixture x{"dell"};
  const json url = "http://192.0.2.1/a.bin";
  struct odd_row {
    json settings;
    const char* why;
  };
  const std::vector<odd_row> rows{
      {json::array(), "a list of 1 to 32"},
      {json::array({7}), "must be an object"},
      {json::array({{{"component", "disk"}, {"url", url}}}), "allowed: bios, bmc, nic:<id>"},
      {json::array({{{"component", "bios"}, {"url", "file:///etc/passwd"}}}), "http or https"},
      {json::array({{{"component", "bios"}, {"url", url}, {"wait", 0}}}), "seconds from 1"},
      {json::array({{{"component", "bios"}, {"url", url}, {"checksum", "a"}}}), "checksum"},
      {json::array({{{"component", "bios"}, {"url", url}, {"force", true}}}), "unexpected key"},
      {json::array({{{"component", "nic:x"}, {"url", url}}}), "has no component 'nic:x'"},
  };
  for (const auto& row : rows) {
    const auto end = x.run("firmware", "update", settings(row.settings));
    BOOST_TEST((end.why == error_code::invalid), end.reason);
    BOOST_TEST(holds(end.reason, row.why), end.reason);
  }
  BOOST_TEST(x.link.count("POST") == 1U);  // the login
}

BOOST_AUTO_TEST_CASE(foreign_handles_and_notes_fail_the_step) {
  parts_fixture x{"dell"};
  auto poll = x.request("firmware", "update", all_three(x));
  for (const char* handle : {"?", "{}", "[]", R"({"what": "task", "since": 5})"}) {
    poll.task_handle = handle;
    BOOST_TEST(to_string(x.probe(poll).value().status) == "failed");
  }
}

BOOST_AUTO_TEST_CASE(reads_the_components_with_all_vendors) {
  for (const auto& profile : all_profiles()) BOOST_TEST_CONTEXT(profile) {
      redfish_fixture x{profile};
      const auto told = x.done("firmware", "cache_firmware_components");
      BOOST_TEST(told.observed.firmware.size() == 3U);
      BOOST_TEST(version_told(told, "bmc") == std::string{x.link.bmc.kind().bmc_version});
      BOOST_TEST(told.observed.firmware.back().vendor.value() == "Simulated");
    }
}

BOOST_AUTO_TEST_SUITE_END()
