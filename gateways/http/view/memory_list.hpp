#pragma once

#include "gateways/http/api/call.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ironbus::http {

/// A small collection in memory, such as conductors. It supports the pages, orders and fields of
/// stored collections.
struct memory_list {
  std::string_view key;  ///< The key in the answer and the path below /v1.
  std::string_view id;   ///< The field that identifies an item; markers are its values.
  std::span<const std::string_view> fields;
  std::span<const std::string_view> listed;  ///< The fields that a plain list shows.
};

struct memory_page {
  std::vector<std::string> fields;  ///< The shown fields, without `links`.
  size_t limit = 0;
  std::string marker;
  std::string sort_key;  ///< Empty: keep the order.
  bool descending = false;
};

/// Reads limit, marker, sort_key, sort_dir, fields and detail. Rejects other parameters.
result<memory_page> read_memory_list(const call& call, const memory_list& list);

/// Reads the query of a single item, which may contain `fields` only.
result<std::vector<std::string>> read_memory_item(const call& call, const memory_list& list);

json pick(const json& item, const std::vector<std::string>& fields);

void answer_memory_list(call& call, const memory_list& list, const memory_page& wanted,
                        std::vector<json> all);

}  // namespace ironbus::http
