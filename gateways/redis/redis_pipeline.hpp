#pragma once

#include "gateways/redis/reached_server.hpp"
#include "gateways/redis/redis_dial.hpp"
#include "gateways/redis/redis_options.hpp"
#include "gateways/redis/scripts/scripts.hpp"

#include <chrono>
#include <functional>
#include <future>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <thread>
#include <unordered_map>
#include <variant>
#include <vector>

namespace ironbus::redis {

/// A command, or a script with its arguments, and the callback for its reply.
struct call {
  const script* run = nullptr;    ///< If unset, `args` starts with the command's name.
  std::vector<std::string> args;  ///< A script gets the key prefix first, as ARGV[1].
  /// Called once, on the pipeline's thread. The reply is valid during the call.
  std::function<void(result<const redisReply*>)> done;
};

/// A connection owned by one thread. It sends all calls that have queued up since the last round
/// trip at once, so calls get cheaper under load.
///
/// Without a connection every call fails as `unavailable` at once. So does every change while the
/// restarted server rejects writes. The thread reconnects by itself, with back-off. If the
/// connection breaks during a call, the call fails as `unavailable`. It is never sent twice,
/// because it may have been done.
class pipeline {
public:
  /// Starts the thread and waits for its first connection attempt, which may fail.
  pipeline(endpoint address, redis_options options);
  /// Completes the queued calls, then stops the thread.
  ~pipeline();

  pipeline(const pipeline&) = delete;
  pipeline& operator=(const pipeline&) = delete;

  /// Queues a call. Callable from any thread, also within `done`. Calls are sent in order.
  void put(call call);

  /// Calls the listener on the pipeline's thread.
  void on_restart(reached_server::listener listen) { reached_.on_restart(std::move(listen)); }
  /// Call it before the write with this number is reported as done, on the pipeline's thread.
  void note_write(uint64_t number) { reached_.note_write(number); }

  /// The durability of an acknowledged write, according to the server when it was last reached.
  std::string durability() const { return reached_.durability(); }

private:
  using clock = std::chrono::steady_clock;

  void run();
  void connect();
  result<connection_ptr> reach(const std::function<bool()>& while_waiting);
  result<std::monostate> greet(connection& fresh);

  std::optional<std::vector<call>> wait_for_calls();
  void wait_for_work();
  void drain_wake_up();
  std::vector<call> take();
  void run_batch(std::span<call> calls);
  std::span<call> hold_back_changes(std::span<call> calls);
  void append(const call& call, bool with_text);
  size_t exchange(std::span<call> calls, bool with_text, std::vector<call>& unknown_script);
  reply receive();
  void deliver(call& call, const redisReply& answer, bool kept,
               std::vector<redis::call>& unknown_script);
  void run_with_text(std::vector<call> calls);
  void turn_away(std::span<call> calls, failure why);  ///< They were not sent.
  void give_up(std::span<call> calls);                 ///< They were sent, and may have been done.
  void disconnect(std::string_view why);

  const endpoint endpoint_;
  const redis_options options_;

  // Used by the thread only.
  connection_ptr connection_;
  server address_;  ///< The current or last server.
  reached_server reached_;
  std::unordered_map<const script*, std::string> digests_;
  failure down_;
  clock::time_point retry_at_{};
  std::chrono::milliseconds retry_pause_;

  mutable std::mutex mutex_;  ///< Guards the following members.
  std::vector<call> inbox_;
  bool stop_ = false;

  int wake_up_ =
      -1;  ///< An eventfd, written when the inbox becomes non-empty or the pipeline stops.
  std::promise<void> first_attempt_;
  std::thread thread_;
};

}  // namespace ironbus::redis
