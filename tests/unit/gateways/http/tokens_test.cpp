#include "token_fixture.hpp"

#include <boost/test/unit_test.hpp>

// API tokens through the whole gateway.

namespace {

using namespace ironbus;
using namespace ironbus::test;

const std::string tokens_path = "/v1/tokens";

bool mentions_text(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

std::string uuid_of(const answer& made) { return json::parse(made.body).at("uuid"); }

std::string login_of(const answer& made) {
  return "Authorization: Bearer " + json::parse(made.body).at("token").get<std::string>() + "\r\n";
}

struct short_fixture : token_fixture {
  static http::gateway_options limited() {
    http::gateway_options out;
    out.tokens.per_user_max = 2;
    out.tokens.lifetime_max = std::chrono::hours{2};
    return out;
  }
  short_fixture() : token_fixture(limited()) {}
};

BOOST_FIXTURE_TEST_SUITE(tokens, token_fixture)

BOOST_AUTO_TEST_CASE(the_token_is_shown_once_and_its_digest_never) {
  const auto made = create(as_ann, {{"name", "backup"}});
  BOOST_REQUIRE(made.status == 201);
  BOOST_TEST(made.headers.at("cache-control") == "no-store");
  const auto shown = json::parse(made.body);
  const auto sent = parse_token(shown.at("token").get<std::string>());
  BOOST_REQUIRE(sent);
  BOOST_TEST(shown["uuid"] == sent->uuid);
  BOOST_TEST(mentions_text(made.headers.at("location"), tokens_path + "/" + sent->uuid));
  BOOST_TEST(shown["name"] == "backup");
  BOOST_TEST(shown["created_by"] == "ann");
  BOOST_TEST(shown["system"] == true);
  BOOST_TEST(shown["project_id"].is_null());
  BOOST_TEST(shown["roles"] == json::array({"admin", "manager", "member", "reader"}));
  const auto again = ask_as(as_ann, "GET", tokens_path + "/" + sent->uuid);
  BOOST_TEST(again.status == 200);
  for (const auto& text : {made.body, again.body, ask_as(as_ann, "GET", tokens_path).body}) {
    BOOST_TEST(!mentions_text(text, digest_of(*sent)));
    BOOST_TEST(!mentions_text(text, "digest"));
  }
  BOOST_TEST(!mentions_text(again.body, sent->secret));
  const auto& stored = kept.at(record_subject(token_type, sent->uuid));
  BOOST_TEST(stored.at("digest") == digest_of(*sent));
  BOOST_TEST(!mentions_text(to_text(stored), sent->secret));
}

BOOST_AUTO_TEST_CASE(a_token_signs_its_bearer_in_until_it_is_revoked) {
  const auto made = create(as_bob, json::object());
  BOOST_REQUIRE(made.status == 201);
  const auto login = login_of(made);
  const auto access = json::parse(ask_as(login, "GET", "/v1/access").body);
  BOOST_TEST(access["user"] == "bob");
  BOOST_TEST(ask_as(login, "GET", "/v1/nodes").status == 200);
  BOOST_TEST(ask_as(login, "GET", "/v1/chassis").status == 403);
  BOOST_TEST(!kept.at("token/" + uuid_of(made)).at("last_used_at").is_null());
  BOOST_TEST(ask_as(as_bob, "DELETE", tokens_path + "/" + uuid_of(made)).status == 204);
  const auto refused = ask_as(login, "GET", "/v1/nodes");
  BOOST_TEST(refused.status == 401);
  BOOST_TEST(refused.error().starts_with("The API token was revoked at "));
  BOOST_TEST(mentions_text(refused.headers.at("www-authenticate"), "B"));
}

BOOST_AUTO_TEST_CASE(a_wrong_secret_is_refused) {
  auto token =
      parse_token(json::parse(create(as_bob, json::object()).body).at("token").get<std::string>());
  BOOST_REQUIRE(token);
  token->secret = std::string(43, 'x');
  const auto refused = ask_as("X-Auth-Token: " + to_string(*token) + "\r\n", "GET", "/v1/nodes");
  BOOST_TEST(refused.status == 401);
  BOOST_TEST(refused.error() == "The API token is unknown.");
}

BOOST_AUTO_TEST_CASE(an_expired_token_is_refused) {
  const auto made = create(as_bob, json::object());
  const auto subject = "token/" + uuid_of(made);
  auto expired = kept.at(subject);
  expired["expires_at"] = time.now();
  records.put_record(subject, expired);
  const auto refused = ask_as(login_of(made), "GET", "/v1/nodes");
  BOOST_TEST(refused.status == 401);
  BOOST_TEST(refused.error().starts_with("The API token expired at "));
}

BOOST_AUTO_TEST_CASE(users_grant_no_more_than_they_have) {
  const std::pair<json, const char*> rows[] = {
      {{{"roles", {"admin"}}}, "You cannot give the role 'admin' to a token"},
      {{{"roles", {"Manager"}}}, "You cannot give the role 'manager' to a token"},
      {{{"roles", {"reader", "token_creator"}}}, "You cannot give the role 'token_creator'"},
      {{{"system", true}}, "another scope than yours: the project 'p1'."},
      {{{"project_id", "p2"}}, "another scope than yours: the project 'p1'."},
  };
  for (const auto& [body, sentence] : rows) {
    const auto refused = create(as_bob, body);
    BOOST_TEST(refused.status == 403, body);
    BOOST_TEST(mentions_text(refused.error(), sentence), refused.error());
  }
  BOOST_TEST(kept.empty());
  const auto less = create(as_bob, {{"roles", {"reader"}}, {"project_id", "p1"}});
  BOOST_TEST(less.status == 201);
  const auto& stored = kept.begin()->second;
  BOOST_TEST(stored["roles"] == json::array({"reader"}));
  BOOST_TEST(stored["project_name"] == "web");
}

BOOST_AUTO_TEST_CASE(a_made_up_project_name_is_ignored) {
  const auto made = create(as_bob, {{"project_id", "p1"}, {"project_name", "service"}});
  BOOST_TEST(made.status == 201);
  BOOST_TEST(kept.begin()->second["project_name"] == "web");
}

BOOST_AUTO_TEST_CASE(an_administrator_creates_tokens_of_any_project_and_role) {
  const auto made = create(
      as_ann, {{"roles", {"member", "billing"}}, {"project_id", "p9"}, {"project_name", "batch"}});
  BOOST_REQUIRE(made.status == 201);
  const auto& stored = kept.begin()->second;
  BOOST_TEST(stored["roles"] == json::array({"member", "billing", "reader"}));
  BOOST_TEST(stored["system"] == false);
  BOOST_TEST(stored["project_id"] == "p9");
  BOOST_TEST(stored["project_name"] == "batch");
}

BOOST_AUTO_TEST_CASE(another_users_token_does_not_exist) {
  const auto made = create(as_bob, json::object());
  const auto path = tokens_path + "/" + uuid_of(made);
  const auto missing = tokens_path + "/99999999-aaaa-4aaa-8aaa-000000000009";
  for (const auto* method : {"GET", "DELETE"}) {
    const auto refused = ask_as(as_eve, method, path);
    BOOST_TEST(refused.status == 404, method);
    BOOST_TEST(ask_as(as_eve, method, missing).status == 404, method);
  }
  BOOST_TEST(kept.begin()->second["revoked_at"].is_null());
  const auto listed = [&](const std::string& login) {
    return json::parse(ask_as(login, "GET", tokens_path).body).at("tokens").size();
  };
  BOOST_TEST(listed(as_bob) == 1U);
  BOOST_TEST(listed(as_eve) == 0U);
  BOOST_TEST(listed(as_ann) == 1U);
  BOOST_TEST(ask_as(as_bob, "GET", path).status == 200);
  BOOST_TEST(ask_as(as_ann, "DELETE", path).status == 204);
  BOOST_TEST(!kept.begin()->second["revoked_at"].is_null());
}

BOOST_AUTO_TEST_CASE(a_token_creates_tokens_only_with_the_role_for_it) {
  const auto plain = new_login(as_ann);
  const auto refused = create(plain, json::object());
  BOOST_TEST(refused.status == 403);
  BOOST_TEST(mentions_text(refused.error(), "unless it has the role 'token_creator'"));
  const auto maker = new_login(as_ann, {{"roles", {"reader", "token_creator"}}, {"system", true}});
  const auto late = create(maker, {{"expires_at", in_hours(2)}});
  BOOST_TEST(late.status == 400);
  BOOST_TEST(mentions_text(late.error(), "at most " + in_hours(1)), late.error());
  BOOST_TEST(create(maker, json::object()).status == 201);
  BOOST_TEST(create(maker, {{"roles", {"admin"}}}).status == 403);
}

BOOST_AUTO_TEST_CASE(a_wrong_body_names_the_member) {
  const std::pair<json, const char*> rows[] = {
      {{{"name", ""}}, "'name'"},
      {{{"roles", "admin"}}, "'roles'"},
      {{{"roles", {1}}}, "roles"},
      {{{"roles", std::vector<std::string>(65, "a")}}, "'roles' has 65 names"},
      {{{"system", "yes"}}, "'system'"},
      {{{"system", true}, {"project_id", "p1"}}, "cannot be given together"},
      {{{"expires_at", "soon"}}, "'expires_at'"},
      {{{"expires_at", in_hours(-1)}}, "'expires_at'"},
      {{{"expires_at", in_hours(24 * 91)}}, "api.token_lifetime_max"},
      {{{"digest", "a"}}, "digest"},
      {{{"uuid", node_1}}, "uuid"},
  };
  for (const auto& [body, sentence] : rows) {
    const auto refused = create(as_ann, body);
    BOOST_TEST(refused.status == 400, body);
    BOOST_TEST(mentions_text(refused.error(), sentence), refused.error());
  }
  BOOST_TEST(ask_as(as_ann, "POST", tokens_path, R"({"name":"ci"})").status == 400);
  BOOST_TEST(ask_as(as_ann, "DELETE", tokens_path + "/ci").status == 400);
  BOOST_TEST(kept.empty());
}

BOOST_AUTO_TEST_CASE(strangers_reach_no_token) {
  BOOST_TEST(ask_as("", "GET", tokens_path).status == 401);
  BOOST_TEST(ask_as("", "POST", tokens_path, "{}").status == 401);
}

BOOST_FIXTURE_TEST_CASE(number_and_lifetime_have_limits, short_fixture) {
  BOOST_TEST(create(as_bob, {{"expires_at", in_hours(3)}}).status == 400);
  for (int i = 0; i < 2; ++i) BOOST_TEST(create(as_bob, json::object()).status == 201);
  const auto refused = create(as_bob, json::object());
  BOOST_TEST(refused.status == 409);
  BOOST_TEST(mentions_text(refused.error(), "api.tokens_per_user_max allows 2"), refused.error());
  BOOST_TEST(create(as_eve, json::object()).status == 201);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
