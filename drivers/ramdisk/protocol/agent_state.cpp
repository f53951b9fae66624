#include "drivers/ramdisk/protocol/agent_state.hpp"

#include <openssl/crypto.h>

#include <algorithm>

namespace ironbus::ramdisk {

namespace {

constexpr std::chrono::seconds between_heartbeats{1};

}  // namespace

nlohmann::json agent_state::node() const {
  const std::lock_guard held{lock_};
  return node_;
}

void agent_state::set_node(const nlohmann::json& node) {
  const std::lock_guard held{lock_};
  node_ = node;
}

std::string agent_state::token() const {
  const std::lock_guard held{lock_};
  return token_;
}

void agent_state::set_token(const std::string& token) {
  const std::lock_guard held{lock_};
  token_ = token;
}

bool agent_state::is_token(const std::string& given) const {
  const std::lock_guard held{lock_};
  return !token_.empty() && given.size() == token_.size() &&
         CRYPTO_memcmp(given.data(), token_.data(), given.size()) == 0;
}

service_rules agent_state::rules() const {
  const std::lock_guard held{lock_};
  return rules_;
}

void agent_state::set_rules(const service_rules& rules) {
  const std::lock_guard held{lock_};
  rules_ = rules;
}

void agent_state::hurry() {
  const std::lock_guard held{lock_};
  hurried_ = true;
  changed_.notify_all();
}

bool agent_state::wait_for_heartbeat(std::chrono::steady_clock::time_point due,
                                     std::chrono::steady_clock::time_point last) {
  std::unique_lock held{lock_};
  changed_.wait_until(held, due, [this] { return hurried_ || ending_ != ending::none; });
  const auto early = std::min(due, last + between_heartbeats);
  changed_.wait_until(held, early, [this] { return ending_ != ending::none; });
  hurried_ = false;
  return ending_ == ending::none;
}

void agent_state::end(ending how) {
  const std::lock_guard held{lock_};
  ending_ = how;
  changed_.notify_all();
}

agent_state::ending agent_state::how_it_ends() const {
  const std::lock_guard held{lock_};
  return ending_;
}

}  // namespace ironbus::ramdisk
