#include "drivers/port/permit.hpp"

#include "drivers/port/lease.hpp"

namespace ironbus {

bool permit::check() const {
  if (holds()) return true;
  given_->refused = true;
  given_->source->count_refusal();
  return false;
}

bool permit::holds() const { return !given_->revoked && given_->source->holds(given_->term); }

void permit::call_begins(const std::string& host) const {
  const std::lock_guard guard{given_->calls_mutex};
  if (!given_->calls)
    given_->calls = unanswered_calls{host, std::chrono::steady_clock::now(), std::string{}};
}

void permit::call_ended(std::string error) const {
  const std::lock_guard guard{given_->calls_mutex};
  if (error.empty())
    given_->calls.reset();
  else if (given_->calls)
    given_->calls->error = std::move(error);
}

std::optional<unanswered_calls> permit::unanswered() const {
  const std::lock_guard guard{given_->calls_mutex};
  return given_->calls;
}

bool permit::has_refused() const { return given_->refused; }

}  // namespace ironbus
