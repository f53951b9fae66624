#include "ops/ironbusd/commands/token_command.hpp"

#include "ops/ironbusd/commands/command_line.hpp"
#include "ops/ironbusd/fleet_view/gateway_reader.hpp"
#include "tests/support/raw_server.hpp"
#include "tests/unit/ops/ironbusd/fleet_fixture.hpp"

#include <boost/test/unit_test.hpp>

using namespace ironbus;
using namespace ironbus::daemon;
using namespace ironbus::test;

namespace {

json listed_token(const std::string& name) {
  return {{"uuid", "7f3c2a10-5b7e-4d69-8c1f-0a2b3c4d5e6f"},
          {"name", name},
          {"roles", {"member", "reader"}},
          {"system", false},
          {"project_id", "p1"},
          {"created_by", nullptr},
          {"expires_at", to_string(moment("13:00:00"))},
          {"revoked_at", nullptr},
          {"last_used_at", nullptr}};
}

std::optional<command_line> read_words(const std::vector<const char*>& words) {
  int exit_code = 0;
  return read_command_line(static_cast<int>(words.size()), words.data(), exit_code);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(token_commands)

BOOST_AUTO_TEST_CASE(a_command_line_becomes_a_request_body) {
  const auto asked = read_words({"ironbus", "token", "create", "--name", "ci", "--days", "2",
                                 "--roles", "reader,member", "--project", "p1"});
  BOOST_REQUIRE(asked);
  BOOST_TEST((asked->what == command_kind::token_create));
  const auto body = new_token_document(asked->token_create, moment("12:00:00"));
  BOOST_TEST(body == (json{{"name", "ci"},
                           {"roles", {"reader", "member"}},
                           {"project_id", "p1"},
                           {"expires_at", "2026-11-27T12:00:00.000000+00:00"}}));
  const auto own = read_words({"ironbus", "token", "create", "--name", "ci", "--days", "1"});
  BOOST_REQUIRE(own);
  BOOST_TEST(new_token_document(own->token_create, moment("12:00:00")).size() == 2U);
  const auto whole =
      read_words({"ironbus", "token", "create", "--name", "ci", "--days", "1", "--system"});
  BOOST_REQUIRE(whole);
  BOOST_TEST(new_token_document(whole->token_create, moment("12:00:00"))["system"] == true);
}

BOOST_AUTO_TEST_CASE(the_state_follows_from_the_times) {
  auto token = listed_token("ci");
  BOOST_TEST(token_state(token, moment("12:59:59")) == "active");
  BOOST_TEST(token_state(token, moment("13:00:00")) == "expired");
  token["revoked_at"] = to_string(moment("12:00:00"));
  BOOST_TEST(token_state(token, moment("12:59:59")) == "revoked");
}

BOOST_AUTO_TEST_CASE(a_list_is_a_table) {
  const json all{{"tokens", json::array({listed_token("ci"), listed_token("backup")})}};
  const auto text = token_table_text(all, moment("12:00:00"));
  for (const auto* part :
       {"UUID", "backup", "active", "project p1", "member, reader", "2026-11-25 13:00:00Z"})
    BOOST_TEST(mentions(text, part), text);
  BOOST_TEST(token_table_text(json::object(), moment("12:00:00")) == "There are no tokens.\n");
}

BOOST_AUTO_TEST_CASE(bodies_are_sent_and_refusals_name_the_method) {
  raw_server server{[](const std::string& request, const auto& send) {
    const bool made = mentions(request, "POST /v1/tokens");
    send(http_text(made ? 201 : 403, made ? R"({"token": "ibt_x"})" : "{}"));
  }};
  cli::gateway_access asked;
  asked.url = "http://127.0.0.1:" + std::to_string(server.port());
  auto service = std::move(*fleet_view::gateway_reader::make(asked, "--url"));
  auto made = service.send(http_method::post, "/v1/tokens", {{"name", "ci"}});
  BOOST_REQUIRE(made);
  BOOST_TEST((*made)["token"] == "ibt_x");
  BOOST_TEST(mentions(server.requests()[0], R"({"name":"ci"})"));
  const auto refused = service.send(http_method::remove, "/v1/tokens/x", {});
  BOOST_REQUIRE(!refused);
  BOOST_TEST((refused.error().code == error_code::forbidden));
  BOOST_TEST(mentions(refused.error().message, "DELETE /v1/tokens/x returned HTTP 403"));
}

BOOST_AUTO_TEST_SUITE_END()
