#include "gateways/http/access/oidc/verified_tokens.hpp"

namespace ironbus::http {

verified_tokens::claims_ptr verified_tokens::find(const std::string& token_digest,
                                                  const keys_ptr& keys) const {
  std::lock_guard hold{mutex_};
  const auto found = entries_.find(token_digest);
  if (found == entries_.end() || found->second.keys != keys) return nullptr;
  return found->second.claims;
}

void verified_tokens::add(const std::string& token_digest, claims_ptr claims, keys_ptr keys,
                          timestamp end, timestamp now) {
  std::lock_guard hold{mutex_};
  if (entries_.size() >= entries_max_) {
    std::erase_if(entries_, [&](const auto& row) { return row.second.end <= now; });
    if (entries_.size() >= entries_max_) entries_.clear();
  }
  entries_[token_digest] = {std::move(claims), std::move(keys), end};
}

}  // namespace ironbus::http
