#include "ops/ironbusd/text/host_port.hpp"

#include "messages/platform/network.hpp"

#include <algorithm>
#include <array>
#include <charconv>

namespace ironbus::daemon {

std::optional<host_port> parse_host_port(std::string_view text) {
  const auto colon = text.rfind(':');
  if (colon == std::string_view::npos || colon == 0) return std::nullopt;
  auto host = text.substr(0, colon);
  const auto number = text.substr(colon + 1);
  const bool bracketed = host.front() == '[' && host.back() == ']';
  if (bracketed)
    host = host.substr(1, host.size() - 2);
  else if (host.find(':') != std::string_view::npos)
    return std::nullopt;
  host_port out{std::string{host}, 0};
  const auto* last = number.data() + number.size();
  const auto [end, error] = std::from_chars(number.data(), last, out.port);
  if (host.empty() || error != std::errc{} || end != last) return std::nullopt;
  return out;
}

bool is_loopback(const host_port& host_port) {
  static const auto networks = std::array{*parse_network("127.0.0.0/8"), *parse_network("::1")};
  if (host_port.host == "localhost") return true;
  const auto address = parse_ip(host_port.host);
  return address && std::any_of(networks.begin(), networks.end(),
                                [&](const auto& network) { return network.holds(*address); });
}

std::string to_string(const host_port& host_port) {
  if (host_port.host.empty()) return {};
  const bool brackets = host_port.host.find(':') != std::string::npos;
  return (brackets ? "[" + host_port.host + "]" : host_port.host) + ":" +
         std::to_string(host_port.port);
}

}  // namespace ironbus::daemon
