#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>

namespace ironbus {

/// How BMCs are spoken to by Redfish, the section `redfish`. Names in comments are the options'
/// names.
struct redfish_options {
  using milliseconds = std::chrono::milliseconds;

  milliseconds connect_timeout{30'000};
  milliseconds request_timeout{60'000};  ///< With all repetitions.
  std::string auth_type = "auto";
  std::string verify_ca = "true";  ///< Of nodes that name none.
  size_t connection_cache_size = 10'000;
  /// Of a BMC that refuses to switch on what it has just switched off.
  uint32_t power_on_conflict_retry_attempts = 6;
  milliseconds power_on_conflict_retry_interval{10'000};

  size_t answer_bytes_max = 4 * 1024 * 1024;
  milliseconds retry_first{500};
  milliseconds retry_longest{8'000};
  milliseconds power_poll_first{1'000};
  milliseconds reset_pause{15'000};         ///< A reset shows no state to wait for.
  milliseconds known_long_enough{300'000};  ///< What hardly ever changes is not asked anew.
};

}  // namespace ironbus
