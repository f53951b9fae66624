#pragma once

#include "gateways/http/api/call.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ironbus::http {

/// A small collection that is not in the store, such as conductors: paged, sorted and cut to
/// fields as the others, but in memory.
struct memory_list {
  std::string_view key;  ///< Of the answer, and path below /v1.
  std::string_view id;   ///< The field that names an item; markers are its values.
  std::span<const std::string_view> fields;
  std::span<const std::string_view> listed;  ///< Shown if nothing is asked for.
};

struct memory_page {
  std::vector<std::string> fields;  ///< What is shown, besides `links`.
  size_t limit = 0;
  std::string marker;
  std::string sort_key;  ///< Empty: as it comes.
  bool descending = false;
};

/// Reads limit, marker, sort_key, sort_dir, fields and detail; refuses what else there is.
result<memory_page> read_memory_list(const call& call, const memory_list& list);

/// Reads the query of a single item, which may be `fields` only.
result<std::vector<std::string>> read_memory_item(const call& call, const memory_list& list);

json pick(const json& item, const std::vector<std::string>& fields);

void answer_memory_list(call& call, const memory_list& list, const memory_page& wanted,
                        std::vector<json> all);

}  // namespace ironbus::http
