#include "ops/ironbusd/options/address_check.hpp"

#include "gateways/amqp/amqp_options.hpp"
#include "gateways/redis/redis_url.hpp"
#include "ops/ironbusd/text/flow_text.hpp"

namespace ironbus::daemon {

std::optional<std::string> check_bus(const std::string& text) {
  if (text == "local" || text == "local:") return std::nullopt;
  if (text.find("://") == std::string::npos) return "allowed: local, amqp://HOST or amqps://HOST";
  const auto address = parse_amqp_url(text);
  if (address) return std::nullopt;
  return address.error().message;
}

std::optional<std::string> check_store(const std::string& text) {
  if (text == "sqlite" || text == "sqlite:") return std::nullopt;
  if (text.find("://") == std::string::npos)
    return "allowed: sqlite, redis://HOST or rediss://HOST";
  const auto address = redis::parse_url(text);
  if (address) return std::nullopt;
  return address.error().message;
}

std::optional<std::string> check_endpoint(const std::string& text) {
  const bool scheme = text.starts_with("http://") || text.starts_with("https://");
  if (text.empty() || (scheme && text.find(' ') == std::string::npos)) return std::nullopt;
  return "allowed: a URL that begins with http:// or https://";
}

std::string mask_url(const std::string& text) {
  const auto scheme = text.find("://");
  const auto place = text.rfind('@');
  if (scheme == std::string::npos || place == std::string::npos || place < scheme) return text;
  const auto colon = text.find(':', scheme + 3);
  if (colon == std::string::npos || colon > place) return text;
  return text.substr(0, colon + 1) + "***" + text.substr(place);
}

std::string masked(secrecy secret, const std::string& text) {
  switch (secret) {
    case secrecy::open: return text;
    case secrecy::url: return mask_url(text);
    case secrecy::whole: break;
  }
  return text == flow_text(std::string{}) ? text : flow_text(std::string{"***"});
}

}  // namespace ironbus::daemon
