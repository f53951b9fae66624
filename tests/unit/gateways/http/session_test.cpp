#include "gateways/http/access/session/session.hpp"

#include "gateways/http/access/session/revoked_sessions.hpp"
#include "gateways/http/access/session/session_authenticator.hpp"
#include "gateways/http/access/session/session_seal.hpp"
#include "gateways/http/access/sign_in_throttle.hpp"

#include <boost/test/unit_test.hpp>

// Sessions of the fleet page and the throttle of sign-ins, without a server.

namespace {

using namespace ironbus;
using namespace ironbus::http;
using namespace std::chrono_literals;

const std::string secret_text = "0123456789abcdef0123456789abcdef";

/// Accepts every user but those of `gone`.
class simple_way final : public authenticator {
public:
  std::string_view name() const override { return "http_basic"; }
  std::string challenge() const override { return {}; }
  std::string_view wanted() const override { return {}; }
  result<std::monostate> start() override { return {}; }
  bool applies_to(const request&) const override { return false; }
  std::optional<sign_in_answer> known(const request&) override { return std::nullopt; }
  void identify(const request&, callback) override {}
  std::optional<sign_in_answer> renewed(const proved_user& earlier) override {
    if (asks_first) return std::nullopt;
    if (is_gone) return tl::unexpected(refused_user{401, "gone"});
    auto out = earlier;
    if (out.who) out.who->roles = roles;
    return out;
  }
  void renew(const proved_user& earlier, callback done) override { done(earlier); }
  std::chrono::seconds session_max() const override {
    return lasting.value_or(authenticator::session_max());
  }

  std::optional<std::chrono::seconds> lasting;
  bool is_gone = false;
  bool asks_first = false;
  std::vector<std::string> roles{"reader"};
};

struct sessions_fixture {
  proved_user user() const {
    proved_user out{"ann", "http_basic"};
    out.who.emplace();
    out.who->user_name = "ann";
    out.who->roles = {"admin"};
    out.who->project_id = "p1";
    out.credential = "stamp";
    return out;
  }
  session_options options() {
    session_options out;
    out.secret = secret_text;
    out.lifetime = 1h;
    out.now = [this] { return now; };
    return out;
  }
  /// A request with the cookie of a Set-Cookie header.
  static request asked(const std::string& set_cookie, const std::string& method = "GET",
                       const std::string& token = {}) {
    request out;
    out.method = method;
    out.headers.emplace_back("Cookie", "other=1; " + set_cookie.substr(0, set_cookie.find(';')));
    if (!token.empty()) out.headers.emplace_back("X-Ironbus-CSRF-Token", token);
    return out;
  }

