#include "drivers/execution/step_run.hpp"

#include "drivers/execution/driver_choice.hpp"
#include "drivers/execution/outcome_message.hpp"
#include "messages/platform/failpoint.hpp"
#include "messages/platform/log.hpp"

#include <algorithm>

namespace ironbus {

namespace {

/// What a request names may be anything.
size_t number_of_interface(const std::string& kind) {
  return static_cast<size_t>(std::find(interface_kinds.begin(), interface_kinds.end(), kind) -
                             interface_kinds.begin());
}

/// Whoever takes a task over knows nothing of it but its handle.
bool can_be_polled(const step_outcome& x) {
  if (x.status != step_status::waiting || x.waits_for != awaited::task) return true;
  return !x.task_handle.empty() && x.task_handle.size() <= task_handle_max;
}

}  // namespace

step_run::step_run(std::shared_ptr<execution_context> with, step_request request, delivery_tag tag,
                   std::function<void()> ended)
    : with_{std::move(with)},
      request_{std::move(request)},
      key_{claim_key(request_.id)},
      tags_{tag},
      ended_{std::move(ended)},
      retry_{with_->strand},
      overdue_{with_->strand},
      pause_{with_->options.retry_first} {
  ++with_->counters.in_work;
}

step_run::~step_run() { --with_->counters.in_work; }

void step_run::begin() { claim(); }

void step_run::join(delivery_tag tag) { tags_.push_back(tag); }

void step_run::give_back() {
  retry_.cancel();
  closed_ = true;
  for (auto tag : std::exchange(tags_, {})) with_->messages.reject(tag, true);
}

// -- whose step it is -----------------------------------------------------------------------------

void step_run::claim() {
  if (closed_ && outcome_.empty()) return;  // given back meanwhile
  with_->claims.claim_step(
      key_, with_->owner, with_->back([self = shared_from_this()](result<step_claim> found) {
        if (!found) return self->again(&step_run::claim, found.error(), "claim the step");
        self->judge(*found);
      }));
}

void step_run::judge(const step_claim& found) {
  elsewhere_ = false;
  if (!found.outcome.empty()) {
    // It has ended, but the request is still there: its outcome may never have been published.
    ++with_->counters.outcomes_republished;
    closed_ = republished_ = true;
    outcome_ = found.outcome;
    return tell();
  }
  if (found.owner != with_->owner) return look_after(found.owner);
  if (!outcome_.empty()) return record();  // it ended here, and the claim is still ours
  failpoint("driver_after_claim");
  start();
}

void step_run::look_after(const std::string& owner) {
  if (!outcome_.empty()) return end();  // taken over, as this process was thought dead
  if (with_->draining) {
    give_back();
    return end();
  }
  elsewhere_ = true;
  with_->process_liveness.ask(owner, [self = shared_from_this(), owner](result<bool> alive) {
    if (!alive) return self->again(&step_run::claim, alive.error(), "ask who is alive");
    if (*alive) return self->again(&step_run::claim);
    self->dead_owner_ = owner;
    self->take_over();
  });
}

void step_run::take_over() {
  if (closed_) return;
  elsewhere_ = false;
  with_->claims.take_over_step(
      key_, dead_owner_, with_->owner,
      with_->back([self = shared_from_this()](result<step_claim> found) {
        if (!found) return self->again(&step_run::take_over, found.error(), "take the step over");
        const bool ours = found->owner == self->with_->owner && found->outcome.empty();
        return ours ? self->recover() : self->judge(*found);
      }));
}

// -- at the driver --------------------------------------------------------------------------------

template <class Call>
void step_run::drive(const char* doing, Call call) {
  std::string why_not;
  const auto driver = choose_driver(with_->drivers, request_, why_not);
  if (!driver) return answered(step_failed(std::move(why_not)));
  guard_deadline();
  const auto step = request_.what.interface + "." + request_.what.name;
  try {
    call(*driver);
  } catch (const std::exception& e) {
    // The text may quote what the node said, secrets included: for the log only.
    log::error(
        "the driver threw in " + std::string{doing},
        {{log_key::node, request_.id.node}, {log_key::step, step}, {log_key::error, e.what()}});
    answered(step_failed("The driver broke off " + step +
                         " because of a defect; the log of its worker has the cause."));
  }
}

void step_run::recover() {
  ++with_->counters.recovered;
  log::info("step taken over", {{log_key::node, request_.id.node},
                                {log_key::step, request_.what.interface + "." + request_.what.name},
                                {log_key::claim, key_},
                                {log_key::worker, dead_owner_}});
  drive("recover", [this](driver_interface& driver) {
    driver.recover(request_,
                   with_->back([self = shared_from_this()](std::optional<step_outcome> known) {
                     if (self->closed_) return;
                     known ? self->answered(std::move(*known)) : self->start();
                   }));
  });
}

void step_run::start() {
  if (request_.deadline != timestamp{} && with_->time.now() > request_.deadline)
    return answered(step_failed("The deadline passed before the step was started."));
  if (const auto wrong = wrong_arguments(with_->drivers, request_); !wrong.empty())
    return answered(step_refused("Invalid arguments: " + wrong + "."));
  drive("run", [this](driver_interface& driver) {
    ++with_->counters.executed;
    driver.run(request_, with_->back([self = shared_from_this()](step_outcome x) {
      self->answered(std::move(x));
    }));
  });
}

void step_run::guard_deadline() {
  if (request_.deadline == timestamp{}) return;
  // Bounded both ways: a recovery past the deadline gets the grace, and no date overflows.
  const auto left = std::clamp<std::chrono::microseconds>(
      request_.deadline - with_->time.now(), std::chrono::seconds{0}, std::chrono::hours{24 * 30});
  overdue_.expires_after(left + with_->options.overdue_grace);
  overdue_.async_wait(with_->back([self = shared_from_this()](boost::system::error_code error) {
    if (error || self->closed_) return;
    self->answered(step_interrupted("The driver did not answer before the step's deadline."));
  }));
}

// -- telling the node -----------------------------------------------------------------------------

void step_run::answered(step_outcome outcome) {
  if (closed_) return;
  closed_ = true;
  overdue_.cancel();
  if (!can_be_polled(outcome))
    outcome = step_failed("The driver waits for a task of " + request_.what.interface + "." +
                          request_.what.name + " whose handle is missing or too long.");
  if (outcome.status == step_status::failed) ++with_->counters.failed;
  if (outcome.status != step_status::waiting)
    with_->counters.step_seconds[number_of_interface(request_.what.interface)].observe_since(
        began_);
  outcome.id = request_.id;
  outcome.worker = with_->owner;
  outcome_ = outcome_text(*with_, outcome);
  record();
}

void step_run::record() {
  failpoint("driver_after_run");
  with_->claims.finish_step(
      key_, with_->owner, outcome_,
      with_->back([self = shared_from_this()](result<std::monostate> x) { self->recorded(x); }));
}

void step_run::recorded(const result<std::monostate>& outcome) {
  if (!outcome && retryable(outcome.error().code))
    return again(&step_run::record, outcome.error(), "record the outcome");
  // Not ours any more, or forgotten: what the claim says now decides.
  if (!outcome) return again(&step_run::claim, outcome.error(), "record the outcome");
  failpoint("driver_after_record");
  tell();
}

void step_run::tell() {
  auto message = outcome_message(*with_, request_.id.node, outcome_);
  message.again = republished_;
  with_->messages.publish(
      std::move(message),
      with_->back([self = shared_from_this()](result<std::monostate> x) { self->published(x); }));
}

void step_run::published(const result<std::monostate>& outcome) {
  if (!outcome) return again(&step_run::tell, outcome.error(), "publish the outcome");
  failpoint("driver_before_ack");
  end();
}

void step_run::end() {
  for (auto tag : std::exchange(tags_, {})) with_->messages.ack(tag);
  if (auto ended = std::exchange(ended_, nullptr)) ended();
}

// -- patience -------------------------------------------------------------------------------------

void step_run::again(action what) {
  retry_.expires_after(pause_);
  pause_ = std::min(pause_ * 2, with_->options.retry_longest);
  retry_.async_wait(with_->back([self = shared_from_this(), what](boost::system::error_code error) {
    if (!error) (self.get()->*what)();
  }));
}

void step_run::again(action what, const failure& why, const char* doing) {
  if (with_->may_complain())
    log::warn(
        "cannot " + std::string{doing} + " yet",
        {{log_key::node, request_.id.node}, {log_key::claim, key_}, {log_key::error, why.message}});
  again(what);
}

}  // namespace ironbus
