#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace ironbus {

/// Causes of a failed IPMI command, by the possible remedy.
enum class ipmi_fault : uint8_t {
  credentials,   ///< Wrong user, password or K_g key.
  privilege,     ///< The user lacks the privilege.
  cipher_suite,  ///< The BMC does not support the cipher suite.
  unsupported,   ///< The BMC does not support the command, or not in its present state.
  address,       ///< The host cannot be resolved or reached.
  busy,          ///< The BMC is busy.
  silent,        ///< The BMC does not respond.
  unknown,
  not_run,  ///< Not tried: no permit, no program, or a full queue.
  count_
};

struct ipmi_fault_info {
  ipmi_fault fault;
  bool repeated;  ///< A retry may succeed.
  bool not_done;  ///< The machine certainly did not execute the command.
  std::string_view advice;
};

const ipmi_fault_info& info(ipmi_fault x);

/// Classifies ipmitool's output, without its usual noise: the first known text counts. `retryable`:
/// further texts that mean busy.
ipmi_fault classify_ipmi_text(std::string_view text, std::span<const std::string> retryable);

/// The BMC's message: the relevant lines as one line, limited in length, printable.
std::string words_of_ipmitool(std::string_view errors);

}  // namespace ironbus
