#pragma once

#include "gateways/redis/redis_dial.hpp"
#include "gateways/redis/redis_options.hpp"
#include "gateways/redis/scripts.hpp"
#include "messages/ports/store_health.hpp"

#include <algorithm>
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

/// One command, or one script with its arguments, and what to do with the answer.
struct call {
  const script* run = nullptr;    ///< If unset, `args` begins with the command's name.
  std::vector<std::string> args;  ///< A script gets the key prefix before them, as ARGV[1].
  /// Called once, on the pipeline's thread. The reply lives as long as the call.
  std::function<void(result<const redisReply*>)> done;
};

/// One life of a Redis server.
struct server_run {
  std::string id;       ///< Empty: none has been reached yet.
  uint64_t begins = 0;  ///< The number of the last write that it knew when it began.
  uint64_t writes = 0;  ///< The number of its last write when we came.
};

/// A connection owned by one thread, which sends everything that has gathered since its last round
/// trip in one go: the more there is to do, the cheaper each call becomes.
///
/// While there is no connection every call fails `unavailable` at once. The thread connects again
/// by itself, with back-off. A call under way when the connection breaks fails `unavailable` too;
/// it is never sent twice, because it may have been done.
class pipeline {
public:
  /// Starts the thread and waits for its first attempt to connect, which may fail.
  pipeline(endpoint address, redis_options options);
  /// Finishes what has been put in, then ends the thread.
  ~pipeline();

  pipeline(const pipeline&) = delete;
  pipeline& operator=(const pipeline&) = delete;

  /// Any thread may call it, the pipeline's own (from `done`) included. Calls are sent in order.
  void put(call call);

  /// The listener is called on the pipeline's thread.
  void on_restart(std::function<void(const store_restart&)> listen);
  /// A write with this number is about to be told as done. On the pipeline's thread.
  void note_write(uint64_t number) { last_write_ = std::max(last_write_, number); }

  /// What an acknowledged write survives, as the server said when it was last reached.
  std::string durability() const;

private:
  using clock = std::chrono::steady_clock;

  void run();
  void connect();
  result<connection_ptr> reach(const std::function<bool()>& while_waiting);
  result<std::monostate> greet(connection& fresh);
  void ask_durability(connection& fresh);
  result<std::monostate> begin_run(connection& fresh);
  void notice_restart();

  std::optional<std::vector<call>> wait_for_calls();
  void wait_for_work();
  void drain_wake_up();
  std::vector<call> take();
  void run_batch(std::span<call> calls);
  void append(const call& call, bool with_text);
  size_t exchange(std::span<call> calls, bool with_text, std::vector<call>& unknown_script);
  reply receive();
  void deliver(call& call, const redisReply& answer, bool kept,
               std::vector<redis::call>& unknown_script);
  void run_with_text(std::vector<call> calls);
  void turn_away(std::span<call> calls);  ///< They have not been sent.
  void give_up(std::span<call> calls);    ///< They have, and may have been done.
  void disconnect(std::string_view why);

  const endpoint endpoint_;
  const redis_options options_;

  // Only the thread uses these.
  connection_ptr connection_;
  server address_;           ///< Whom it is to, or was.
  server_run run_;           ///< Of the server that was last reached.
  server_run last_run_;      ///< Of the one that was reached before.
  uint64_t last_write_ = 0;  ///< The greatest number of a write that was told as done.
  std::unordered_map<const script*, std::string> digests_;
  failure down_;
  clock::time_point retry_at_{};
  std::chrono::milliseconds retry_pause_;

  mutable std::mutex mutex_;  ///< Guards what follows.
  std::vector<call> inbox_;
  std::vector<std::function<void(const store_restart&)>> listeners_;
  bool stop_ = false;
  std::string durability_ = "unknown: Redis has not been reached yet";

  int wake_up_ = -1;  ///< eventfd, written when the inbox becomes non-empty or the end has come.
  std::promise<void> first_attempt_;
  std::thread thread_;
};

}  // namespace ironbus::redis
