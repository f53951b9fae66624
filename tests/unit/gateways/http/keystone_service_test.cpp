#include "gateways/http/access/keystone/access_rule_match.hpp"
#include "keystone_fixture.hpp"

// Service tokens, application credentials, and the service's own login at Keystone.

namespace {

using namespace ironbus;
using namespace ironbus::test;
using namespace std::chrono_literals;

http::request by_service(const std::string& user, const std::string& service) {
  return request_by({{"X-Auth-Token", user}, {"X-Service-Token", service}});
}

json credential_with(const json& rules) {
  return json{{"application_credential",
               json{{"id", "c-1"}, {"name", "ci"}, {"restricted", true}, {"access_rules", rules}}}};
}

BOOST_FIXTURE_TEST_SUITE(keystone_service, keystone_fixture)

BOOST_AUTO_TEST_CASE(a_service_token_lets_an_expired_user_token_pass) {
  server.issue("expired", "ann", "web", {"member"}, json::object(), -60s);
  BOOST_TEST(status(user_request("expired")) == 401U);
  const auto found = sign_in(by_service("expired", "nova-token"));
  BOOST_REQUIRE(found);
  BOOST_TEST(found->name == "ann");
  BOOST_TEST(found->who->project_name == "web");
  BOOST_TEST((found->who->roles == std::vector<std::string>{"member"}));
  BOOST_TEST(way.known(by_service("expired", "nova-token")).has_value());
  BOOST_TEST(status(user_request("expired")) == 401U);
  server.allowed_after_expiry = 0h;
  advance(301s);
  BOOST_TEST(status(by_service("expired", "nova-token")) == 401U);
}

BOOST_AUTO_TEST_CASE(an_invalid_service_token_refuses_a_valid_user) {
  BOOST_TEST(status(by_service("ann-token", "nova-token")) == 200U);
  BOOST_TEST(status(by_service("ann-token", "unknown")) == 401U);
  BOOST_TEST(status(by_service("ann-token", "ann-token")) == 401U);  // It lacks the role.
  BOOST_TEST(status(by_service("ann-token", "a b")) == 401U);
  server.issue("old-service", "nova", "service", {"service"}, json::object(), -1s);
  BOOST_TEST(status(by_service("ann-token", "old-service")) == 401U);
}

BOOST_AUTO_TEST_CASE(roles_of_service_tokens_are_an_option) {
  auto options = sample_keystone_options();
  options.service_token_roles = {"Helper"};
  keystone_fixture other{options};
  other.server.issue("helper", "x", "service", {"helper"});
  BOOST_TEST(other.status(by_service("ann-token", "helper")) == 200U);
  BOOST_TEST(other.status(by_service("ann-token", "nova-token")) == 401U);
  options.service_token_roles_required = false;
  keystone_fixture open{options};
  BOOST_TEST(open.status(by_service("ann-token", "nova-token")) == 200U);
}

BOOST_AUTO_TEST_CASE(access_rules_limit_an_application_credential) {
  const auto rules = json::parse(R"([{"service":"baremetal","method":"GET","path":"/v1/nodes/*"},
                                     {"service":"compute","method":"GET","path":"/v1/ports"}])");
  server.issue("ci", "ann", "web", {"member"}, credential_with(rules));
  server.issue("none", "ann", "web", {"member"}, credential_with(json::array()));
  const auto ask = [&](const std::string& method, const std::string& target) {
    return status(request_by({{"X-Auth-Token", "ci"}}, method, target));
  };
  BOOST_TEST(ask("GET", "/v1/nodes/n1") == 200U);
  BOOST_TEST(ask("GET", "/v1/nodes/n1?fields=name") == 200U);
  BOOST_TEST(ask("DELETE", "/v1/nodes/n1") == 401U);
  BOOST_TEST(ask("GET", "/v1/nodes/n1/states") == 401U);
  BOOST_TEST(ask("GET", "/v1/ports") == 401U);
  BOOST_TEST(status(user_request("none")) == 401U);
  BOOST_TEST(status(by_service("none", "nova-token")) == 200U);
  auto options = sample_keystone_options();
  options.service_type = "";
  keystone_fixture untyped{options};
  untyped.server.issue("ci", "ann", "web", {"member"}, credential_with(rules));
  BOOST_TEST(untyped.status(request_by({{"X-Auth-Token", "ci"}}, "GET", "/v1/nodes/n1")) == 401U);
}

BOOST_AUTO_TEST_CASE(patterns_of_access_rules_match_whole_paths) {
  struct row {
    std::string pattern, path;
    bool expected;
  };
  for (const auto& x : {row{"/v1/nodes", "/v1/nodes", true}, row{"/v1/nodes", "/v1/nodes/", false},
                        row{"/v1/nodes/*", "/v1/nodes/", false}, row{"/v1/*/n", "/v1/a/n", true},
                        row{"/v1/*/n", "/v1/a/b/n", false}, row{"/v1/**", "/v1/a/b/n", true},
                        row{"/v1/**/n", "/v1/a/b/n", true}, row{"/v1/**/n", "/v1/a/b/m", false},
                        row{"/v1/nodes/{id}/x", "/v1/nodes/7/x", true},
                        row{"/v1/nodes/{id}/x", "/v1/nodes/7/8/x", false},
                        row{"/v1/nodes/{id", "/v1/nodes/7", false}, row{"**", "", true},
                        row{"", "", true}, row{"/v1/node.", "/v1/nodes", false}})
    BOOST_TEST(http::matches_path(x.pattern, x.path) == x.expected, x.pattern << " " << x.path);
  BOOST_TEST(!http::matches_path(std::string(300, '*'), "/v1"));
}

