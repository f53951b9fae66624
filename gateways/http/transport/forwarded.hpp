#pragma once

#include "gateways/http/transport/message.hpp"

#include <functional>
#include <optional>
#include <string_view>

namespace ironbus::http {

// What a trusted proxy says about the client of a request. Only the X-Forwarded-… headers count if
// there is one of them; otherwise Forwarded (RFC 7239) counts. Most proxies pass a Forwarded header
// of the client on, and only change the X-Forwarded-… headers.

/// Whether an address is that of a trusted proxy.
using proxy_test = std::function<bool(const ip_address&)>;

/// The client that the proxies name: the last address that is not of a trusted proxy itself, or the
/// first one if all are. Unset: the headers name none, or one that is not an address.
std::optional<ip_address> forwarded_client(const header_list& headers, const proxy_test& trusts);

/// The values for links, as parts of the headers; empty if the proxy names none. The first entry of
/// a list counts, which is that of the proxy nearest to the client. Not checked.
struct forwarded_place {
  std::string_view scheme;
  std::string_view host;
  std::string_view prefix;  ///< Of X-Forwarded-Prefix.
};
forwarded_place forwarded_place_in(const header_list& headers);

}  // namespace ironbus::http
