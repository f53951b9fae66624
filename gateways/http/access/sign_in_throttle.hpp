#pragma once

#include "messages/platform/network.hpp"

#include <array>
#include <chrono>
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

namespace ironbus::http {

struct throttle_options {
  /// Failures of one user or address without a delay; 0: no limit.
  size_t failures_max = 10;
  /// An address may fail more often, because many users can share it.
  size_t per_address = 5;
  /// After each period one more failure is forgotten.
  std::chrono::seconds period{6};
  size_t entries_max = 20'000;
};

/// Slows down the guessing of passwords: counts the failed sign-ins of each user and each address.
/// An address from which a user has signed in is not slowed down by failures elsewhere. Thread
/// safe, of bounded memory.
class sign_in_throttle {
public:
  using time_point = std::chrono::steady_clock::time_point;

  struct sender {
    std::string user;                   ///< Empty: unknown.
    std::optional<ip_address> address;  ///< Of an IPv6 client the first 64 bits.
  };

  explicit sign_in_throttle(throttle_options options = {});

  /// How long the sender must wait before the next try. Zero: it may try now.
  std::chrono::seconds wait_of(const sender& who, time_point now) const;
  void note_failure(const sender& who, time_point now);
  void note_success(const sender& who, time_point now);

  size_t entries() const;

private:
  using key = std::string;
  /// Failures are counted as the moment at which all are forgotten.
  struct counted {
    time_point forgotten;
  };

  std::chrono::seconds wait_for(const key& one, size_t failures_max, time_point now) const;
  void count(const key& one, time_point now);
  void make_room(time_point now);

  const throttle_options options_;
  mutable std::mutex mutex_;  ///< Guards the following members.
  std::map<key, counted> failures_;
  std::map<key, time_point> trusted_;  ///< User and address of a good sign-in: until when.
};

}  // namespace ironbus::http
