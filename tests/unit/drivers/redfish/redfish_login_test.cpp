#include "tests/unit/drivers/redfish/redfish_fixture.hpp"

#include <boost/test/unit_test.hpp>

#include <utility>

using namespace ironbus;
using namespace ironbus::test;
using namespace std::chrono_literals;
using simulator::fault_kind;

namespace {

constexpr const char* sessions = "/redfish/v1/SessionService/Sessions";

std::string header_of(const http_request& request, const std::string& name) {
  for (const auto& [key, value] : request.headers)
    if (key == name) return value;
  return {};
}

http_response answer_with(unsigned status, std::string body = "{}") {
  http_response out;
  out.status = status;
  out.body = std::move(body);
  return out;
}

/// Answers session requests with this status.
void answer_sessions(redfish_fixture& x, unsigned status) {
  x.link.instead = [status](const http_request& request) -> std::optional<http_result> {
    if (request.method != http_method::post || !holds(request.target, "/Sessions")) return {};
    return answer_with(status);
  };
}

}  // namespace

BOOST_AUTO_TEST_SUITE(redfish_logins)

BOOST_AUTO_TEST_CASE(one_session_serves_all_steps) {
  for (const auto& profile : all_profiles()) BOOST_TEST_CONTEXT(profile) {
      redfish_fixture x{profile};
      for (int i = 0; i < 3; ++i) x.done("power", "get_power_state");
      BOOST_TEST(x.link.count(std::string{"POST "} + sessions + " 201") == 1U);
      for (const auto& one : x.link.requests) {
        BOOST_TEST(header_of(one, "Authorization") == "");
        BOOST_TEST(header_of(one, "OData-Version") == "4.0");
        BOOST_TEST(header_of(one, "Accept-Encoding") == "identity");
      }
    }
}

BOOST_AUTO_TEST_CASE(sends_the_password_only_after_the_service_root) {
  redfish_fixture x;
  x.link.instead = [](const http_request&) { return answer_with(200, "<html>hello</html>"); };
  for (const auto* auth : {"auto", "session", "basic"}) {
    x.node.driver_info.edit()["redfish_auth_type"] = auth;
    const auto end = x.run("power", "get_power_state");
    BOOST_TEST((end.status == step_status::failed));
    BOOST_TEST(holds(end.reason, "No Redfish service at "));
    BOOST_TEST(holds(end.reason, "Check driver_info.redfish_address"));
  }
  for (const auto& one : x.link.requests) {
    BOOST_TEST((one.method == http_method::get));
    BOOST_TEST(header_of(one, "Authorization") == "");
  }
}

BOOST_AUTO_TEST_CASE(reopens_a_lost_session_once) {
  redfish_fixture x{"dell", with_fault(fault_kind::session_lost, "*/Systems/*", 1, "GET")};
  x.done("power", "get_power_state");
  BOOST_TEST(x.link.count(std::string{"POST "} + sessions + " 201") == 2U);
  x.done("power", "get_power_state");
  BOOST_TEST(x.link.count(" 401") == 1U);
}

BOOST_AUTO_TEST_CASE(reopens_a_session_several_times_in_a_row) {
  redfish_fixture x{"dell", with_fault(fault_kind::session_lost, "*/Systems/*", 3, "GET")};
  x.done("power", "get_power_state");
  BOOST_TEST(x.link.count(" 401") == 3U);
}

BOOST_AUTO_TEST_CASE(limits_reopening_a_session_that_is_always_lost) {
  redfish_fixture x{"dell", with_fault(fault_kind::session_lost, "*/Systems/*", 0, "GET")};
  const auto end = x.run("power", "get_power_state");
  BOOST_TEST((end.status == step_status::failed));
  BOOST_TEST(x.link.count(std::string{"POST "} + sessions) == 4U);
}

BOOST_AUTO_TEST_CASE(reopens_a_session_whatever_the_body_of_the_401) {
  for (const auto* body : {"", "{\"error\": {\"co", "<html>login</html>"}) {
    redfish_fixture x;
    x.done("power", "get_power_state");
    bool lost = true;
    x.link.instead = [&](const http_request& request) -> std::optional<http_result> {
      if (!holds(request.target, "/Systems/") || !std::exchange(lost, false)) return {};
      return answer_with(401, body);
    };
    x.done("power", "get_power_state");
    BOOST_TEST(x.link.count(std::string{"POST "} + sessions + " 201") == 2U);
  }
}

