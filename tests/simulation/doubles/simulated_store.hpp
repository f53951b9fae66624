#pragma once

#include "tests/simulation/doubles/passage.hpp"
#include "tests/simulation/doubles/store_state.hpp"

#include <memory>
#include <string>
#include <vector>

namespace ironbus::simulation {

class store_session;

/// A Redis in virtual time: all that is stored, and its faults. Processes use it by a `store_link`
/// (store_link.hpp) each. It must outlive the events of its loop.
///
/// As strict as the real one: store_state.hpp says what it refuses; a new run (after a restart or
/// a fail-over) fences all epochs, lets claims rest, and every link hears of it before anything
/// else is answered; writes that were not told to be done may hold or not.
class simulated_store {
public:
  struct options {
    delay_range delay{};
    /// So much can be lost at most.
    std::chrono::nanoseconds undo_kept = std::chrono::minutes{1};
  };

  simulated_store(event_loop& loop, random_stream random) : simulated_store{loop, random, {}} {}
  simulated_store(event_loop& loop, random_stream random, options how);

  /// It stops. Of what is on its way to it some is done before, and no answer comes back.
  void crash();
  /// It is back and has forgotten what was written in that time before the crash.
  void start(std::chrono::nanoseconds lost = {});
  /// Another server, which lacks the last writes, takes its place.
  void fail_over(std::chrono::nanoseconds lag);
  /// The disk is full: writes are `unavailable` and nothing is done, reads go on. A new run cannot
  /// begin then, so after a restart nobody gets a connection.
  void refuse_writes(bool refuses) { content_.refuse_writes(refuses); }
  /// Of each way, there and back, from now on.
  void set_delay(std::chrono::nanoseconds least, std::chrono::nanoseconds most) {
    how_.delay = {least, most};
  }

  bool is_up() const { return up_; }
  const store_state& content() const { return content_; }
  /// `applied` is called with each commit that is applied, `lost` with each one that a start
  /// forgets, the last one first. To be set before the first commit.
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
