#pragma once

#include "gateways/sqlite/database/sql_text.hpp"
#include "messages/ports/query.hpp"

#include <cstdint>
#include <optional>

namespace ironbus::sqlite {

/// Sequences after `after` (before it, if descending) up to `last`. Both are optional.
struct span_of_order {
  std::optional<int64_t> after;
  std::optional<int64_t> last;
  bool descending = false;
};

/// The source of a list in creation order: the shortest index of its filters, or all rows of the
/// collection. It reads an index only as far as needed for the comparison.
class list_source {
public:
  /// `query` must outlive the source.
  list_source(database& file, const query& query);

  /// The filter that the source applies. Null if there is none.
  const filter* leading() const { return leading_; }

  /// Adds the WHERE clause of a statement over `listing l`: the source's rows within the span.
  void add_condition(sql_text& sql, const span_of_order& within) const;

  /// The last sequence of a stretch of `count` rows. Unset if fewer rows are left, or if SQLite
  /// itself stops at the page's end.
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
