#include "gateways/local/router.hpp"

#include "gateways/local/topic.hpp"
#include "messages/wire/routing.hpp"

#include <algorithm>

namespace ironbus::local {

router::kind router::kind_of(std::string_view exchange) {
  if (exchange.empty()) return kind::queue_name;
  if (exchange == routing::node_exchange) return kind::direct;
  if (exchange == routing::step_exchange || exchange == routing::event_exchange) return kind::topic;
  if (exchange == routing::dead_letter_exchange) return kind::fanout;
  return kind::none;
}

void router::add_queue(const std::string& name) { queues_.insert(name); }

void router::remove_queue(const std::string& name) {
  queues_.erase(name);
  for (auto& [exchange, list] : bindings_)
    std::erase_if(list, [&](const binding& x) { return x.queue == name; });
}

void router::bind(const std::string& exchange, const std::string& pattern,
                  const std::string& queue) {
  auto& list = bindings_[exchange];
  binding fresh{pattern, queue};
  if (std::find(list.begin(), list.end(), fresh) == list.end()) list.push_back(std::move(fresh));
}

bool router::matches(kind x, const binding& binding, const std::string& key) {
  if (x == kind::topic) return topic_matches(binding.pattern, key);
  return x == kind::fanout || binding.pattern == key;
}

std::optional<std::vector<std::string>> router::route(const std::string& exchange,
                                                      const std::string& key) const {
  auto how = kind_of(exchange);
  if (how == kind::none) return std::nullopt;
  std::vector<std::string> out;
  if (how == kind::queue_name) {
    if (queues_.contains(key)) out.push_back(key);
    return out;
  }
  auto found = bindings_.find(exchange);
  if (found == bindings_.end()) return out;
  for (const auto& x : found->second)
    if (matches(how, x, key) && std::find(out.begin(), out.end(), x.queue) == out.end())
      out.push_back(x.queue);
  return out;
}

}  // namespace ironbus::local
