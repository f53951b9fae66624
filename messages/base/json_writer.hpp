#pragma once

#include "messages/base/coded.hpp"
#include "messages/base/time.hpp"

#include <charconv>
#include <concepts>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ironbus {

// Appends values to a text, byte for byte as to_text writes documents: compact, members sorted by
// name. codec.hpp writes structs.
//
// Bytes that are not UTF-8 are copied; make_utf8 repairs the finished text.

void write_json(std::string& out, std::string_view text);
void write_json(std::string& out, timestamp x);
void write_document(std::string& out, const json& document);

/// Replaces bytes that are not UTF-8 with U+FFFD.
void make_utf8(std::string& text);

// Templates, so that no other type converts to these types.
template <std::same_as<json> T>
void write_json(std::string& out, const T& document) {
  write_document(out, document);
}

template <std::same_as<bool> T>
void write_json(std::string& out, T x) {
  out += x ? "true" : "false";
}

template <std::integral T>
requires(!std::same_as<T, bool>) void write_json(std::string& out, T number) {
  char text[24];
  out.append(text, std::to_chars(text, text + sizeof text, number).ptr);
}

template <named_enum T>
void write_json(std::string& out, T x) {
  write_json(out, std::string_view{to_string(x)});
}

template <coded T>
void write_json(std::string& out, const T& x);
template <class T>
void write_json(std::string& out, const std::optional<T>& x);
template <class T>
void write_json(std::string& out, const std::vector<T>& x);
template <class T>
void write_json(std::string& out, const std::map<std::string, T>& x);

/// Writes an empty optional as null.
template <class T>
void write_json(std::string& out, const std::optional<T>& value) {
  if (value)
    write_json(out, *value);
  else
    out += "null";
}

template <class T>
void write_json(std::string& out, const std::vector<T>& list) {
  out += '[';
  for (const auto& item : list) {
    if (&item != list.data()) out += ',';
    write_json(out, item);
  }
  out += ']';
}

template <class T>
void write_json(std::string& out, const std::map<std::string, T>& map) {
  const auto begin = out.size();
  for (const auto& [key, value] : map) {
    out += ',';
    write_json(out, std::string_view{key});
    out += ':';
    write_json(out, value);
  }
  out.replace(begin, map.empty() ? 0 : 1, "{");
  out += '}';
}

}  // namespace ironbus
