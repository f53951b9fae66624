#pragma once

#include "tests/simulation/core/event_loop.hpp"

#include <chrono>
#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <utility>

namespace ironbus::simulation {

/// How the last writes are taken back, the latest first.
class undo_log {
public:
  /// Forgets what is older than this: so much can be lost at most.
  explicit undo_log(std::chrono::nanoseconds kept) : kept_{kept} {}

  /// Everything noted from now on belongs to a write of this moment.
  void begin(moment now) {
    now_ = now;
    while (!steps_.empty() && steps_.front().when + kept_ < now) steps_.pop_front();
  }
  void note(std::function<void()> back) { steps_.push_back({now_, std::move(back)}); }

  /// Takes back all writes later than that moment.
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

/// A map whose changes can be taken back.
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
