#include "drivers/execution/step_run.hpp"

#include "drivers/execution/driver_choice.hpp"
#include "drivers/execution/outcome_message.hpp"
#include "messages/contract/machine_restart.hpp"
#include "messages/platform/failpoint.hpp"
#include "messages/platform/log.hpp"

#include <algorithm>

namespace ironbus {

namespace {

/// A request may name any kind.
size_t number_of_interface(const std::string& kind) {
  return static_cast<size_t>(std::find(interface_kinds.begin(), interface_kinds.end(), kind) -
                             interface_kinds.begin());
}

/// A new owner knows only the task's handle.
bool can_be_polled(const step_outcome& x) {
  if (x.status != step_status::waiting || x.waits_for != awaited::task) return true;
  return !x.task_handle.empty() && x.task_handle.size() <= task_handle_max;
}

}  // namespace

step_run::step_run(std::shared_ptr<execution_context> context, step_request request,
                   std::shared_ptr<const call_origin> origin, delivery_tag tag,
                   std::function<void()> ended)
    : context_{std::move(context)},
      request_{std::move(request)},
      key_{claim_key(request_.id)},
      origin_{std::move(origin)},
      allowed_{context_->held->issue(origin_)},
      tags_{tag},
      ended_{std::move(ended)},
      retry_{context_->strand},
      overdue_{context_->strand},
      silence_timer_{context_->strand},
      silence_{context_->options.silence},
      pause_{context_->options.retry_first} {
  ++context_->counters.in_work;
}

step_run::~step_run() { --context_->counters.in_work; }

void step_run::begin() { claim(); }

void step_run::join(delivery_tag tag) { tags_.push_back(tag); }

void step_run::requeue() {
  retry_.cancel();
  silence_timer_.cancel();
  closed_ = true;
  for (auto tag : std::exchange(tags_, {})) context_->messages.reject(tag, true);
}

// -- driver calls ---------------------------------------------------------------------------------

template <class Call>
void step_run::drive(const char* doing, Call call) {
  std::string why_not;
  const auto driver = choose_driver(context_->drivers, request_, why_not);
  if (!driver) return answered(step_failed(std::move(why_not)));
  unbegun_.clear();
  ++calls_;
  guard_deadline();
  watch_silence();
  const auto step = request_.what.interface + "." + request_.what.name;
  try {
    call(*driver);
  } catch (const std::exception& e) {
    // The text may contain secrets of the node: for the log only.
    log::error(
        "the driver threw in " + std::string{doing},
        {{log_key::node, request_.id.node}, {log_key::step, step}, {log_key::error, e.what()}});
    answered(
        step_failed("Step " + step +
                    " failed because of an internal error. See the log of the driver worker."));
  }
}

void step_run::recover() {
  ++context_->counters.recovered;
  log::info("step taken over", {{log_key::node, request_.id.node},
                                {log_key::step, request_.what.interface + "." + request_.what.name},
                                {log_key::claim, key_},
                                {log_key::worker, dead_owner_}});
  drive("recover", [this](driver_interface& driver) {
    driver.recover({request_, allowed_}, context_->back([self = shared_from_this(), call = calls_](
                                                            std::optional<step_outcome> known) {
      if (self->closed_ || call != self->calls_) return;
      if (known) {
        known->recovered = true;
        return self->answered(std::move(*known));
      }
      if (!self->allowed_.holds()) return self->stopped();
      if (!restarts_machine(self->request_.what)) return self->start();
      self->answered(step_interrupted("The machine may have restarted already."));
    }));
  });
}

void step_run::start() {
  if (request_.deadline != timestamp{} && context_->time.now() > request_.deadline)
    return answered(step_failed("The deadline expired before the step started."));
  if (const auto wrong = wrong_arguments(context_->drivers, request_); !wrong.empty())
    return answered(step_refused("Invalid arguments: " + wrong + "."));
  drive("run", [this](driver_interface& driver) {
    ++context_->counters.executed;
    driver.run({request_, allowed_},
               context_->back([self = shared_from_this(), call = calls_](step_outcome x) {
                 if (call == self->calls_) self->answered(std::move(x));
               }));
  });
}

/// The driver was refused a call, or ended where another call would have to follow.
void step_run::stopped() {
  overdue_.cancel();
  silence_timer_.cancel();
  ++calls_;
  log::warn("step stopped: the lease expired or another worker has the step",
            {{log_key::node, request_.id.node},
             {log_key::step, request_.what.interface + "." + request_.what.name},
             {log_key::claim, key_},
             {log_key::worker, allowed_.owner()}});
  claim();
}

void step_run::guard_deadline() {
  if (request_.deadline == timestamp{}) return;
  // Bounded both ways: a recovery past the deadline gets the grace period, and no date overflows.
  const auto left =
      std::clamp<std::chrono::microseconds>(request_.deadline - context_->time.now(),
                                            std::chrono::seconds{0}, std::chrono::hours{24 * 30});
  overdue_.expires_after(left + context_->options.overdue_grace);
  overdue_.async_wait(context_->back([self = shared_from_this()](boost::system::error_code error) {
    if (error || self->closed_) return;
    self->allowed_.revoke();  // the node continues, so its driver must stop
    self->answered(step_interrupted("The driver did not finish the step before its deadline."));
  }));
}

void step_run::watch_silence() {
  silence_timer_.expires_after(context_->options.silence.check_pause);
  silence_timer_.async_wait(
      context_->back([self = shared_from_this()](boost::system::error_code error) {
        if (error || self->closed_) return;
        const auto due = self->silence_.check(self->allowed_.unanswered(), steady_clock::now(),
                                              self->context_->time.now());
        if (due) self->report_silence(*due);
        self->watch_silence();
      }));
}

/// A lost report is followed by another one, if the BMC stays silent.
void step_run::report_silence(const silence_watch::report& due) {
  step_outcome report;
  report.id = request_.id;
  report.status = step_status::waiting;
  report.waits_for = awaited::driver;
  report.silence = due.silence;
  report.worker = allowed_.owner();
  auto message =
      outcome_message(*context_, request_.id.node, outcome_text(*context_, report, origin_.get()));
  message.durable = false;
  context_->messages.publish(std::move(message), [](const result<std::monostate>&) {});
}

// -- reporting the outcome ------------------------------------------------------------------------

void step_run::answered(step_outcome outcome) {
  if (closed_) return;
  if (allowed_.has_refused()) return stopped();
  closed_ = true;
  overdue_.cancel();
  silence_timer_.cancel();
  if (!can_be_polled(outcome))
    outcome = step_failed("The driver returned no task handle, or one that is too long, for " +
                          request_.what.interface + "." + request_.what.name + ".");
  if (outcome.status == step_status::failed) ++context_->counters.failed;
  if (outcome.status != step_status::waiting)
    context_->counters.step_seconds[number_of_interface(request_.what.interface)].observe_since(
        began_);
  outcome.id = request_.id;
  outcome.worker = allowed_.owner();
  outcome_ = outcome_text(*context_, outcome, origin_.get());
  record();
}

void step_run::record() {
  failpoint("driver_after_run");
  context_->claims.finish_step(
      key_, allowed_.owner(), outcome_,
      context_->back([self = shared_from_this()](result<std::monostate> x) { self->recorded(x); }));
}

void step_run::recorded(const result<std::monostate>& outcome) {
  if (!outcome && retryable(outcome.error().code))
    return again(&step_run::record, outcome.error(), "record the outcome");
  // The claim is another worker's, or missing. Its current content decides.
  if (!outcome) return again(&step_run::claim, outcome.error(), "record the outcome");
  failpoint("driver_after_record");
  context_->ended.remember({key_, allowed_.owner(), outcome_});
  tell();
}

void step_run::tell() {
  auto message = outcome_message(*context_, request_.id.node, outcome_);
  message.again = republished_;
  context_->messages.publish(std::move(message),
                             context_->back([self = shared_from_this()](result<std::monostate> x) {
                               self->published(x);
                             }));
}

void step_run::published(const result<std::monostate>& outcome) {
  if (!outcome) return again(&step_run::tell, outcome.error(), "publish the outcome");
  failpoint("driver_before_ack");
  end();
}

void step_run::end() {
  for (auto tag : std::exchange(tags_, {})) context_->messages.ack(tag);
  if (auto ended = std::exchange(ended_, nullptr)) ended();
}

// -- retries --------------------------------------------------------------------------------------

void step_run::again(action what) {
  retry_.expires_after(pause_);
  pause_ = std::min(pause_ * 2, context_->options.retry_longest);
  retry_.async_wait(
      context_->back([self = shared_from_this(), what](boost::system::error_code error) {
        if (!error) (self.get()->*what)();
      }));
}

void step_run::again(action what, const failure& why, const char* doing) {
  if (context_->may_log())
    log::warn(
        "cannot " + std::string{doing} + ", retrying",
        {{log_key::node, request_.id.node}, {log_key::claim, key_}, {log_key::error, why.message}});
  again(what);
}

}  // namespace ironbus
