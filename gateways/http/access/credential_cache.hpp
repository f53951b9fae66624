#pragma once

#include "gateways/http/access/credentials.hpp"

#include <array>
#include <chrono>
#include <cstdint>
#include <map>

namespace ironbus::http {

/// Remembers for a short time which credentials were right, so that not every request pays for a
/// bcrypt hash. Keeps no password, only keyed digests under a key that lives as long as the
/// process. Not thread safe.
class verified {
public:
  using time_point = std::chrono::steady_clock::time_point;
  using digest = std::array<uint8_t, 32>;

  verified(std::chrono::milliseconds lifetime, size_t entries_max);

  digest digest_of(const credentials& credentials) const;
  bool holds(const digest& x, time_point now) const;
  /// Entries that have ended make room; if there are none, all do.
  void add(const digest& digest, time_point now);
  void clear() { until_.clear(); }

private:
  const std::chrono::milliseconds lifetime_;
  const size_t entries_max_;
  std::array<uint8_t, 32> key_{};
  std::map<digest, time_point> until_;
};

}  // namespace ironbus::http
