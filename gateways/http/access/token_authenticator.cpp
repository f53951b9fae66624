#include "gateways/http/access/token_authenticator.hpp"

#include "messages/base/text.hpp"
#include "messages/model/record.hpp"

#include <algorithm>

namespace ironbus::http {

namespace {

constexpr std::string_view token_scheme = "bearer ";

// Made-up tokens must not fill the store's queue.
constexpr size_t token_lookups_max = 256;

tl::unexpected<refused_user> refuse_token(unsigned status, std::string text) {
  return tl::unexpected(refused_user{status, std::move(text)});
}

/// The same for a missing token and a wrong secret.
tl::unexpected<refused_user> unknown_token() {
  return refuse_token(401, "The API token is unknown.");
}

std::string_view bearer_token(std::string_view header) {
  if (header.size() < token_scheme.size() ||
      lower(header.substr(0, token_scheme.size())) != token_scheme)
    return {};
  return trim(header.substr(token_scheme.size()));
}

/// A record of the store as a token. Null: it is missing, deleted or damaged.
api_token_cache::token_ptr token_in_store(const result<stored>& found) {
  if (!found || found->erased) return nullptr;
  const auto record = decode_record(found->snapshot);
  if (!record) return nullptr;
  auto token = read_api_token(record->attributes);
  return token ? std::make_shared<const known_token>(std::move(*token)) : nullptr;
}

}  // namespace

std::string_view token_in(const request& asked) {
  for (const auto text :
       {bearer_token(asked.header("Authorization")), trim(asked.header("X-Auth-Token"))})
    if (begins_like_token(text)) return text;
  return {};
}

std::optional<sign_in_answer> token_authenticator::known(const request& asked) {
  const auto sent = parse_token(token_in(asked));
  if (!sent) return unknown_token();
  const auto found = services_.cache.find(sent->uuid, steady_clock::now());
  if (!found) return std::nullopt;
  return check(*sent, *found);
}

void token_authenticator::identify(const request& asked, callback done) {
  auto sent = parse_token(token_in(asked));
  if (!sent) return done(unknown_token());
  const auto uuid = sent->uuid;
  auto judge = [this, sent = std::move(*sent)](const api_token_cache::token_ptr& found) {
    return check(sent, found);
  };
  look_up(uuid, std::move(judge), std::move(done));
}

std::optional<sign_in_answer> token_authenticator::renewed(const proved_user& earlier) {
  const auto found = services_.cache.find(earlier.credential, steady_clock::now());
  if (!found) return std::nullopt;
  return check_times(*found);
}

void token_authenticator::renew(const proved_user& earlier, callback done) {
  auto judge = [this](const api_token_cache::token_ptr& found) { return check_times(found); };
  look_up(earlier.credential, std::move(judge), std::move(done));
}

void token_authenticator::look_up(const std::string& uuid, check_found judge, callback done) {
  if (lookups_.fetch_add(1) >= token_lookups_max) {
    --lookups_;
    return done(refuse_token(503, "Too many API tokens are looked up now. Try again later."));
  }
  services_.records.load("record", record_subject(token_type, uuid),
                         [this, uuid, judge = std::move(judge), done = std::move(done),
                          before = services_.cache.forgotten()](const result<stored>& found) {
                           --lookups_;
                           done(take_stored(uuid, judge, found, before));
                         });
}

sign_in_answer token_authenticator::take_stored(const std::string& uuid, const check_found& judge,
                                                const result<stored>& found,
                                                uint64_t forgotten_before) {
  if (!found && found.error().code != error_code::not_found)
    return refuse_token(503, "The API token cannot be checked now: " + found.error().message +
                                 ". Try again later.");
  const auto token = token_in_store(found);
  services_.cache.keep(uuid, token, forgotten_before, steady_clock::now());
  return judge(token);
}

sign_in_answer token_authenticator::check(const token_parts& sent,
                                          const api_token_cache::token_ptr& found) const {
  if (!found || !has_digest(sent, found->content.digest)) return unknown_token();
  return check_times(found);
}

sign_in_answer token_authenticator::check_times(const api_token_cache::token_ptr& found) const {
  if (!found) return unknown_token();
  const auto& token = found->content;
  if (token.revoked_at)
    return refuse_token(401, "The API token was revoked at " + to_string(*token.revoked_at) + ".");
  if (services_.time.now() >= token.expires_at)
    return refuse_token(401, "The API token expired at " + to_string(token.expires_at) + ".");
  return accept(*found);
}

/// The token acts in the name of its creator. Without one, the history shows the token's name.
sign_in_answer token_authenticator::accept(const known_token& token) const {
  const auto& content = token.content;
  const bool was_used_lately =
      content.last_used_at && services_.time.now() - *content.last_used_at < token_use_noted_every;
  if (!was_used_lately && !token.use_noted.exchange(true)) services_.note_use(content.uuid);
  const auto& creator = content.who.user_name;
  proved_user out{creator.empty() ? content.name : creator, method};
  out.who = content.who;
  out.who->user_name = out.name;
  out.credential = content.uuid;
  return out;
}

}  // namespace ironbus::http
