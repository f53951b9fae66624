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

/// Time since the host was started, its suspensions included (CLOCK_BOOTTIME). Nobody sets it, and
/// a process that was frozen reads how long.
using boot_time = std::chrono::nanoseconds;
boot_time time_since_boot();

/// Whether this worker may act on machines. Others take its steps over when the store has let it
/// lapse as a member; so it acts only as long as the store surely has not. Each announcement that
/// the store has taken gives a lease that begins when it was *sent*, and is shorter than the
/// store's patience.
///
/// A lease that has lapsed does not come back: the worker goes on as a new incarnation, which is
/// another owner of claims, and all permits of before stay refused. A worker whose name another
/// process has taken gets no new incarnation, so that it does not end its successor. Any thread.
class lease : public std::enable_shared_from_this<lease> {
public:
  using time_function = std::function<boot_time()>;

  /// What is announced, and when that was begun.
  struct announcement {
    std::string incarnation;
    boot_time sent{};
  };

  lease(std::string name, std::string incarnation, time_function now = &time_since_boot);

  // -- for whoever acts on machines
  /// A permit under the lease that holds now; one that is refused if none does. `origin`: see
  /// permit.
  permit issue(std::shared_ptr<const call_origin> origin = nullptr);
  const std::string& name() const { return name_; }

  // -- for whoever announces this process to the store
  /// What to announce now: the incarnation that holds. After a lapse the former one first, to hear
  /// whether a successor has taken the name; then a new one.
  announcement next();
  /// The store has taken it for that long. True: there is more to announce at once.
  bool taken(const announcement& announced, std::chrono::milliseconds time_to_live);
  /// Another process has taken the name: this one acts no more.
  void replaced();
  std::string incarnation() const;

private:
  friend class permit;

  bool holds(uint64_t term);
  void count_refusal() { ++refusals_; }
  /// With the lock held: notices that it has lapsed. True: just now.
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
  std::optional<boot_time> until_;  ///< Unset: there is no lease.
  uint64_t term_ = 1;
  bool lapsed_ = false;
  boot_time lapsed_since_{};
};

using lease_ptr = std::shared_ptr<lease>;

}  // namespace ironbus
