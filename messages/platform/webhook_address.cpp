#include "messages/platform/webhook_address.hpp"

#include "messages/base/text.hpp"

#include <algorithm>

namespace ironbus {

namespace {

tl::unexpected<failure> bad_address(std::string why) {
  return fail(error_code::invalid, std::move(why));
}

}  // namespace

result<http_url> parse_webhook_url(std::string_view text, const webhook_rules& rules) {
  auto out = parse_http_url(text);
  if (!out) return bad_address(out.error().message);
  if (!out->secure && !rules.allow_http)
    return bad_address("its scheme must be https, because the option webhooks.allow_http is off");
  if (!rules.hosts.empty() && !is_host_among(out->host, rules.hosts))
    return bad_address("the host " + out->host +
                       " is not among the option webhooks.hosts: " + join(rules.hosts));
  const auto& ports = rules.ports;
  if (!ports.empty() && std::find(ports.begin(), ports.end(), out->port) == ports.end())
    return bad_address("the port " + std::to_string(out->port) +
                       " is not among the option webhooks.ports: " +
                       join(ports, [](uint16_t port) { return std::to_string(port); }));
  if (const auto address = parse_ip(out->host))
    if (const auto why = refused_receiver(*address, rules); !why.empty())
      return bad_address("the address " + out->host + " is " + std::string{why} +
                         "; allowed are those of the option webhooks.networks");
  return out;
}

std::string_view refused_receiver(const ip_address& address, const webhook_rules& rules) {
  if (const auto why = refused_address(address, rules.networks); !why.empty()) return why;
  return rules.networks.empty() && is_private(address) ? "private" : std::string_view{};
}

}  // namespace ironbus
