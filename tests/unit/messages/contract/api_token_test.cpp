#include "messages/contract/api_token.hpp"

#include "messages/base/uuid.hpp"
#include "messages/crypto/digest.hpp"

#include <boost/test/unit_test.hpp>

using namespace ironbus;

namespace {

const std::string id = "1f3c2a10-5b7e-4d69-8c1f-0a2b3c4d5e6f";
const std::string secret = "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA-_";
const std::string text = "ibt_1f3c2a105b7e4d698c1f0a2b3c4d5e6f_" + secret;

json stored_token() {
  return {{"uuid", id},
          {"name", "ci"},
          {"digest", "d"},
          {"roles", {"member", "reader"}},
          {"system", false},
          {"project_id", "p1"},
          {"project_name", nullptr},
          {"created_by", "ann"},
          {"created_by_id", nullptr},
          {"expires_at", "2026-11-22T04:15:30.000000+00:00"},
          {"revoked_at", nullptr},
          {"last_used_at", nullptr}};
}

}  // namespace

BOOST_AUTO_TEST_SUITE(api_tokens)

BOOST_AUTO_TEST_CASE(a_text_is_read_as_it_is_written) {
  const auto read = parse_token(text);
  BOOST_REQUIRE(read);
  BOOST_TEST(read->uuid == id);
  BOOST_TEST(read->secret == secret);
  BOOST_TEST(to_string(*read) == text);
  token_parts fresh;
  fresh.uuid = random_uuid();
  fresh.secret = random_token();
  const auto again = parse_token(to_string(fresh));
  BOOST_REQUIRE(again);
  BOOST_TEST(again->uuid == fresh.uuid);
  BOOST_TEST(again->secret == fresh.secret);
}

BOOST_AUTO_TEST_CASE(other_texts_are_no_tokens) {
  auto upper_id = text;
  upper_id[5] = 'F';
  auto no_gap = text;
  no_gap[36] = '-';
  auto padded = text;
  padded.back() = '=';
  for (const auto& wrong :
       {std::string{}, std::string{"ibt_"}, text.substr(1), text.substr(0, text.size() - 1),
        text + "a", upper_id, no_gap, padded, std::string(text.size(), 'a')})
    BOOST_TEST(!parse_token(wrong), wrong);
  BOOST_TEST(begins_like_token("ibt_x"));
  BOOST_TEST(!begins_like_token("gAAAAAB"));
}

BOOST_AUTO_TEST_CASE(a_digest_is_salted_by_the_id) {
  const token_parts one{id, secret};
  BOOST_TEST(digest_of(one) == sha256_of(id + ":" + secret));
  BOOST_TEST(has_digest(one, digest_of(one)));
  BOOST_TEST(!has_digest({id, "x" + secret.substr(1)}, digest_of(one)));
  BOOST_TEST(!has_digest({"2" + id.substr(1), secret}, digest_of(one)));
  BOOST_TEST(!has_digest(one, ""));
  BOOST_TEST(!has_digest(one, digest_of(one).substr(1)));
}

BOOST_AUTO_TEST_CASE(a_record_gives_roles_scope_and_creator) {
  const auto read = read_api_token(stored_token());
  BOOST_REQUIRE(read);
  BOOST_TEST(read->who.user_name == "ann");
  BOOST_TEST(read->who.project_id == "p1");
  BOOST_TEST(!read->who.is_system);
  BOOST_TEST(read->who.roles == (std::vector<std::string>{"member", "reader"}));
  BOOST_TEST(!read->revoked_at);
  BOOST_TEST(to_string(read->expires_at) == "2026-11-22T04:15:30.000000+00:00");
  for (const auto* missing : {"uuid", "digest", "roles", "system", "expires_at", "revoked_at"}) {
    auto damaged = stored_token();
    damaged.erase(missing);
    BOOST_TEST(!read_api_token(damaged), missing);
  }
  auto damaged = stored_token();
  damaged["expires_at"] = "tomorrow";
  BOOST_TEST(!read_api_token(damaged));
}

BOOST_AUTO_TEST_CASE(ids_and_names_of_users_do_not_collide) {
  rights::identity who;
  BOOST_TEST(key_of_identity(who, "ann") == "name:ann");
  who.user_id = "ann";
  BOOST_TEST(key_of_identity(who, "bob") == "id:ann");
}

BOOST_AUTO_TEST_SUITE_END()
