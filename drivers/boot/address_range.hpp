#pragma once

#include "messages/base/errors.hpp"

#include <string>

namespace ironbus {

/// DHCP address range: "192.0.2.100-192.0.2.200".
struct address_range {
  std::string first;
  std::string last;
};

/// `invalid` names the allowed form: two IPv4 addresses in ascending order.
result<address_range> parse_address_range(const std::string& text);

}  // namespace ironbus
