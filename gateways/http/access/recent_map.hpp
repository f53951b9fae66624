#pragma once

#include <cstddef>
#include <list>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace ironbus::http {

/// A map of bounded size. A new key replaces the least recently used one. Not thread safe.
template <class Value>
class recent_map {
public:
  explicit recent_map(size_t size_max) : size_max_(size_max) {}

  /// The value of a key, which then counts as used; null: there is none.
  Value* find(std::string_view key) {
    const auto found = by_key_.find(key);
    if (found == by_key_.end()) return nullptr;
    rows_.splice(rows_.begin(), rows_, found->second);
    return &found->second->second;
  }

  Value& put(std::string key, Value value) {
    erase(key);
    if (rows_.size() >= size_max_) erase(std::string{rows_.back().first});
    rows_.emplace_front(std::move(key), std::move(value));
    by_key_.emplace(rows_.front().first, rows_.begin());
    return rows_.front().second;
  }

  void erase(std::string_view key) {
    const auto found = by_key_.find(key);
    if (found == by_key_.end()) return;
    const auto row = found->second;
    by_key_.erase(found);
    rows_.erase(row);
  }

  size_t size() const { return rows_.size(); }

private:
  using rows = std::list<std::pair<std::string, Value>>;

  const size_t size_max_;
  rows rows_;  ///< The most recently used one comes first.
  std::unordered_map<std::string_view, typename rows::iterator> by_key_;
};

}  // namespace ironbus::http
