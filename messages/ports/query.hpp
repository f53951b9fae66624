#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace ironbus {

/// One condition on a column; a query's conditions hold all together.
struct filter {
  enum class op : uint8_t {
    equal,     ///< The column is one of `values`.
    none_of,   ///< The column is none of `values`, or missing.
    not_all,   ///< At least one of `values` is not there.
    present,   ///< The column is there and not empty.
    absent,    ///< The column is missing or empty.
    contains,  ///< The column contains values[0], ASCII case ignored.
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
  /// Id of the row after which the page begins; one that is not there is `not_found`.
  std::string marker;
  size_t limit = 1000;
  bool with_snapshot = false;  ///< Also the snapshot of each row's aggregate.
};

struct listed {
  std::string id;
  std::string aggregate_id;  ///< The record this row belongs to.
  std::string summary;
  std::string snapshot;  ///< Only if asked for.
};

}  // namespace ironbus
