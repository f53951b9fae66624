#pragma once

#include "messages/base/time.hpp"

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ironbus::simulator {

struct session {
  std::string id;
  std::string token;
  std::string user;
  timestamp used;
};

/// The open sessions of a BMC. A session ends after the timeout without a request.
class session_list {
public:
  session_list(size_t most, std::chrono::seconds timeout) : most_(most), timeout_(timeout) {}

  /// Opens a session; null if the limit is reached. The pointer is valid until the next change.
  const session* open(std::string user, std::string token, timestamp now);
  /// Finds a session by token and renews it; null if it does not exist.
  const session* use(std::string_view token, timestamp now);
  bool close(std::string_view id);
  void close_all() { all_.clear(); }
  void forget_old(timestamp now);
  const std::vector<session>& all() const { return all_; }

private:
  const size_t most_;
  const std::chrono::seconds timeout_;
  unsigned made_ = 0;
  std::vector<session> all_;
};

}  // namespace ironbus::simulator
