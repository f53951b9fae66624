#include "drivers/agent/inspection.hpp"

#include "drivers/agent/agent_interface.hpp"
#include "tests/support/raw_server.hpp"
#include "tests/support/test_lease.hpp"
#include "tests/support/tls_server.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/test/unit_test.hpp>
#include <openssl/ssl.h>

#include <optional>

using namespace ironbus;
using namespace ironbus::test;

namespace {

using strings = std::set<std::string>;

step_outcome inspect_on(const std::string& step, json args, json driver_info = json::object(),
                        agent_options options = {}) {
  options.inspection_kernel_params = "a=b";
  boost::asio::io_context io;
  agent_interface subject{
      std::make_shared<agent_context>(io, std::make_shared<installation_policy>(), options)};
  step_request x;
  x.id = {"n-1", "op-1", 4, 1};
  x.kind = workflow::inspect;
  x.what.interface = "inspect";
  x.what.name = step;
  x.what.args = std::move(args);
  x.machine.uuid = "n-1";
  x.machine.driver_info = std::move(driver_info);
  std::optional<step_outcome> out;
  subject.run(permitted(x), [&](step_outcome y) { out = std::move(y); });
  io.run();
  BOOST_REQUIRE(out.has_value());
  return *out;
}

json call_of(const std::string& url, json headers = json::object()) {
  return {{"url", url},
          {"headers", std::move(headers)},
          {"proxies", json::object()},
          {"timeout", 0.5},
          {"retries", 2},
          {"backoff_factor", 0.001}};
}

/// The error that a rule gets for its call; empty: none.
std::string error_of_call(json args) {
  const auto done = inspect_on("call_api", std::move(args));
  BOOST_TEST((done.status == step_status::done));
  return done.answer.value("error", "");
}

/// The same, if image servers are verified so.
std::string error_of_secure_call(const tls_server& server, const std::string& least) {
  agent_options options;
  options.images.verify_ca = server.authority();
  options.images.tls.minimum_version = least;
  auto args = call_of(server.url());
  args["timeout"] = 20;  // a handshake takes long on a busy machine
  return inspect_on("call_api", args, json::object(), options).answer.value("error", "");
}

std::string here(const raw_server& x, const std::string& path) {
  return "http://127.0.0.1:" + std::to_string(x.port()) + path;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(inspection_steps)

BOOST_AUTO_TEST_CASE(finds_bmc_hosts_in_driver_info) {
  BOOST_TEST((bmc_hosts({{"ipmi_address", "192.0.2.1"},
                         {"redfish_address", "https://user@[2001:db8::1]:443/redfish?x"},
                         {"ilo_address", "https://bmc.example.org:8443/a"},
                         {"drac_address", "[2001:db8::2]"},
                         {"plain_address", "2001:db8::3"},
                         {"with_port_address", "192.0.2.3:623"},
                         {"empty_address", ""},
                         {"odd_address", 7},
                         {"ipmi_username", "192.0.2.9"}}) ==
              strings{"192.0.2.1", "2001:db8::1", "bmc.example.org", "2001:db8::2", "2001:db8::3",
                      "192.0.2.3"}));
  BOOST_TEST((bmc_hosts({{"ipmi_address", "192.0.2.1"},
                         {"ipmi_bridging", "single"},
                         {"redfish_address", "192.0.2.2"}}) == strings{"192.0.2.2"}));
}

BOOST_AUTO_TEST_CASE(stores_bmc_addresses_except_loopback) {
  const auto done = inspect_on("inspect_hardware", json::object(),
                               {{"ipmi_address", "192.0.2.1"},
                                {"redfish_address", "https://[2001:DB8:0::1]/"},
                                {"odd_address", "127.0.0.1"}});
  BOOST_TEST((done.status == step_status::done));
  BOOST_TEST(done.observed.driver_internal_info["lookup_bmc_addresses"] ==
             json({"192.0.2.1", "2001:db8::1"}));
  BOOST_TEST(done.observed.driver_internal_info["inspection_kernel_params"] == "a=b");
}

BOOST_AUTO_TEST_CASE(waits_for_the_data) {
  const auto done = inspect_on("await_data", json::object());
  BOOST_TEST((done.status == step_status::waiting));
  BOOST_TEST((done.waits_for == awaited::agent));
}

BOOST_AUTO_TEST_CASE(a_call_is_a_get_with_headers_and_query) {
  raw_server server{[](const std::string&, const auto& send) { send(http_text(200, "{}")); }};
  BOOST_TEST(error_of_call(call_of(here(server, "/a/?b=c&d=e#f"), {{"X-Key", "v"}})).empty());
  BOOST_REQUIRE(server.requests().size() == 1U);
  BOOST_TEST(server.requests()[0].starts_with("GET /a/?b=c&d=e HTTP/1.1\r\n"));
  BOOST_TEST(server.requests()[0].find("X-Key: v\r\n") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(retries_a_call_only_if_useful) {
  for (const auto& [status, requests] :
       {std::pair{503, 3U}, std::pair{429, 3U}, std::pair{403, 1U}}) {
    raw_server server{
        [status = status](const std::string&, const auto& send) { send(http_text(status, "{}")); }};
    BOOST_TEST(error_of_call(call_of(here(server, "/"))) ==
               "it answered with HTTP " + std::to_string(status));
    BOOST_TEST(server.requests().size() == requests);
  }
}

BOOST_AUTO_TEST_CASE(redirects_and_silence_are_errors) {
  raw_server redirecting{[](const std::string&, const auto& send) {
    send(http_text(302, "", "Location: http://192.0.2.1/\r\n"));
  }};
  BOOST_TEST(error_of_call(call_of(here(redirecting, "/"))).find("redirect") != std::string::npos);
  BOOST_TEST(!error_of_call(call_of("http://127.0.0.1:1/")).empty());
}

BOOST_AUTO_TEST_CASE(rejects_requests_that_cannot_be_sent) {
  auto with_proxy = call_of("http://192.0.2.1/");
  with_proxy["proxies"] = {{"http", "http://192.0.2.2"}};
  for (const auto& args :
       {with_proxy, call_of("ftp://192.0.2.1/"), call_of("http://192.0.2.1/a b"),
        call_of("http://192.0.2.1/a\r\nX: y"), call_of("http://u:p@192.0.2.1/"),
        call_of("http://192.0.2.1/", {{"Host", "x"}}), call_of("http://192.0.2.1/", {{"A b", "x"}}),
        call_of("http://192.0.2.1/", {{"X-Key", "a\r\nX-Other: b"}}),
        call_of("http://192.0.2.1/", {{"X-Key", 7}})})
    BOOST_TEST(!error_of_call(args).empty());
}

BOOST_AUTO_TEST_CASE(a_call_has_the_tls_rules_of_image_servers) {
  const tls_server old{TLS1_2_VERSION};
  BOOST_TEST(error_of_secure_call(old, "1.2") == "");
  const auto refused = error_of_secure_call(old, "1.3");
  BOOST_TEST(refused.find("does not support TLS 1.3 or newer") != std::string::npos, refused);
  BOOST_TEST(old.requests() == 1);
}

BOOST_AUTO_TEST_SUITE_END()
