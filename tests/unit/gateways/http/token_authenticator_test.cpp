#include "gateways/http/access/token_authenticator.hpp"

#include "fakes.hpp"
#include "messages/model/record.hpp"

#include <boost/test/unit_test.hpp>

using namespace ironbus;
using namespace ironbus::http;
using namespace std::chrono_literals;

namespace {

const token_parts sent{"1f3c2a10-5b7e-4d69-8c1f-0a2b3c4d5e6f", std::string(43, 'A')};

class set_clock final : public ironbus::clock {
public:
  timestamp now() const override { return moment; }
  timestamp moment{1'800'000'000s};
};

request with_header(const std::string& name, const std::string& value) {
  request out;
  out.headers.emplace_back(name, value);
  return out;
}

request with_token(const token_parts& token = sent) {
  return with_header("Authorization", "Bearer " + to_string(token));
}

struct token_way {
  token_way() { put(token()); }

  json token() const {
    return {{"uuid", sent.uuid},         {"name", "ci"},
            {"digest", digest_of(sent)}, {"roles", {"member", "reader"}},
            {"system", false},           {"project_id", "p1"},
            {"project_name", "web"},     {"created_by", "ann"},
            {"created_by_id", "u1"},     {"expires_at", time.moment + 1h},
            {"revoked_at", nullptr},     {"last_used_at", nullptr}};
  }
  void put(const json& x) { records.put_record(record_subject(token_type, sent.uuid), x); }

  sign_in_answer sign_in(const request& asked) {
    auto found = way.known(asked);
    if (!found) {
      ++lookups;
      way.identify(asked, [&](sign_in_answer x) { found = std::move(x); });
    }
    BOOST_REQUIRE(found);
    return *found;
  }
  std::string refusal(const request& asked) {
    const auto found = sign_in(asked);
    return found ? "accepted" : std::to_string(found.error().status) + " " + found.error().text;
  }

