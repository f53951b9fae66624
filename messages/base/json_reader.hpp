#pragma once

#include "messages/base/coded.hpp"
#include "messages/base/time.hpp"

#include <concepts>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace ironbus {

// Reads values straight from a text that ironbus wrote, without a document in between. Skipped
// values are checked only in part; parse_json reads documents from outside. codec.hpp reads
// structs.

/// A value of the text that is being read. It can be read once, and only before the next one.
class json_value;

/// Thrown by readers of values; read_text turns it into a failure.
struct unreadable : std::runtime_error {
  using std::runtime_error::runtime_error;
};

void read_json(json_value& source, std::string& out);
void read_json(json_value& source, bool& out);
void read_json(json_value& source, int64_t& out);
void read_json(json_value& source, uint64_t& out);
void read_json(json_value& source, double& out);
void read_json(json_value& source, timestamp& out);
void read_json(json_value& source, json& out);

/// Whether it is null.
bool read_null(json_value& source);
/// The unparsed text of the value.
std::string_view read_raw(json_value& source);
/// The unparsed text of an object or a list, after a complete check. Empty for any other value,
/// which can still be read.
std::string_view read_checked(json_value& source);

/// Calls `read` with each member of an object. Adds the member's name to what `read` throws.
void each_member(json_value& source,
                 void (*read)(void* target, std::string_view key, json_value& value),
                 void* context);
/// Calls `read` with each item of a list.
void each_item(json_value& source, void (*read)(void* target, json_value& item), void* context);

/// Reads a text that is an object or a list; an error is `internal`.
result<std::monostate> read_text(std::string_view text,
                                 void (*read)(void* target, json_value& whole), void* context);

/// The value of the type before it is read.
template <class T>
T blank() {
  return T{};
}

/// Reads numbers of fewer than 64 bits.
template <std::integral T>
void read_json(json_value& source, T& out) {
  std::conditional_t<std::is_signed_v<T>, int64_t, uint64_t> number = 0;
  read_json(source, number);
  if (!std::in_range<T>(number))
    throw unreadable{std::to_string(number) + " does not fit into " +
                     std::to_string(sizeof(T) * 8) + " bits"};
  out = static_cast<T>(number);
}

template <named_enum T>
void read_json(json_value& source, T& out) {
  std::string name;
  read_json(source, name);
  if (!from_string(name, out)) throw unreadable{"'" + name.substr(0, 80) + "' is not a known name"};
}

template <coded T>
void read_json(json_value& source, T& out);
template <class T>
void read_json(json_value& source, std::optional<T>& out);
template <class T>
void read_json(json_value& source, std::vector<T>& out);
template <class T>
void read_json(json_value& source, std::map<std::string, T>& out);

template <class T>
void read_json(json_value& source, std::optional<T>& out) {
  out.reset();
  if (!read_null(source)) read_json(source, out.emplace(blank<T>()));
}

template <class T>
void read_json(json_value& source, std::vector<T>& out) {
  out.clear();
  const auto read = [](void* list, json_value& item) {
    read_json(item, static_cast<std::vector<T>*>(list)->emplace_back(blank<T>()));
  };
  each_item(source, read, &out);
}

template <class T>
void read_json(json_value& source, std::map<std::string, T>& out) {
  out.clear();
  const auto read = [](void* map, std::string_view key, json_value& value) {
    read_json(value, (*static_cast<std::map<std::string, T>*>(map))[std::string{key}]);
  };
  each_member(source, read, &out);
}

}  // namespace ironbus
