// What an OpenID provider and its users send: tokens, keys, descriptions and claims for a mapping.
#include "gateways/http/access/oidc/claim_mapping.hpp"
#include "gateways/http/access/oidc/json_web_token.hpp"
#include "gateways/http/access/oidc/key_set.hpp"
#include "gateways/http/access/oidc/provider_metadata.hpp"
#include "gateways/http/access/oidc/token_claims.hpp"
#include "messages/crypto/base64.hpp"
#include "tests/fuzz/fuzz.hpp"

static constexpr int64_t token_now = 1'800'000'000;

static void feed_token(std::string_view text) {
  using namespace ironbus;
  using namespace ironbus::http;
  const auto read = read_json_web_token(text);
  if (!read) return;
  demand(is_token_algorithm(read->algorithm) && read->claims.is_object());
  demand(read->signed_text + "." + to_base64url(read->signature) == text);
  const timestamp now{std::chrono::seconds{token_now}};
  const wanted_claims wanted{"https://id.test", "ironbus", std::chrono::seconds{60}};
  const auto end = check_claims(read->claims, wanted, now);
  if (!end) return;
  demand(*end > now && read->claims["iss"] == wanted.issuer);
  demand(!naming_claim(read->claims, "sub").empty());
}

/// The first line is the header, the rest the payload; and both as sent.
static void feed_jwt(std::string_view input) {
  using namespace ironbus;
  feed_token(input);
  const auto line = input.substr(0, input.find('\n'));
  const auto rest = input.substr(std::min(input.size(), line.size() + 1));
  feed_token(to_base64url(line) + "." + to_base64url(rest) + ".c2ln");
  if (const auto keys = http::read_key_set(rest))
    for (const auto& key : keys->keys) {
      demand(!key.fits("none") && !key.fits("HS256"));
      demand(!key.verifies("RS256", "text", line) || key.fits("RS256"));
    }
  const auto found = http::read_provider_metadata(rest, "https://id.test");
  demand(!found || !!http::check_provider_url(found->jwks_uri));
}

/// Claims in the first line, a mapping after it.
static void feed_claim_mapping(std::string_view input) {
  using namespace ironbus;
  const auto line = input.substr(0, input.find('\n'));
  const std::string rest{input.substr(std::min(input.size(), line.size() + 1))};
  const auto rows = http::parse_claim_mapping(rest);
  if (!rows) return;
  for (const auto& row : *rows) demand(!row.when.empty() && !row.roles.empty());
  const auto claims = parse_json(line, {4096, 16});
  if (!claims || !claims->is_object()) return;
  const auto who = http::map_claims(*rows, *claims);
  demand(who.roles.empty() ? !who.is_system && who.project_id.empty()
                           : who.is_system == who.project_id.empty());
  demand(http::map_claims(*rows, json::object()).roles.empty());
}

static const ironbus::fuzz_target jwt_target{"jwt", feed_jwt};
static const ironbus::fuzz_target claim_mapping_target{"claim_mapping", feed_claim_mapping};
