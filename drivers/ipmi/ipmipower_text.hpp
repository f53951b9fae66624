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

/// Whether its credentials can be written into ipmipower's configuration, and its address stands
/// for it alone: an answer of ipmipower names no port, and brackets are no hosts to it.
bool fits_ipmipower(const ipmi_access& access);

/// Asks all hosts ("192.0.2.1:623") for their power, with the credentials of one of them, which
/// are in a file that only the program can read.
child_command ipmipower_call(permit allowed, const ipmi_access& access, int suite,
                             const std::vector<std::string>& hosts, const ipmi_options& options);

/// "192.0.2.1: on" of each line, by host. Bounded; what is no such line is passed over.
std::map<std::string, std::string, std::less<>> read_ipmipower(std::string_view text);

/// What one answer of ipmipower says of the machine.
struct ipmipower_meaning {
  std::optional<power_state> state;
  std::string_view why;  ///< That it could not be read; empty: ipmitool should be asked.
  bool silent = false;
  bool refused = false;  ///< The credentials.
};

ipmipower_meaning meaning_of(std::string_view answer);

}  // namespace ironbus
