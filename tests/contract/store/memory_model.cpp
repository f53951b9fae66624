#include "tests/contract/store/memory_model.hpp"

#include <algorithm>

namespace ironbus::test {

namespace {

std::string lower(std::string x) {
  for (auto& c : x)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return x;
}

std::vector<std::string> values_of(const row& x, const std::string& column) {
  std::vector<std::string> values;
  for (const auto& [name, value] : x.columns)
    if (name == column) values.push_back(value);
  std::sort(values.begin(), values.end());
  return values;
}

bool holds(const filter& x, const row& of) {
  auto values = values_of(of, x.column);
  auto any = [&](auto test) { return std::any_of(values.begin(), values.end(), test); };
  auto is_wanted = [&](const std::string& value) {
    return std::find(x.values.begin(), x.values.end(), value) != x.values.end();
  };
  auto is_filled = [](const std::string& value) { return !value.empty(); };
  switch (x.how) {
    case filter::op::equal: return any(is_wanted);
    case filter::op::none_of: return !any(is_wanted);
    case filter::op::not_all:
      return std::any_of(x.values.begin(), x.values.end(), [&](const std::string& value) {
        return std::find(values.begin(), values.end(), value) == values.end();
      });
    case filter::op::present: return any(is_filled);
    case filter::op::absent: return !any(is_filled);
    case filter::op::contains:
      return any([&](const std::string& value) {
        return lower(value).find(lower(x.values.at(0))) != std::string::npos;
      });
  }
  return false;
}

std::string sort_value(const row& x, const std::string& column) {
  auto values = values_of(x, column);
  return values.empty() ? "" : values.front();
}

}  // namespace

std::optional<failure> memory_model::refusal(const commit& x) const {
  if (x.shard) {
    auto epoch = epochs_.find(*x.shard);
    if (epoch != epochs_.end() && x.epoch < epoch->second) return failure{error_code::fenced, ""};
  }
  auto now = records_.find(x.id);
  if ((now == records_.end() ? 0 : now->second.data.version) != x.expected_version)
    return failure{error_code::stale_version, ""};
  if (x.erase) return std::nullopt;
  for (const auto& key : x.claim) {
    auto holder = keys_.find({key.space, key.value});
    if (holder != keys_.end() && holder->second != x.id)
      return failure{error_code::conflict, key.space + " " + key.value};
  }
  for (const auto& put : x.put)
    for (const auto& row : rows_)
      if (row.data.collection == put.collection && row.data.id == put.id && row.owner != x.id)
        return failure{error_code::conflict, put.collection + " " + put.id};
  return std::nullopt;
}

result<uint64_t> memory_model::apply(const commit& x) {
  if (auto refused = refusal(x)) return tl::unexpected<failure>(*refused);
  auto& record = records_[x.id];
  record.data.id = x.id;
  record.data.version = x.expected_version + 1;
  record.data.snapshot = x.erase ? "" : x.snapshot;
  record.data.erased = x.erase;
  record.shard = x.shard.value_or(0);
  record.due = x.erase ? std::nullopt : x.attention;
  for (const auto& entry : x.outbox) {
    record.data.outbox.push_back(entry);
    record.outbox_versions.push_back(record.data.version);
  }
  remove_rows(x);
  move_keys(x);
  if (!x.erase) put_rows(x);
  if (x.erase && record.data.outbox.empty()) records_.erase(x.id);
  return x.expected_version + 1;
}

void memory_model::remove_rows(const commit& x) {
  std::erase_if(rows_, [&](const placed_row& row) {
    auto named = std::any_of(x.remove.begin(), x.remove.end(), [&](const auto& name) {
      return name.first == row.data.collection && name.second == row.data.id;
    });
    return row.owner == x.id && (x.erase || named);
  });
}

void memory_model::put_rows(const commit& x) {
  for (const auto& put : x.put) {
    auto* there = find(put.collection, put.id);
    if (there != nullptr)
      there->data = put;
    else
      rows_.push_back({put, x.id});
  }
}

void memory_model::move_keys(const commit& x) {
  std::erase_if(keys_, [&](const auto& key) {
    auto named = std::find(x.release.begin(), x.release.end(),
                           unique_key{key.first.first, key.first.second}) != x.release.end();
    return key.second == x.id && (x.erase || named);
  });
  if (x.erase) return;
  for (const auto& key : x.claim) keys_[{key.space, key.value}] = x.id;
}

memory_model::placed_row* memory_model::find(const std::string& collection, const std::string& id) {
  for (auto& row : rows_)
    if (row.data.collection == collection && row.data.id == id) return &row;
  return nullptr;
}

void memory_model::mark_published(const std::string& id, uint64_t version) {
  auto now = records_.find(id);
  if (now == records_.end()) return;
  auto& [data, versions, shard, due] = now->second;
  while (!versions.empty() && versions.front() <= version) {
    versions.erase(versions.begin());
    data.outbox.erase(data.outbox.begin());
  }
  if (data.erased && versions.empty()) records_.erase(now);
}

result<stored> memory_model::load(const std::string& id) const {
  auto now = records_.find(id);
  if (now == records_.end()) return fail(error_code::not_found, "");
  return now->second.data;
}

result<std::string> memory_model::resolve(const unique_key& key) const {
  auto holder = keys_.find({key.space, key.value});
  if (holder == keys_.end()) return fail(error_code::not_found, "");
  return holder->second;
}

result<std::vector<listed>> memory_model::list(const query& x) const {
  std::vector<const placed_row*> rows;
  for (const auto& row : rows_)
    if (row.data.collection == x.collection) rows.push_back(&row);
  if (!x.sort_column.empty())
    std::stable_sort(rows.begin(), rows.end(), [&](const auto* a, const auto* b) {
      return sort_value(a->data, x.sort_column) < sort_value(b->data, x.sort_column);
    });
  if (x.descending) std::reverse(rows.begin(), rows.end());
  auto from = rows.begin();
  if (!x.marker.empty()) {
    from =
        std::find_if(from, rows.end(), [&](const auto* row) { return row->data.id == x.marker; });
    if (from == rows.end()) return fail(error_code::not_found, "");
    ++from;
  }
  std::vector<listed> page;
  for (; from != rows.end() && page.size() < x.limit; ++from) {
    const auto& [data, owner] = **from;
    if (std::all_of(x.filters.begin(), x.filters.end(),
                    [&row = data](const filter& f) { return holds(f, row); }))
      page.push_back(
          {data.id, owner, data.summary, x.with_snapshot ? records_.at(owner).data.snapshot : ""});
  }
  return page;
}

std::vector<attention> memory_model::attention_of(uint32_t shard) const {
  std::vector<attention> found;
  for (const auto& [id, x] : records_)
    if (x.shard == shard && (x.due || !x.data.outbox.empty()))
      found.push_back({id, !x.data.outbox.empty(), x.due});
  return found;
}

}  // namespace ironbus::test
