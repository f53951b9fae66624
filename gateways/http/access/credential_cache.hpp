#pragma once

#include "gateways/http/access/credentials.hpp"

#include <array>
#include <chrono>
#include <cstdint>
#include <map>

namespace ironbus::http {

/// Remembers verified credentials for a short time, so that not every request needs a bcrypt hash.
/// Keeps no passwords, only digests keyed with a key of this process. Not thread safe.
class verified {
public:
  using time_point = std::chrono::steady_clock::time_point;
  using digest = std::array<uint8_t, 32>;

  verified(std::chrono::milliseconds lifetime, size_t entries_max);

  digest digest_of(const credentials& credentials) const;
  bool holds(const digest& x, time_point now) const;
  /// Adds an entry. If the cache is full, removes the expired entries, or all if none has expired.
  void add(const digest& digest, time_point now);
  void clear() { until_.clear(); }

private:
  const std::chrono::milliseconds lifetime_;
  const size_t entries_max_;
  std::array<uint8_t, 32> key_{};
  std::map<digest, time_point> until_;
};

}  // namespace ironbus::http
