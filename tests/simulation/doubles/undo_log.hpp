#pragma once

#include "tests/simulation/core/event_loop.hpp"

#include <chrono>
#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <utility>

namespace ironbus::simulation {

/// Undoes the last writes, latest first.
class undo_log {
public:
  /// Drops entries older than `kept`, the maximum that can be lost.
  explicit undo_log(std::chrono::nanoseconds kept) : kept_{kept} {}

  /// All entries from now on belong to a write at this time.
  void begin(moment now) {
    now_ = now;
    while (!steps_.empty() && steps_.front().when + kept_ < now) steps_.pop_front();
  }
  void note(std::function<void()> back) { steps_.push_back({now_, std::move(back)}); }

  /// Undoes all writes after that time.
  void undo_after(moment last_kept) {
    while (!steps_.empty() && steps_.back().when > last_kept) {
      const auto back = std::move(steps_.back().back);
      steps_.pop_back();
      back();
    }
  }

private:
  struct step {
    moment when;
    std::function<void()> back;
  };
  std::chrono::nanoseconds kept_;
  moment now_{};
  std::deque<step> steps_;
};

/// A map whose changes can be undone.
template <class Key, class Value>
class undoable_map {
public:
  explicit undoable_map(undo_log& log) : log_{log} {}

  const std::map<Key, Value>& all() const { return values_; }
  const Value* find(const Key& key) const {
    const auto found = values_.find(key);
    return found == values_.end() ? nullptr : &found->second;
  }
  void put(const Key& key, Value value) {
    auto [place, fresh] = values_.try_emplace(key);
    if (fresh)
      log_.note([this, key] { values_.erase(key); });
    else
      log_.note([this, key, old = std::move(place->second)] { values_[key] = old; });
    place->second = std::move(value);
  }
  void erase(const Key& key) {
    const auto found = values_.find(key);
    if (found == values_.end()) return;
    log_.note([this, key, old = std::move(found->second)] { values_[key] = old; });
    values_.erase(found);
  }

private:
  undo_log& log_;
  std::map<Key, Value> values_;
};

}  // namespace ironbus::simulation
