#pragma once

#include "messages/base/errors.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ironbus::http {

/// A parsed and percent-decoded request target.
struct target {
  std::vector<std::string> path;  ///< Segments; empty ones are dropped (a trailing slash, "//").
  std::vector<std::pair<std::string, std::string>> query;  ///< Each name occurs once.

  const std::string* parameter(std::string_view name) const;
};

/// `invalid` for a broken escape, a control character, bytes that are not UTF-8, a "." or ".."
/// segment, or a repeated parameter that takes one value. Repeated lists are joined by commas.
result<target> parse_target(std::string_view text);

/// Percent-encodes all but the unreserved characters (RFC 3986) and, for readability, ',' and ':'.
std::string percent_encode(std::string_view text);

}  // namespace ironbus::http
