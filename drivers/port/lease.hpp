#pragma once

#include "drivers/port/permit.hpp"
#include "messages/platform/metrics.hpp"

#include <chrono>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

namespace ironbus {

/// Time since the host booted, including suspension (CLOCK_BOOTTIME). It cannot be set, and a
/// process that was frozen sees the elapsed time.
using boot_time = std::chrono::nanoseconds;
boot_time time_since_boot();

/// The right of this worker to act on machines. Other workers take over its steps when the store's
/// membership entry expires, so this worker acts only while that entry certainly exists. Each
/// announcement that the store accepts gives a lease. The lease starts when the announcement was
/// *sent* and is shorter than the store's time to live.
///
/// An expired lease is never renewed. The worker continues as a new incarnation, which is another
/// owner of claims, and all earlier permits stay refused. If another process has taken this
/// worker's name, the worker gets no new incarnation, so that it does not replace its successor.
/// Thread-safe.
class lease : public std::enable_shared_from_this<lease> {
public:
  using time_function = std::function<boot_time()>;

  /// An announcement and the time when it was sent.
  struct announcement {
    std::string incarnation;
    boot_time sent{};
  };

  lease(std::string name, std::string incarnation, time_function now = &time_since_boot);

  // -- for callers of machines
  /// A permit under the current lease. Without a lease the permit is refused. For `origin` see
  /// permit.
  permit issue(std::shared_ptr<const call_origin> origin = nullptr);
  const std::string& name() const { return name_; }

  // -- for the announcer of this process
  /// The next announcement: the current incarnation. After a lapse it is first the former
  /// incarnation, to find out whether a successor has the name, then a new one.
  announcement next();
  /// The store accepted the announcement for this long. True: announce again at once.
  bool taken(const announcement& announced, std::chrono::milliseconds time_to_live);
  /// Another process has taken the name. This process no longer acts.
  void replaced();
  std::string incarnation() const;

private:
  friend class permit;

  bool holds(uint64_t term);
  void count_refusal() { ++refusals_; }
  /// Call with the lock held. Checks for an expired lease. True: it has just expired.
  bool lapse();
  void end();
  static void log_lapse(const std::string& owner);

  const std::string name_;
  const time_function now_;
  metrics::counter lapses_{
      {"ironbus_driver_lease_lapses_total", "Times that this worker lost its lease."}};
  metrics::counter refusals_{{"ironbus_driver_calls_refused_total",
                              "Calls to machines rejected because the lease had expired."}};
  mutable std::mutex mutex_;
  std::string incarnation_;
  std::string successor_;           ///< The incarnation after a lapse; empty: not yet known.
  std::optional<boot_time> until_;  ///< Unset: no lease.
  uint64_t term_ = 1;
  bool lapsed_ = false;
  boot_time lapsed_since_{};
};

using lease_ptr = std::shared_ptr<lease>;

}  // namespace ironbus
