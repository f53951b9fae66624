#include "gateways/http/access/keystone/token_checks.hpp"

#include "messages/crypto/hmac.hpp"
#include "messages/platform/log.hpp"

namespace ironbus::http {

namespace {

/// Keystone itself decides how long an expired token is accepted.
bool has_expired(const validated_token& token, bool allow_expired) {
  return !allow_expired && token.expires_at <= ironbus::system_clock{}.now();
}

/// Keystone's clock may be behind this one.
token_check by_own_clock(const token_check& found, bool allow_expired) {
  if (found && has_expired(**found, allow_expired)) return tl::unexpected(token_refusal::invalid);
  return found;
}

}  // namespace

token_checks::token_checks(token_check_limits limits, source asked_source)
    : limits_{limits},
      source_{std::move(asked_source)},
      valid_{limits.valid_time, limits.cached_max},
      invalid_{limits.invalid_time, limits.cached_max} {
  host_source::current().fill(secret_);
}

std::string token_checks::key_of(const token_question& asked) const {
  const std::string_view secret{reinterpret_cast<const char*>(secret_.data()), secret_.size()};
  return hmac_sha256(secret, asked.token) + (asked.allow_expired ? "1" : "0");
}

std::optional<token_check> token_checks::find(const std::string& key, const token_question& asked) {
  const auto now = steady_clock::now();
  if (auto found = valid_.find(key, now)) return by_own_clock(*found, asked.allow_expired);
  return invalid_.find(key, now);
}

std::optional<token_check> token_checks::known(const token_question& asked) {
  const auto key = key_of(asked);
  std::lock_guard guard{mutex_};
  return find(key, asked);
}

void token_checks::check(const token_question& asked, callback done) {
  const auto key = key_of(asked);
  std::unique_lock lock{mutex_};
  if (stopped_) return;
  if (const auto found = find(key, asked)) {
    lock.unlock();
    return done(*found);
  }
  const auto running = waiting_.find(key);
  if (running != waiting_.end()) return running->second.push_back(std::move(done));
  if (waiting_.size() >= limits_.waiting_max) {
    lock.unlock();
    log::warn("http: too many tokens wait for Keystone; further ones are refused");
    return done(tl::unexpected(token_refusal::unavailable));
  }
  waiting_[key].push_back(std::move(done));
  lock.unlock();
  source_(asked, [this, key, allow_expired = asked.allow_expired](const token_check& found) {
    finish(key, allow_expired, found);
  });
}

void token_checks::finish(const std::string& key, bool allow_expired, const token_check& found) {
  const auto answer = by_own_clock(found, allow_expired);
  std::vector<callback> waiting;
  {
    std::lock_guard guard{mutex_};
    const auto now = steady_clock::now();
    if (answer) {
      valid_.add(key, answer, now);
    } else if (answer.error() == token_refusal::invalid) {
      invalid_.add(key, answer, now);
    }
    const auto row = waiting_.extract(key);
    if (!row.empty()) waiting = std::move(row.mapped());
  }
  for (const auto& done : waiting) done(answer);
}

void token_checks::stop() {
  std::map<std::string, std::vector<callback>> dropped;
  std::lock_guard guard{mutex_};
  stopped_ = true;
  dropped.swap(waiting_);
}

}  // namespace ironbus::http
