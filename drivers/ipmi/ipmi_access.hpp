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

/// How a node says that its BMC is reached: driver_info, read and checked.
struct ipmi_access {
  std::string address;
  uint16_t port = 623;
  std::string user;  ///< Empty: the nameless user.
  std::string password;
  std::string further_password;  ///< Tried where that one is refused; empty: there is none.
  std::string level = "ADMINISTRATOR";
  bool version_2 = true;             ///< IPMI 2.0; else 1.5.
  std::optional<int> suite;          ///< Unset: those of the option are tried.
  std::string kg_key;                ///< Its bytes.
  std::vector<std::string> bridges;  ///< What ipmitool is told of them.
  bool force_boot_device = false;
  std::optional<bool> disable_boot_timeout;  ///< Unset: as configured.
  std::optional<uint16_t> terminal_port;     ///< Of the serial console; unset: any that is free.

  size_t vendor = unknown_vendor();  ///< vendor_number() of its machine.

  /// "192.0.2.1:623": the BMC, in sentences and as the name of its queue.
  std::string place() const;
  /// Equal for equal user, passwords, K_g key and level.
  size_t credentials() const;
};

/// `invalid` names the key, its value (of a secret not) and what is allowed.
result<ipmi_access> read_ipmi_access(const json& driver_info);
/// The same of a machine, with the password that its BMC may have taken.
result<ipmi_access> ipmi_access_of(const machine& target);

/// The keys of driver_info that are read, as clients are shown them.
std::vector<driver_property> ipmi_properties();

}  // namespace ironbus
