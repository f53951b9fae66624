#include "drivers/redfish/redfish_boot.hpp"
#include "tests/unit/drivers/redfish/redfish_fixture.hpp"

#include <boost/test/unit_test.hpp>

using namespace ironbus;
using namespace ironbus::test;

namespace {

step_outcome order_device(redfish_fixture& x, bool persistent = false) {
  return x.run("management", "set_boot_device", {{"device", "pxe"}, {"persistent", persistent}});
}

http_result boot_answer(unsigned status) {
  http_response out;
  out.status = status;
  if (status >= 400)
    out.body =
        R"({"error": {"@Message.ExtendedInfo": [{"MessageId": "Base.1.12.InternalError"}]}})";
  return out;
}

/// Changes of the system are answered so; executed or not.
void answer_changes(redfish_fixture& x, unsigned status, bool executed) {
  x.link.instead = [&x, status,
                    executed](const http_request& request) -> std::optional<http_result> {
    if (request.method != http_method::patch) return {};
    if (executed) x.link.bmc.handle({"PATCH", request.target, request.headers, request.body});
    return boot_answer(status);
  };
}

/// The BMC shows that word as the override's duration.
void show_enabled(redfish_fixture& x, const std::string& word) {
  x.link.instead = [&x, word](const http_request& request) -> std::optional<http_result> {
    if (request.method != http_method::get || !holds(request.target, "/Systems/")) return {};
    const auto found = x.link.bmc.handle({"GET", request.target, request.headers, {}});
    auto body = json::parse(found.body);
    if (!body.contains("Boot")) return {};
    body["Boot"]["BootSourceOverrideEnabled"] = word;
    http_response out;
    out.status = 200;
    out.body = body.dump();
    return out;
  };
}

bool has_oddity(const step_outcome& end, const std::string& kind) {
  return end.observed.driver_internal_info.value("bmc_oddities", json::object()).contains(kind);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(redfish_boot_orders)

BOOST_AUTO_TEST_CASE(an_error_whose_device_is_shown_is_no_failure) {
  for (const auto status : {500U, 400U, 404U}) {
    redfish_fixture x;
    answer_changes(x, status, true);
    const auto end = order_device(x);
    BOOST_TEST((end.status == step_status::done), end.reason);
    BOOST_TEST(x.link.count("PATCH") == 1U);
  }
}

BOOST_AUTO_TEST_CASE(an_error_whose_device_is_not_shown_is_a_failure_with_the_bmcs_words) {
  redfish_fixture x;
  answer_changes(x, 500, false);
  const auto end = order_device(x);
  BOOST_TEST((end.status == step_status::failed));
  BOOST_TEST(holds(end.reason, "did not reach 'Pxe' in time. It still reports 'None'."),
             end.reason);
  BOOST_TEST(holds(end.reason, "Base.1.12.InternalError"), end.reason);
}

BOOST_AUTO_TEST_CASE(an_accepted_device_that_is_not_shown_is_an_oddity) {
  redfish_fixture x;
  answer_changes(x, 204, false);
  const auto end = order_device(x);
  BOOST_TEST((end.status == step_status::done), end.reason);
  BOOST_TEST(has_oddity(end, "boot_not_shown"));
}

BOOST_AUTO_TEST_CASE(a_device_for_one_boot_that_is_shown_as_permanent_is_an_oddity) {
  redfish_fixture x;
  show_enabled(x, "Continuous");
  const auto end = order_device(x);
  BOOST_TEST((end.status == step_status::done), end.reason);
  BOOST_TEST(has_oddity(end, "once_not_shown"));
  BOOST_TEST(x.link.count("PATCH") == 1U);
}

BOOST_AUTO_TEST_CASE(the_node_stores_a_permanent_device_that_the_bmc_shows_for_one_boot) {
  redfish_fixture x;
  show_enabled(x, "Once");
  const auto end = order_device(x, true);
  BOOST_TEST((end.status == step_status::done), end.reason);
  BOOST_TEST(end.observed.driver_internal_info.value("redfish_boot_device", "") == "pxe");
}

BOOST_AUTO_TEST_CASE(an_error_of_secure_boot_that_is_shown_is_no_failure) {
  redfish_fixture x;
  answer_changes(x, 500, true);
  const auto end = x.run("management", "set_secure_boot", {{"state", true}});
  BOOST_TEST((end.status == step_status::done), end.reason);
  BOOST_TEST((end.observed.secure_boot == true));
  BOOST_TEST(x.link.count("Reset") == 0U);
}

BOOST_AUTO_TEST_CASE(an_error_of_secure_boot_that_is_not_shown_restarts_nothing) {
  redfish_fixture x;
  answer_changes(x, 500, false);
  const auto end = x.run("management", "set_secure_boot", {{"state", true}});
  BOOST_TEST(holds(end.reason, "did not reach 'secure boot on'"), end.reason);
  BOOST_TEST(holds(end.reason, "It still reports 'secure boot off'."), end.reason);
  BOOST_TEST(holds(end.reason, "Base.1.12.InternalError"), end.reason);
  BOOST_TEST(x.link.count("Reset") == 0U);
}

BOOST_AUTO_TEST_CASE(readings_may_fail_while_a_change_waits_for_the_restart) {
  redfish_fixture x;
  x.link.instead = [&x, failing =
                            0](const http_request& request) mutable -> std::optional<http_result> {
    if (request.method == http_method::patch) return boot_answer(204);  // at the next start
    if (holds(request.body, "\"On\"")) {
      failing = 20;
      x.link.bmc.with_machine([](auto& machine) { return machine.secure.enabled = true; });
    }
    if (request.method != http_method::get || !holds(request.target, "SecureBoot")) return {};
    return failing-- > 10 ? std::optional{boot_answer(404)} : std::nullopt;
  };
  const auto end = x.run("management", "set_secure_boot", {{"state", true}});
  BOOST_TEST((end.status == step_status::done), end.reason);
  BOOST_TEST((end.observed.secure_boot == true));
  BOOST_TEST(x.link.count("Reset") > 0U);
}

BOOST_AUTO_TEST_SUITE_END()
