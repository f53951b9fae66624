#pragma once

#include "gateways/http/transport/message.hpp"
#include "messages/base/errors.hpp"

#include <optional>
#include <string>

namespace ironbus::http {

/// Microversions 1.<min> to 1.<max> are served. A number N stands for 1.N everywhere.
inline constexpr int version_min = 1;
inline constexpr int version_max = 115;

/// The version a request asks for: X-OpenStack-Ironic-API-Version, or the `baremetal` entry of
/// OpenStack-API-Version; 1.1 without either. `not_acceptable` if it is not served.
result<int> negotiate(const header_list& headers);

/// "1.<n>".
std::string version_text(int n);

/// The version headers of an answer; those every client may rely on to negotiate again.
void add_version_headers(header_list& out, std::optional<int> used);

}  // namespace ironbus::http
