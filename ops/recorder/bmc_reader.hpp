#pragma once

#include "drivers/kit/http/blocking_client.hpp"
#include "messages/base/errors.hpp"
#include "messages/platform/http_url.hpp"

#include <chrono>
#include <string>
#include <variant>

namespace ironbus::recorder {

/// Where a BMC is, who asks it, and what it is believed by.
struct bmc_account {
  http_endpoint bmc;
  tls_trust trust;
  std::string authorization;  ///< The header's value; empty: nothing is said of who asks.
};

/// Reads resources of one BMC: GET only, one after the other. The password goes with each request,
/// as a session would be a change, and only after what answers has shown a Redfish service root.
class bmc_reader {
public:
  using time_point = std::chrono::steady_clock::time_point;

  bmc_reader(bmc_account account, time_point deadline);

  /// `invalid`: what answers is no Redfish service; else as `read`.
  result<std::monostate> check_service();
  /// As resource_reader has it.
  result<std::string> read(const std::string& target);

private:
  http_result get(const std::string& target, bool as_account, bool identity);

  const bmc_account account_;
  const time_point deadline_;
  blocking_client client_;
};

}  // namespace ironbus::recorder
