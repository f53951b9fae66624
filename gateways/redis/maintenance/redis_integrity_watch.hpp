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

/// Examines a Redis store in use on its own thread and connection. An examination starts with the
/// process, after a restart of the server, and when the last one of any process is older than
/// `check_period`. One process at a time examines and uses at most a fifth of the server's time. It
/// records damage in the store for all processes.
class redis_integrity_watch {
public:
  using clock = std::chrono::steady_clock;

  /// `health` belongs to the same store and must outlive this object. It is read from time to time,
  /// so that it shows damage that other processes have recorded.
  redis_integrity_watch(redis_options options, store_maintenance::judge ask, store_health& health);
  /// Stops the running examination.
  ~redis_integrity_watch();

  redis_integrity_watch(const redis_integrity_watch&) = delete;
  redis_integrity_watch& operator=(const redis_integrity_watch&) = delete;

private:
  struct signals;

  void run();
  /// One round. Returns the time to wait for the next one.
  std::chrono::milliseconds look();
  /// False when the watch stops.
  bool wait(std::chrono::milliseconds pause);
  /// Takes or renews the lease. False if another process holds it.
  result<bool> take_lease(redis::session& connection);
  std::chrono::milliseconds examine(redis::session& lease);
  result<std::monostate> rest(redis::session& lease);
  bool note(redis::session& lease, const redis::damage_report& found);

  const redis_options options_;
  const store_maintenance::judge ask_;
  store_health& health_;
  const std::string who_;  ///< The holder of the lease.
  const std::shared_ptr<signals> signals_;
  // The next three are used by the thread only.
  bool at_once_ = true;        ///< Examine regardless of the last examination.
  clock::time_point resumed_;  ///< The start of the work since the last pause.
  clock::time_point lease_taken_;
  metrics::counter checks_{
      {"ironbus_store_checks_total", "Completed examinations of the whole store."}};
  std::thread thread_;
};

}  // namespace ironbus
