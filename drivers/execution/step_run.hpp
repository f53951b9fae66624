#pragma once

#include "drivers/execution/context.hpp"
#include "drivers/kit/timer.hpp"
#include "messages/ports/bus.hpp"
#include "messages/wire/step.hpp"

#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace ironbus {

/// One step request: claim → (another worker's claim: wait, take over) → run or recover → record
/// the outcome → publish it → ack. Used on the strand only.
///
/// One permit, issued before the claim is requested, covers all calls to the machine. If it expires
/// before the driver is called, the step is claimed again. If the driver was refused a call, its
/// outcome is dropped and the step is claimed again. By then it belongs to another worker, has
/// ended, or still belongs to this worker's former incarnation, from which this one takes it over.
///
/// `waiting` is an outcome too: it stores the task's handle in the claim, so that a repeated
/// request finds it. If a worker dies before that, the claim has no outcome, and the driver must
/// find the task (recover).
class step_run : public std::enable_shared_from_this<step_run> {
public:
  /// `ended` is called once, when the request has been acked.
  step_run(std::shared_ptr<execution_context> context, step_request request,
           std::shared_ptr<const call_origin> origin, delivery_tag tag,
           std::function<void()> ended);
  ~step_run();
  step_run(const step_run&) = delete;
  step_run& operator=(const step_run&) = delete;

  void begin();
  /// Adds a redelivery of the same request. It is acked together with the first delivery, because
  /// after a reconnect the first delivery may be invalid and this one the only copy.
  void join(delivery_tag tag);
  /// Whether another worker has the step and this run only waits.
  bool elsewhere() const { return elsewhere_; }
  /// Returns the request to the bus.
  void requeue();
  /// Writes the claim again after a restart of the store, if the driver was called.
  void keep_claim();

private:
  using action = void (step_run::*)();

  void claim();
  void evaluate_claim(const step_claim& found);
  void begin_claimed(const step_claim& found);
  void evaluate_kept(const step_claim& found);
  void await_owner(const std::string& owner);
  void give_back();
  void take_over();
  void taken_over(const step_claim& found);
  void recover();
  void start();
  template <class Call>
  void drive(const char* doing, Call call);
  void stopped();
  void guard_deadline();
  void watch_silence();
  void report_silence(const silence_watch::report& due);

  void answered(step_outcome outcome);
  void record();
  void recorded(const result<std::monostate>& outcome);
  void tell();
  void published(const result<std::monostate>& outcome);
  void end();

  void again(action what);
  void again(action what, const failure& why, const char* doing);

  std::shared_ptr<execution_context> context_;
  step_request request_;
  std::string key_;
  std::shared_ptr<const call_origin> origin_;
  permit allowed_;
  std::vector<delivery_tag> tags_;
  std::function<void()> ended_;
  timer retry_;
  timer overdue_;
  timer silence_timer_;
  silence_watch silence_;
  std::chrono::milliseconds pause_;
  std::string dead_owner_;
  std::string unbegun_;  ///< A former incarnation of this worker that did not call the driver.
  uint64_t calls_ = 0;   ///< Number of the driver call; answers to earlier calls are dropped.
  std::string outcome_;  ///< The outcome as an envelope; empty: not known yet.
  bool elsewhere_ = false;
  bool claim_in_doubt_ =
      false;                  ///< This worker may have made the claim, but the response was lost.
  bool republished_ = false;  ///< The outcome is from the claim and may have been published before.
  const steady_clock::time_point began_ = steady_clock::now();
  bool closed_ = false;  ///< The outcome is known, or the request was returned.
};

}  // namespace ironbus
