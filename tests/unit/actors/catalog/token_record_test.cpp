#include "messages/contract/api_token.hpp"
#include "messages/model/snapshot.hpp"
#include "tests/unit/actors/catalog/record_fixture.hpp"

#include <boost/test/unit_test.hpp>

using namespace ironbus;
using namespace ironbus::test;
using namespace std::chrono_literals;

namespace {

// The fixture's clock starts at the first of January 2026.
constexpr auto first_of_january = "2026-01-01T00:00:00.000000+00:00";

json a_token() {
  return {{"name", "ci"},
          {"roles", {"member", "reader"}},
          {"system", true},
          {"created_by", "ann"},
          {"creator", "name:ann"},
          {"expires_at", "2026-01-02T00:00:00.000000+00:00"},
          {"digest", std::string(64, 'a')}};
}

reply change(record_fixture& token, token_change what) {
  return token.tell(record_command{change_token{what}});
}

}  // namespace

BOOST_AUTO_TEST_SUITE(token_records)

BOOST_AUTO_TEST_CASE(a_token_is_checked_when_stored) {
  const std::vector<std::pair<const char*, json>> wrong{
      {"name", ""},
      {"name", std::string(256, 'a')},
      {"roles", json::array()},
      {"roles", {"Admin"}},
      {"roles", {""}},
      {"roles", {7}},
      {"roles", std::vector<std::string>(token_roles_max + 1, "a")},
      {"system", false},
      {"project_id", "p1"},
      {"expires_at", ""},
      {"expires_at", "tomorrow"},
      {"digest", "abc"},
  };
  for (const auto& [field, value] : wrong) {
    record_fixture token{"token"};
    auto fields = a_token();
    fields[field] = value;
    BOOST_TEST(code_of_answer(token.create(fields)) == "invalid", field << " " << value);
    BOOST_TEST(!token.exists());
  }
  record_fixture token{"token"};
  BOOST_TEST(code_of_answer(token.create(a_token())) == "accepted");
  BOOST_TEST(token.attributes().at("revoked_at").is_null());
  BOOST_TEST(code_of_answer(token.patch("replace", "/roles", {"admin"})) == "invalid");
  BOOST_TEST(code_of_answer(token.patch("replace", "/revoked_at", nullptr)) == "invalid");
}

BOOST_AUTO_TEST_CASE(a_token_is_revoked_once_and_stays_revoked) {
  record_fixture token{"token"};
  token.create(a_token());
  BOOST_TEST(code_of_answer(change(token, token_change::revoke)) == "accepted");
  BOOST_TEST(token.attributes().at("revoked_at") == first_of_january);
  token.pass(10s);
  BOOST_TEST(code_of_answer(change(token, token_change::revoke)) == "accepted");
  BOOST_TEST(token.attributes().at("revoked_at") == first_of_january);
  record_fixture chassis{"chassis"};
  chassis.create(json::object());
  BOOST_TEST(code_of_answer(change(chassis, token_change::revoke)) == "invalid");
}

BOOST_AUTO_TEST_CASE(a_use_is_noted_at_most_once_an_hour) {
  record_fixture token{"token"};
  token.create(a_token());
  change(token, token_change::note_use);
  BOOST_TEST(token.attributes().at("last_used_at") == first_of_january);
  token.pass(59min);
  change(token, token_change::note_use);
  BOOST_TEST(token.attributes().at("last_used_at") == first_of_january);
  token.pass(1min);
  change(token, token_change::note_use);
  BOOST_TEST(token.attributes().at("last_used_at") == "2026-01-01T01:00:00.000000+00:00");
}

BOOST_AUTO_TEST_CASE(the_record_is_deleted_a_week_after_the_expiry) {
  record_fixture token{"token"};
  token.create(a_token());
  token.pass(24h + token_kept_after_expiry - 1s);
  token.tell(deadline_passed{});
  BOOST_TEST(token.exists());
  token.pass(1s);
  token.tell(deadline_passed{});
  BOOST_TEST(!token.exists());
}

BOOST_AUTO_TEST_CASE(a_takeover_changes_no_token) {
  record_fixture token{"token"};
  token.create(a_token());
  token.tell(taken_over{});
  BOOST_TEST(token.exists());
}

BOOST_AUTO_TEST_SUITE_END()
