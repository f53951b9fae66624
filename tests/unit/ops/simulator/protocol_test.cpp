#include "bmc_fixture.hpp"
#include "ops/simulator/profile/profile.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <set>

namespace ironbus::test {

using namespace std::chrono_literals;

BOOST_AUTO_TEST_SUITE(simulated_protocol)

const std::string sessions = "/redfish/v1/SessionService/Sessions";

json login_of(const bmc_fixture& one) {
  return {{"UserName", one.bmc.kind().user}, {"Password", one.bmc.who().password}};
}

http::response login(bmc_fixture& one) {
  return one.ask("POST", sessions, login_of(one), {{"Authorization", "none"}});
}

BOOST_AUTO_TEST_CASE(only_the_root_is_open) {
  bmc_fixture one;
  const http::header_list nobody{{"Authorization", "Basic eDp5"}};
  for (const auto* path : {"/redfish", "/redfish/v1", "/redfish/v1/", "/redfish/v1/odata"})
    BOOST_TEST(one.ask("GET", path, nullptr, nobody).status == 200U);
  const auto refused = one.ask("GET", one.system(), nullptr, nobody);
  BOOST_TEST(refused.status == 401U);
  BOOST_TEST(http::find_header(refused.headers, "WWW-Authenticate") == "Basic realm=\"BMC\"");
  BOOST_TEST(one.ask("GET", "/redfish/v1/Nothing", nullptr, nobody).status == 401U);
  BOOST_TEST(one.ask("GET", "/redfish/v1/Nothing").status == 404U);
}

BOOST_AUTO_TEST_CASE(session_is_used_and_closed) {
  bmc_fixture one;
  const auto opened = login(one);
  BOOST_TEST(opened.status == 201U);
  const auto token = one.token(opened);
  BOOST_TEST(one.ask("GET", one.system(), nullptr, token).status == 200U);
  const std::string place{http::find_header(opened.headers, "Location")};
  BOOST_TEST(one.ask("DELETE", place, nullptr, token).status == 204U);
  BOOST_TEST(one.ask("GET", one.system(), nullptr, token).status == 401U);
}

BOOST_AUTO_TEST_CASE(wrong_password_opens_no_session) {
  bmc_fixture one;
  auto wrong = login_of(one);
  wrong["Password"] = "guess";
  BOOST_TEST(one.post(sessions, wrong).status == 401U);
  BOOST_TEST(message_of(one.post(sessions, {{"UserName", "root"}})) == "PropertyMissing");
}

BOOST_AUTO_TEST_CASE(sessions_are_limited_and_expire) {
  bmc_fixture one;
  for (unsigned i = 0; i < one.bmc.kind().sessions_max; ++i) BOOST_TEST(login(one).status == 201U);
  const auto refused = login(one);
  BOOST_TEST(refused.status == 503U);
  BOOST_TEST(message_of(refused) == "RAC0218");
  one.pass(one.bmc.kind().session_timeout);
  const auto opened = login(one);
  BOOST_TEST(opened.status == 201U);
  one.pass(one.bmc.kind().session_timeout - 1s);
  BOOST_TEST(one.ask("GET", one.system(), nullptr, one.token(opened)).status == 200U);
  one.pass(one.bmc.kind().session_timeout);
  BOOST_TEST(one.ask("GET", one.system(), nullptr, one.token(opened)).status == 401U);
}

BOOST_AUTO_TEST_CASE(change_of_outdated_state_is_rejected) {
  bmc_fixture one;
  const json lit{{"IndicatorLED", "Lit"}};
  const std::string tag{http::find_header(one.ask("GET", one.system()).headers, "ETag")};
  BOOST_TEST(one.ask("PATCH", one.system(), lit, {{"If-Match", tag}}).status == 204U);
  BOOST_TEST(one.ask("PATCH", one.system(), lit, {{"If-Match", tag}}).status == 412U);
  BOOST_TEST(one.ask("PATCH", one.system(), lit).status == 204U);
}

BOOST_AUTO_TEST_CASE(weak_tag_matches_nothing) {
  bmc_fixture one{"ami"};
  const json lit{{"IndicatorLED", "Lit"}};
  const std::string tag{http::find_header(one.ask("GET", one.system()).headers, "ETag")};
  BOOST_TEST(tag.substr(0, 2) == "W/");
  BOOST_TEST(one.ask("PATCH", one.system(), lit, {{"If-Match", tag}}).status == 412U);
  BOOST_TEST(one.ask("PATCH", one.system(), lit, {{"If-Match", tag.substr(2)}}).status == 204U);
}

BOOST_AUTO_TEST_CASE(unknown_method_returns_allowed_methods) {
  bmc_fixture one;
  const auto refused = one.ask("DELETE", one.system());
  BOOST_TEST(refused.status == 405U);
  BOOST_TEST(http::find_header(refused.headers, "Allow") == "GET, HEAD, PATCH");
  BOOST_TEST(http::find_header(one.ask("GET", one.system()).headers, "Allow") ==
             "GET, HEAD, PATCH");
}

BOOST_AUTO_TEST_CASE(bodies_must_be_json_objects) {
  bmc_fixture one;
  http::request broken{"POST", sessions, {{"Content-Type", "application/json"}}, "{"};
  BOOST_TEST(message_of(one.bmc.handle(broken)) == "MalformedJSON");
  broken.body = "[]";
  BOOST_TEST(message_of(one.bmc.handle(broken)) == "MalformedJSON");
  broken.headers = {{"Content-Type", "text/plain"}};
  BOOST_TEST(one.bmc.handle(broken).status == 415U);
}

BOOST_AUTO_TEST_CASE(other_odata_versions_and_unknown_queries_are_rejected) {
  bmc_fixture one;
  BOOST_TEST(one.ask("GET", one.system(), nullptr, {{"OData-Version", "3.0"}}).status == 412U);
  BOOST_TEST(one.ask("GET", one.system("?$filter=x")).status == 501U);
}

BOOST_AUTO_TEST_CASE(links_are_expanded_on_request) {
  bmc_fixture one;
  const auto all = one.get("/redfish/v1/Systems?$expand=.($levels=1)");
  BOOST_TEST(all["Members"][0]["PowerState"] == "Off");
}

BOOST_AUTO_TEST_CASE(hpe_rejects_identity_for_registries) {
  bmc_fixture one{"hpe"};
  const http::header_list plain{{"Accept-Encoding", "identity"}};
  const std::string registries = "/redfish/v1/Registries";
  BOOST_TEST(one.ask("GET", registries, nullptr, plain).status == 406U);
  BOOST_TEST(one.ask("GET", registries).status == 200U);
  BOOST_TEST(one.ask("GET", one.system(), nullptr, plain).status == 200U);
}

// Every linked resource exists and contains its own path.
void walk(bmc_fixture& one, const json& shown, std::set<std::string>& seen) {
  if (shown.is_array() || shown.is_object())
    for (const auto& part : shown) walk(one, part, seen);
  const auto path = shown.is_object() ? shown.value("@odata.id", "") : std::string{};
  if (path.empty() || path.find('#') != std::string::npos || !seen.insert(path).second) return;
  const auto answer = one.ask("GET", path);
  BOOST_TEST_CONTEXT(one.bmc.kind().name << " " << path) {
    if (answer.status == 403U && one.bmc.kind().no_licence) return;
    BOOST_TEST_REQUIRE(answer.status == 200U);
    BOOST_TEST(body_of(answer)["@odata.id"] == path);
  }
  walk(one, body_of(answer), seen);
}

BOOST_AUTO_TEST_CASE(every_link_of_every_profile_works) {
  for (const auto& kind : simulator::profiles()) {
    bmc_fixture one{kind.name};
    std::set<std::string> seen{"/redfish/v1/"};
    walk(one, one.get("/redfish/v1/"), seen);
    BOOST_TEST(seen.size() > 25U);
  }
}

BOOST_AUTO_TEST_CASE(registry_has_three_numbers_and_counts_arguments_once) {
  for (const auto& kind : simulator::profiles()) {
    bmc_fixture one{kind.name};
    const auto registry = one.get("/redfish/v1/Registries/Base/registry.json");
    const auto version = registry["RegistryVersion"].get<std::string>();
    BOOST_TEST_CONTEXT(kind.name << " " << version) {
      BOOST_TEST(std::ranges::count(version, '.') == 2);
      BOOST_TEST(version.find_first_not_of("0123456789.") == std::string::npos);
    }
    BOOST_TEST(registry["Messages"]["Success"]["NumberOfArgs"] == 0);
    BOOST_TEST(registry["Messages"]["ActionParameterValueTypeError"]["NumberOfArgs"] == 3);
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace ironbus::test
