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

/// One command, or one script with its arguments, and what to do with the answer.
struct call {
  const script* run = nullptr;    ///< If unset, `args` begins with the command's name.
  std::vector<std::string> args;  ///< A script gets the key prefix before them, as ARGV[1].
  /// Called once, on the pipeline's thread. The reply lives as long as the call.
  std::function<void(result<const redisReply*>)> done;
};

/// A connection owned by one thread, which sends everything that has gathered since its last round
/// trip in one go: the more there is to do, the cheaper each call becomes.
///
/// While there is no connection every call fails `unavailable` at once; so does every call that
/// changes anything while the server has restarted and takes no writes. The thread connects again
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
  void on_restart(reached_server::listener listen) { reached_.on_restart(std::move(listen)); }
  /// A write with this number is about to be told as done. On the pipeline's thread.
  void note_write(uint64_t number) { reached_.note_write(number); }

  /// What an acknowledged write survives, as the server said when it was last reached.
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
  void turn_away(std::span<call> calls, failure why);  ///< They have not been sent.
  void give_up(std::span<call> calls);                 ///< They have, and may have been done.
  void disconnect(std::string_view why);

  const endpoint endpoint_;
  const redis_options options_;

  // Only the thread uses these.
  connection_ptr connection_;
  server address_;  ///< Whom it is to, or was.
  reached_server reached_;
  std::unordered_map<const script*, std::string> digests_;
  failure down_;
  clock::time_point retry_at_{};
  std::chrono::milliseconds retry_pause_;

  mutable std::mutex mutex_;  ///< Guards what follows.
  std::vector<call> inbox_;
  bool stop_ = false;

  int wake_up_ = -1;  ///< eventfd, written when the inbox becomes non-empty or the end has come.
  std::promise<void> first_attempt_;
  std::thread thread_;
};

}  // namespace ironbus::redis
