#pragma once

#include "messages/platform/metrics.hpp"

namespace ironbus::metrics {

/// One counter for each member of a small fixed set, identified by its number. All are shown from
/// the start, including those that are 0, so that an alert on an increase sees the first one.
class closed_counters {
public:
  /// `name(i)` returns the labels of number i; called when the metric is read.
  closed_counters(description what, size_t count, std::function<labels(size_t)> name)
      : values_(count), shown_(kind::counter, std::move(what), [this, name = std::move(name)] {
          samples out;
          for (size_t i = 0; i < values_.size(); ++i) out.emplace(name(i), values_[i].read());
          return out;
        }) {}

  counter_value& operator[](size_t i) { return values_[i]; }

private:
  std::deque<counter_value> values_;  ///< A deque, because the values cannot be moved.
  const registration shown_;          ///< Last, because it reads the other members.
};

}  // namespace ironbus::metrics
