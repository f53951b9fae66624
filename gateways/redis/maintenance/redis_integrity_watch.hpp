#pragma once

#include "gateways/redis/redis_options.hpp"
#include "messages/platform/metrics.hpp"
#include "messages/ports/store_health.hpp"
#include "messages/ports/store_maintenance.hpp"

#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

namespace ironbus {

namespace redis {
class session;
struct damage_report;
}  // namespace redis

/// Examines a Redis store in use, as tools do, on a thread and a connection of its own: when the
/// process starts, when the server has restarted, and when the last examination, by whichever
/// process, is as old as `check_period`. One process at a time does it. It takes a fifth of its
/// time from the server. What it finds it notes in the store, where all processes see it.
class redis_integrity_watch {
public:
  using clock = std::chrono::steady_clock;

  /// `health` is that of the same store and must outlive this; it is asked from time to time, so
  /// that it shows what others have noted.
  redis_integrity_watch(redis_options options, store_maintenance::judge ask, store_health& health);
  /// Breaks off what is under way.
  ~redis_integrity_watch();

  redis_integrity_watch(const redis_integrity_watch&) = delete;
  redis_integrity_watch& operator=(const redis_integrity_watch&) = delete;

private:
  struct signals;

  void run();
  /// One turn; gives how long to wait for the next one.
  std::chrono::milliseconds look();
  /// False: the end has come.
  bool wait(std::chrono::milliseconds pause);
  /// Takes or renews it; false: another process has it.
  result<bool> take_lease(redis::session& connection);
  std::chrono::milliseconds examine(redis::session& lease);
  result<std::monostate> rest(redis::session& lease);
  bool note(redis::session& lease, const redis::damage_report& found);

  const redis_options options_;
  const store_maintenance::judge ask_;
  store_health& health_;
  const std::string who_;  ///< Holds the lease.
  const std::shared_ptr<signals> signals_;
  // Only the thread uses the next three.
  bool at_once_ = true;        ///< However long ago the last examination was.
  clock::time_point resumed_;  ///< When the work since the last rest began.
  clock::time_point lease_taken_;
  metrics::counter checks_{
      {"ironbus_store_checks_total", "Completed examinations of the whole store."}};
  std::thread thread_;
};

}  // namespace ironbus
