#include "gateways/http/access/session/session_authenticator.hpp"

#include "messages/base/uuid.hpp"

#include <algorithm>

namespace ironbus::http {

namespace {

// Browsers drop longer cookies.
constexpr size_t cookie_bytes_max = 4000;

bool only_reads(std::string_view verb) {
  return verb == "GET" || verb == "HEAD" || verb == "OPTIONS";
}

tl::unexpected<refused_user> refuse_session(unsigned status, std::string text) {
  return tl::unexpected(refused_user{status, std::move(text)});
}

}  // namespace

session_authenticator::session_authenticator(session_options options,
                                             std::vector<authenticator*> ways)
    : options_(std::move(options)), ways_(std::move(ways)), seal_(options_.secret) {}

bool session_authenticator::applies_to(const request& asked) const {
  return !session_cookie(asked, true).empty() || !session_cookie(asked, false).empty();
}

std::optional<page_session> session_authenticator::session_of(const request& asked) const {
  for (const bool is_secure : {true, false}) {
    const auto text = seal_.open(session_cookie(asked, is_secure));
    auto found = text ? read_session(*text) : std::nullopt;
    if (found && found->is_secure == is_secure && options_.now() < found->expires &&
        !revoked_.holds(found->id))
      return found;
  }
  return std::nullopt;
}

authenticator* session_authenticator::way_named(std::string_view name) const {
  const auto found = std::find_if(ways_.begin(), ways_.end(),
                                  [&](const auto* way) { return way->name() == name; });
  return found == ways_.end() ? nullptr : *found;
}

tl::expected<session_authenticator::renewal, refused_user> session_authenticator::read(
    const request& asked) const {
  auto found = session_of(asked);
  if (!found) return refuse_session(401, "The session has ended. Sign in again.");
  if (!only_reads(asked.method) &&
      !are_equal(asked.header(forgery_header), seal_.forgery_token(found->id)))
    return refuse_session(403,
                          "The request lacks the session's token against forgery. Send the "
                          "csrf_token of GET /v1/session in the header " +
                              std::string{forgery_header} + ".");
  auto* way = way_named(found->method);
  if (way == nullptr)
    return refuse_session(401, "Signing in by '" + found->method +
                                   "' is no longer allowed (api.auth_strategy). Sign in again.");
  renewal out;
  out.way = way;
  out.earlier.name = std::move(found->user);
  out.earlier.method = way->name();
  out.earlier.who = std::move(found->who);
  out.earlier.credential = std::move(found->credential);
  return out;
}

std::optional<sign_in_answer> session_authenticator::known(const request& asked) {
  const auto found = read(asked);
  if (!found) return tl::unexpected(found.error());
  return found->way->renewed(found->earlier);
}

void session_authenticator::identify(const request& asked, callback done) {
  const auto found = read(asked);
  if (!found) return done(tl::unexpected(found.error()));
  found->way->renew(found->earlier, std::move(done));
}

result<begun_session> session_authenticator::begin(const proved_user& user, bool is_secure) const {
  const auto* way = way_named(user.method);
  const auto lifetime =
      way != nullptr ? std::min(options_.lifetime, way->session_max()) : options_.lifetime;
  begun_session out;
  auto& one = out.content;
  one.id = random_token();
  one.user = user.name;
  one.method = user.method;
  one.credential = user.credential;
  one.expires = options_.now() + lifetime;
  one.is_secure = is_secure;
  one.who = user.who;
  out.cookie = set_session_cookie(seal_.seal(session_text(one)), is_secure, lifetime);
  out.forgery_token = forgery_token(one);
  if (out.cookie.size() > cookie_bytes_max)
    return fail(error_code::invalid, "The user has too many roles for a session: its cookie has " +
                                         std::to_string(out.cookie.size()) +
                                         " bytes; allowed: at most " +
                                         std::to_string(cookie_bytes_max) + ".");
  return out;
}

std::string session_authenticator::end(const page_session& x) {
  revoked_.add(x.id, x.expires, options_.now());
  return set_session_cookie({}, x.is_secure, std::chrono::seconds{0});
}

}  // namespace ironbus::http
