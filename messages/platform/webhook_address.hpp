#pragma once

#include "messages/platform/http_url.hpp"
#include "messages/platform/network.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace ironbus {

/// Rules for webhook receivers (section webhooks of the configuration).
struct webhook_rules {
  size_t webhooks_max = 32;        ///< max_webhooks.
  bool allow_http = false;         ///< allow_http.
  std::vector<std::string> hosts;  ///< Names, or ".example.org" for all subdomains; empty: all.
  std::vector<uint16_t> ports{443, 8443};  ///< Empty: all.
  /// Empty: everything except loopback, link-local, private, multicast and reserved addresses and
  /// metadata services.
  std::vector<ip_network> networks;
};

/// Parses a webhook's address and checks it without a name lookup. If its host is a name, each of
/// its addresses is checked on connection (refused_receiver). `invalid` says what is wrong and what
/// is allowed, without a full stop; it quotes neither path nor credentials.
result<http_url> parse_webhook_url(std::string_view text, const webhook_rules& rules);

/// Why no event may be sent to this address; empty: it is allowed.
std::string_view refused_receiver(const ip_address& address, const webhook_rules& rules);

}  // namespace ironbus
