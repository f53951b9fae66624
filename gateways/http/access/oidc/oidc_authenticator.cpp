#include "gateways/http/access/oidc/oidc_authenticator.hpp"

#include "gateways/http/access/oidc/json_web_token.hpp"
#include "messages/base/text.hpp"
#include "messages/crypto/digest.hpp"

#include <algorithm>

namespace ironbus::http {

namespace {

constexpr std::string_view bearer_scheme = "bearer ";
constexpr size_t remembered_tokens_max = 2'048;

/// The JWT that a request carries; empty: none.
std::string_view jwt_of(const request& asked) {
  auto header = asked.header("Authorization");
  if (lower(header.substr(0, bearer_scheme.size())) != bearer_scheme) return {};
  header.remove_prefix(bearer_scheme.size());
  header = trim(header);
  return header.find('.') != std::string_view::npos ? header : std::string_view{};
}

sign_in_answer refuse_token(const std::string& why) {
  return tl::unexpected(refused_user{401, "The token is refused: " + why + "."});
}

sign_in_answer refuse_without_keys() {
  return tl::unexpected(refused_user{
      503,
      "The token cannot be verified: the keys of the OpenID provider could not be read yet. "
      "Try again later."});
}

}  // namespace

oidc_authenticator::oidc_authenticator(oidc_options options, const web_client_factory& make_client,
                                       const ironbus::clock& time)
    : options_(std::move(options)),
      wanted_{options_.issuer, options_.audience, options_.clock_skew},
      time_(time),
      mapping_(options_.mapping_file, read_claim_mapping),
      verified_(remembered_tokens_max),
      provider_(options_, make_client, time) {}

result<std::monostate> oidc_authenticator::start() {
  if (auto read = mapping_.start(); !read)
    return fail(read.error().code, "oidc.mapping_file: " + read.error().message);
  provider_.start();
  return {};
}

void oidc_authenticator::look() {
  mapping_.look();
  provider_.look();
}

bool oidc_authenticator::applies_to(const request& asked) const { return !jwt_of(asked).empty(); }

std::optional<sign_in_answer> oidc_authenticator::known(const request& asked) {
  const auto token = jwt_of(asked);
  if (auto answer = decide(token)) return answer;
  if (provider_.may_learn()) return std::nullopt;
  return decide_now(token);
}

void oidc_authenticator::identify(const request& asked, callback done) {
  provider_.refresh([this, token = std::string{jwt_of(asked)}, done = std::move(done)] {
    done(decide_now(token));
  });
}

std::optional<sign_in_answer> oidc_authenticator::decide(std::string_view token) {
  const auto keys = provider_.keys();
  const auto now = time_.now();
  const auto digest = sha256_of(token);
  if (const auto claims = verified_.find(digest, keys)) {
    if (const auto good = check_claims(*claims, wanted_, now); !good)
      return refuse_token(good.error().message);
    return accept(*claims);
  }
  auto read = read_json_web_token(token);
  if (!read) return refuse_token(read.error().message);
  const auto* key = keys ? keys->find(read->key_id, read->algorithm) : nullptr;
  if (key == nullptr) return std::nullopt;
  if (!key->verifies(read->algorithm, read->signed_text, read->signature))
    return refuse_token("its signature is wrong");
  const auto end = check_claims(read->claims, wanted_, now);
  if (!end) return refuse_token(end.error().message);
  const auto claims = std::make_shared<const json>(std::move(read->claims));
  verified_.add(digest, claims, keys, *end, now);
  return accept(*claims);
}

sign_in_answer oidc_authenticator::decide_now(std::string_view token) {
  if (auto answer = decide(token)) return std::move(*answer);
  if (!provider_.keys()) return refuse_without_keys();
  return refuse_token("the OpenID provider has no key of its kid for its alg");
}

sign_in_answer oidc_authenticator::accept(const json& claims) const {
  const auto subject = naming_claim(claims, "sub");
  auto name = naming_claim(claims, options_.user_claim);
  if (name.empty()) name = subject;
  proved_user out{std::move(name), method};
  out.who = map_claims(*mapping_.content(), claims);
  out.who->user_name = out.name;
  out.who->user_id = subject;
  return out;
}

json oidc_authenticator::offer() const {
  const auto found = provider_.metadata();
  if (options_.client_id.empty() || !found || found->authorization_endpoint.empty() ||
      found->token_endpoint.empty())
    return nullptr;
  return {{"issuer", options_.issuer},
          {"authorization_endpoint", found->authorization_endpoint},
          {"token_endpoint", found->token_endpoint},
          {"client_id", options_.client_id},
          {"scopes", join(
                         options_.scopes, [](std::string_view x) { return x; }, " ")},
          {"token", "access_token"}};
}

std::vector<std::string> oidc_authenticator::page_origins() const {
  if (offer().is_null()) return {};
  return {origin_of_url(provider_.metadata()->token_endpoint)};
}

}  // namespace ironbus::http
