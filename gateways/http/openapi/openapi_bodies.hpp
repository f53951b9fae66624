#pragma once

#include <span>
#include <string_view>

namespace ironbus::http {

/// A request body that no table of fields describes.
struct described_body {
  std::string_view method;
  std::string_view path;
  std::string_view name;    ///< Of its schema.
  std::string_view schema;  ///< JSON Schema.
  bool needed = true;       ///< The request is refused without it.
};

std::span<const described_body> described_bodies();

/// Null if the request has no body, or one of a resource's.
const described_body* find_body(std::string_view method, std::string_view path);

}  // namespace ironbus::http
