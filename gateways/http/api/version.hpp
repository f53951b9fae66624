#pragma once

#include "gateways/http/transport/message.hpp"
#include "messages/base/errors.hpp"

#include <optional>
#include <string>

namespace ironbus::http {

/// The service supports microversions 1.<min> to 1.<max>. A number N means 1.N everywhere.
inline constexpr int version_min = 1;
inline constexpr int version_max = 115;

/// The version that a request asks for: X-OpenStack-Ironic-API-Version, or the `baremetal` entry of
/// OpenStack-API-Version, else 1.1. `not_acceptable` if it is not supported.
result<int> negotiate(const header_list& headers);

/// "1.<n>".
std::string version_text(int n);

/// Adds the version headers of an answer. Without `used` only those that clients need to negotiate.
void add_version_headers(header_list& out, std::optional<int> used);

}  // namespace ironbus::http
