#include "drivers/fake/fake_interface.hpp"

#include "drivers/fake/fake_effects.hpp"
#include "drivers/fake/fake_script.hpp"
#include "drivers/fake/fake_task.hpp"
#include "drivers/kit/timer.hpp"
#include "messages/model/interface_kinds.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace ironbus {

namespace {

/// Course of one attempt, decided before it starts.
struct attempt_plan {
  fake_duration takes{};
  bool as_task = false;             ///< The machine continues by itself and is polled for the end.
  std::optional<step_outcome> end;  ///< Unset: the machine never responds.
};

step_outcome outcome_of(const fake_fault& fault) {
  switch (fault.how) {
    case fault_kind::wait: return step_waiting_for_agent();
    case fault_kind::interrupt: return step_interrupted(fault.reason);
    default: return step_failed(fault.reason);
  }
}

fake_duration drawn_delay(const fake_context& context, const step_request& x) {
  auto found = context.delays.find(x.what.interface);
  return found == context.delays.end() ? fake_duration{} : found->second.draw(context.seed, x);
}

step_outcome scripted_end(const fake_script& script, const step_request& request) {
  return script.failure ? step_failed(*script.failure) : fake_effect(request);
}

void apply_script(const fake_script& script, const step_request& request, attempt_plan& out) {
  if (script.delay_seconds) out.takes = fake_seconds(*script.delay_seconds);
  out.end = scripted_end(script, request);
  if (script.waits_for == awaited::agent && !script.failure) out.end = step_waiting_for_agent();
  // A rejected request does not become a task.
  out.as_task =
      script.waits_for == awaited::task && (script.failure || out.end->status == step_status::done);
}

attempt_plan plan(const fake_context& context, const step_request& request) {
  attempt_plan out;
  const auto script = find_fake_script(request.machine.driver_info, request.what);
  if (!script) {
    out.end = step_failed(script.error().message);
    return out;
  }
  out.takes = drawn_delay(context, request);
  apply_script(*script, request, out);
  if (auto fault = context.faults->inject(request)) {
    if (fault->after_seconds) out.takes = fake_seconds(*fault->after_seconds);
    out.as_task = false;
    out.end.reset();
    if (fault->how != fault_kind::never_answer) out.end = outcome_of(*fault);
  }
  return out;
}

/// Outcome if the machine was not called.
step_outcome not_called() { return step_interrupted(permit_refused); }

void finish(const fake_context& context, const permitted_step& request, step_outcome outcome,
            const driver_interface::step_callback& done) {
  if (!request.allowed.check()) return done(not_called());
  if (context.journal) context.journal->write(request, to_string(outcome.status), outcome.reason);
  done(std::move(outcome));
}

/// The machine accepts the task and returns its handle.
step_outcome begin_task(const fake_context& context, const permitted_step& request,
                        fake_duration takes) {
  const auto task = begin_fake_task(request.id, takes);
  if (context.journal) context.journal->begin_task(request, task.handle());
  return wait_for_task(task, system_clock{}.now());
}

}  // namespace

result<std::shared_ptr<fake_context>> make_fake_context(const fake_options& options,
                                                        boost::asio::io_context& io) {
  auto out = std::make_shared<fake_context>(fake_context{io, {}, options.seed.value_or(0), {}, {}});
  for (const auto& [kind, text] : options.delays) {
    const auto option = "fake." + kind + "_delay";
    if (std::find(interface_kinds.begin(), interface_kinds.end(), kind) == interface_kinds.end())
      return fail(error_code::invalid, option + ": unknown interface kind '" + kind + "'.");
    auto delay = parse_fake_delay(option, text);
    if (!delay) return tl::unexpected(delay.error());
    if (delay->random() && !options.seed)
      return fail(error_code::invalid,
                  option + ": the range '" + text + "' needs the option fake.seed.");
    out->delays.emplace(kind, *delay);
  }
  auto faults = fake_faults::build(options.failures);
  if (!faults) return tl::unexpected(faults.error());
  out->faults = std::move(*faults);
  if (options.journal.empty()) return out;
  auto journal = fake_journal::open(options.journal);
  if (!journal) return tl::unexpected(journal.error());
  out->journal = std::move(*journal);
  return out;
}

fake_interface::fake_interface(std::shared_ptr<fake_context> context)
    : context_{std::move(context)} {}

void fake_interface::run(permitted_step request, step_callback done) {
  if (!request.allowed.check()) return done(not_called());
  auto going = plan(*context_, request);
  if (going.as_task) return done(begin_task(*context_, request, going.takes));
  if (context_->journal) context_->journal->write(request, "start");
  if (!going.end) return;
  // Always by way of the io_context: a step never ends inside the call that started it, so many
  // instant steps cannot grow the stack.
  auto waiting = std::make_shared<timer>(context_->io.get_executor(), going.takes);
  waiting->async_wait([waiting, context = context_, x = std::move(request),
                       end = std::move(*going.end),
                       done = std::move(done)](boost::system::error_code error) mutable {
    if (!error) finish(*context, x, std::move(end), done);
  });
}

void fake_interface::recover(permitted_step request, recover_callback done) {
  if (!request.allowed.check()) return done(not_called());
  if (!context_->journal) return driver_interface::recover(std::move(request), std::move(done));
  const auto seen = context_->journal->find(request.id);
  context_->journal->write(request, "recovered");
  if (seen && seen->what == "done") return done(fake_effect(request));
  if (seen && seen->what == "failed") return done(step_failed(seen->reason));
  if (seen && seen->what == "interrupted") return done(step_interrupted(seen->reason));
  if (const auto task = read_fake_task(seen ? seen->task : ""))
    return done(wait_for_task(*task, system_clock{}.now()));
  if (seen && seen->what == "waiting") return done(step_waiting_for_agent());
  // Started without an end: its progress is unknown, so the declaration decides.
  if (seen) return driver_interface::recover(std::move(request), std::move(done));
  done(std::nullopt);  // never started
}

void fake_interface::probe(permitted_step request, recover_callback done) {
  if (!request.allowed.check()) return done(not_called());
  if (request.task_handle.empty())
    return driver_interface::probe(std::move(request), std::move(done));
  const auto task = read_fake_task(request.task_handle);
  if (!task || task->claim != claim_key(request.id))
    return done(step_failed("The simulated machine has no task '" + request.task_handle + "'."));
  if (system_clock{}.now() < task->ends) return done(std::nullopt);
  const auto script = find_fake_script(request.machine.driver_info, request.what);
  done(script ? scripted_end(*script, request) : step_failed(script.error().message));
}

/// Behaves like the step get_power_state, including scripted faults and delays.
void fake_interface::read_power(machine target_machine, permit allowed, power_callback done) {
  step_request x;
  x.id.node = target_machine.uuid;
  x.what.interface = "power";
  x.what.name = "get_power_state";
  x.machine = std::move(target_machine);
  auto going = plan(*context_, x);
  if (!going.end) return;
  auto waiting = std::make_shared<timer>(context_->io.get_executor(), going.takes);
  waiting->async_wait([waiting, end = std::move(*going.end), allowed = std::move(allowed),
                       done = std::move(done)](boost::system::error_code error) {
    if (error) return;
    if (!allowed.check()) return done(fail(error_code::unavailable, permit_refused));
    if (end.status == step_status::failed) return done(fail(error_code::invalid, end.reason));
    done(machine_reading{end.observed.power_state, {}});
  });
}

}  // namespace ironbus
