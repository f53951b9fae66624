#include "gateways/http/access/keystone/token_cache.hpp"

namespace ironbus::http {

std::optional<token_check> token_cache::find(const std::string& key, time_point now) const {
  const auto found = entries_.find(key);
  if (found == entries_.end() || now >= found->second.until) return std::nullopt;
  return found->second.answer;
}

void token_cache::add(const std::string& key, token_check answer, time_point now) {
  if (lifetime_.count() == 0 || entries_max_ == 0) return;
  erase(key);
  if (entries_.size() >= entries_max_) erase(std::string{order_.front()});
  const auto place = order_.insert(order_.end(), key);
  entries_.emplace(key, cached_answer{std::move(answer), now + lifetime_, place});
}

void token_cache::erase(const std::string& key) {
  const auto found = entries_.find(key);
  if (found == entries_.end()) return;
  order_.erase(found->second.place);
  entries_.erase(found);
}

}  // namespace ironbus::http
