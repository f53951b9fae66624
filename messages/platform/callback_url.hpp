#pragma once

#include "messages/platform/http_url.hpp"
#include "messages/platform/network.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace ironbus {

/// What an agent's address may be.
struct callback_rules {
  bool require_tls = false;
  /// Empty: everywhere but loopback, link-local, metadata services, multicast, reserved and what
  /// hides one.
  std::vector<ip_network> allowed;
};

/// Takes an agent's address apart and judges it by what it says itself; a host that is a name must
/// be judged again once its addresses are known (refused_address). The path comes without slashes
/// at its end. `invalid` says what is wrong: parse_http_url()'s rules, at most 1024 characters, and
/// a scheme in lower case.
result<http_url> parse_callback_url(std::string_view text, const callback_rules& rules);

/// The form in which addresses are kept and compared: without slashes at the end.
std::string normal_callback_url(std::string_view text);

}  // namespace ironbus