  std::chrono::sys_seconds now{std::chrono::seconds{1'000'000}};
  simple_way way;
  session_authenticator sessions{options(), {&way}};
};

BOOST_FIXTURE_TEST_SUITE(page_sessions, sessions_fixture)

BOOST_AUTO_TEST_CASE(only_the_same_secret_opens_what_was_sealed) {
  const session_seal seal{secret_text};
  const auto sealed = seal.seal("text");
  BOOST_TEST(sealed != seal.seal("text"));
  BOOST_TEST(seal.open(sealed).value() == "text");
  BOOST_TEST(session_seal{secret_text}.open(sealed).value() == "text");
  BOOST_TEST(!session_seal{secret_text + "x"}.open(sealed).has_value());
  for (size_t i = 0; i + 1 < sealed.size(); ++i) {  // The last character has spare bits.
    auto changed = sealed;
    changed[i] = changed[i] == 'A' ? 'B' : 'A';
    BOOST_TEST(!seal.open(changed).has_value(), i);
  }
  for (const auto& bad : {std::string{}, std::string{"AAAA"}, sealed.substr(4), sealed + "AAAA"})
    BOOST_TEST(!seal.open(bad).has_value(), bad);
  BOOST_TEST(seal.forgery_token("a") != seal.forgery_token("b"));
}

BOOST_AUTO_TEST_CASE(the_cookie_is_hidden_from_scripts_and_other_sites) {
  const auto plain = sessions.begin(user(), false).value().cookie;
  BOOST_TEST(plain.starts_with("ironbus="));
  BOOST_TEST(plain.ends_with("; Path=/; HttpOnly; SameSite=Strict; Max-Age=3600"));
  BOOST_TEST(plain.find("ann") == std::string::npos);
  const auto secure = sessions.begin(user(), true).value().cookie;
  BOOST_TEST(secure.starts_with("__Host-ironbus="));
  BOOST_TEST(secure.ends_with("; Path=/; HttpOnly; SameSite=Strict; Max-Age=3600; Secure"));
}

BOOST_AUTO_TEST_CASE(a_way_that_knows_no_changes_gets_short_sessions) {
  auto longer = options();
  longer.lifetime = 8h;
  const session_authenticator others{longer, {&way}};
  BOOST_TEST((others.begin(user(), false).value().content.expires == now + 1h));
  way.lasting = 3h;
  BOOST_TEST((others.begin(user(), false).value().content.expires == now + 3h));
  way.lasting = 99h;
  BOOST_TEST((others.begin(user(), false).value().content.expires == now + 8h));
}

BOOST_AUTO_TEST_CASE(a_session_identifies_its_user_until_it_expires) {
  const auto begun = sessions.begin(user(), false).value();
  const auto one = asked(begun.cookie);
  BOOST_TEST(sessions.applies_to(one));
  const auto found = sessions.known(one).value().value();
  BOOST_TEST(found.name == "ann");
  BOOST_TEST(found.method == "http_basic");
  BOOST_TEST(found.who->project_id == "p1");
  BOOST_TEST((found.who->roles == way.roles));  // Of now, not of the sign-in.
  BOOST_TEST(sessions.session_of(one)->credential == "stamp");
  now += 3599s;
  BOOST_TEST(sessions.known(one).value().has_value());
  now += 1s;
  BOOST_TEST(sessions.known(one).value().error().status == 401U);
  BOOST_TEST(!sessions.applies_to(request{}));
}

BOOST_AUTO_TEST_CASE(the_way_of_the_sign_in_is_asked_at_each_request) {
  const auto one = asked(sessions.begin(user(), false).value().cookie);
  way.is_gone = true;
  BOOST_TEST(sessions.known(one).value().error().text == "gone");
  way.is_gone = false;
  way.asks_first = true;
  BOOST_TEST(!sessions.known(one).has_value());
  std::optional<sign_in_answer> later;
  sessions.identify(one, [&](sign_in_answer x) { later = std::move(x); });
  BOOST_TEST(later->value().name == "ann");
  session_authenticator others{options(), {}};
  BOOST_TEST(others.known(one).value().error().status == 401U);
}

BOOST_AUTO_TEST_CASE(a_change_needs_the_token_of_its_session) {
  const auto begun = sessions.begin(user(), false).value();
  const auto other = sessions.begin(user(), false).value();
  for (const auto* method : {"POST", "PUT", "PATCH", "DELETE"}) {
    for (const auto& token : {std::string{}, std::string{"x"}, other.forgery_token})
      BOOST_TEST(sessions.known(asked(begun.cookie, method, token)).value().error().status == 403U);
    BOOST_TEST(
        sessions.known(asked(begun.cookie, method, begun.forgery_token)).value().has_value());
  }
  BOOST_TEST(sessions.known(asked(begun.cookie, "HEAD")).value().has_value());
}

BOOST_AUTO_TEST_CASE(an_ended_session_is_not_accepted_again) {
  const auto begun = sessions.begin(user(), false).value();
  const auto other = sessions.begin(user(), false).value();
  BOOST_TEST(sessions.end(begun.content).starts_with("ironbus=; "));
  BOOST_TEST(sessions.known(asked(begun.cookie)).value().error().status == 401U);
  BOOST_TEST(sessions.known(asked(other.cookie)).value().has_value());
}

BOOST_AUTO_TEST_CASE(a_cookie_for_tls_counts_under_its_own_name_only) {
  auto cookie = sessions.begin(user(), true).value().cookie;
  BOOST_TEST(sessions.session_of(asked(cookie)).has_value());
  BOOST_TEST(!sessions.session_of(asked(cookie.substr(std::string{"__Host-"}.size()))).has_value());
}

BOOST_AUTO_TEST_CASE(an_identity_that_fits_in_no_cookie_is_refused) {
  auto many = user();
  many.who->roles.assign(400, "a-role-of-some-length");
  BOOST_TEST((sessions.begin(many, false).error().code == error_code::invalid));
}

BOOST_AUTO_TEST_CASE(a_session_without_roles_stays_without) {
  const auto one = asked(sessions.begin(proved_user{"bob", "http_basic"}, false).value().cookie);
  BOOST_TEST(!sessions.known(one).value().value().who.has_value());
}

BOOST_AUTO_TEST_CASE(ended_sessions_are_bounded) {
  revoked_sessions ended{2};
  ended.add("a", now + 1s, now);
  ended.add("b", now + 5s, now);
  ended.add("c", now + 9s, now + 2s);  // "a" has expired.
  BOOST_TEST(ended.size() == 2U);
  BOOST_TEST(ended.holds("b"));
  ended.add("d", now + 8s, now + 2s);
  BOOST_TEST(ended.size() == 2U);
  BOOST_TEST(!ended.holds("b"));
  BOOST_TEST(ended.holds("c"));
}

BOOST_AUTO_TEST_SUITE_END()

struct throttle_fixture {
  static sign_in_throttle::sender sender_of(const std::string& user, const char* address) {
    return {user, parse_ip(address)};
  }
  sign_in_throttle::time_point now{};
  sign_in_throttle throttle{throttle_options{3, 2, 6s, 20}};
};

BOOST_FIXTURE_TEST_SUITE(throttled_sign_ins, throttle_fixture)

BOOST_AUTO_TEST_CASE(failures_of_a_user_slow_down_at_all_addresses) {
  for (int i = 0; i < 3; ++i) {
    BOOST_TEST(throttle.wait_of(sender_of("ann", "192.0.2.1"), now).count() == 0);
    throttle.note_failure(sender_of("ann", "192.0.2.1"), now);
  }
  BOOST_TEST(throttle.wait_of(sender_of("ann", "192.0.2.9"), now).count() == 6);
  BOOST_TEST(throttle.wait_of(sender_of("bob", "192.0.2.9"), now).count() == 0);
  BOOST_TEST(throttle.wait_of(sender_of("ann", "192.0.2.9"), now + 5s).count() == 1);
  BOOST_TEST(throttle.wait_of(sender_of("ann", "192.0.2.9"), now + 6s).count() == 0);
  throttle.note_failure(sender_of("ann", "192.0.2.1"), now + 6s);
  BOOST_TEST(throttle.wait_of(sender_of("ann", "192.0.2.9"), now + 6s).count() == 6);
}

BOOST_AUTO_TEST_CASE(failures_of_an_address_slow_it_down_for_all_users) {
  for (int i = 0; i < 6; ++i)
    throttle.note_failure(sender_of("user" + std::to_string(i), "192.0.2.1"), now);
  BOOST_TEST(throttle.wait_of(sender_of("ann", "192.0.2.1"), now).count() == 6);
  BOOST_TEST(throttle.wait_of(sender_of("", "192.0.2.1"), now).count() == 6);
  BOOST_TEST(throttle.wait_of(sender_of("ann", "192.0.2.2"), now).count() == 0);
}

BOOST_AUTO_TEST_CASE(failures_elsewhere_do_not_lock_out_the_address_of_a_good_sign_in) {
  throttle.note_success(sender_of("ann", "192.0.2.7"), now);
  for (int i = 0; i < 9; ++i) throttle.note_failure(sender_of("ann", "192.0.2.1"), now);
  BOOST_TEST(throttle.wait_of(sender_of("ann", "192.0.2.8"), now).count() > 0);
  BOOST_TEST(throttle.wait_of(sender_of("ann", "192.0.2.7"), now).count() == 0);
  BOOST_TEST(throttle.wait_of(sender_of("ann", "192.0.2.7"), now + 25h).count() == 0);
}

BOOST_AUTO_TEST_CASE(the_memory_is_bounded_and_zero_turns_it_off) {
  for (int i = 0; i < 200; ++i) {
    const auto one = sender_of("user" + std::to_string(i), "192.0.2.1");
    throttle.note_failure(one, now);
    throttle.note_success(one, now);
  }
  BOOST_TEST(throttle.entries() <= 40U);
  sign_in_throttle off{throttle_options{0, 5, 6s, 20}};
  for (int i = 0; i < 99; ++i) off.note_failure(sender_of("ann", "192.0.2.1"), now);
  BOOST_TEST(off.wait_of(sender_of("ann", "192.0.2.1"), now).count() == 0);
  BOOST_TEST(off.entries() == 0U);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