BOOST_AUTO_TEST_CASE(the_service_logs_in_once_and_renews_in_time) {
  BOOST_TEST(status(user_request("ann-token")) == 200U);
  BOOST_TEST(status(user_request("nova-token")) == 200U);
  BOOST_TEST(server.logins() == 1U);
  advance(3600s - 121s);
  server.issue("new", "ann", "web", {"member"});
  BOOST_TEST(status(user_request("new")) == 200U);
  BOOST_TEST(server.logins() == 1U);
  advance(1s);
  BOOST_TEST(status(user_request("unknown")) == 401U);
  BOOST_TEST(server.logins() == 2U);
}

BOOST_AUTO_TEST_CASE(a_refused_own_token_is_renewed_once) {
  BOOST_TEST(status(user_request("nova-token")) == 200U);
  server.revoke_own_tokens();
  BOOST_TEST(status(user_request("ann-token")) == 200U);
  BOOST_TEST(server.logins() == 2U);
  BOOST_TEST(server.validations() == 3U);
  server.own_lifetime = 0s;  // Keystone refuses each of its tokens.
  server.revoke_own_tokens();
  BOOST_TEST(status(user_request("other")) == 503U);
  BOOST_TEST(server.logins() == 3U);
}

BOOST_AUTO_TEST_CASE(a_wrong_password_is_not_tried_at_each_request) {
  server.password = "changed";
  for (const auto* token : {"a", "b", "c"}) BOOST_TEST(status(user_request(token)) == 503U);
  BOOST_TEST(server.logins() == 1U);
  server.password = "s3cret";
  advance(5s);
  BOOST_TEST(status(user_request("ann-token")) == 200U);
}

BOOST_AUTO_TEST_CASE(without_keystone_only_cached_tokens_are_served) {
  BOOST_TEST(status(user_request("ann-token")) == 200U);
  server.set_away(true);
  BOOST_TEST(status(user_request("ann-token")) == 200U);
  const auto found = sign_in(user_request("nova-token"));
  BOOST_REQUIRE(!found);
  BOOST_TEST(found.error().status == 503U);
  BOOST_TEST(found.error().text == "The Keystone service is temporarily unavailable.");
  server.set_away(false);
  BOOST_TEST(status(user_request("nova-token")) == 200U);  // The failure was not cached.
}

BOOST_AUTO_TEST_CASE(a_service_without_the_right_role_cannot_check) {
  server.own_role = "member";
  BOOST_TEST(status(user_request("ann-token")) == 503U);
}

BOOST_AUTO_TEST_CASE(an_endpoint_that_the_catalog_lacks_makes_keystone_unavailable) {
  auto options = sample_keystone_options();
  options.region_name = "Elsewhere";
  keystone_fixture other{options};
  BOOST_TEST(other.status(user_request("ann-token")) == 503U);
  options.region_name = "RegionOne";
  keystone_fixture here{options};
  BOOST_TEST(here.status(user_request("ann-token")) == 200U);
}

BOOST_AUTO_TEST_CASE(urls_get_the_version_once) {
  for (const auto* url : {"http://k", "http://k/", "http://k/v3", "http://k/v3/"})
    BOOST_TEST(http::identity_v3(url) == "http://k/v3");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
