#pragma once

#include "gateways/http/access/recent_map.hpp"
#include "messages/base/host_source.hpp"
#include "messages/contract/api_token.hpp"

#include <atomic>
#include <chrono>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

namespace ironbus::http {

/// A token as the store had it a short time ago.
struct known_token {
  explicit known_token(api_token x) : content(std::move(x)) {}

  const api_token content;
  mutable std::atomic<bool> use_noted{false};  ///< This copy has reported a use.
};

/// Remembers tokens of the store, and ids that have none, for a short time. Thread safe.
class api_token_cache {
public:
  using time_point = steady_clock::time_point;
  using token_ptr = std::shared_ptr<const known_token>;

  /// Tokens, and ids without a token, are bounded apart. So made-up ids displace no token.
  api_token_cache(std::chrono::milliseconds lifetime, size_t entries_max)
      : lifetime_(lifetime), tokens_(entries_max), missing_(entries_max) {}

  /// Unset: not known. Null: there is no such token.
  std::optional<token_ptr> find(const std::string& uuid, time_point now);

  /// Passed to keep(): the number of forget() calls before the store was read.
  uint64_t forgotten() const;
  /// Keeps what the store has; null: nothing. Ignores it if a token was forgotten in between,
  /// because the store may have been read before the change.
  void keep(const std::string& uuid, token_ptr token, uint64_t forgotten_before, time_point now);
  /// Drops a token that was changed.
  void forget(const std::string& uuid);

private:
  struct kept {
    token_ptr token;
    time_point until;
  };

  static std::optional<token_ptr> fresh(recent_map<kept>& map, const std::string& uuid,
                                        time_point now);

  const std::chrono::milliseconds lifetime_;
  mutable std::mutex mutex_;  ///< Guards the following members.
  recent_map<kept> tokens_;
  recent_map<kept> missing_;
  uint64_t forgotten_ = 0;
};

}  // namespace ironbus::http
