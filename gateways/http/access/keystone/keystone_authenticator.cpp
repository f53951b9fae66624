#include "gateways/http/access/keystone/keystone_authenticator.hpp"

#include "gateways/http/access/keystone/access_rule_match.hpp"
#include "messages/base/json.hpp"
#include "messages/base/text.hpp"

#include <algorithm>

namespace ironbus::http {

namespace {

constexpr std::string_view keystone_401_text = "The request you have made requires authentication.";
constexpr size_t keystone_token_bytes_max = 4096;

std::string_view user_token_of(const request& asked) {
  const auto token = trim(asked.header("X-Auth-Token"));
  return token.empty() ? trim(asked.header("X-Storage-Token")) : token;
}

/// Whether Keystone may know it. Others are not worth a question.
bool is_token(std::string_view text) {
  return !text.empty() && text.size() <= keystone_token_bytes_max &&
         std::all_of(text.begin(), text.end(), [](char c) { return c > ' ' && c < 0x7F; });
}

refused_user without_token() { return {401, std::string{keystone_401_text}}; }

refused_user refusal_for(token_refusal why) {
  if (why == token_refusal::invalid) return without_token();
  return {503, "The Keystone service is temporarily unavailable."};
}

token_check_limits limits_of(const keystone_options& options) {
  token_check_limits out;
  out.valid_time = options.token_cache_time;
  return out;
}

}  // namespace

keystone_authenticator::keystone_authenticator(keystone_options options,
                                               std::unique_ptr<web_client> web)
    : options_(std::move(options)),
      web_(std::move(web)),
      validator_(options_, *web_),
      checks_(limits_of(options_), [this](token_question asked, token_checks::callback done) {
        validator_.validate(std::move(asked), std::move(done));
      }) {}

std::string keystone_authenticator::challenge() const {
  const auto& shown = options_.www_authenticate_uri;
  return "Keystone uri=\"" + (shown.empty() ? options_.auth_url : shown) + "\"";
}

std::string keystone_authenticator::refusal_body(unsigned status) const {
  if (status != 401) return {};
  const json error{{"code", status}, {"title", "Unauthorized"}, {"message", keystone_401_text}};
  return to_text(json{{"error", error}});
}

result<std::monostate> keystone_authenticator::start() {
  validator_.warm_up();
  return {};
}

void keystone_authenticator::stop() {
  checks_.stop();
  web_.reset();  // Ends its thread, and with it the answers that use other objects.
}

bool keystone_authenticator::applies_to(const request& asked) const {
  return !user_token_of(asked).empty();
}

keystone_authenticator::sent_tokens keystone_authenticator::read(const request& asked) {
  sent_tokens out;
  out.user.token = user_token_of(asked);
  out.service = trim(asked.header("X-Service-Token"));
  out.user.allow_expired = !out.service.empty();
  out.method = asked.method;
  out.target = asked.target;
  return out;
}

bool keystone_authenticator::is_service(const validated_token& token) const {
  const auto& roles = options_.service_token_roles;
  return !options_.service_token_roles_required ||
         std::any_of(roles.begin(), roles.end(),
                     [&](const auto& role) { return rights::has_role(token.who, lower(role)); });
}

std::optional<refused_user> keystone_authenticator::judge_service(const token_check& found) const {
  if (!found) return refusal_for(found.error());
  if (!is_service(**found)) return without_token();
  return std::nullopt;
}

/// Scope and roles are those of the user's token, even if a service sends it.
sign_in_answer keystone_authenticator::judge_user(const sent_tokens& sent,
                                                  const token_check& found) const {
  if (!found) return tl::unexpected(refusal_for(found.error()));
  const auto& token = **found;
  if (token.access_rules && sent.service.empty() &&
      !is_permitted(*token.access_rules, options_.service_type, sent.method, sent.target))
    return tl::unexpected(without_token());
  return proved_user{token.who.user_name, method, token.who};
}

std::optional<sign_in_answer> keystone_authenticator::known(const request& asked) {
  const auto sent = read(asked);
  const bool has_service = !sent.service.empty();
  if (!is_token(sent.user.token) || (has_service && !is_token(sent.service)))
    return tl::unexpected(without_token());
  if (has_service) {
    const auto service = checks_.known({sent.service});
    if (!service) return std::nullopt;
    if (auto refused = judge_service(*service)) return tl::unexpected(std::move(*refused));
  }
  const auto user = checks_.known(sent.user);
  if (!user) return std::nullopt;
  return judge_user(sent, *user);
}

void keystone_authenticator::check_user(const sent_tokens& sent, const callback& done) {
  checks_.check(sent.user,
                [this, sent, done](const token_check& found) { done(judge_user(sent, found)); });
}

void keystone_authenticator::identify(const request& asked, callback done) {
  const auto sent = read(asked);
  if (sent.service.empty()) return check_user(sent, done);
  checks_.check({sent.service}, [this, sent, done](const token_check& found) {
    if (auto refused = judge_service(found)) return done(tl::unexpected(std::move(*refused)));
    check_user(sent, done);
  });
}

}  // namespace ironbus::http
