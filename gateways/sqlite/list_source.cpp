#include "gateways/sqlite/list_source.hpp"

namespace ironbus::sqlite {

namespace {

/// An index with more entries counts as long.
constexpr int64_t compared_max = 10'000;

bool has_index(const filter& x) {
  return x.how == filter::op::present || (x.how == filter::op::equal && !x.values.empty());
}

void add_span(sql_text& sql, const span_of_order& within) {
  if (within.after)
    sql.add(within.descending ? " AND sequence < ?" : " AND sequence > ?", *within.after);
  if (within.last)
    sql.add(within.descending ? " AND sequence >= ?" : " AND sequence <= ?", *within.last);
}

}  // namespace

list_source::list_source(database& file, const query& query) : query_{query} {
  int64_t shortest = 0;
  for (const auto& one : query.filters) {
    if (!has_index(one)) continue;
    const auto size = size_of(file, one);
    if (leading_ != nullptr && size >= shortest) continue;
    leading_ = &one;
    shortest = size;
  }
}

int64_t list_source::size_of(database& file, const filter& condition) const {
  if (condition.how == filter::op::present) return compared_max;
  int64_t size = 0;
  for (const auto& value : condition.values) {
    sql_text sql;
    sql.add("SELECT count(*) FROM (SELECT 1 FROM listing_column WHERE collection = ?",
            query_.collection);
    sql.add(" AND name = ?", condition.column).add(" AND value = ?", value);
    sql.add(" LIMIT ?)", compared_max);
    auto ask = sql.prepare(file);
    if (ask.step()) size += ask.number(0);
  }
  return size;
}

void list_source::add_index_part(sql_text& sql, std::string_view condition) const {
  sql.add("SELECT DISTINCT sequence FROM listing_column WHERE collection = ?", query_.collection);
  sql.add(" AND name = ?", leading_->column).add(condition);
}

void list_source::add_select(sql_text& sql, const span_of_order& within) const {
  if (leading_->how == filter::op::present) {
    add_index_part(sql, " AND value <> ''");
    return add_span(sql, within);
  }
  for (size_t i = 0; i < leading_->values.size(); ++i) {
    if (i > 0) sql.add(" UNION ");
    add_index_part(sql, "");
    sql.add(" AND value = ?", leading_->values[i]);
    add_span(sql, within);
  }
}

void list_source::add_condition(sql_text& sql, const span_of_order& within) const {
  if (leading_ == nullptr) {
    sql.add(" WHERE l.collection = ?", query_.collection);
    return add_span(sql, within);
  }
  // The plus prevents SQLite from using the collection's index and sorting, because the filter's
  // index already gives the sequences in order.
  sql.add(" WHERE +l.collection = ?", query_.collection).add(" AND l.sequence IN (");
  add_select(sql, within);
  sql.add(")");
}

std::optional<int64_t> list_source::end_of_stretch(database& file, const span_of_order& within,
                                                   int64_t count) const {
  if (leading_ == nullptr) return std::nullopt;
  sql_text sql;
  add_select(sql, within);
  sql.add(within.descending ? " ORDER BY 1 DESC" : " ORDER BY 1");
  sql.add(" LIMIT 1 OFFSET ?", count - 1);
  auto ask = sql.prepare(file);
  return ask.step() ? std::optional{ask.number(0)} : std::nullopt;
}

}  // namespace ironbus::sqlite
