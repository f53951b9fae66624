#pragma once

#include "messages/ports/forwarding_store.hpp"
#include "tests/support/invariants.hpp"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <future>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

namespace ironbus::test {

/// A store that can fail: it forwards all calls to a real one until the test says otherwise. It
/// checks every node that it stores.
class faulty_store final : public forwarding_store {
public:
  explicit faulty_store(store& real) : forwarding_store(real) {}

  /// Every call fails with `unavailable`.
  std::atomic<bool> down{false};
  /// Reads work, commits are rejected without effect.
  std::atomic<bool> full{false};
  std::atomic<int> turned_away{0};  ///< Number of commits rejected because it was full.
  /// Number of commits that are applied, but whose response is lost.
  std::atomic<int> answers_to_lose{0};
  /// The response to the next commit is lost. The commit is applied only after the store has
  /// answered a read of that aggregate.
  std::atomic<bool> delay_next{false};
  /// Why that commit was rejected; unset if it was applied, or is still pending.
  std::optional<error_code> late_refusal() const;
  /// Calls back with the number of applied commits, before the response to the last one.
  void on_commit(std::function<void(int)> listen);

  /// Number of applied commits, including those with lost responses.
  uint64_t applied() const;
  /// Waits until it is greater than `applied`; false on timeout.
  bool await_more_than(uint64_t applied, std::chrono::steady_clock::time_point until);

  /// Violations found in stored nodes.
  sentences violations() const;

  /// Restarts the server: fences earlier epochs and notifies listeners.
  void restart(uint32_t shards);

  void apply(commit commit, commit_callback done) override;
  void load(std::string aggregate, std::string id, callback<stored> done) override;
  void on_restart(std::function<void(const store_restart&)> listen) override;

private:
  admission admit() override;
  void judge(const commit& commit);
  void note(const commit_result& version);
  /// Notifies the listener, then the caller.
  commit_callback counted(commit_callback done);

  mutable std::mutex mutex_;
  sentences violations_;
  std::function<void(int)> listener_;
  std::vector<std::function<void(const store_restart&)>> restart_listeners_;
  std::shared_ptr<commit> delayed_;
  std::optional<error_code> late_refusal_;
  int commits_ = 0;
  uint64_t applied_ = 0;
  std::condition_variable more_;
};

}  // namespace ironbus::test
