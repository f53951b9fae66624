#pragma once

#include "messages/base/codec.hpp"

#include <string>

namespace ironbus {

/// A JSON value as text that ironbus wrote; not parsed until it is accessed. Compact, with names in
/// alphabetical order, so that equal values have equal texts.
class json_text {
public:
  json_text() = default;  ///< null
  json_text(const json& x) : text_{to_text(x)} {}
  template <coded T>
  json_text(const T& x) : text_{to_text(x)} {}

  const std::string& text() const { return text_; }

  bool operator==(const json_text&) const = default;

private:
  friend void read_json(json_value& source, json_text& out) { out.text_ = read_raw(source); }

  std::string text_ = "null";
};

inline void write_json(std::string& out, const json_text& x) { out += x.text(); }

template <coded T>
result<T> decode(const json_text& x) {
  return decode<T>(std::string_view{x.text()});
}

}  // namespace ironbus
