#pragma once

#include "messages/base/network.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ironbus {

/// Where an agent is reached, taken apart.
struct callback_url {
  bool secure = false;  ///< https.
  std::string host;     ///< A name, or an address without brackets.
  uint16_t port = 0;
  std::string path;  ///< Without a slash at its end: "", "/agents/7".
};

/// What an agent's address may be.
struct callback_rules {
  bool require_tls = false;
  /// Empty: everywhere but loopback, link-local, metadata services, multicast and reserved.
  std::vector<ip_network> allowed;
};

/// Takes an agent's address apart and judges it by what it says itself; a host that is a name must
/// be judged again once its addresses are known (refused_address). `invalid` says what is wrong:
/// http or https, a host, no credentials, no query, no fragment, at most 1024 characters.
result<callback_url> parse_callback_url(std::string_view text, const callback_rules& rules);

/// The form in which addresses are kept and compared: without slashes at the end.
std::string normal_callback_url(std::string_view text);

}  // namespace ironbus
