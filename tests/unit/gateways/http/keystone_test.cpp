#include "keystone_fixture.hpp"

// Tokens of Keystone, against a double that answers as Keystone 22 does.

namespace {

using namespace ironbus;
using namespace ironbus::test;
using namespace std::chrono_literals;

BOOST_FIXTURE_TEST_SUITE(keystone, keystone_fixture)

BOOST_AUTO_TEST_CASE(a_token_names_user_roles_and_project) {
  const auto found = sign_in(user_request(" ann-token\t"));
  BOOST_REQUIRE(found);
  BOOST_TEST(found->name == "ann");
  BOOST_TEST(found->method == "keystone");
  rights::identity expected;
  expected.user_name = "ann";
  expected.user_id = "id-of-ann";
  expected.user_domain_id = "default";
  expected.roles = {"reader", "member"};
  expected.project_id = "id-of-web";
  expected.project_name = "web";
  expected.project_domain_id = "default";
  BOOST_TEST((found->who == expected));
}

BOOST_AUTO_TEST_CASE(a_token_names_the_scope_system_or_domain_or_none) {
  server.issue("system", "ann", "", {"admin"}, json{{"system", json{{"all", true}}}});
  server.issue("domain", "ann", "", {"admin"}, json{{"domain", json{{"id", "d-1"}}}});
  server.issue("unscoped", "ann", "", {});
  const auto whole = sign_in(user_request("system"));
  BOOST_REQUIRE(whole);
  BOOST_TEST(whole->who->is_system);
  BOOST_TEST(whole->who->project_id == "");
  const auto domain = sign_in(user_request("domain"));
  BOOST_REQUIRE(domain);
  BOOST_TEST(domain->who->domain_id == "d-1");
  BOOST_TEST(!domain->who->is_system);
  const auto unscoped = sign_in(user_request("unscoped"));
  BOOST_REQUIRE(unscoped);
  BOOST_REQUIRE(unscoped->who);
  BOOST_TEST(unscoped->who->roles.empty());
}

BOOST_AUTO_TEST_CASE(unusable_answers_are_no_identity) {
  server.issue("two-scopes", "ann", "web", {"admin"}, json{{"system", json{{"all", true}}}});
  server.issue("no-user", "ann", "web", {"admin"}, json{{"user", json{{"id", "x"}}}});
  server.issue("no-time", "ann", "web", {"admin"}, json{{"expires_at", "tomorrow"}});
  server.issue("bad-roles", "ann", "web", {"admin"}, json{{"roles", "admin"}});
  for (const auto* token : {"two-scopes", "no-user", "no-time", "bad-roles"})
    BOOST_TEST(status(user_request(token)) == 503U, token);
}

BOOST_AUTO_TEST_CASE(other_tokens_are_refused_as_keystone_does) {
  server.issue("revoked", "ann", "web", {"member"});
  server.revoke("revoked");
  server.issue("expired", "ann", "web", {"member"}, json::object(), -1s);
  for (const std::string& token :
       {std::string{"unknown"}, std::string{"revoked"}, std::string{"expired"}, std::string{},
        std::string{"with blank"}, std::string(5000, 'x')}) {
    const auto found = sign_in(user_request(token));
    BOOST_REQUIRE(!found);
    BOOST_TEST(found.error().status == 401U);
    BOOST_TEST(found.error().text == "The request you have made requires authentication.");
  }
  BOOST_TEST(server.validations() == 3U);  // The others cannot be tokens.
  BOOST_TEST(way.challenge() == "Keystone uri=\"http://keystone.test:5000\"");
  BOOST_TEST(way.refusal_body(401) ==
             R"({"error":{"code":401,"message":"The request you have made requires )"
             R"(authentication.","title":"Unauthorized"}})");
}

BOOST_AUTO_TEST_CASE(only_requests_with_a_token_are_meant) {
  BOOST_TEST(way.applies_to(user_request("x")));
  BOOST_TEST(way.applies_to(request_by({{"x-storage-token", "x"}})));
  BOOST_TEST(!way.applies_to(request_by({{"X-Auth-Token", " "}})));
  BOOST_TEST(!way.applies_to(request_by({{"X-Service-Token", "x"}})));
  BOOST_TEST(!way.applies_to(request_by({{"X-Roles", "admin"}})));
  BOOST_TEST(status(request_by({{"X-Storage-Token", "ann-token"}})) == 200U);
}

BOOST_AUTO_TEST_CASE(a_valid_token_is_cached_for_the_configured_time) {
  BOOST_TEST(!way.known(user_request("ann-token")));
  for (int i = 0; i < 3; ++i) BOOST_TEST(status(user_request("ann-token")) == 200U);
  BOOST_TEST(server.validations() == 1U);
  server.revoke("ann-token");
  advance(299s);
  BOOST_TEST(status(user_request("ann-token")) == 200U);
  advance(1s);
  BOOST_TEST(status(user_request("ann-token")) == 401U);
}

BOOST_AUTO_TEST_CASE(the_expiry_is_checked_at_each_request) {
  server.issue("short", "ann", "web", {"member"}, json::object(), 10s);
  BOOST_TEST(status(user_request("short")) == 200U);
  advance(10s);
  BOOST_TEST(status(user_request("short")) == 401U);
  BOOST_TEST(server.validations() == 1U);
}

BOOST_AUTO_TEST_CASE(an_unknown_token_is_cached_for_seconds_only) {
  BOOST_TEST(status(user_request("later")) == 401U);
  BOOST_TEST(status(user_request("later")) == 401U);
  BOOST_TEST(server.validations() == 1U);
  server.issue("later", "ann", "web", {"member"});
  advance(3s);
  BOOST_TEST(status(user_request("later")) == 200U);
}

BOOST_AUTO_TEST_CASE(checks_of_one_token_share_a_question) {
  BOOST_TEST(status(user_request("nova-token")) == 200U);  // It has logged in.
  server.hold();
  std::vector<std::string> names;
  for (int i = 0; i < 5; ++i)
    way.identify(user_request("ann-token"), [&names](const http::sign_in_answer& found) {
      names.push_back(found ? found->name : "");
    });
  BOOST_TEST(names.empty());
  server.release();
  BOOST_TEST(names == (std::vector<std::string>(5, "ann")), boost::test_tools::per_element());
  BOOST_TEST(server.validations() == 2U);
}

BOOST_AUTO_TEST_CASE(too_many_questions_at_once_are_refused) {
  BOOST_TEST(status(user_request("nova-token")) == 200U);
  server.hold();
  size_t refused = 0;
  for (int i = 0; i < 300; ++i)
    way.identify(user_request("t" + std::to_string(i)), [&](const http::sign_in_answer& found) {
      if (!found && found.error().status == 503) ++refused;
    });
  BOOST_TEST(refused == 300U - 256U);
  way.stop();
  server.release();
  BOOST_TEST(refused == 300U - 256U);  // The others were dropped.
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
