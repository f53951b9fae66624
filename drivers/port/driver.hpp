#pragma once

#include "drivers/port/permit.hpp"
#include "messages/wire/step.hpp"

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <utility>

namespace ironbus {

/// A step, and the leave to call its machine.
struct permitted_step : step_request {
  permitted_step(step_request request, permit leave)
      : step_request{std::move(request)}, allowed{std::move(leave)} {}

  permit allowed;
};

/// What a survey reads of a machine.
struct machine_reading {
  std::optional<power_state> power;  ///< Unset: the machine does not say.
  /// "OK", "Warning" or "Critical", of machines that say it together with their power.
  std::optional<std::string> health;
};

/// What one implementation of an interface kind does to a machine ("power"/"fake", …). One object
/// serves all machines at once; what it must remember about a step lives in the step's callback.
///
/// Every call returns at once and must not block: it may be made on a thread that serves all other
/// steps. Callbacks may be called on any thread, also before the call returns. An exception counts
/// as a defect of the driver: the step is reported as failed.
///
/// Each call brings a permit, which is asked before every call to a machine: the kit asks it, and a
/// driver that reaches its machine otherwise must. One that was refused makes no further call, and
/// may report what it likes: it is not believed.
class driver_interface {
public:
  using step_callback = std::function<void(step_outcome)>;
  /// Unset: the step has not been started, or may be started again without harm.
  using recover_callback = std::function<void(std::optional<step_outcome>)>;
  using power_callback = std::function<void(result<machine_reading>)>;

  virtual ~driver_interface() = default;

  /// Runs a step whose declaration the catalogue has; called once for an attempt.
  ///
  /// Success: `done` with status `done` and what was learnt. Failure: status `failed`, and a
  /// sentence for the operator without secrets. A step that goes on by itself ends with `waiting`
  /// (for whom, how long at most): for the agent, or for a task of the machine, by whose handle
  /// `probe` finds the end. `id` and `worker` are filled in by the caller. Only the first outcome
  /// counts; `done` may be dropped uncalled, then the step ends with its deadline.
  virtual void run(permitted_step x, step_callback done) = 0;

  /// Called instead of run when the worker that ran this attempt has died in the middle: asks the
  /// machine what is true. May be called again if this worker dies too.
  ///
  /// Success: an outcome as in run, or unset, then run follows. A machine that has accepted a task
  /// for this step is waited for: nobody has kept its handle yet, so a driver whose steps become
  /// tasks must be able to find it (by the step's id, if the machine keeps one; by what the task
  /// does) or say `interrupted`. The default suits a driver that cannot ask: a repeatable step is
  /// run again, another one is `interrupted`.
  virtual void recover(permitted_step x, recover_callback done);

  /// Asks how a step goes that waits (run said so) for a task, whose handle x.task_handle is, or,
  /// where that is empty, for its agent. Changes nothing; may be called at any time, again, twice
  /// at once, and of another object or process than run. Of x.doubtful see step_request.
  ///
  /// Unset: it goes on, or the machine cannot be reached or does not say; another call follows, by
  /// the clock or with the agent's next heartbeat. `waiting` for a task: it goes on, and is polled
  /// by this handle (empty: as before), so many seconds later. Else the step's end, as in run: also
  /// `failed` if the machine has forgotten the task and nobody can tell how it ended. The default
  /// suits a driver whose steps end with the heartbeat itself.
  virtual void probe(permitted_step x, recover_callback done);

  /// Reads the power state, and the health if that costs no further question; only asked of the
  /// kind "power". May be called at any time, also while a
  /// step runs, and again. Failure: `unavailable` or `timeout` with a sentence; the default is
  /// `invalid`.
  virtual void read_power(machine machine, permit allowed, power_callback done);

  /// The worker ends in order: gives back what machines keep for it, such as sessions. Called once,
  /// after all else; what is not done by the deadline is left. `done` is called once, soon after
  /// that at the latest. The default suits a driver whose machines keep nothing.
  virtual void take_leave(permit allowed, std::chrono::steady_clock::time_point deadline,
                          std::function<void()> done);
};

/// Outcomes, less what the caller fills in.
step_outcome step_done(facts observed = {}, std::string evidence = {});
step_outcome step_failed(std::string reason);
/// Failed because what was asked for is wrong here (an argument, a state), not because of the
/// machine.
step_outcome step_refused(std::string reason, error_code why = error_code::invalid);
step_outcome step_interrupted(std::string reason);
/// Unset seconds: the workflow's own limit holds.
step_outcome step_waiting_for_agent(std::optional<uint32_t> seconds = {});
/// A part is done, as `notes` (facts.driver_internal_info) say; the step is run once more, as its
/// next attempt, for the rest. So whatever is to be done once is done under a claim of its own, and
/// whoever recovers it knows from the notes what was before.
step_outcome step_part_done(facts notes, std::string evidence);
/// The same; before that the machine is started anew, into the agent's ramdisk where the workflow
/// takes one. Of a call that is not part of a workflow it is a failure.
step_outcome step_needs_reboot(facts notes, std::string evidence);
/// `handle`: of 1 to task_handle_max bytes, without secrets; all that `probe` needs to find the
/// task, besides the request. `poll`: seconds until the first poll, such as Retry-After says;
/// unset: the conductor's choice.
step_outcome step_waiting_for_task(std::string handle, std::optional<uint32_t> seconds = {},
                                   std::optional<uint32_t> poll = {});

}  // namespace ironbus
