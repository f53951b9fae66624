#include "drivers/boot/address_range.hpp"

#include "messages/platform/network.hpp"

namespace ironbus {

namespace {

bool is_ipv4(const std::string& text) {
  return parse_ip(text) && text.find(':') == std::string::npos;
}

}  // namespace

result<address_range> parse_address_range(const std::string& text) {
  const auto dash = text.find('-');
  const address_range out{text.substr(0, dash),
                          dash == std::string::npos ? "" : text.substr(dash + 1)};
  const bool good = is_ipv4(out.first) && is_ipv4(out.last);
  if (good && *parse_ip(out.first) <= *parse_ip(out.last)) return out;
  return fail(error_code::invalid, "'" + text +
                                       "' is not an address range; allowed: two IPv4 addresses in "
                                       "ascending order, such as 192.0.2.100-192.0.2.200");
}

}  // namespace ironbus
