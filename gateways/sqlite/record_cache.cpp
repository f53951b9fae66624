#include "gateways/sqlite/record_cache.hpp"

#include <algorithm>

namespace ironbus::sqlite {

namespace {

/// Names of aggregates contain no colon.
std::string key_of(const std::string& aggregate, const std::string& id) {
  return aggregate + ":" + id;
}

}  // namespace

known_row* known_record::find(std::string_view collection, std::string_view id) {
  const auto found = std::find_if(rows.begin(), rows.end(), [&](const known_row& x) {
    return x.id == id && x.collection == collection;
  });
  return found == rows.end() ? nullptr : &*found;
}

known_record* record_cache::find(const std::string& aggregate, const std::string& id) {
  const auto found = by_key_.find(key_of(aggregate, id));
  if (found == by_key_.end()) return nullptr;
  entries_.splice(entries_.begin(), entries_, found->second);
  return &found->second->second;
}

known_record& record_cache::put(const std::string& aggregate, const std::string& id,
                                known_record record) {
  erase(aggregate, id);
  if (entries_.size() >= records_max_) {
    by_key_.erase(entries_.back().first);
    entries_.pop_back();
  }
  entries_.emplace_front(key_of(aggregate, id), std::move(record));
  by_key_.emplace(entries_.front().first, entries_.begin());
  return entries_.front().second;
}

void record_cache::erase(const std::string& aggregate, const std::string& id) {
  const auto found = by_key_.find(key_of(aggregate, id));
  if (found == by_key_.end()) return;
  const auto entry = found->second;
  by_key_.erase(found);
  entries_.erase(entry);
}

void record_cache::clear() {
  by_key_.clear();
  entries_.clear();
}

}  // namespace ironbus::sqlite
