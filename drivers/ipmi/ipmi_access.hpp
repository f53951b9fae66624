#pragma once

#include "drivers/kit/bmc/bmc_metrics.hpp"
#include "messages/base/errors.hpp"
#include "messages/base/json.hpp"
#include "messages/model/driver_catalog.hpp"
#include "messages/wire/step.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ironbus {

/// Address and credentials of a BMC, read from driver_info and checked.
struct ipmi_access {
  std::string address;
  uint16_t port = 623;
  std::string user;  ///< Empty: the user without a name.
  std::string password;
  std::string second_password;  ///< Tried if the BMC rejects `password`; empty: none.
  std::string level = "ADMINISTRATOR";
  bool version_2 = true;             ///< IPMI 2.0; else 1.5.
  std::optional<int> suite;          ///< Unset: tries those of the option.
  std::string kg_key;                ///< Raw bytes.
  std::vector<std::string> bridges;  ///< Bridging arguments for ipmitool.
  bool force_boot_device = false;
  std::optional<bool> disable_boot_timeout;  ///< Unset: as configured.
  std::optional<uint16_t> terminal_port;     ///< For the serial console; unset: any free port.

  size_t vendor = unknown_vendor();  ///< vendor_number() of its machine.

  /// "192.0.2.1:623": the BMC in messages, and the key of its queue.
  std::string place() const;
  /// A hash of user, passwords, K_g key and level.
  size_t credentials() const;
};

/// `invalid` names the key, its value (unless secret) and the allowed values.
result<ipmi_access> read_ipmi_access(const json& driver_info);
/// The same for a machine, with the password that its BMC may have accepted.
result<ipmi_access> ipmi_access_of(const machine& target);

/// The keys of driver_info, for the API.
std::vector<driver_property> ipmi_properties();

}  // namespace ironbus
