#include "messages/wire/routing.hpp"

#include <algorithm>

namespace ironbus::routing {

uint32_t shard_of(std::string_view subject, uint32_t shards) {
  uint64_t hash = 14695981039346656037ULL;
  for (unsigned char c : subject) {
    hash ^= c;
    hash *= 1099511628211ULL;
  }
  return static_cast<uint32_t>(hash % shards);
}

std::string shard_key(uint32_t shard) { return std::to_string(shard); }

std::string shard_queue(uint32_t shard) {
  return std::string{node_exchange} + "." + std::to_string(shard);
}

std::string step_key(std::string_view interface, std::string_view conductor_group) {
  auto key = "step." + std::string{interface};
  if (!conductor_group.empty()) key += "." + std::string{conductor_group};
  return key;
}

std::string step_queue(std::string_view conductor_group) {
  auto queue = std::string{step_exchange};
  if (!conductor_group.empty()) queue += "." + std::string{conductor_group};
  return queue;
}

std::string event_key(std::string_view subject, std::string_view event_type) {
  auto key = subject.find('/') == std::string_view::npos ? "node." + std::string{subject}
                                                         : std::string{subject};
  std::replace(key.begin(), key.end(), '/', '.');
  return key + "." + std::string{event_type};
}

}  // namespace ironbus::routing
