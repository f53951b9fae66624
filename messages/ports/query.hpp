#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace ironbus {

/// A condition on a column. All conditions of a query must hold.
struct filter {
  enum class op : uint8_t {
    equal,     ///< The column is one of `values`.
    none_of,   ///< The column is none of `values`, or missing.
    not_all,   ///< At least one of `values` is missing.
    present,   ///< The column exists and is not empty.
    absent,    ///< The column is missing or empty.
    contains,  ///< The column contains values[0], ignoring ASCII case.
  };
  std::string column;
  op how = op::equal;
  std::vector<std::string> values;
};

struct query {
  std::string collection;
  std::vector<filter> filters;
  std::string sort_column;  ///< Empty: creation order. Rows that lack the column come first.
  bool descending = false;
  /// Id of the row after which the page starts; `not_found` if it does not exist.
  std::string marker;
  size_t limit = 1000;
  bool with_snapshot = false;  ///< Also return the snapshot of each row's aggregate.
};

struct listed {
  std::string id;
  std::string aggregate_id;  ///< The record that the row belongs to.
  std::string summary;
  std::string snapshot;  ///< Only on request.
};

}  // namespace ironbus
