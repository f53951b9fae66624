#pragma once

#include "messages/ports/commit.hpp"
#include "messages/ports/query.hpp"
#include "messages/ports/store_callback.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace ironbus {

/// Read access for everybody: committed records, unique keys, and lists.
class listings {
public:
  template <class T>
  using callback = store_callback<T>;

  virtual ~listings() = default;

  /// Reads a record; `not_found` if there is none.
  virtual void load(std::string aggregate, std::string id, callback<stored> done) = 0;

  /// The id of the aggregate that holds the key; `not_found` if there is none.
  virtual void resolve(unique_key key, callback<std::string> done) = 0;

  /// One page of a collection. The cost depends only on the page if there is at most one filter and
  /// the order is that of creation.
  virtual void list(query x, callback<std::vector<listed>> done) = 0;

  /// Counts the rows of a collection for each of these values in a column, in the same order.
  /// Consistent snapshot; reads the column's index and no rows.
  virtual void count(std::string collection, std::string column, std::vector<std::string> values,
                     callback<std::vector<uint64_t>> done) = 0;
};

}  // namespace ironbus
