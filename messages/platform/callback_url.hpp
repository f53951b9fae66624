#pragma once

#include "messages/platform/http_url.hpp"
#include "messages/platform/network.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace ironbus {

/// Rules for an agent's address.
struct callback_rules {
  bool require_tls = false;
  /// Empty: everything except loopback, link-local, metadata services, multicast, reserved
  /// addresses and addresses that hide one of these.
  std::vector<ip_network> allowed;
};

/// Parses an agent's address and checks it without a name lookup. If the host is a name, the caller
/// must check its addresses once they are known (refused_address). The path has no slashes at its
/// end. `invalid` says what is wrong: the rules of parse_http_url(), at most 1024 characters, and a
/// lower-case scheme.
result<http_url> parse_callback_url(std::string_view text, const callback_rules& rules);

/// The form in which addresses are stored and compared: without slashes at the end.
std::string normal_callback_url(std::string_view text);

}  // namespace ironbus
