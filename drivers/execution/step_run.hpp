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

/// One step request on its way: claim → (another's: wait, take over) → run or recover → record the
/// outcome → publish it → ack. Used on the strand only.
///
/// All that reaches the machine does so by one permit, taken before the claim is asked for. Where
/// it has lapsed before the driver is called, the step is claimed anew; where the driver was
/// refused a call, what it reports is dropped, and the step is claimed anew as well: by then it is
/// another's, or has ended, or is still that of our former incarnation, from which it is taken
/// over.
///
/// That a step waits is an outcome too: with it the claim has the handle of the task, so that a
/// request that comes again finds it. Whoever dies before, dies with a claim without an outcome;
/// then the driver is asked to find the task (recover).
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
  /// The same request came again: it is acked together with the first one, for the first one's
  /// delivery may be void after a reconnect, and then this is the only copy.
  void join(delivery_tag tag);
  /// Whether the step is only waited for here while another worker has it.
  bool elsewhere() const { return elsewhere_; }
  /// Hands the request back to the bus.
  void requeue();
  /// The store has restarted: says again whose the step is, if the driver has been called.
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
  std::chrono::milliseconds pause_;
  std::string dead_owner_;
  std::string unbegun_;  ///< A former owner of ours under whom the driver was not called.
  uint64_t calls_ = 0;   ///< Of the driver: what an earlier one says is no longer asked for.
  std::string outcome_;  ///< The envelope to be told; empty: not known yet.
  bool elsewhere_ = false;
  bool claim_in_doubt_ = false;  ///< It may have been made by us, though nobody said so.
  bool republished_ = false;     ///< The outcome is that of the claim: its news may have been told.
  const steady_clock::time_point began_ = steady_clock::now();
  bool closed_ = false;  ///< The outcome is known, or the request given back.
};

}  // namespace ironbus
