#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace ironbus::simulator {

enum class fault_kind : uint8_t {
  slow,          ///< The response is delayed.
  unavailable,   ///< 503 with Retry-After, and no effect.
  session_lost,  ///< All sessions end before the request is checked.
  half_answer,   ///< The request takes effect; the connection ends within the body.
  no_answer,     ///< The request takes effect; the connection ends without a response.
  bmc_restart,   ///< After the response, the BMC restarts.
  stuck_post,    ///< The request takes effect; the next POST does not end.
  wrong_etag,    ///< The response has a wrong ETag.
  task_failure,  ///< The task of the request fails at 90 %.
  count_         ///< Number of kinds.
};

std::string_view to_string(fault_kind x);
std::optional<fault_kind> fault_kind_from(std::string_view name);
/// All names, separated by commas.
std::string fault_kind_names();

/// A fault and the requests that it applies to. An empty text applies to all.
struct fault_rule {
  fault_kind kind = fault_kind::slow;
  std::string machine;  ///< Name of the machine.
  std::string profile;
  std::string method;
  std::string path;    ///< `*` matches any number of characters.
  unsigned count = 0;  ///< Number of uses for each machine; 0: unlimited.
  double probability = 1;
  std::chrono::milliseconds length{5'000};  ///< Delay, Retry-After, or restart time of the BMC.
};

/// Whether the text matches the pattern. `*` matches any number of characters.
bool fits_pattern(std::string_view pattern, std::string_view text);

}  // namespace ironbus::simulator
