#include "gateways/sqlite/listing_reader.hpp"

#include "gateways/sqlite/list_source.hpp"

#include <algorithm>

namespace ironbus::sqlite {

namespace {

/// The position of the marker. The page starts after it.
struct marker_place {
  int64_t sequence = 0;
  std::string value;
};

constexpr std::string_view sort_value =
    "coalesce((SELECT min(s.value) FROM listing_column s "
    "WHERE s.sequence = l.sequence AND s.name = ?), '')";

std::optional<marker_place> find_marker(database& file, const query& query) {
  sql_text sql;
  sql.add("SELECT l.sequence, ").add(sort_value, query.sort_column);
  sql.add(" FROM listing l WHERE l.collection = ?", query.collection)
      .add(" AND l.id = ?", query.marker);
  auto ask = sql.prepare(file);
  if (!ask.step()) return std::nullopt;
  return marker_place{ask.number(0), ask.text(1)};
}

/// The smallest stretch that one statement reads.
constexpr int64_t stretch_min = 200;

/// A statement of a list: the rows of a stretch that match all filters.
class list_statement {
public:
  explicit list_statement(const query& x) : query_{x} {}

  /// In creation order: the source's rows within the span.
  sql_text of_stretch(const list_source& source, const span_of_order& within, int64_t limit) {
    begin();
    source.add_condition(sql_, within);
    add_checks(source.leading());
    sql_.add(" ORDER BY l.sequence").add(direction()).add(" LIMIT ?", limit);
    return std::move(sql_);
  }

  /// In the order of a column, after the marker.
  sql_text sorted(const std::optional<marker_place>& after) {
    begin();
    sql_.add(" WHERE l.collection = ?", query_.collection);
    add_checks(nullptr);
    if (after) {
      sql_.add(" AND (").add(sort_value, query_.sort_column);
      sql_.add(query_.descending ? ", l.sequence) < (?, " : ", l.sequence) > (?, ", after->value);
      sql_.add("?)", after->sequence);
    }
    sql_.add(" ORDER BY ").add(sort_value, query_.sort_column).add(direction());
    sql_.add(", l.sequence").add(direction()).add(" LIMIT ?", page_limit(query_));
    return std::move(sql_);
  }

  static int64_t page_limit(const query& x) {
    return static_cast<int64_t>(std::min<size_t>(x.limit, INT64_MAX));
  }

private:
  std::string_view direction() const { return query_.descending ? " DESC" : ""; }

  void begin() {
    sql_.add("SELECT l.id, r.id, l.summary");
    if (query_.with_snapshot) sql_.add(", r.snapshot");
    sql_.add(" FROM listing l JOIN record r ON r.number = l.record");
  }

  void add_checks(const filter* but) {
    for (const auto& x : query_.filters)
      if (&x != but) add_check(x);
  }

  void add_column(const filter& x, std::string_view quantifier) {
    sql_.add(quantifier).add(" (SELECT 1 FROM listing_column c WHERE c.sequence = l.sequence");
    sql_.add(" AND c.name = ?", x.column);
  }

  void add_any_of(const filter& given) {
    sql_.add(" AND c.value IN (");
    for (size_t i = 0; i < given.values.size(); ++i)
      sql_.add(i == 0 ? "?" : ", ?", given.values[i]);
    sql_.add(")");
  }

  /// Checks each value separately, because one missing value is enough.
  void add_not_all(const filter& item) {
    sql_.add(" AND (0");
    for (const auto& value : item.values) {
      add_column(item, " OR NOT EXISTS");
      sql_.add(" AND c.value = ?)", value);
    }
    sql_.add(")");
  }

  void add_check(const filter& entry) {
    static const std::string nothing;
    switch (entry.how) {
      case filter::op::equal:
        add_column(entry, " AND EXISTS");
        add_any_of(entry);
        break;
      case filter::op::none_of:
        add_column(entry, " AND NOT EXISTS");
        add_any_of(entry);
        break;
      case filter::op::not_all: return add_not_all(entry);
      case filter::op::present:
        add_column(entry, " AND EXISTS");
        sql_.add(" AND c.value <> ''");
        break;
      case filter::op::absent:
        add_column(entry, " AND NOT EXISTS");
        sql_.add(" AND c.value <> ''");
        break;
      case filter::op::contains:
        add_column(entry, " AND EXISTS");
        sql_.add(" AND instr(lower(c.value), lower(?)) > 0",
                 entry.values.empty() ? nothing : entry.values.front());
        break;
    }
    sql_.add(")");
  }

  const query& query_;
  sql_text sql_;
};

void append_rows(std::vector<listed>& page, database& file, const query& query,
                 const sql_text& sql) {
  auto ask = sql.prepare(file);
  while (ask.step())
    page.push_back(
        {ask.text(0), ask.text(1), ask.text(2), query.with_snapshot ? ask.text(3) : std::string{}});
}

/// Reads stretches, each twice as long as the one before, until the page is full. The cost depends
/// on the page if most rows match, and on the shortest index if few do.
std::vector<listed> read_in_creation_order(database& file, const query& query,
                                           const std::optional<marker_place>& after) {
  const list_source source{file, query};
  span_of_order within{.after = {}, .last = {}, .descending = query.descending};
  if (after) within.after = after->sequence;
  const auto limit = list_statement::page_limit(query);
  std::vector<listed> page;
  for (auto length = std::max(limit, stretch_min);; length *= 2) {
    within.last = source.end_of_stretch(file, within, length);
    const auto left = limit - static_cast<int64_t>(page.size());
    append_rows(page, file, query, list_statement{query}.of_stretch(source, within, left));
    if (!within.last || static_cast<int64_t>(page.size()) >= limit) return page;
    within.after = within.last;
  }
}

}  // namespace

result<std::vector<listed>> read_list(database& file, const query& query) {
  std::optional<marker_place> after;
  if (!query.marker.empty()) {
    after = find_marker(file, query);
    if (!after)
      return fail(error_code::not_found,
                  "marker: not found: " + query.marker + " in " + query.collection);
  }
  if (query.sort_column.empty()) return read_in_creation_order(file, query, after);
  std::vector<listed> page;
  append_rows(page, file, query, list_statement{query}.sorted(after));
  return page;
}

std::vector<uint64_t> count_rows(database& file, const std::string& collection,
                                 const std::string& column,
                                 const std::vector<std::string>& values) {
  auto ask = file.prepare(
      "SELECT value, count(*) FROM listing_column WHERE collection = ? AND name = ? "
      "GROUP BY value");
  ask << collection << column;
  std::vector<uint64_t> found(values.size());
  while (ask.step()) {
    const auto position = std::find(values.begin(), values.end(), ask.text(0));
    if (position != values.end())
      found[static_cast<size_t>(position - values.begin())] = static_cast<uint64_t>(ask.number(1));
  }
  return found;
}

}  // namespace ironbus::sqlite
