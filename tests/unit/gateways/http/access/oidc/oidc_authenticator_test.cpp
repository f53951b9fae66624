#include "gateways/http/access/oidc/oidc_authenticator.hpp"

#include "messages/crypto/base64.hpp"
#include "messages/crypto/hmac.hpp"
#include "oidc_fixture.hpp"

#include <boost/test/unit_test.hpp>

namespace {

using namespace ironbus;
using namespace ironbus::http;
using namespace ironbus::test;
using std::chrono::seconds;

const token_signer& usual() { return signer_of("ES256"); }

}  // namespace

BOOST_FIXTURE_TEST_SUITE(oidc_authenticators, oidc_fixture)

BOOST_AUTO_TEST_CASE(a_token_of_each_algorithm_proves_its_user) {
  auto keys = json::array();
  for (const auto* name : all_token_algorithms) keys.push_back(signer_of(name).public_key());
  provider.publish(keys);
  start();
  for (const auto* name : all_token_algorithms) {
    const auto answer = ask(signer_of(name).token(claims()));
    BOOST_REQUIRE(answer);
    BOOST_TEST(answer->name == "ann", name);
    BOOST_TEST(answer->method == "oidc");
    BOOST_TEST(answer->who->is_system);
    BOOST_TEST(answer->who->roles ==
               (std::vector<std::string>{"admin", "manager", "member", "reader"}));
    BOOST_TEST(answer->who->user_name == "ann");
    BOOST_TEST(answer->who->user_id == "f3c1");
  }
}

BOOST_AUTO_TEST_CASE(forged_tokens_are_refused) {
  provider.publish(json::array({signer_of("RS256").public_key(), usual().public_key()}));
  start();
  const auto none = to_base64url(R"({"alg":"none","kid":"key-RS256"})") + "." +
                    to_base64url(to_text(claims())) + ".";
  BOOST_TEST(refusal(none).starts_with("The token is refused: its alg 'none' is not allowed"));
  const auto text =
      to_base64url(R"({"alg":"HS256","kid":"key-RS256"})") + "." + to_base64url(to_text(claims()));
  const auto mac = hmac_sha256(signer_of("RS256").public_pem(), text);
  BOOST_TEST(refusal(text + "." + to_base64url(mac))
                 .starts_with("The token is refused: its alg 'HS256' is not allowed"));
  const token_signer thief{"ES256", usual().key_id};
  BOOST_TEST(refusal(thief.token(claims())) == "The token is refused: its signature is wrong.");
  BOOST_TEST(refusal(thief.token(claims(), {{"jwk", thief.public_key()}})) ==
             "The token is refused: its signature is wrong.");
  // Signed by a key of the provider for another algorithm.
  const auto mixed = signer_of("RS256").token(claims(), {{"alg", "PS256"}});
  BOOST_TEST(refusal(mixed) ==
             "The token is refused: the OpenID provider has no key of its kid for its alg.");
  auto bent = usual().token(claims());
  bent[bent.find('.') + 5] ^= 1;
  BOOST_TEST(status(bent) == 401U);
}

BOOST_AUTO_TEST_CASE(claims_of_others_are_refused) {
  start();
  const auto with = [&](const json& patch) {
    auto changed = claims();
    changed.merge_patch(patch);
    return refusal(usual().token(changed));
  };
  const std::string begin = "The token is refused: ";
  BOOST_TEST(with({{"aud", "other"}}) == begin + "its audience (aud) does not name 'ironbus'.");
  BOOST_TEST(with({{"iss", "https://evil.test"}}) ==
             begin + "its issuer (iss) is not '" + test_issuer + "'.");
  BOOST_TEST(with({{"exp", test_now - 60}}).starts_with(begin + "it expired at "));
  BOOST_TEST(with({{"nbf", test_now + 90}}) == begin + "it is not valid yet (nbf).");
  BOOST_TEST(with({{"sub", nullptr}}).starts_with(begin + "its subject (sub) is missing"));
}

BOOST_AUTO_TEST_CASE(the_skew_is_an_option) {
  options.clock_skew = seconds{0};
  start();
  auto late = claims();
  late["exp"] = test_now;
  BOOST_TEST(status(usual().token(late)) == 401U);
}

