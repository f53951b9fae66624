#pragma once

#include "drivers/ipmi/ipmi_options.hpp"
#include "drivers/kit/http/http_message.hpp"
#include "drivers/redfish/client/redfish_options.hpp"
#include "messages/base/errors.hpp"
#include "ops/bmc_check/conversation.hpp"

#include <chrono>
#include <optional>
#include <string>
#include <vector>

namespace ironbus::bmc_check {

/// A BMC to check, and how.
struct check_request {
  std::string driver = "redfish";  ///< A hardware type: redfish or ipmi.
  json driver_info;                ///< With the password.
  bool orders = false;             ///< Also switch the machine off, on and off again.
  std::chrono::seconds step_limit{300};
  redfish_options redfish;
  ipmi_options ipmi;
  /// Sends the requests to a Redfish BMC; empty: HTTP.
  http_exchange exchange;
};

enum class check_result : uint8_t {
  works,
  fails,    ///< A needed check failed.
  absent,   ///< A check that is not needed failed: the machine or its BMC does not offer it.
  skipped,  ///< An earlier failure makes it pointless.
};

struct check_line {
  std::string name;
  check_result result = check_result::works;
  std::string text;  ///< What was seen, or why it failed; without secrets.
  std::chrono::milliseconds took{};
  bool order = false;
};

struct check_report {
  std::vector<check_line> lines;
  std::vector<oddity> oddities;
  unsigned requests = 0;
  std::chrono::milliseconds slowest{};
  std::string slowest_request;
  bool reached = false;         ///< At least one check worked.
  bool login_rejected = false;  ///< The BMC rejected the account; nothing was sent afterwards.
  /// The power state before the orders was not restored, for this reason; empty: it was, or there
  /// were no orders.
  std::string not_restored;
  /// A sentence about a boot device of the orders that the machine still has; empty: none.
  std::string device_left;
  /// The pause between two commands, which the times contain; 0: none.
  std::chrono::milliseconds pause{};

  bool passed() const;
};

/// Runs the checks, one after the other, and blocks until they have ended. Fails with `invalid` if
/// the driver or its access data are unusable; then nothing was sent.
result<check_report> check_bmc(const check_request& wanted);

}  // namespace ironbus::bmc_check
