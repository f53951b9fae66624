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

bool permit::has_refused() const { return given_->refused; }

}  // namespace ironbus
