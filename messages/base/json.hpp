#pragma once

#include "messages/base/errors.hpp"

#include <nlohmann/json.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace ironbus {

using json = nlohmann::json;

/// What a document from outside may be at most.
struct json_limits {
  size_t bytes = 1024 * 1024;
  size_t depth = 25;
};

/// Parses a document from outside. `too_large` or `invalid`, with the place of the defect; never
/// throws, and never builds more than the limits allow.
result<json> parse_json(std::string_view text, const json_limits& limits = {});

/// No document of our own is nested deeper: deeper ones would overflow the stack of whoever copies,
/// compares or writes them.
inline constexpr size_t own_json_depth_max = 2'000;

/// How deep the objects and lists of a text are nested.
size_t depth_of(std::string_view text);

/// Parses what we wrote ourselves; a defect is `internal`.
result<json> parse_own_json(std::string_view text);

/// Writes compact JSON (json_writer.cpp); bytes that are not UTF-8 become U+FFFD.
std::string to_text(const json& document);

}  // namespace ironbus

namespace nlohmann {

/// An empty optional is null.
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
