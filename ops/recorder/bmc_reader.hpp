#pragma once

#include "drivers/kit/http/blocking_client.hpp"
#include "messages/base/errors.hpp"
#include "messages/platform/http_url.hpp"

#include <chrono>
#include <string>
#include <variant>

namespace ironbus::recorder {

/// Address of a BMC, credentials, and the trust anchors for its certificate.
struct bmc_account {
  http_endpoint bmc;
  tls_trust trust;
  std::string authorization;  ///< Value of the header Authorization; empty: no header.
};

/// Reads resources of one BMC with GET only, one after the other. Sends the password with each
/// request, because opening a session would be a change, and only after the BMC has returned a
/// service root.
class bmc_reader {
public:
  using time_point = std::chrono::steady_clock::time_point;

  bmc_reader(bmc_account account, time_point deadline);

  /// Fails with `invalid` if the address is not a Redfish service, otherwise like `read`.
  result<std::monostate> check_service();
  /// Implements resource_reader.
  result<std::string> read(const std::string& target);

private:
  http_result get(const std::string& target, bool as_account, bool identity);

  const bmc_account account_;
  const time_point deadline_;
  blocking_client client_;
};

}  // namespace ironbus::recorder
