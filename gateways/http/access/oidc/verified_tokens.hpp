#pragma once

#include "gateways/http/access/oidc/key_set.hpp"
#include "messages/base/time.hpp"

#include <map>
#include <memory>
#include <mutex>
#include <string>

namespace ironbus::http {

/// Remembers the claims of tokens whose signature was verified, so that not every request verifies
/// one. Keeps digests, no tokens. Thread safe.
class verified_tokens {
public:
  using keys_ptr = std::shared_ptr<const key_set>;
  using claims_ptr = std::shared_ptr<const json>;

  explicit verified_tokens(size_t entries_max) : entries_max_(entries_max) {}

  /// The claims if the token was verified by these keys. The caller checks their times. Null: not
  /// known.
  claims_ptr find(const std::string& token_digest, const keys_ptr& keys) const;
  /// Adds claims that are of no use after `end`. If the cache is full, removes the ended entries,
  /// or all if none has ended.
  void add(const std::string& token_digest, claims_ptr claims, keys_ptr keys, timestamp end,
           timestamp now);

private:
  struct entry {
    claims_ptr claims;
    keys_ptr keys;
    timestamp end;
  };

  const size_t entries_max_;
  mutable std::mutex mutex_;
  std::map<std::string, entry, std::less<>> entries_;
};

}  // namespace ironbus::http
