#pragma once

#include "drivers/port/permit.hpp"
#include "messages/wire/step.hpp"

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <utility>

namespace ironbus {

/// A step request and the permit to call its machine.
struct permitted_step : step_request {
  permitted_step(step_request request, permit leave)
      : step_request{std::move(request)}, allowed{std::move(leave)} {}

  permit allowed;
};

/// The result of reading a machine's power state.
struct machine_reading {
  std::optional<power_state> power;  ///< Unset: the machine does not report it.
  /// "OK", "Warning" or "Critical", if the machine reports it together with the power state.
  std::optional<std::string> health;
};

/// One implementation of an interface kind ("power"/"fake", …). One object serves all machines at
/// the same time. A driver keeps the state of a step in the step's callback.
///
/// Every call returns at once and must not block, because the calling thread may serve all other
/// steps. Callbacks may run on any thread, also before the call returns. If a call throws, the step
/// fails with an internal error.
///
/// Each call receives a permit. Check it before every call to a machine. The kit does so. A driver
/// that reaches its machine without the kit must do it itself. After a refused permit the driver
/// makes no further call, and the executor ignores its outcome.
class driver_interface {
public:
  using step_callback = std::function<void(step_outcome)>;
  /// Unset: the step was not started, or can be started again without harm.
  using recover_callback = std::function<void(std::optional<step_outcome>)>;
  using power_callback = std::function<void(result<machine_reading>)>;

  virtual ~driver_interface() = default;

  /// Runs a step that the catalogue declares. Called once for each attempt.
  ///
  /// Success: call `done` with status `done` and the observed facts. Failure: status `failed` and a
  /// reason for the operator, without secrets. A step that continues by itself ends with `waiting`:
  /// for the agent, or for a task of the machine. `probe` finds the end of a task by its handle.
  /// The caller sets `id` and `worker`. Only the first outcome counts. If `done` is never called,
  /// the step ends at its deadline.
  virtual void run(permitted_step x, step_callback done) = 0;

  /// Called instead of `run` if the worker that ran this attempt died. Asks the machine for the
  /// state of the step. May be called again if this worker dies too.
  ///
  /// Success: an outcome as in `run`, or unset; then `run` follows. If the machine has accepted a
  /// task for this step, the driver must wait for that task. Its handle was not stored, so the
  /// driver must find the task: by the step's id if the machine keeps it, or by the task's effect.
  /// If it cannot, it returns `interrupted`. The default suits a driver that cannot ask its
  /// machine: a repeatable step runs again, any other step is `interrupted`.
  virtual void recover(permitted_step x, recover_callback done);

  /// Asks for the state of a step that waits after `run`. x.task_handle names the task; if it is
  /// empty, the step waits for its agent. Changes nothing. May be called at any time, repeatedly,
  /// concurrently, and on another object or process than `run`. For x.doubtful see step_request.
  ///
  /// Unset: the step still runs, or the machine is unreachable or does not report it. Another call
  /// follows, by the poll interval or with the agent's next heartbeat. `waiting` for a task: the
  /// step still runs; poll again with this handle (empty: the same handle) after the given seconds.
  /// Any other status ends the step, as in `run`. Return `failed` if the machine no longer has the
  /// task and its result is unknown. The default suits a driver whose steps end with the heartbeat
  /// itself.
  virtual void probe(permitted_step x, recover_callback done);

  /// Reads the power state, and the health if that needs no further request. Only called for the
  /// kind "power". May be called at any time, also while a step runs. Failure: `unavailable` or
  /// `timeout` with a reason. The default fails with `invalid`.
  virtual void read_power(machine machine, permit allowed, power_callback done);

  /// Releases what machines keep for this worker, such as sessions. Called once, after all other
  /// calls, when the worker exits normally. Work that is not finished by the deadline is dropped.
  /// `done` is called once, at the latest soon after the deadline. The default suits a driver whose
  /// machines keep nothing.
  virtual void release_machines(permit allowed, std::chrono::steady_clock::time_point deadline,
                                std::function<void()> done);
};

/// Outcomes without the members that the caller sets.
step_outcome step_done(facts observed = {}, std::string evidence = {});
step_outcome step_failed(std::string reason);
/// The step failed because of a wrong argument or state, not because of the machine.
step_outcome step_refused(std::string reason, error_code why = error_code::invalid);
step_outcome step_interrupted(std::string reason);
/// Unset seconds: the workflow's own time limit applies.
step_outcome step_waiting_for_agent(std::optional<uint32_t> seconds = {});
/// A part of the step is done and recorded in `notes` (facts.driver_internal_info). The step runs
/// once more, as its next attempt, for the rest. Each part therefore has its own claim, and a
/// recovering worker reads from the notes which parts are done.
step_outcome step_part_done(facts notes, std::string evidence);
/// Like step_part_done, but the machine restarts first, into the agent's ramdisk if the workflow
/// uses one. Outside of a workflow this is a failure.
step_outcome step_needs_reboot(facts notes, std::string evidence);
/// `handle`: 1 to task_handle_max bytes, without secrets. Together with the request it is all that
/// `probe` needs to find the task. `poll`: seconds until the first poll, for example from
/// Retry-After. Unset: the conductor chooses.
step_outcome step_waiting_for_task(std::string handle, std::optional<uint32_t> seconds = {},
                                   std::optional<uint32_t> poll = {});

}  // namespace ironbus
