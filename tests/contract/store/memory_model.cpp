#include "tests/contract/store/memory_model.hpp"

#include <algorithm>

namespace ironbus::test {

namespace {

std::string lower(std::string text) {
  for (auto& c : text)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return text;
}

std::vector<std::string> values_of(const row& row, const std::string& column) {
  std::vector<std::string> values;
  for (const auto& [name, value] : row.columns)
    if (name == column) values.push_back(value);
  std::sort(values.begin(), values.end());
  return values;
}

bool holds(const filter& given, const row& listed_row) {
  auto values = values_of(listed_row, given.column);
  auto any = [&](auto test) { return std::any_of(values.begin(), values.end(), test); };
  auto is_wanted = [&](const std::string& value) {
    return std::find(given.values.begin(), given.values.end(), value) != given.values.end();
  };
  auto is_filled = [](const std::string& value) { return !value.empty(); };
  switch (given.how) {
    case filter::op::equal: return any(is_wanted);
    case filter::op::none_of: return !any(is_wanted);
    case filter::op::not_all:
      return std::any_of(given.values.begin(), given.values.end(), [&](const std::string& value) {
        return std::find(values.begin(), values.end(), value) == values.end();
      });
    case filter::op::present: return any(is_filled);
    case filter::op::absent: return !any(is_filled);
    case filter::op::contains:
      return any([&](const std::string& value) {
        return lower(value).find(lower(given.values.at(0))) != std::string::npos;
      });
  }
  return false;
}

std::string sort_value(const row& x, const std::string& column) {
  auto values = values_of(x, column);
  return values.empty() ? "" : values.front();
}

}  // namespace

std::optional<commit_failure> memory_model::refusal(const commit& commit) const {
  if (commit.shard) {
    auto epoch = epochs_.find(*commit.shard);
    if (epoch != epochs_.end() && commit.epoch < epoch->second)
      return failure{error_code::fenced, ""};
  }
  auto now = records_.find(commit.id);
  if ((now == records_.end() ? 0 : now->second.data.version) != commit.expected_version)
    return failure{error_code::stale_version, ""};
  if (commit.erase) return std::nullopt;
  for (const auto& key : commit.claim) {
    auto holder = keys_.find({key.space, key.value});
    if (holder != keys_.end() && holder->second != commit.id) return commit_failure{key};
  }
  for (const auto& put : commit.put)
    for (const auto& row : rows_)
      if (row.data.collection == put.collection && row.data.id == put.id && row.owner != commit.id)
        return commit_failure{unique_key{put.collection, put.id}};
  return std::nullopt;
}

commit_result memory_model::apply(const commit& commit) {
  if (auto refused = refusal(commit)) return tl::unexpected(*refused);
  auto& record = records_[commit.id];
  record.data.id = commit.id;
  record.data.version = commit.expected_version + 1;
  record.data.snapshot = commit.erase ? "" : commit.snapshot;
  record.data.erased = commit.erase;
  record.shard = commit.shard.value_or(0);
  record.due = commit.erase ? std::nullopt : commit.attention;
  for (const auto& entry : commit.outbox) {
    record.data.outbox.push_back(entry);
    record.outbox_versions.push_back(record.data.version);
  }
  remove_rows(commit);
  move_keys(commit);
  if (!commit.erase) put_rows(commit);
  if (commit.erase && record.data.outbox.empty()) records_.erase(commit.id);
  return commit.expected_version + 1;
}

void memory_model::remove_rows(const commit& commit) {
  std::erase_if(rows_, [&](const placed_row& row) {
    auto named = std::any_of(commit.remove.begin(), commit.remove.end(), [&](const auto& name) {
      return name.first == row.data.collection && name.second == row.data.id;
    });
    return row.owner == commit.id && (commit.erase || named);
  });
}

void memory_model::put_rows(const commit& commit) {
  for (const auto& put : commit.put) {
    auto* there = find(put.collection, put.id);
    if (there != nullptr)
      there->data = put;
    else
      rows_.push_back({put, commit.id});
  }
}

void memory_model::move_keys(const commit& commit) {
  std::erase_if(keys_, [&](const auto& key) {
    auto named = std::find(commit.release.begin(), commit.release.end(),
                           unique_key{key.first.first, key.first.second}) != commit.release.end();
    return key.second == commit.id && (commit.erase || named);
  });
  if (commit.erase) return;
  for (const auto& key : commit.claim) keys_[{key.space, key.value}] = commit.id;
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

result<std::vector<listed>> memory_model::list(const query& query) const {
  std::vector<const placed_row*> rows;
  for (const auto& row : rows_)
    if (row.data.collection == query.collection) rows.push_back(&row);
  if (!query.sort_column.empty())
    std::stable_sort(rows.begin(), rows.end(), [&](const auto* a, const auto* b) {
      return sort_value(a->data, query.sort_column) < sort_value(b->data, query.sort_column);
    });
  if (query.descending) std::reverse(rows.begin(), rows.end());
  auto source = rows.begin();
  if (!query.marker.empty()) {
    source = std::find_if(source, rows.end(),
                          [&](const auto* row) { return row->data.id == query.marker; });
    if (source == rows.end()) return fail(error_code::not_found, "");
    ++source;
  }
  std::vector<listed> page;
  for (; source != rows.end() && page.size() < query.limit; ++source) {
    const auto& [data, owner] = **source;
    if (std::all_of(query.filters.begin(), query.filters.end(),
                    [&row = data](const filter& f) { return holds(f, row); }))
      page.push_back({data.id, owner, data.summary,
                      query.with_snapshot ? records_.at(owner).data.snapshot : ""});
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
