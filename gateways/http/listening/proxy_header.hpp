#pragma once

#include "messages/platform/network.hpp"

#include <cstddef>
#include <optional>
#include <string_view>

namespace ironbus::http {

// The header of the PROXY protocol, versions 1 and 2, which a proxy sends before the first byte of
// a connection: https://www.haproxy.org/download/2.9/doc/proxy-protocol.txt

/// The maximum length of a header, with the additional values of version 2.
inline constexpr size_t proxy_header_bytes_max = 4096;

/// The next action of a reader of a header. It must not read beyond the header, because the bytes
/// after it belong to TLS or HTTP.
struct proxy_header_step {
  size_t more = 0;         ///< The number of bytes to read next. 0: the header has ended.
  std::string_view fault;  ///< Why the header is invalid; empty: it is not.
  /// The address of the client. Unset: the proxy speaks for itself (LOCAL), or does not know it.
  std::optional<ip_address> client;
};

/// Reads the part of a header that has arrived. The first call may pass an empty text.
proxy_header_step read_proxy_header(std::string_view arrived);

}  // namespace ironbus::http
