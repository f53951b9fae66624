#pragma once

#include "drivers/kit/http/http_message.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

namespace ironbus {

/// What is remembered of a fetched file beyond the life of a process.
struct url_version {
  std::string etag;      ///< Strong, and quoted; empty: none was said.
  std::string modified;  ///< Last-Modified, as it was said.
  std::string name;      ///< Of the shared file.
};

/// What an answer says of the version; the name is empty.
url_version version_said(const http_response& answer);

/// The version that was fetched of a URL, if its file is still there. Blocks.
std::optional<url_version> read_version(const std::string& url, const std::string& root);
/// Remembers it. Blocks. `unavailable` if it cannot be written.
result<std::monostate> write_version(const url_version& version, const std::string& url,
                                     const std::string& root);

}  // namespace ironbus
