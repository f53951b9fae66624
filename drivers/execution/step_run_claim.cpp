#include "drivers/execution/step_run.hpp"
#include "messages/platform/failpoint.hpp"

// Ownership of a step: claims, other workers' claims, and takeover.

namespace ironbus {

void step_run::claim() {
  if (closed_ && outcome_.empty()) return;  // returned in the meantime
  if (outcome_.empty()) {                   // otherwise its former incarnation reports the outcome
    allowed_ = context_->held->issue(origin_);
    if (!allowed_.holds()) return again(&step_run::claim);
  }
  context_->claims.claim_step(key_, allowed_.owner(),
                              outcome_.empty() ? claim_purpose::begin : claim_purpose::keep,
                              context_->back([self = shared_from_this()](result<step_claim> found) {
                                if (found) return self->evaluate_claim(*found);
                                self->claim_in_doubt_ = true;
                                self->again(&step_run::claim, found.error(), "claim the step");
                              }));
}

void step_run::evaluate_claim(const step_claim& found) {
  elsewhere_ = false;
  if (!found.outcome.empty()) {
    // The step has ended but the request still exists, so its outcome may not have been published.
    ++context_->counters.outcomes_republished;
    closed_ = republished_ = true;
    outcome_ = found.outcome;
    return tell();
  }
  if (found.owner != allowed_.owner()) return await_owner(found.owner);
  if (!outcome_.empty()) return record();  // it ended here, and this worker still has the claim
  if (!allowed_.holds()) {                 // the response came late
    unbegun_ = allowed_.owner();
    return claim();
  }
  failpoint("driver_after_claim");
  begin_claimed(found);
}

/// This worker's claim existed before, or a repeated request has no claim. An earlier run,
/// forgotten by this process or by the store, may have called the machine.
void step_run::begin_claimed(const step_claim& found) {
  const bool first = found.found ? claim_in_doubt_ : true;
  const bool asked_before =
      request_.again || (found.former_epochs != 0 && request_.epoch <= found.former_epochs);
  if (first && !asked_before) return start();
  dead_owner_ = found.owner;
  recover();
}

void step_run::keep_claim() {
  if (calls_ == 0 || closed_) return;  // claimed when its turn comes, or when it is recorded
  context_->claims.claim_step(key_, allowed_.owner(), claim_purpose::keep,
                              context_->back([self = shared_from_this()](result<step_claim> found) {
                                if (!found)
                                  return self->again(&step_run::keep_claim, found.error(),
                                                     "keep the claim");
                                self->evaluate_kept(*found);
                              }));
}

void step_run::evaluate_kept(const step_claim& found) {
  if (closed_ || (found.owner == allowed_.owner() && found.outcome.empty())) return;
  allowed_.revoke();
  stopped();
}

void step_run::await_owner(const std::string& owner) {
  if (context_->draining) return give_back();
  elsewhere_ = true;
  context_->process_liveness.ask(owner, [self = shared_from_this(), owner](result<bool> alive) {
    if (!alive) return self->again(&step_run::claim, alive.error(), "ask who is alive");
    // The step has an outcome but was taken over, because this process was considered dead.
    const bool was_ours = !self->outcome_.empty();
    if (*alive) return was_ours ? self->end() : self->again(&step_run::claim);
    // A joined request may have come from the new owner, and has no owner now.
    if (was_ours) return self->give_back();
    self->dead_owner_ = owner;
    self->take_over();
  });
}

void step_run::give_back() {
  requeue();
  end();
}

void step_run::take_over() {
  if (closed_) return;
  elsewhere_ = false;
  if (!allowed_.holds()) return claim();
  context_->claims.take_over_step(
      key_, dead_owner_, allowed_.owner(),
      context_->back([self = shared_from_this()](result<step_claim> found) {
        if (!found) return self->again(&step_run::take_over, found.error(), "take the step over");
        self->taken_over(*found);
      }));
}

void step_run::taken_over(const step_claim& found) {
  if (found.owner != allowed_.owner() || !found.outcome.empty()) return evaluate_claim(found);
  const bool unbegun = dead_owner_ == unbegun_;
  if (allowed_.holds()) return unbegun ? start() : recover();
  if (unbegun) unbegun_ = allowed_.owner();
  claim();
}

}  // namespace ironbus
