#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace ironbus::ramdisk {

/// The parts of an http or https URL.
struct web_address {
  bool secure = false;
  std::string host;         // without brackets
  std::string port;         // as text, never empty
  std::string target;       // path and query, begins with '/'
  std::string credentials;  // user:password; a secret

  /// The value of the Host header.
  [[nodiscard]] std::string host_header() const;
  /// Without the credentials, for messages.
  [[nodiscard]] std::string text() const;
};

/// Nothing if it is not such a URL, or contains bytes that would break a request line.
std::optional<web_address> parse_web_address(std::string_view url);
/// The target of a redirect: absolute, or a path of the same server.
std::optional<web_address> redirected(const web_address& from_address, std::string_view location);

}  // namespace ironbus::ramdisk