BOOST_AUTO_TEST_CASE(a_token_in_use_expires) {
  start();
  const auto token = usual().token(claims());
  BOOST_TEST(status(token) == 200U);
  time.advance(seconds{359});
  BOOST_TEST(status(token) == 200U);
  time.advance(seconds{1});
  BOOST_TEST(refusal(token).find("it expired at") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_rotated_key_is_fetched_at_most_once_in_ten_seconds) {
  start();
  const token_signer next{"ES256", "next"};
  const auto token = next.token(claims());
  provider.publish(json::array({usual().public_key(), next.public_key()}));
  const auto before = provider.asked.size();
  BOOST_TEST(refusal(token) ==
             "The token is refused: the OpenID provider has no key of its kid for its alg.");
  BOOST_TEST(provider.asked.size() == before);  // fetched less than ten seconds ago
  time.advance(seconds{10});
  BOOST_TEST(status(token) == 200U);
  for (int i = 0; i < 20; ++i)
    BOOST_TEST(status(token_signer{"EdDSA", "k" + std::to_string(i)}.token(claims())) == 401U);
  BOOST_TEST(provider.asked.size() == before + 2);
  BOOST_TEST(status(usual().token(claims())) == 200U);
}

BOOST_AUTO_TEST_CASE(a_withdrawn_key_ends_the_use_of_its_tokens) {
  start();
  const auto token = usual().token(claims());
  BOOST_TEST(status(token) == 200U);
  provider.publish(json::array({signer_of("EdDSA").public_key()}));
  BOOST_TEST(status(token) == 200U);
  time.advance(seconds{300});
  way->look();
  BOOST_TEST(status(token) == 401U);
}

BOOST_AUTO_TEST_CASE(without_keys_requests_are_unavailable) {
  provider.away = true;
  start();
  const auto token = usual().token(claims());
  BOOST_TEST(status(token) == 503U);
  BOOST_TEST(refusal(token) ==
             "The token cannot be verified: the keys of the OpenID provider could not be read yet. "
             "Try again later.");
  BOOST_TEST(status("broken.token") == 401U);
  provider.away = false;
  time.advance(seconds{10});
  BOOST_TEST(status(token) == 200U);
  provider.away = true;
  time.advance(seconds{200});
  way->look();
  BOOST_TEST(status(usual().token(claims())) == 200U);
}

BOOST_AUTO_TEST_CASE(a_request_waits_for_the_first_keys) {
  provider.late = true;
  start();
  const auto asked = bearing(usual().token(claims()));
  BOOST_TEST(!way->known(asked));
  unsigned status = 0;
  way->identify(asked, [&](const sign_in_answer& found) { status = found ? 200 : 401; });
  BOOST_TEST(status == 0U);
  provider.deliver();
  BOOST_TEST(status == 200U);
  BOOST_TEST(!!way->known(asked));
}

BOOST_AUTO_TEST_CASE(a_changed_mapping_changes_a_token_in_use) {
  start();
  const auto token = usual().token(claims());
  BOOST_TEST(ask(token)->who->is_system);
  map_roles("- when: [{claim: sub, equals: f3c1}]\n  roles: [reader]\n  project: p1\n");
  way->look();
  BOOST_TEST(!ask(token)->who->is_system);
  BOOST_TEST(ask(token)->who->project_id == "p1");
  map_roles("- broken");
  way->look();
  BOOST_TEST(ask(token)->who->project_id == "p1");
  map_roles("- when: [{claim: sub, equals: other}]\n  roles: [admin]\n  system: true\n");
  way->look();
  BOOST_REQUIRE(ask(token)->who);  // without roles, not without limits
  BOOST_TEST(ask(token)->who->roles.empty());
  BOOST_TEST(!ask(token)->who->is_system);
}

BOOST_AUTO_TEST_CASE(the_name_is_a_claim_or_the_subject) {
  options.user_claim = "email";
  start();
  const auto name_for = [&](const json& email) {
    auto changed = claims();
    changed["email"] = email;
    return ask(usual().token(changed))->name;
  };
  BOOST_TEST(name_for("ann@id.test") == "ann@id.test");
  for (const json& email : {json(), json(""), json(7), json("a\nb"), json(std::string(256, 'x'))})
    BOOST_TEST(name_for(email) == "f3c1");
}

BOOST_AUTO_TEST_CASE(only_bearers_with_a_dot_are_tokens_of_a_provider) {
  start();
  const auto applies = [&](const std::string& header) {
    return way->applies_to({"GET", "/", {{"Authorization", header}}, {}});
  };
  BOOST_TEST(applies("Bearer a.b.c"));
  BOOST_TEST(applies("bearer   a.b.c "));
  for (const auto* header : {"", "Bearer", "Bearer ", "Bearer ibt_1_abc", "Basic a.b.c", "a.b.c"})
    BOOST_TEST(!applies(header), header);
  BOOST_TEST(!way->applies_to({"GET", "/", {{"X-Auth-Token", "a.b.c"}}, {}}));
}

BOOST_AUTO_TEST_CASE(a_start_with_a_wrong_mapping_names_the_option) {
  map_roles("- roles: [admin]\n  system: true\n");
  oidc_authenticator refused{options, provider.factory(), time};
  const auto started = refused.start();
  BOOST_REQUIRE(!started);
  BOOST_TEST(started.error().message ==
             "oidc.mapping_file: '" + options.mapping_file + "': row 1: 'when' is missing.");
}

BOOST_AUTO_TEST_CASE(a_page_is_offered_the_code_flow) {
  start();
  BOOST_TEST(way->offer().is_null());  // no client_id
  BOOST_TEST(way->page_origins().empty());
  options.client_id = "fleet-page";
  provider.away = true;
  start();
  BOOST_TEST(way->offer().is_null());
  provider.away = false;
  time.advance(seconds{10});
  way->look();
  BOOST_TEST(way->offer() == json({{"issuer", test_issuer},
                                   {"authorization_endpoint", test_issuer + "/auth"},
                                   {"token_endpoint", test_issuer + "/token"},
                                   {"client_id", "fleet-page"},
                                   {"scopes", "openid profile"},
                                   {"token", "access_token"}}));
  BOOST_TEST(way->page_origins() == std::vector<std::string>{"https://id.test"});
}

BOOST_AUTO_TEST_CASE(the_memory_of_tokens_is_bounded) {
  verified_tokens memory{2};
  const auto keys = std::make_shared<const key_set>();
  const auto value = std::make_shared<const json>(1);
  const auto at = [](int x) { return timestamp{seconds{x}}; };
  memory.add("a", value, keys, at(5), at(0));
  memory.add("b", value, keys, at(20), at(0));
  memory.add("c", value, keys, at(20), at(10));  // "a" has ended
  BOOST_TEST(!memory.find("a", keys));
  BOOST_TEST(!!memory.find("b", keys));
  BOOST_TEST(!memory.find("b", std::make_shared<const key_set>()));
  memory.add("d", value, keys, at(20), at(10));
  BOOST_TEST(!memory.find("b", keys));
  BOOST_TEST(!!memory.find("d", keys));
}

BOOST_AUTO_TEST_SUITE_END()
