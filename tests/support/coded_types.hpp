#pragma once

#include "messages/base/json_text.hpp"

#include <boost/pfr/tuple_size.hpp>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ironbus::test {

/// A struct that is sent or stored as JSON, with its C++ type erased.
struct coded_type {
  std::string name;
  size_t members = 0;  ///< Number of keys over all of its texts.
  json initial;        ///< The text of a default-constructed value.
  /// Reads a text and writes the value again.
  result<json> (*again)(const json& text) = nullptr;
};

template <class T>
result<json> read_and_write(const json& text) {
  auto read = decode<T>(json_text{text});
  if (!read) return tl::unexpected(std::move(read.error()));
  return document_of(*read);
}

/// The compiler counts the members, so a member that the codec does not know is detected.
template <class T>
coded_type coded(std::string name) {
  return {std::move(name), boost::pfr::tuple_size_v<T>, document_of(T{}), &read_and_write<T>};
}

/// Compares the types with `folder`/texts.json, {name: [text, …]}. Writing a text after reading it
/// must give the same bytes. The texts of a type must contain every member with a value other than
/// its initial one.
void check_texts(const std::vector<coded_type>& types, const std::string& folder);

/// Compares with `folder`/members.txt how each type reads a missing member and a member of another
/// kind. With IRONBUS_WRITE_DOCS set it writes the page instead.
void check_members(const std::vector<coded_type>& types, const std::string& folder);

/// A reader must reject every prefix of a text, and must not throw for any changed byte.
void check_damaged(const std::string& text, bool (*accepts)(std::string_view text));

/// The JSON document in a file of the project; empty if the file does not exist.
json read_document(const std::string& path);

}  // namespace ironbus::test
