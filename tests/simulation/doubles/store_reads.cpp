#include "tests/simulation/doubles/store_state.hpp"

#include <algorithm>
#include <span>

namespace ironbus::simulation {

namespace {

std::string lower_case(std::string text) {
  for (auto& letter : text)
    if (letter >= 'A' && letter <= 'Z') letter = static_cast<char>(letter - 'A' + 'a');
  return text;
}

/// The sorted values of a column.
std::span<const text_pair> column_of(const store_row& row, const std::string& name) {
  const auto first = std::lower_bound(
      row.columns.begin(), row.columns.end(), name,
      [](const text_pair& column, const std::string& wanted) { return column.first < wanted; });
  auto last = first;
  while (last != row.columns.end() && last->first == name) ++last;
  return {first, last};
}

bool is_among(const std::vector<std::string>& values, const std::string& value) {
  return std::find(values.begin(), values.end(), value) != values.end();
}

bool holds_text(std::span<const text_pair> column, const filter& given) {
  const auto wanted = lower_case(given.values.empty() ? std::string{} : given.values.front());
  return std::any_of(column.begin(), column.end(), [&](const text_pair& one) {
    return lower_case(one.second).find(wanted) != std::string::npos;
  });
}

bool passes(const store_row& row, const filter& given) {
  const auto column = column_of(row, given.column);
  const auto is_wanted = [&](const text_pair& one) { return is_among(given.values, one.second); };
  const auto is_filled = [](const text_pair& one) { return !one.second.empty(); };
  const auto is_missing = [&](const std::string& value) {
    return std::none_of(column.begin(), column.end(),
                        [&](const text_pair& one) { return one.second == value; });
  };
  switch (given.how) {
    case filter::op::equal: return std::any_of(column.begin(), column.end(), is_wanted);
    case filter::op::none_of: return std::none_of(column.begin(), column.end(), is_wanted);
    case filter::op::not_all:
      return std::any_of(given.values.begin(), given.values.end(), is_missing);
    case filter::op::present: return std::any_of(column.begin(), column.end(), is_filled);
    case filter::op::absent: return std::none_of(column.begin(), column.end(), is_filled);
    case filter::op::contains: return holds_text(column, given);
  }
  return false;
}

/// The smallest value; rows without the column come first.
const std::string& sort_value(const store_row& row, const std::string& column) {
  static const std::string none;
  const auto found = column_of(row, column);
  return found.empty() ? none : found.front().second;
}

}  // namespace

std::vector<store_state::shared_row> store_state::rows_of(const std::string& collection) const {
  std::vector<shared_row> found;
  const auto& all = order_.all();
  for (auto i = all.lower_bound({collection, 0}); i != all.end() && i->first.first == collection;
       ++i)
    found.push_back(i->second);
  return found;
}

listed store_state::shown(const store_row& found, bool with_snapshot) const {
  listed out{found.id, found.owner.second, found.summary, {}};
  if (with_snapshot) out.snapshot = *records_.find(found.owner)->snapshot;
  return out;
}

result<std::vector<listed>> store_state::list(const query& asked) const {
  auto rows = rows_of(asked.collection);
  if (!asked.sort_column.empty())
    std::stable_sort(rows.begin(), rows.end(), [&](const auto& left, const auto& right) {
      return sort_value(*left, asked.sort_column) < sort_value(*right, asked.sort_column);
    });
  if (asked.descending) std::reverse(rows.begin(), rows.end());
  auto next = rows.begin();
  if (!asked.marker.empty()) {
    next = std::find_if(rows.begin(), rows.end(),
                        [&](const auto& row) { return row->id == asked.marker; });
    if (next == rows.end())
      return fail(error_code::not_found,
                  "marker: not found: " + asked.marker + " in " + asked.collection);
    ++next;
  }
  std::vector<listed> page;
  for (; next != rows.end() && page.size() < asked.limit; ++next)
    if (std::all_of(asked.filters.begin(), asked.filters.end(),
                    [&](const filter& given) { return passes(**next, given); }))
      page.push_back(shown(**next, asked.with_snapshot));
  return page;
}

std::vector<uint64_t> store_state::count(const std::string& collection, const std::string& column,
                                         const std::vector<std::string>& values) const {
  std::vector<uint64_t> found(values.size());
  for (const auto& row : rows_of(collection)) {
    const auto here = column_of(*row, column);
    for (size_t i = 0; i < values.size(); ++i)
      found[i] += std::any_of(here.begin(), here.end(),
                              [&](const text_pair& one) { return one.second == values[i]; });
  }
  return found;
}

result<stored> store_state::load(const std::string& aggregate, const std::string& id) const {
  const auto* found = records_.find({aggregate, id});
  if (!found) return fail(error_code::not_found, "Not found: " + aggregate + " " + id);
  stored out{
      id, found->version, found->erased() ? std::string{} : *found->snapshot, found->erased(), {}};
  for (const auto& [version, entry] : found->outbox) out.outbox.push_back(*entry);
  return out;
}

result<std::string> store_state::resolve(const unique_key& key) const {
  const auto* holder = keys_.find({key.space, key.value});
  if (!holder) return fail(error_code::not_found, "Not held: " + key.space + " " + key.value);
  return holder->second;
}

std::vector<attention> store_state::attention_of(const std::string& aggregate,
                                                 uint32_t shard) const {
  std::vector<attention> found;
  const auto& all = records_.all();
  for (auto i = all.lower_bound({aggregate, {}}); i != all.end() && i->first.first == aggregate;
       ++i) {
    const auto& record = i->second;
    if (record.shard != shard || (!record.due_ms && record.outbox.empty())) continue;
    attention one{i->first.second, !record.outbox.empty(), std::nullopt};
    if (record.due_ms)
      one.moment = std::chrono::system_clock::time_point{std::chrono::milliseconds{*record.due_ms}};
    found.push_back(std::move(one));
  }
  return found;
}

}  // namespace ironbus::simulation
