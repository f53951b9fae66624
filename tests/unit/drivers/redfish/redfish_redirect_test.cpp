#include "tests/unit/drivers/redfish/client_fixture.hpp"

#include <boost/test/unit_test.hpp>

using namespace ironbus;
using namespace ironbus::test;

namespace {

constexpr const char* redirect_sessions = "/redfish/v1/SessionService/Sessions";

http_response redirect_to(unsigned status, std::string location) {
  http_response out;
  out.status = status;
  out.headers = {{"Location", std::move(location)}};
  return out;
}

/// Redirects requests of that kind for a path without a slash to the same with a slash, which the
/// machine then gets.
void add_slash(redfish_fixture& x, http_method method, unsigned status, std::string path,
               const std::string& before = {}) {
  x.link.instead = [=, &x](const http_request& request) -> std::optional<http_result> {
    if (request.method != method || !request.target.starts_with(path)) return {};
    if (request.target == path) return redirect_to(status, before + path + "/");
    if (request.target != path + "/") return {};
    const auto said = x.link.bmc.answer_to(
        {method == http_method::get ? "GET" : "POST", path, request.headers, request.body});
    http_response out;
    out.status = said.response.status;
    out.headers = said.response.headers;
    out.body = said.response.body;
    return out;
  };
}

std::string system_of(redfish_fixture& x) {
  return "/redfish/v1/Systems/" + std::string{x.link.bmc.kind().system_id};
}

}  // namespace

BOOST_AUTO_TEST_SUITE(redfish_redirects)

BOOST_AUTO_TEST_CASE(follows_a_redirect_of_a_get) {
  for (const unsigned status : {301U, 302U, 303U, 307U, 308U})
    for (const auto* before : {"", "https://192.0.2.7", "HTTPS://192.0.2.7:443"}) {
      redfish_fixture x;
      add_slash(x, http_method::get, status, system_of(x), before);
      x.done("power", "get_power_state");
      BOOST_TEST(x.link.count(system_of(x) + "/ 200") == 1U);
    }
}

BOOST_AUTO_TEST_CASE(a_permanent_redirect_keeps_method_and_body) {
  redfish_fixture x;
  const auto path = system_of(x) + "/Actions/ComputerSystem.Reset";
  add_slash(x, http_method::post, 308, path);
  x.power("power on");
  BOOST_TEST(x.link.count("POST " + path + "/ 2") == 1U);
  BOOST_TEST(x.link.bodies("ResetType") == 2U);
}

BOOST_AUTO_TEST_CASE(repeats_only_the_post_of_a_session_after_301_and_302) {
  for (const unsigned status : {301U, 302U}) {
    redfish_fixture x;
    add_slash(x, http_method::post, status, redirect_sessions);
    x.done("power", "get_power_state");
    BOOST_TEST(x.link.count(std::string{redirect_sessions} + "/ 201") == 1U);
    asking other;
    other.answer_all([status] { return redirect_to(status, "/r/"); });
    const auto told = run_alone(other.io, other.client().post("/r", json::object()));
    BOOST_REQUIRE(!told.has_value());
    BOOST_TEST(holds(told.error().message, "the status does not repeat a change"));
    BOOST_TEST(other.link.count("POST /r") == 1U);
  }
}

BOOST_AUTO_TEST_CASE(does_not_follow_a_redirect_to_another_server) {
  for (const auto* place : {"https://192.0.2.66/redfish/v1/", "http://192.0.2.7/redfish/v1/",
                            "https://192.0.2.7:8443/redfish/v1/", "//192.0.2.66/x"}) {
    redfish_fixture x;
    x.link.instead = [place](const http_request&) { return redirect_to(302, place); };
    const auto end = x.run("power", "get_power_state");
    BOOST_TEST((end.status == step_status::failed));
    BOOST_TEST(holds(end.reason, "It is not followed"), end.reason);
    BOOST_TEST(x.link.total() == 1U);
  }
  redfish_fixture x;
  x.link.instead = [](const http_request&) { return redirect_to(308, "https://192.0.2.66/a"); };
  const auto end = x.run("power", "get_power_state");
  BOOST_TEST(holds(end.reason, "192.0.2.66:443 is another server"), end.reason);
  BOOST_TEST(holds(end.reason, "Set driver_info.redfish_address"));
}

BOOST_AUTO_TEST_CASE(limits_the_number_of_redirects) {
  redfish_fixture x;
  x.link.instead = [](const http_request& request) {
    return redirect_to(308, request.target + "a");
  };
  const auto end = x.run("power", "get_power_state");
  BOOST_TEST(holds(end.reason, "there were 5 before it"), end.reason);
  BOOST_TEST(x.link.total() == 6U);
}

BOOST_AUTO_TEST_CASE(uses_basic_authentication_if_the_session_is_redirected_elsewhere) {
  redfish_fixture x;
  x.link.instead = [](const http_request& request) -> std::optional<http_result> {
    if (request.method != http_method::post) return {};
    return redirect_to(302, "https://192.0.2.66/login");
  };
  x.done("power", "get_power_state");
  x.node.driver_info.edit()["redfish_auth_type"] = "session";
  const auto end = x.run("power", "get_power_state");
  BOOST_TEST(holds(end.reason, "192.0.2.66:443 is another server"), end.reason);
}

BOOST_AUTO_TEST_SUITE_END()
