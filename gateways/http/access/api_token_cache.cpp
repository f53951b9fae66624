#include "gateways/http/access/api_token_cache.hpp"

namespace ironbus::http {

std::optional<api_token_cache::token_ptr> api_token_cache::find(const std::string& uuid,
                                                                time_point now) {
  std::lock_guard hold{mutex_};
  auto found = fresh(tokens_, uuid, now);
  return found ? found : fresh(missing_, uuid, now);
}

uint64_t api_token_cache::forgotten() const {
  std::lock_guard hold{mutex_};
  return forgotten_;
}

void api_token_cache::keep(const std::string& uuid, token_ptr token, uint64_t forgotten_before,
                           time_point now) {
  std::lock_guard hold{mutex_};
  if (forgotten_ != forgotten_before) return;
  auto& map = token ? tokens_ : missing_;
  map.put(uuid, {std::move(token), now + lifetime_});
}

void api_token_cache::forget(const std::string& uuid) {
  std::lock_guard hold{mutex_};
  ++forgotten_;
  tokens_.erase(uuid);
  missing_.erase(uuid);
}

std::optional<api_token_cache::token_ptr> api_token_cache::fresh(recent_map<kept>& map,
                                                                 const std::string& uuid,
                                                                 time_point now) {
  const auto* found = map.find(uuid);
  if (found == nullptr) return std::nullopt;
  if (now < found->until) return found->token;
  map.erase(uuid);
  return std::nullopt;
}

}  // namespace ironbus::http
