#pragma once

#include "gateways/http/access/keystone/token_cache.hpp"

#include <array>

namespace ironbus::http {

struct token_check_limits {
  std::chrono::seconds valid_time{300};  ///< How long a valid token is cached. 0: not at all.
  std::chrono::seconds invalid_time{3};  ///< The same for an invalid one.
  size_t cached_max = 20'000;            ///< Tokens of each kind.
  size_t waiting_max = 256;              ///< Tokens that are being checked.
};

/// Checks tokens with few questions to Keystone: it caches answers, and checks of one token share a
/// question. Keeps no tokens, only digests keyed with a key of this process. Thread safe.
class token_checks {
public:
  using callback = token_validator::callback;
  using source = std::function<void(token_question, callback)>;

  token_checks(token_check_limits limits, source asked_source);

  /// The cached answer. A token that has expired since is invalid.
  std::optional<token_check> known(const token_question& asked);
  /// Calls `done` once, on any thread; never after stop().
  void check(const token_question& asked, callback done);
  /// Drops the waiting checks. Idempotent.
  void stop();

private:
  std::string key_of(const token_question& asked) const;
  std::optional<token_check> find(const std::string& key, const token_question& asked);
  void finish(const std::string& key, bool allow_expired, const token_check& found);

  const token_check_limits limits_;
  const source source_;
  std::array<uint8_t, 32> secret_{};
  std::mutex mutex_;  ///< Guards the following members.
  token_cache valid_;
  token_cache invalid_;
  std::map<std::string, std::vector<callback>> waiting_;
  bool stopped_ = false;
};

}  // namespace ironbus::http
