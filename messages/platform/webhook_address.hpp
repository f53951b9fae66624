#pragma once

#include "messages/platform/http_url.hpp"
#include "messages/platform/network.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace ironbus {

/// Whom events may be sent to (section webhooks of the configuration).
struct webhook_rules {
  size_t webhooks_max = 32;                ///< max_webhooks.
  bool allow_http = false;                 ///< allow_http.
  std::vector<std::string> hosts;          ///< Names, or ".example.org" for all below; empty: all.
  std::vector<uint16_t> ports{443, 8443};  ///< Empty: all.
  /// Empty: everywhere but loopback, link-local, private, multicast and reserved addresses and
  /// metadata services.
  std::vector<ip_network> networks;
};

/// Takes a webhook's address apart and judges it by what it says itself; where its host is a name,
/// each address that it stands for is judged when it is connected to (refused_receiver). `invalid`
/// says what is wrong and what is allowed, without a point at its end; it quotes neither path nor
/// credentials.
result<http_url> parse_webhook_url(std::string_view text, const webhook_rules& rules);

/// Why no event is sent to this address; empty: it may be.
std::string_view refused_receiver(const ip_address& address, const webhook_rules& rules);

}  // namespace ironbus
