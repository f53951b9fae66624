#include "gateways/http/api/target.hpp"
#include "gateways/http/routes/routes.hpp"

#include <boost/test/unit_test.hpp>

#include <array>
#include <set>

namespace {

using namespace ironbus;
using namespace ironbus::http;

route_match match_path(std::string_view method, std::string_view text) {
  return find_route(routes(), method, parse_target(text).value().path);
}

std::string path_of(std::string_view method, std::string_view text) {
  const auto match = match_path(method, text);
  return match.found == nullptr ? "none" : std::string{match.found->path};
}

BOOST_AUTO_TEST_SUITE(router)

BOOST_AUTO_TEST_CASE(paths_find_their_route) {
  BOOST_TEST(path_of("GET", "/") == "/");
  BOOST_TEST(path_of("GET", "/v1/") == "/v1");
  BOOST_TEST(path_of("GET", "/v1/nodes") == "/v1/nodes");
  BOOST_TEST(path_of("GET", "/v1/nodes/") == "/v1/nodes");
  BOOST_TEST(path_of("GET", "/nodes?limit=1") == "/v1/nodes");
  BOOST_TEST(path_of("GET", "/v1/nodes/detail") == "/v1/nodes/detail");
  BOOST_TEST(path_of("GET", "/v1/nodes/web-1") == "/v1/nodes/{ident}");
  BOOST_TEST(path_of("PUT", "/nodes/web-1/states/provision") ==
             "/v1/nodes/{ident}/states/provision");
  BOOST_TEST(path_of("GET", "/healthz") == "/healthz");
  BOOST_TEST(path_of("GET", "/v1/healthz") == "none");
  BOOST_TEST(path_of("GET", "/v2/nodes") == "none");
  BOOST_TEST(path_of("GET", "/v1/nodes/web-1/nothing") == "none");
}

BOOST_AUTO_TEST_CASE(arguments_are_decoded) {
  BOOST_TEST(match_path("GET", "/v1/nodes/a%7Eb").arguments.at(0) == "a~b");
  BOOST_TEST(match_path("PUT", "/v1/nodes/n/traits/CUSTOM_A").arguments.at(1) == "CUSTOM_A");
}

BOOST_AUTO_TEST_CASE(a_wrong_method_gets_the_allowed_ones) {
  BOOST_TEST(match_path("PUT", "/v1/nodes/web-1").others.size() == 3U);
  BOOST_TEST(match_path("DELETE", "/v1/nodes").others.size() == 2U);
  BOOST_TEST(match_path("GET", "/v1/nope").others.empty());
}

BOOST_AUTO_TEST_CASE(old_paths_with_the_node_last_are_served) {
  const std::vector<std::array<const char*, 3>> old_paths{
      {"GET", "states/N", "N/states"},
      {"PUT", "states/power/N", "N/states/power"},
      {"PUT", "states/provision/N", "N/states/provision"},
      {"PUT", "states/raid/N", "N/states/raid"},
      {"PUT", "states/boot_mode/N", "N/states/boot_mode"},
      {"PUT", "states/secure_boot/N", "N/states/secure_boot"},
      {"GET", "states/console/N", "N/states/console"},
      {"PUT", "states/console/N", "N/states/console"},
      {"GET", "states/N/console", "N/states/console"},
      {"GET", "management/boot_device/N", "N/management/boot_device"},
      {"PUT", "management/boot_device/N", "N/management/boot_device"},
      {"GET", "management/boot_device/N/supported", "N/management/boot_device/supported"},
      {"PUT", "management/inject_nmi/N", "N/management/inject_nmi"},
      {"GET", "management/indicators/N", "N/management/indicators"},
      {"GET", "management/indicators/N/led@chassis", "N/management/indicators/led@chassis"},
      {"PUT", "management/indicators/N/led@chassis", "N/management/indicators/led@chassis"},
      {"PUT", "maintenance/N", "N/maintenance"},
      {"DELETE", "maintenance/N", "N/maintenance"},
      {"GET", "vendor_passthru/N/methods", "N/vendor_passthru/methods"},
      {"POST", "vendor_passthru/N/first", "N/vendor_passthru/first"},
      {"POST", "vendor_passthru/N?method=first", "N/vendor_passthru"},
  };
  for (const auto& [method, was, is] : old_paths)
    for (const std::string below : {"/v1/nodes/", "/nodes/"}) {
      const auto now = match_path(method, below + is);
      BOOST_REQUIRE_MESSAGE(now.found != nullptr, is);
      BOOST_TEST(match_path(method, below + was).found == now.found, was);
      BOOST_TEST(match_path(method, below + was).arguments == now.arguments,
                 boost::test_tools::per_element());
    }
  BOOST_TEST(path_of("GET", "/v1/nodes/states") == "/v1/nodes/{ident}");
  BOOST_TEST(path_of("GET", "/v1/states/console/N") == "none");
}

BOOST_AUTO_TEST_CASE(path_tricks_are_rejected) {
  for (auto text : {"/v1/nodes/..", "/v1/nodes/%2e%2e/x", "/v1/nodes/a%2Fb", "/v1/%zz", "/v1/%4",
                    "/v1/nodes/a%00b", "/v1/nodes?a=%0d%0a"})
    BOOST_TEST(!parse_target(text).has_value(), text);
}

/// As the registries of BMCs have them.
BOOST_AUTO_TEST_CASE(a_bios_setting_may_have_a_slash) {
  BOOST_TEST(parse_target("/v1/nodes/n/bios/A%2Fb").value().path.back() == "A/b");
  BOOST_TEST(!parse_target("/v1/nodes/n/bios/%2e%2e").has_value());
}

BOOST_AUTO_TEST_CASE(a_query_is_decoded) {
  const auto url = parse_target("/v1/nodes?owner=a%26b+c&sharded&x=1=2").value();
  BOOST_TEST(*url.parameter("owner") == "a&b c");
  BOOST_TEST(url.parameter("sharded")->empty());
  BOOST_TEST(*url.parameter("x") == "1=2");
  BOOST_TEST(percent_encode("a&b c") == "a%26b%20c");
}

BOOST_AUTO_TEST_CASE(repeated_parameters_are_joined_if_lists_and_rejected_otherwise) {
  for (const std::string list : {"fields", "traits", "traits-any", "not-traits", "not-traits-any",
                                 "shard", "conductor_groups", "addresses", "device_types"}) {
    const auto url = parse_target("/v1/nodes?" + list + "=a,b&limit=1&" + list + "=c").value();
    BOOST_TEST(*url.parameter(list) == "a,b,c");
    BOOST_TEST(url.query.size() == 2U);
  }
  for (const std::string single : {"limit", "marker", "owner", "maintenance", "node", "method"}) {
    const auto refused = parse_target("/v1/nodes?" + single + "=1&x=2&" + single + "=1");
    BOOST_REQUIRE(!refused);
    BOOST_TEST((refused.error().code == error_code::invalid));
    BOOST_TEST(refused.error().message.find("'" + single + "'") != std::string::npos);
  }
}

BOOST_AUTO_TEST_CASE(no_route_is_declared_twice_and_all_are_described) {
  std::set<std::pair<std::string_view, std::string_view>> seen;
  for (const auto& row : routes()) {
    BOOST_TEST(seen.insert({row.method, row.path}).second);
    BOOST_TEST(!row.summary.empty());
    BOOST_TEST((row.when_older == 404 || row.when_older == 405 || row.when_older == 406));
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