BOOST_AUTO_TEST_CASE(a_failed_login_is_repeated_with_the_next_request) {
  redfish_fixture x;
  x.done("power", "get_power_state");
  int failures = 2;  // the request, and the login after it
  x.link.instead = [&](const http_request& request) -> std::optional<http_result> {
    if (failures == 2 && holds(request.target, "/Systems/")) {
      --failures;
      return answer_with(401);
    }
    if (failures == 1 && request.method == http_method::post) {
      --failures;
      return http_fail(http_error::broken_off, "The connection to the BMC was lost.");
    }
    return {};
  };
  x.done("power", "get_power_state");
  x.done("power", "get_power_state");
  BOOST_TEST(failures == 0);
  BOOST_TEST(x.link.count(std::string{"POST "} + sessions + " 201") == 2U);
}

BOOST_AUTO_TEST_CASE(a_change_with_a_lost_session_is_made_once) {
  redfish_fixture x{"dell", with_fault(fault_kind::session_lost, "*ComputerSystem.Reset", 1)};
  x.power("power on");
  BOOST_TEST(x.link.count("Reset 204") == 1U);
  BOOST_TEST(x.link.count("Reset 401") == 1U);
}

/// Some BMCs reject a missing licence with the status that others use for a lost session.
BOOST_AUTO_TEST_CASE(a_missing_privilege_is_no_lost_session) {
  redfish_fixture x{"supermicro"};
  BOOST_TEST(!x.done("management", "get_secure_boot").observed.secure_boot.has_value());
  BOOST_TEST(x.link.count(std::string{"POST "} + sessions) == 1U);
}

BOOST_AUTO_TEST_CASE(uses_basic_authentication_if_no_session_is_created) {
  for (const unsigned status : {400U, 401U, 403U, 404U, 405U, 501U, 503U}) {
    redfish_fixture x;
    answer_sessions(x, status);
    x.done("power", "get_power_state");
    x.done("power", "get_power_state");
    BOOST_TEST(x.link.count(std::string{"POST "} + sessions) == 1U);
    BOOST_TEST(holds(header_of(x.link.requests.back(), "Authorization"), "Basic "));
  }
}

BOOST_AUTO_TEST_CASE(fails_without_a_session_if_sessions_are_required) {
  redfish_fixture x;
  x.node.driver_info.edit()["redfish_auth_type"] = "session";
  answer_sessions(x, 405);
  const auto end = x.run("power", "get_power_state");
  BOOST_TEST(holds(end.reason, "did not create a session"));
  BOOST_TEST(holds(end.reason, "Try driver_info.redfish_auth_type basic"));
}

BOOST_AUTO_TEST_CASE(creates_no_session_with_basic_authentication) {
  redfish_fixture x;
  x.node.driver_info.edit()["redfish_auth_type"] = "basic";
  x.done("power", "get_power_state");
  BOOST_TEST(x.link.count("POST") == 0U);
}

BOOST_AUTO_TEST_CASE(reports_a_wrong_password_without_retrying) {
  for (const auto* auth : {"auto", "session", "basic"}) {
    redfish_fixture x;
    x.node.driver_info.edit().update({{"redfish_password", "falsch"}, {"redfish_auth_type", auth}});
    const auto end = x.run("power", "get_power_state");
    BOOST_TEST((end.status == step_status::failed));
    BOOST_TEST(holds(end.reason, "with HTTP 401"), end.reason);
    BOOST_TEST(holds(end.reason, "driver_info.redfish_password"));
    BOOST_TEST(!holds(end.reason, "falsch"));
    BOOST_TEST(x.link.count(" 401") <= 2U);
  }
}

BOOST_AUTO_TEST_CASE(sends_no_credentials_without_a_user) {
  redfish_fixture x;
  x.node.driver_info = {{"redfish_address", "https://192.0.2.7"}};
  const auto end = x.run("power", "get_power_state");
  BOOST_TEST(holds(end.reason, "401"));
  BOOST_TEST(x.link.count("POST") == 0U);
}

BOOST_AUTO_TEST_CASE(too_many_sessions_are_no_failure) {
  redfish_fixture x{"dell"};
  for (int i = 0; i < 8; ++i) {
    auto other = x.node;
    other.driver_info.edit()["redfish_address"] = "https://192.0.2." + std::to_string(20 + i);
    std::swap(x.node, other);
    x.done("power", "get_power_state");
    std::swap(x.node, other);
  }
  x.done("power", "get_power_state");
  BOOST_TEST(x.link.count("Sessions 503") == 1U);
}

BOOST_AUTO_TEST_CASE(evicting_a_connection_ends_its_session) {
  redfish_fixture x;
  auto few = quick_redfish();
  few.connection_cache_size = 1;
  x.use(few);
  x.done("power", "get_power_state");
  x.node.driver_info.edit()["redfish_address"] = "https://192.0.2.8";
  x.done("power", "get_power_state");
  BOOST_TEST(x.link.count("DELETE " + std::string{sessions}) == 1U);
}

BOOST_AUTO_TEST_SUITE_END()
