#pragma once

#include <chrono>
#include <cstddef>
#include <map>
#include <mutex>
#include <string>

namespace ironbus::http {

/// The sessions that users of this process ended before they expired. Thread safe.
class revoked_sessions {
public:
  explicit revoked_sessions(size_t entries_max = 100'000) : entries_max_(entries_max) {}

  /// If there are too many, forgets the one that expires first.
  void add(const std::string& id, std::chrono::sys_seconds expires, std::chrono::sys_seconds now);
  bool holds(const std::string& id) const;
  size_t size() const;

private:
  const size_t entries_max_;
  mutable std::mutex mutex_;
  std::map<std::string, std::chrono::sys_seconds, std::less<>> expires_;  ///< By id.
};

}  // namespace ironbus::http
