#pragma once

#include "messages/base/errors.hpp"

#include <nlohmann/json.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace ironbus {

using json = nlohmann::json;

/// Limits of a document from outside.
struct json_limits {
  size_t bytes = 1024 * 1024;
  size_t depth = 25;
};

/// Parses a document from outside. `too_large` or `invalid`, with the position of the error. Never
/// throws, and never builds more than the limits allow.
result<json> parse_json(std::string_view text, const json_limits& limits = {});

/// The greatest depth of ironbus's own documents. A deeper one would overflow the stack when it is
/// copied, compared or written.
inline constexpr size_t own_json_depth_max = 2'000;

/// The nesting depth of the objects and lists of a text.
size_t depth_of(std::string_view text);

/// Parses a text that ironbus wrote; an error is `internal`.
result<json> parse_own_json(std::string_view text);

/// Writes compact JSON (json_writer.cpp). Bytes that are not UTF-8 become U+FFFD.
std::string to_text(const json& document);

}  // namespace ironbus

namespace nlohmann {

/// Writes an empty optional as null.
template <class T>
struct adl_serializer<std::optional<T>> {
  static void to_json(json& out, const std::optional<T>& value) {
    if (value)
      out = *value;
    else
      out = nullptr;
  }
  static void from_json(const json& document, std::optional<T>& value) {
    if (document.is_null())
      value.reset();
    else
      value = document.get<T>();
  }
};

}  // namespace nlohmann
