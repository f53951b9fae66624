#pragma once

#include "messages/base/json_text.hpp"

#include <boost/pfr/tuple_size.hpp>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ironbus::test {

/// A struct that travels or is stored as JSON, without its type.
struct coded_type {
  std::string name;
  size_t members = 0;  ///< Keys that its texts have together.
  json initial;        ///< What is written of one that nobody has filled.
  /// Reads a text and writes what was read.
  result<json> (*again)(const json& text) = nullptr;
};

template <class T>
result<json> read_and_write(const json& text) {
  auto read = decode<T>(json_text{text});
  if (!read) return tl::unexpected(std::move(read.error()));
  return document_of(*read);
}

/// The compiler counts the members: one that the codec forgets is noticed.
template <class T>
coded_type coded(std::string name) {
  return {std::move(name), boost::pfr::tuple_size_v<T>, document_of(T{}), &read_and_write<T>};
}

/// Compares the types with `folder`/texts.json, {name: [text, …]}. Every text must be written as it
/// was read, byte by byte, and in the texts of a type every member must be there and have a value
/// that is not its initial one.
void check_texts(const std::vector<coded_type>& types, const std::string& folder);

/// Compares with `folder`/members.txt what becomes of each member of each type where it is missing
/// or has a value of another kind. With IRONBUS_WRITE_DOCS set the page is written instead.
void check_members(const std::vector<coded_type>& types, const std::string& folder);

/// A reader of damaged texts must refuse every beginning of a text, and may not throw whatever byte
/// of it is another one.
void check_damaged(const std::string& text, bool (*accepts)(std::string_view text));

/// The document in a file of the project; empty if there is none.
json read_document(const std::string& path);

}  // namespace ironbus::test
