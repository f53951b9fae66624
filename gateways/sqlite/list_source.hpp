#pragma once

#include "gateways/sqlite/database/sql_text.hpp"
#include "messages/ports/query.hpp"

#include <cstdint>
#include <optional>

namespace ironbus::sqlite {

/// Sequences after `after` (before it, if descending) and up to `last`, both optional.
struct span_of_order {
  std::optional<int64_t> after;
  std::optional<int64_t> last;
  bool descending = false;
};

/// Where a list in creation order is read from: the shortest index that one of its filters leads
/// to, or all rows of the collection. An index is looked at no further than it takes to compare.
class list_source {
public:
  /// `query` must outlive the source.
  list_source(database& file, const query& query);

  /// The filter that the source takes care of; null: none.
  const filter* leading() const { return leading_; }

  /// Adds the WHERE of a statement over `listing l`: what the source has within the span.
  void add_condition(sql_text& sql, const span_of_order& within) const;

  /// The sequence at which a stretch of `count` ends; unset if what is left is shorter, or if
  /// SQLite itself stops when the page is full.
  std::optional<int64_t> end_of_stretch(database& file, const span_of_order& within,
                                        int64_t count) const;

private:
  void add_select(sql_text& sql, const span_of_order& within) const;
  int64_t size_of(database& file, const filter& condition) const;
  void add_index_part(sql_text& sql, std::string_view condition) const;

  const query& query_;
  const filter* leading_ = nullptr;
};

}  // namespace ironbus::sqlite
