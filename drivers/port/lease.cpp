#include "drivers/port/lease.hpp"

#include "messages/base/host_source.hpp"
#include "messages/base/uuid.hpp"
#include "messages/platform/log.hpp"

#include <algorithm>
#include <utility>

namespace ironbus {

namespace {

/// A lease is shorter than the store's time to live by this part of it. Clocks run at different
/// speeds, and a permitted call takes a moment to reach its machine.
constexpr int margin_part = 6;

/// Term of permits that were issued without a lease.
constexpr uint64_t no_term = 0;

}  // namespace

boot_time time_since_boot() { return host_source::current().boot_now(); }

lease::lease(std::string name, std::string incarnation, time_function now)
    : name_{std::move(name)}, now_{std::move(now)}, incarnation_{std::move(incarnation)} {}

permit lease::issue(std::shared_ptr<const call_origin> origin) {
  const std::lock_guard guard{mutex_};
  auto given = std::make_shared<permit::given_permit>();
  given->source = shared_from_this();
  given->term = until_ ? term_ : no_term;
  given->owner = name_ + "/" + incarnation_;
  given->origin = std::move(origin);
  return permit{std::move(given)};
}

bool lease::holds(uint64_t term) {
  std::unique_lock guard{mutex_};
  const bool just_lapsed = lapse();
  const bool out = until_ && term == term_;
  const auto owner = just_lapsed ? name_ + "/" + incarnation_ : std::string{};
  guard.unlock();
  if (just_lapsed) log_lapse(owner);
  return out;
}

lease::announcement lease::next() {
  std::unique_lock guard{mutex_};
  const bool just_lapsed = lapse();
  announcement out{successor_.empty() ? incarnation_ : successor_, now_()};
  guard.unlock();
  if (just_lapsed) log_lapse(name_ + "/" + out.incarnation);
  return out;
}

bool lease::taken(const announcement& announced, std::chrono::milliseconds time_to_live) {
  std::unique_lock guard{mutex_};
  const auto owner = name_ + "/" + incarnation_;
  const bool just_lapsed = lapse();
  const auto until = announced.sent + time_to_live - time_to_live / margin_part;
  const bool in_time = now_() < until;
  // An announcement sent before the lease expired does not tell which process has the name now.
  const bool former =
      lapsed_ && announced.incarnation == incarnation_ && announced.sent >= lapsed_since_;
  if (former && successor_.empty()) successor_ = random_uuid();
  const bool succeeds = lapsed_ && in_time && announced.incarnation == successor_;
  if (succeeds) {
    incarnation_ = std::exchange(successor_, {});
    lapsed_ = false;
  }
  if (!lapsed_ && in_time && announced.incarnation == incarnation_)
    until_ = std::max(until_.value_or(until), until);
  guard.unlock();
  if (just_lapsed) log_lapse(owner);
  if (succeeds)
    log::info("the worker obtained a new lease, as a new incarnation",
              {{log_key::worker, name_ + "/" + announced.incarnation}});
  return former;
}

void lease::replaced() {
  const std::lock_guard guard{mutex_};
  if (until_) end();
  successor_.clear();
}

std::string lease::incarnation() const {
  const std::lock_guard guard{mutex_};
  return incarnation_;
}

bool lease::lapse() {
  if (!until_ || now_() < *until_) return false;
  end();
  return true;
}

void lease::end() {
  lapsed_since_ = *std::exchange(until_, std::nullopt);
  lapsed_ = true;
  ++term_;
  ++lapses_;
}

void lease::log_lapse(const std::string& owner) {
  log::warn(
      "the lease expired: steps stop before their next call to a machine, and this worker "
      "continues as a new incarnation",
      {{log_key::worker, owner}});
}

}  // namespace ironbus