  test::fake_store records;
  set_clock time;
  api_token_cache cache{5s, 4};
  std::vector<std::string> noted;
  token_authenticator way{
      {records, time, cache, [this](const std::string& uuid) { noted.push_back(uuid); }}};
  int lookups = 0;
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(token_authenticators, token_way)

BOOST_AUTO_TEST_CASE(only_tokens_of_ironbus_belong_to_it) {
  const auto text = to_string(sent);
  BOOST_TEST(way.applies_to(with_header("Authorization", "Bearer " + text)));
  BOOST_TEST(way.applies_to(with_header("authorization", "bearer   " + text)));
  BOOST_TEST(way.applies_to(with_header("X-Auth-Token", text)));
  BOOST_TEST(way.applies_to(with_header("X-Auth-Token", "ibt_x")));
  for (const auto& value : {"Bearer eyJhbGciOi", "Basic aWJ0Xw==", "ibt_x", "Bearer"})
    BOOST_TEST(!way.applies_to(with_header("Authorization", value)), value);
  BOOST_TEST(!way.applies_to(with_header("X-Auth-Token", "gAAAAAB")));
  BOOST_TEST(!way.applies_to(request{}));
}

BOOST_AUTO_TEST_CASE(a_token_acts_in_the_name_of_its_creator) {
  for (const auto& asked : {with_token(), with_header("X-Auth-Token", to_string(sent))}) {
    const auto found = sign_in(asked);
    BOOST_REQUIRE(found);
    BOOST_TEST(found->name == "ann");
    BOOST_TEST(found->method == "token");
    BOOST_REQUIRE(found->who);
    BOOST_TEST(found->who->user_id == "u1");
    BOOST_TEST(found->who->project_id == "p1");
    BOOST_TEST(found->who->project_name == "web");
    BOOST_TEST(found->who->roles == (std::vector<std::string>{"member", "reader"}));
  }
  BOOST_TEST(lookups == 1);
}

BOOST_AUTO_TEST_CASE(wrong_secrets_and_missing_tokens_get_the_same_answer) {
  const std::string unknown = "401 The API token is unknown.";
  BOOST_TEST(refusal(with_token({sent.uuid, std::string(43, 'B')})) == unknown);
  BOOST_TEST(refusal(with_token({"2" + sent.uuid.substr(1), sent.secret})) == unknown);
  BOOST_TEST(refusal(with_header("X-Auth-Token", "ibt_x")) == unknown);
  BOOST_TEST(lookups == 2);
  BOOST_TEST(refusal(with_token({"2" + sent.uuid.substr(1), sent.secret})) == unknown);
  BOOST_TEST(lookups == 2);  // That there is none is remembered, too.
  BOOST_TEST(noted.empty());
}

BOOST_AUTO_TEST_CASE(a_session_of_a_token_ends_with_it) {
  const auto first = sign_in(with_token()).value();
  BOOST_TEST(first.credential == sent.uuid);
  BOOST_TEST(way.renewed(first).value().value().who->project_id == "p1");
  auto revoked = token();
  revoked["revoked_at"] = time.moment;
  put(revoked);
  cache.forget(sent.uuid);
  BOOST_TEST(!way.renewed(first).has_value());
  std::optional<sign_in_answer> later;
  way.renew(first, [&](sign_in_answer x) { later = std::move(x); });
  BOOST_TEST(later.value().error().status == 401U);
  BOOST_TEST(way.renewed(first).value().error().text.starts_with("The API token was revoked at "));
}

BOOST_AUTO_TEST_CASE(a_session_of_an_expired_token_is_refused) {
  const auto first = sign_in(with_token()).value();
  time.moment += 1h;
  BOOST_TEST(way.renewed(first).value().error().text.starts_with("The API token expired at "));
}

BOOST_AUTO_TEST_CASE(an_expired_token_is_refused_also_if_it_is_remembered) {
  BOOST_TEST(refusal(with_token()) == "accepted");
  time.moment += 1h - 1us;
  BOOST_TEST(refusal(with_token()) == "accepted");
  time.moment += 1us;
  BOOST_TEST(refusal(with_token()) ==
             "401 The API token expired at " + to_string(time.moment) + ".");
}

BOOST_AUTO_TEST_CASE(a_forgotten_token_is_read_again) {
  BOOST_TEST(refusal(with_token()) == "accepted");
  auto revoked = token();
  revoked["revoked_at"] = time.moment;
  put(revoked);
  BOOST_TEST(refusal(with_token()) == "accepted");
  cache.forget(sent.uuid);
  BOOST_TEST(refusal(with_token()) ==
             "401 The API token was revoked at " + to_string(time.moment) + ".");
  // The bearer of a wrong secret gets no such answer.
  BOOST_TEST(refusal(with_token({sent.uuid, std::string(43, 'B')})) ==
             "401 The API token is unknown.");
}

BOOST_AUTO_TEST_CASE(without_the_store_the_answer_is_503_and_is_not_remembered) {
  records.down = true;
  BOOST_TEST(refusal(with_token()) ==
             "503 The API token cannot be checked now: the store is away. Try again later.");
  records.down = false;
  BOOST_TEST(refusal(with_token()) == "accepted");
}

BOOST_AUTO_TEST_CASE(a_damaged_record_is_no_token) {
  put({{"uuid", sent.uuid}});
  BOOST_TEST(refusal(with_token()) == "401 The API token is unknown.");
}

BOOST_AUTO_TEST_CASE(a_use_is_noted_once_unless_the_last_one_is_recent) {
  for (int i = 0; i < 3; ++i) BOOST_TEST(refusal(with_token()) == "accepted");
  BOOST_TEST(noted == std::vector<std::string>{sent.uuid});
  auto used = token();
  used["last_used_at"] = time.moment - 59min;
  put(used);
  cache.forget(sent.uuid);
  BOOST_TEST(refusal(with_token()) == "accepted");
  BOOST_TEST(noted.size() == 1U);
  time.moment += 1min;
  BOOST_TEST(refusal(with_token()) == "accepted");
  BOOST_TEST(noted.size() == 2U);
}

BOOST_AUTO_TEST_CASE(a_token_without_a_creator_acts_under_its_own_name) {
  auto anonymous = token();
  anonymous["created_by"] = anonymous["created_by_id"] = nullptr;
  put(anonymous);
  const auto found = sign_in(with_token());
  BOOST_REQUIRE(found);
  BOOST_TEST(found->name == "ci");
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(token_caches)

BOOST_AUTO_TEST_CASE(entries_end_with_their_lifetime) {
  api_token_cache cache{5s, 4};
  const api_token_cache::time_point now{1h};
  cache.keep("a", nullptr, cache.forgotten(), now);
  BOOST_TEST(cache.find("a", now + 5s - 1ns).has_value());
  BOOST_TEST(!cache.find("a", now + 5s).has_value());
}

BOOST_AUTO_TEST_CASE(an_answer_from_before_a_change_is_not_kept) {
  api_token_cache cache{5s, 4};
  const api_token_cache::time_point now{1h};
  const auto before = cache.forgotten();
  cache.forget("a");
  cache.keep("a", nullptr, before, now);
  BOOST_TEST(!cache.find("a", now).has_value());
}

BOOST_AUTO_TEST_CASE(missing_ids_displace_no_token) {
  api_token_cache cache{5s, 2};
  const api_token_cache::time_point now{1h};
  cache.keep("token", std::make_shared<const known_token>(api_token{}), cache.forgotten(), now);
  for (int i = 0; i < 10; ++i) cache.keep(std::to_string(i), nullptr, cache.forgotten(), now);
  BOOST_TEST(cache.find("token", now).has_value());
  BOOST_TEST(cache.find("9", now).has_value());
  BOOST_TEST(!cache.find("0", now).has_value());
}

BOOST_AUTO_TEST_SUITE_END()
