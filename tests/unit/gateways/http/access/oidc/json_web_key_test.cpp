#include "gateways/http/access/oidc/json_web_key.hpp"

#include "gateways/http/access/oidc/key_set.hpp"
#include "messages/crypto/base64.hpp"
#include "token_signer.hpp"

#include <boost/test/unit_test.hpp>
#include <openssl/err.h>

namespace {

using namespace ironbus;
using namespace ironbus::http;
using namespace ironbus::test;

std::string key_refusal(const json& key) {
  const auto read = json_web_key::read(key);
  return read ? "usable" : read.error().message;
}

json changed(json key, const json& patch) {
  key.merge_patch(patch);
  return key;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(json_web_keys)

BOOST_AUTO_TEST_CASE(each_algorithm_verifies_its_own_signatures_only) {
  for (const auto* name : all_token_algorithms) {
    const auto& signer = signer_of(name);
    const auto key = json_web_key::read(signer.public_key()).value();
    const auto signature = signer.sign("text");
    BOOST_TEST(key.verifies(name, "text", signature), name);
    BOOST_TEST(!key.verifies(name, "texT", signature), name);
    BOOST_TEST(!key.verifies(name, "text", ""), name);
    BOOST_TEST(!key.verifies(name, "text", signature + "x"), name);
    auto bent = signature;
    bent.back() = static_cast<char>(bent.back() ^ 1);
    BOOST_TEST(!key.verifies(name, "text", bent), name);
    BOOST_TEST(!key.verifies(name, "text", std::string(signature.size(), '\0')), name);
    for (const auto* other : all_token_algorithms)
      if (std::string{other} != name) BOOST_TEST(!key.verifies(other, "text", signature), other);
    BOOST_TEST(ERR_peek_error() == 0U, name);  // nothing is left for TLS connections
  }
}

BOOST_AUTO_TEST_CASE(a_key_without_alg_fits_its_type_and_curve) {
  const auto rsa =
      json_web_key::read(changed(signer_of("RS256").public_key(), {{"alg", nullptr}})).value();
  BOOST_TEST(rsa.fits("RS256"));
  BOOST_TEST(rsa.fits("PS512"));
  BOOST_TEST(!rsa.fits("ES256"));
  BOOST_TEST(rsa.verifies("RS256", "x", signer_of("RS256").sign("x")));
  const auto ec =
      json_web_key::read(changed(signer_of("ES384").public_key(), {{"alg", nullptr}})).value();
  BOOST_TEST(ec.fits("ES384"));
  BOOST_TEST(!ec.fits("ES256"));
  BOOST_TEST(!ec.fits("EdDSA"));
}

BOOST_AUTO_TEST_CASE(shared_secrets_and_no_signature_are_never_allowed) {
  for (const auto* name : {"none", "None", "", "HS256", "HS384", "HS512", "RS1", "rs256"})
    BOOST_TEST(!is_token_algorithm(name), name);
  BOOST_TEST(key_refusal({{"kty", "oct"}, {"k", "AAAA"}}) ==
             "its kty 'oct' is not allowed; allowed: RSA, EC, OKP");
}

BOOST_AUTO_TEST_CASE(unusable_keys_are_refused_with_the_reason) {
  const auto rsa = signer_of("RS256").public_key();
  const auto ec = signer_of("ES256").public_key();
  const auto okp = signer_of("EdDSA").public_key();
  const auto x = from_base64url(ec["x"].get<std::string>()).value();
  const std::string wrong_rsa = "it is not a valid RSA key of 2048 to 8192 bits";
  const std::string wrong_ec = "it is not a point of P-256, P-384 or P-521";
  const std::pair<json, std::string> rows[] = {
      {json::array(), "it is not an object"},
      {changed(rsa, {{"use", "enc"}}), "it is not for signatures"},
      {changed(rsa, {{"key_ops", {"sign"}}}), "it is not for signatures"},
      {changed(rsa, {{"key_ops", {"verify"}}}), "usable"},
      {changed(rsa, {{"alg", "RSA-OAEP"}}),
       "its alg 'RSA-OAEP' is not allowed; allowed: " + token_algorithms()},
      {changed(rsa, {{"kid", std::string(257, 'k')}}), "its kid is longer than 256 bytes"},
      {changed(rsa, {{"n", to_base64url(std::string(128, '\x7f'))}}), wrong_rsa},
      {changed(rsa, {{"n", to_base64url(std::string(2048, '\x7f'))}}), wrong_rsa},
      {changed(rsa, {{"n", "?"}}), wrong_rsa},
      {changed(rsa, {{"e", ""}}), wrong_rsa},
      {changed(rsa, {{"e", to_base64url("\x01")}}), wrong_rsa},
      {changed(ec, {{"y", ec["x"]}}), wrong_ec},  // not on the curve
      {changed(ec, {{"x", to_base64url(x.substr(1))}}), wrong_ec},
      {changed(ec, {{"crv", "secp256k1"}}), wrong_ec},
      {changed(ec, {{"crv", "P-384"}}), wrong_ec},
      {changed(okp, {{"crv", "Ed448"}}), "it is not a key of Ed25519"},
      {changed(okp, {{"x", to_base64url("short")}}), "it is not a key of Ed25519"},
  };
  for (const auto& [key, sentence] : rows) BOOST_TEST(key_refusal(key) == sentence);
  BOOST_TEST(ERR_peek_error() == 0U);
}

BOOST_AUTO_TEST_CASE(a_set_finds_keys_by_id_and_type) {
  const json list{signer_of("RS256").public_key(), signer_of("ES256").public_key(),
                  changed(signer_of("ES384").public_key(), {{"kid", "key-ES256"}}),
                  json{{"kty", "oct"}, {"k", "AAAA"}, {"kid", "secret"}}};
  const auto set = read_key_set(to_text({{"keys", list}})).value();
  BOOST_TEST(set.keys.size() == 3U);
  BOOST_TEST(set.ignored == 1U);
  BOOST_TEST(set.find("key-RS256", "RS256") == &set.keys[0]);
  BOOST_TEST(set.find("key-ES256", "ES256") == &set.keys[1]);
  BOOST_TEST(set.find("key-ES256", "ES384") == &set.keys[2]);
  const json_web_key* none = nullptr;
  BOOST_TEST(set.find("key-RS256", "ES256") == none);
  BOOST_TEST(set.find("secret", "HS256") == none);
  BOOST_TEST(set.find("other", "RS256") == none);
  BOOST_TEST(set.find("", "RS256") == &set.keys[0]);
}

BOOST_AUTO_TEST_CASE(a_token_without_key_id_needs_the_only_key) {
  const token_signer one{"EdDSA", "one"};
  const token_signer two{"EdDSA", "two"};
  const auto set = read_key_set(to_text({{"keys", {one.public_key(), two.public_key()}}})).value();
  const json_web_key* none = nullptr;
  BOOST_TEST(set.find("", "EdDSA") == none);
  BOOST_TEST(set.find("two", "EdDSA") == &set.keys[1]);
}

BOOST_AUTO_TEST_CASE(wrong_sets_are_refused) {
  const auto refused = [](const std::string& text) {
    const auto read = read_key_set(text);
    return read ? "usable" : read.error().message;
  };
  BOOST_TEST(refused("{") == "its key set is not JSON of at most 256 KiB and 8 levels");
  BOOST_TEST(refused(std::string(300 * 1024, ' ')) ==
             "its key set is not JSON of at most 256 KiB and 8 levels");
  BOOST_TEST(refused("[]") == "its key set has no list 'keys'");
  BOOST_TEST(refused("{\"keys\":{}}") == "its key set has no list 'keys'");
  BOOST_TEST(refused("{\"keys\":[]}") == "its key set has no usable key: it is empty");
  BOOST_TEST(refused("{\"keys\":[{\"kty\":\"oct\"}]}") ==
             "its key set has no usable key: its kty 'oct' is not allowed; allowed: RSA, EC, OKP");
  json many = json::array();
  for (int i = 0; i < 101; ++i) many.push_back(json::object());
  BOOST_TEST(refused(to_text({{"keys", many}})) ==
             "its key set has 101 keys; at most 100 are allowed");
}

BOOST_AUTO_TEST_CASE(sets_are_equal_if_their_keys_are) {
  const auto set_of = [](const json& keys) {
    return read_key_set(to_text({{"keys", keys}})).value();
  };
  const auto a = signer_of("ES256").public_key();
  const auto b = token_signer{"ES256", "key-ES256"}.public_key();
  BOOST_TEST((set_of(json::array({a})) == set_of(json::array({a}))));
  BOOST_TEST(!(set_of(json::array({a})) == set_of(json::array({b}))));
  BOOST_TEST(!(set_of(json::array({a})) == set_of(json::array({changed(a, {{"kid", "x"}})}))));
  BOOST_TEST(!(set_of(json::array({a})) == set_of(json::array({a, b}))));
}

BOOST_AUTO_TEST_SUITE_END()
