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

/// The state of the last reached server: its current run, lost writes and durability. Each run of a
/// server must be begun by a write, which fences all earlier epochs. A server that rejects writes
/// may be read, but nothing may be written before that write has succeeded. Used by one thread,
/// except as noted.
class reached_server {
public:
  using clock = std::chrono::steady_clock;
  using listener = std::function<void(const store_restart&)>;

  explicit reached_server(const redis_options& options) : options_{options} {}

  /// Examines the server on a new connection. A server that rejects writes is not a failure.
  result<std::monostate> greet(connection& fresh);
  /// Calls the listeners if the server's run has changed.
  void notice_restart();

  /// Whether the server accepts writes. If it did not, retries from time to time. Fails if the
  /// connection is lost.
  result<bool> takes_writes(connection& link);
  /// Why the server rejects writes.
  const failure& refusal() const { return refusal_; }

  /// Call it before the write with this number is reported as done.
  void note_write(uint64_t number) { last_write_ = std::max(last_write_, number); }

  /// The following two may be called from any thread.
  void on_restart(listener listen);
  std::string durability() const;

private:
  /// One run of a server.
  struct server_run {
    std::string id;       ///< Empty: none was reached yet.
    uint64_t begins = 0;  ///< The number of the last write when the run began.
    uint64_t writes = 0;  ///< The number of its last write when this process connected.
  };

  void ask_durability(connection& fresh);
  result<std::monostate> begin(connection& link, server_run& found);
  result<std::monostate> look_at_writes(connection& link, server_run& found) const;

  const redis_options& options_;
  server_run run_;
  server_run last_run_;      ///< The run that was reached before.
  uint64_t last_write_ = 0;  ///< The highest number of a write reported as done.
  bool begun_ = false;
  failure refusal_;  ///< The rejection of the write that begins the run.
  clock::time_point try_at_{};

  mutable std::mutex mutex_;  ///< Guards the next two members.
  std::vector<listener> listeners_;
  std::string durability_ = "unknown: Redis has not been reached yet";
};

}  // namespace ironbus::redis
