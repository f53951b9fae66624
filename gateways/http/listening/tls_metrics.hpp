#pragma once

#include "gateways/http/listening/expiry_watch.hpp"
#include "messages/platform/metrics.hpp"

#include <mutex>
#include <string>
#include <vector>

namespace ironbus::http {

/// The metrics of one listener's certificates. Thread safe.
class tls_metrics {
public:
  /// `listener`: a label, such as "api".
  explicit tls_metrics(std::string listener);

  /// New files are in use.
  void note_loaded(std::vector<file_expiry> files, file_expiry::time_point now);
  /// New files cannot be used.
  void note_failed(file_expiry::time_point now);

private:
  metrics::samples read_expiry() const;
  /// Call it with the lock.
  metrics::samples read_one(double value) const;

  const std::string listener_;
  mutable std::mutex mutex_;  ///< Guards the next three members.
  std::vector<file_expiry> files_;
  double read_at_ = 0;  ///< Seconds since 1970.
  bool good_ = true;
  metrics::registration expiry_;
  metrics::registration reload_time_;
  metrics::registration reload_result_;
};

}  // namespace ironbus::http
