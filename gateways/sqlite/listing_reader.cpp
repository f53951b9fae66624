#include "gateways/sqlite/listing_reader.hpp"

#include <algorithm>
#include <variant>

namespace ironbus::sqlite {

namespace {

/// SQL text that grows together with the values of its `?`. Views point into the query.
class sql_text {
public:
  sql_text& add(std::string_view sql) {
    sql_ += sql;
    return *this;
  }
  sql_text& add(std::string_view sql, std::string_view value) {
    values_.emplace_back(value);
    return add(sql);
  }
  sql_text& add(std::string_view sql, int64_t value) {
    values_.emplace_back(value);
    return add(sql);
  }

  statement prepare(database& file) const {
    auto made = file.prepare(sql_);
    for (const auto& value : values_) std::visit([&](auto x) { made << x; }, value);
    return made;
  }

private:
  std::string sql_;
  std::vector<std::variant<std::string_view, int64_t>> values_;
};

/// Where the marker stands: the page begins after it.
struct marker_place {
  int64_t sequence = 0;
  std::string value;
};

constexpr std::string_view sort_value =
    "coalesce((SELECT min(s.value) FROM listing_column s "
    "WHERE s.sequence = l.sequence AND s.name = ?), '')";

std::optional<marker_place> find_marker(database& file, const query& x) {
  sql_text sql;
  sql.add("SELECT l.sequence, ").add(sort_value, x.sort_column);
  sql.add(" FROM listing l WHERE l.collection = ?", x.collection).add(" AND l.id = ?", x.marker);
  auto ask = sql.prepare(file);
  if (!ask.step()) return std::nullopt;
  return marker_place{ask.number(0), ask.text(1)};
}

/// Conditions in SQL, for one query.
class list_statement {
public:
  list_statement(const query& x, std::optional<marker_place> after)
      : query_{x}, after_{std::move(after)}, by_creation_{x.sort_column.empty()} {}

  sql_text make() {
    sql_.add("SELECT l.id, r.id, l.summary");
    if (query_.with_snapshot) sql_.add(", r.snapshot");
    sql_.add(" FROM listing l JOIN record r ON r.number = l.record");
    auto leading = std::find_if(query_.filters.begin(), query_.filters.end(), has_index);
    // The plus keeps SQLite from reading, and then sorting, by collection where a filter's index
    // gives the sequences in their order.
    auto is_led = leading != query_.filters.end();
    sql_.add(is_led ? " WHERE +l.collection = ?" : " WHERE l.collection = ?", query_.collection);
    if (is_led) add_leading(*leading);
    for (auto x = query_.filters.begin(); x != query_.filters.end(); ++x)
      if (x != leading) add_check(*x);
    add_place();
    return std::move(sql_);
  }

private:
  static bool has_index(const filter& x) {
    return x.how == filter::op::present || (x.how == filter::op::equal && !x.values.empty());
  }

  std::string_view direction() const { return query_.descending ? " DESC" : ""; }

  void add_after(std::string_view sequence) {
    if (!by_creation_ || !after_) return;
    sql_.add(" AND ").add(sequence).add(query_.descending ? " < ?" : " > ?", after_->sequence);
  }

  void add_index_part(const filter& x, std::string_view condition) {
    sql_.add("SELECT DISTINCT sequence FROM listing_column WHERE collection = ?",
             query_.collection);
    sql_.add(" AND name = ?", x.column).add(condition);
  }

  /// The filter whose index is read. As the only one it takes from the index just the page.
  void add_leading(const filter& x) {
    sql_.add(" AND l.sequence IN (");
    if (x.how == filter::op::present) {
      add_index_part(x, " AND value <> ''");
      add_after("sequence");
    }
    for (size_t i = 0; x.how == filter::op::equal && i < x.values.size(); ++i) {
      if (i > 0) sql_.add(" UNION ");
      add_index_part(x, "");
      sql_.add(" AND value = ?", x.values[i]);
      add_after("sequence");
    }
    if (by_creation_ && query_.filters.size() == 1)
      sql_.add(" ORDER BY 1").add(direction()).add(" LIMIT ?", limit());
    sql_.add(")");
  }

  void add_column(const filter& x, std::string_view quantifier) {
    sql_.add(quantifier).add(" (SELECT 1 FROM listing_column c WHERE c.sequence = l.sequence");
    sql_.add(" AND c.name = ?", x.column);
  }

  void add_any_of(const filter& x) {
    sql_.add(" AND c.value IN (");
    for (size_t i = 0; i < x.values.size(); ++i) sql_.add(i == 0 ? "?" : ", ?", x.values[i]);
    sql_.add(")");
  }

  /// Each value asked for on its own: one that is missing is enough.
  void add_not_all(const filter& x) {
    sql_.add(" AND (0");
    for (const auto& value : x.values) {
      add_column(x, " OR NOT EXISTS");
      sql_.add(" AND c.value = ?)", value);
    }
    sql_.add(")");
  }

  void add_check(const filter& x) {
    static const std::string nothing;
    switch (x.how) {
      case filter::op::equal:
        add_column(x, " AND EXISTS");
        add_any_of(x);
        break;
      case filter::op::none_of:
        add_column(x, " AND NOT EXISTS");
        add_any_of(x);
        break;
      case filter::op::not_all: return add_not_all(x);
      case filter::op::present:
        add_column(x, " AND EXISTS");
        sql_.add(" AND c.value <> ''");
        break;
      case filter::op::absent:
        add_column(x, " AND NOT EXISTS");
        sql_.add(" AND c.value <> ''");
        break;
      case filter::op::contains:
        add_column(x, " AND EXISTS");
        sql_.add(" AND instr(lower(c.value), lower(?)) > 0",
                 x.values.empty() ? nothing : x.values.front());
        break;
    }
    sql_.add(")");
  }

  void add_place() {
    add_after("l.sequence");
    if (!by_creation_ && after_) {
      sql_.add(" AND (").add(sort_value, query_.sort_column);
      sql_.add(query_.descending ? ", l.sequence) < (?, " : ", l.sequence) > (?, ", after_->value);
      sql_.add("?)", after_->sequence);
    }
    sql_.add(" ORDER BY ");
    if (!by_creation_) sql_.add(sort_value, query_.sort_column).add(direction()).add(", ");
    sql_.add("l.sequence").add(direction()).add(" LIMIT ?", limit());
  }

  int64_t limit() const { return static_cast<int64_t>(std::min<size_t>(query_.limit, INT64_MAX)); }

  const query& query_;
  std::optional<marker_place> after_;
  bool by_creation_;
  sql_text sql_;
};

}  // namespace

result<std::vector<listed>> read_list(database& file, const query& x) {
  std::optional<marker_place> after;
  if (!x.marker.empty()) {
    after = find_marker(file, x);
    if (!after)
      return fail(error_code::not_found, "marker: there is no " + x.marker + " in " + x.collection);
  }
  list_statement made{x, std::move(after)};
  auto sql = made.make();
  auto ask = sql.prepare(file);
  std::vector<listed> page;
  while (ask.step())
    page.push_back(
        {ask.text(0), ask.text(1), ask.text(2), x.with_snapshot ? ask.text(3) : std::string{}});
  return page;
}

}  // namespace ironbus::sqlite
