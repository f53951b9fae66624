#pragma once

#include "tests/simulation/doubles/passage.hpp"
#include "tests/simulation/doubles/store_state.hpp"

#include <memory>
#include <string>
#include <vector>

namespace ironbus::simulation {

class store_session;

/// A simulated Redis in virtual time: its data, and faults. Each process uses it by its own
/// `store_link` (store_link.hpp). It must outlive the events of its loop.
///
/// It is as strict as the real one (see store_state.hpp). A new run, after a restart or a failover,
/// fences all epochs and suspends claims, and every link is notified before any other response.
/// Unconfirmed writes may or may not have been applied.
class simulated_store {
public:
  struct options {
    delay_range delay{};
    /// Maximum age of writes that can be lost.
    std::chrono::nanoseconds undo_kept = std::chrono::minutes{1};
  };

  simulated_store(event_loop& loop, random_stream random) : simulated_store{loop, random, {}} {}
  simulated_store(event_loop& loop, random_stream random, options how);

  /// Stops the server. Applies some of the calls in transit first; sends no responses.
  void crash();
  /// Restarts it. It loses the writes of that time before the crash.
  void start(std::chrono::nanoseconds lost = {});
  /// Replaces it by another server without the last writes.
  void fail_over(std::chrono::nanoseconds lag);
  /// Simulates a full disk: writes fail with `unavailable` and have no effect, reads work. A new
  /// run cannot begin, so no process can connect after a restart.
  void refuse_writes(bool refuses) { content_.refuse_writes(refuses); }
  /// Sets the delay of each direction.
  void set_delay(std::chrono::nanoseconds least, std::chrono::nanoseconds most) {
    how_.delay = {least, most};
  }

  bool is_up() const { return up_; }
  const store_state& content() const { return content_; }
  /// Calls `applied` for each applied commit, and `lost` for each commit that a start loses, latest
  /// first. Call it before the first commit.
  void observe(store_state::commit_observer applied, store_state::commit_observer lost) {
    content_.observe(std::move(applied), std::move(lost));
  }

  // -- for the links ---

  void add(std::shared_ptr<store_session> session);
  result<store_run> begin_run() { return content_.begin_run(run_); }
  store_state& written() { return content_; }
  const delay_range& delay() const { return how_.delay; }

private:
  event_loop& loop_;
  random_stream random_;
  options how_;
  store_state content_;
  std::vector<std::shared_ptr<store_session>> sessions_;
  uint64_t run_ = 1;
  bool up_ = true;
  moment crashed_{};
};

}  // namespace ironbus::simulation
