#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace ironbus {

/// Why a command of IPMI failed, by what should be done next.
enum class ipmi_fault : uint8_t {
  credentials,   ///< The user, the password or the K_g key is wrong.
  privilege,     ///< The user may not do it.
  cipher_suite,  ///< The BMC has not the one that was asked for.
  unsupported,   ///< The BMC has no such command, or not now.
  address,       ///< There is no such host.
  busy,          ///< The BMC refused it for now.
  silent,        ///< The BMC does not answer.
  unknown,
  not_run,  ///< It was not even tried: no permit, no program, too many wait.
  count_
};

struct ipmi_fault_info {
  ipmi_fault fault;
  bool repeated;  ///< It may go better later, without a change of anything.
  bool not_done;  ///< The machine has certainly not done what it was told.
  std::string_view advice;
};

const ipmi_fault_info& info(ipmi_fault x);

/// What ipmitool has written, without what it always writes: the first of the known texts decides.
/// `retryable`: further texts that stand for busy.
ipmi_fault classify_ipmi_text(std::string_view text, std::span<const std::string> retryable);

/// The BMC's own words: the lines that say something, as one, bounded and of printable letters.
std::string words_of_ipmitool(std::string_view errors);

}  // namespace ironbus
