#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace ironbus::simulator {

enum class fault_kind : uint8_t {
  slow,          ///< The answer comes later.
  unavailable,   ///< 503 with Retry-After; nothing is done.
  session_lost,  ///< All sessions are over before the request is judged.
  half_answer,   ///< Done, but the connection ends in the middle of the body.
  no_answer,     ///< Done, but the connection ends without an answer.
  bmc_restart,   ///< Done and answered; then the BMC starts anew.
  stuck_post,    ///< Done; the next power-on self-test does not end.
  wrong_etag,    ///< The ETag of the answer is not the resource's.
  task_failure,  ///< The task that the request begins fails at 90 %.
  count_         ///< Not a kind: how many there are.
};

std::string_view to_string(fault_kind x);
std::optional<fault_kind> fault_kind_from(std::string_view name);
/// All names, for whoever has to choose one.
std::string fault_kind_names();

/// What goes wrong, and at which requests. An empty text: at any.
struct fault_rule {
  fault_kind kind = fault_kind::slow;
  std::string machine;  ///< Its name.
  std::string profile;
  std::string method;
  std::string path;    ///< `*` stands for any number of characters.
  unsigned count = 0;  ///< How often, at each machine; 0: without end.
  double probability = 1;
  std::chrono::milliseconds length{5'000};  ///< Delay, Retry-After, or the BMC's pause.
};

/// Whether a text is as the pattern says, in which `*` stands for any number of characters.
bool fits_pattern(std::string_view pattern, std::string_view text);

}  // namespace ironbus::simulator
