#pragma once

#include "gateways/redis/redis_connection.hpp"
#include "gateways/redis/redis_options.hpp"
#include "messages/ports/store_health.hpp"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <functional>
#include <mutex>
#include <string>
#include <variant>
#include <vector>

namespace ironbus::redis {

/// What is known of the server that was reached last: which of its lives this is, what it has
/// forgotten, and what a write survives. Each of its lives has to be begun, which fences all epochs
/// of before; that is a write. A server that takes none may be read, but until it has taken that
/// one nothing else may be written. Used by one thread, unless it says otherwise.
class reached_server {
public:
  using clock = std::chrono::steady_clock;
  using listener = std::function<void(const store_restart&)>;

  explicit reached_server(const redis_options& options) : options_{options} {}

  /// Over a connection just made. A server that takes no writes now is no failure.
  result<std::monostate> greet(connection& fresh);
  /// Calls the listeners if what answers is not what answered before.
  void notice_restart();

  /// Whether it may be written to; tries from time to time to make it so. A failure: the connection
  /// is gone.
  result<bool> takes_writes(connection& link);
  /// Why it may not.
  const failure& refusal() const { return refusal_; }

  /// A write with this number is about to be told as done.
  void note_write(uint64_t number) { last_write_ = std::max(last_write_, number); }

  /// Any thread may call these two.
  void on_restart(listener listen);
  std::string durability() const;

private:
  /// One life of a server.
  struct server_run {
    std::string id;       ///< Empty: none has been reached yet.
    uint64_t begins = 0;  ///< The number of the last write that it knew when it began.
    uint64_t writes = 0;  ///< The number of its last write when we came.
  };

  void ask_durability(connection& fresh);
  result<std::monostate> begin(connection& link, server_run& found);
  result<std::monostate> look_at_writes(connection& link, server_run& found) const;

  const redis_options& options_;
  server_run run_;
  server_run last_run_;      ///< Of the one that was reached before.
  uint64_t last_write_ = 0;  ///< The greatest number of a write that was told as done.
  bool begun_ = false;
  failure refusal_;  ///< Of the write that begins the life.
  clock::time_point try_at_{};

  mutable std::mutex mutex_;  ///< Guards the next two.
  std::vector<listener> listeners_;
  std::string durability_ = "unknown: Redis has not been reached yet";
};

}  // namespace ironbus::redis
