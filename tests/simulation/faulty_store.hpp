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

/// A store that can go away: it passes everything on to a real one until told otherwise. It judges
/// every node that it is to store.
class faulty_store final : public forwarding_store {
public:
  explicit faulty_store(store& real) : forwarding_store(real) {}

  /// Nothing is reached any more; every call fails with `unavailable`.
  std::atomic<bool> down{false};
  /// Questions are answered, commits refused: nothing of them is done.
  std::atomic<bool> full{false};
  std::atomic<int> turned_away{0};  ///< How many were, as it was full.
  /// So many commits are applied, but their answer gets lost.
  std::atomic<int> answers_to_lose{0};
  /// The answer to the next commit gets lost, and it comes to be applied only when the store has
  /// answered what it holds of that aggregate.
  std::atomic<bool> delay_next{false};
  /// What it was then refused for; unset if it was applied, or is not yet there.
  std::optional<error_code> late_refusal() const;
  /// Called with the number of commits that have been applied, before anybody hears of the last.
  void on_commit(std::function<void(int)> listen);

  /// How many commits have been applied by now, those included whose answer was lost.
  uint64_t applied() const;
  /// Waits until it is more; false if it is not in time.
  bool await_more_than(uint64_t applied, std::chrono::steady_clock::time_point until);

  /// What did not hold of the nodes that were to be stored.
  sentences violations() const;

  /// The server ends and comes back: epochs of before are fenced, and who listens is told.
  void restart(uint32_t shards);

  void apply(commit commit, commit_callback done) override;
  void load(std::string aggregate, std::string id, callback<stored> done) override;
  void on_restart(std::function<void(const store_restart&)> listen) override;

private:
  admission admit() override;
  void judge(const commit& commit);
  void note(const commit_result& version);
  /// Tells the listener, then whoever asked.
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
