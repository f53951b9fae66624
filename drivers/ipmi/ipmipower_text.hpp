#pragma once

#include "drivers/ipmi/ipmi_access.hpp"
#include "drivers/ipmi/ipmi_options.hpp"
#include "drivers/kit/process/child_process.hpp"
#include "drivers/port/driver.hpp"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ironbus {

/// Whether ipmipower can be used: its configuration can express the credentials, and the address
/// identifies the BMC. ipmipower's output has no ports, and it does not accept addresses in
/// brackets.
bool fits_ipmipower(const ipmi_access& access);

/// Reads the power state of all hosts ("192.0.2.1:623") with shared credentials, which are in a
/// file that only the program can read.
child_command ipmipower_call(permit allowed, const ipmi_access& access, int suite,
                             const std::vector<std::string>& hosts, const ipmi_options& options);

/// Parses lines like "192.0.2.1: on", by host. Limited; skips other lines.
std::map<std::string, std::string, std::less<>> read_ipmipower(std::string_view text);

/// Meaning of one line of ipmipower.
struct ipmipower_meaning {
  std::optional<power_state> state;
  std::string_view why;  ///< Reason of a failure; empty: ask with ipmitool.
  bool silent = false;
  bool refused = false;  ///< The credentials were rejected.
};

ipmipower_meaning meaning_of(std::string_view answer);

}  // namespace ironbus
