#pragma once

#include "messages/base/host_source.hpp"
#include "messages/platform/metric_registry.hpp"

#include <array>
#include <atomic>
#include <chrono>
#include <deque>
#include <optional>

// Counters and measurements of the service. Declare a metric where it is used, as a member.
// Counting uses only atomics: no lock, no text, no memory. Any thread.
namespace ironbus::metrics {

class counter_value {
public:
  static constexpr kind type = kind::counter;

  void operator++() { *this += 1; }
  void operator+=(uint64_t n) { value_.fetch_add(n, std::memory_order_relaxed); }
  operator uint64_t() const { return value_.load(std::memory_order_relaxed); }
  bool used() const { return *this != 0; }
  sample read() const { return {static_cast<double>(uint64_t{*this})}; }

private:
  std::atomic<uint64_t> value_{0};
};

/// A current value. Sequentially consistent, because callers wait for it.
class gauge_value {
public:
  static constexpr kind type = kind::gauge;

  void operator++() { ++value_; }
  void operator--() { --value_; }
  void operator+=(int64_t n) { value_ += n; }
  void raise_to(int64_t least) {
    for (auto now = value_.load(); now < least && !value_.compare_exchange_weak(now, least);) {
    }
  }
  operator int64_t() const { return value_; }
  bool used() const { return *this != 0; }
  sample read() const { return {static_cast<double>(int64_t{*this})}; }

private:
  std::atomic<int64_t> value_{0};
};

/// Upper bounds of buckets in seconds, for the waits of requests and for work of machines.
using bucket_bounds = std::array<double, 12>;
inline constexpr bucket_bounds short_times{0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025,
                                           0.05,   0.1,   0.25,   0.5,   1.0,  5.0};
inline constexpr bucket_bounds long_times{0.01, 0.1, 1,    5,    15,    60,
                                          300,  900, 1800, 3600, 14400, 86400};

/// A distribution of durations.
class histogram_value {
public:
  static constexpr kind type = kind::histogram;

  /// `bounds` must outlive this object: one of the two above.
  explicit histogram_value(const bucket_bounds& bounds) : bounds_{&bounds} {}

  void observe(std::chrono::duration<double> took);
  void observe_since(std::chrono::steady_clock::time_point began) {
    observe(steady_clock::now() - began);
  }
  bool used() const;
  sample read() const;

private:
  const bucket_bounds* bounds_;
  std::array<std::atomic<uint64_t>, std::tuple_size_v<bucket_bounds> + 1> in_bucket_{};
  std::atomic<double> sum_{0};
};

/// A metric without labels. The arguments after the description go to the value's constructor.
template <class Value>
class metric : public Value {
public:
  template <class... Args>
  explicit metric(description what, const Args&... args)
      : Value(args...), shown_(Value::type, std::move(what), [this] {
          return samples{{labels{}, this->read()}};
        }) {}

private:
  registration shown_;
};

using counter = metric<counter_value>;
using gauge = metric<gauge_value>;
using histogram = metric<histogram_value>;

/// One value for each member of a closed set, identified by its number. Values that were never used
/// are not shown.
template <class Value>
class labelled {
public:
  /// `name(i)` returns the labels of number i; called when the metric is read.
  template <class... Args>
  labelled(description what, size_t count, std::function<labels(size_t)> name, const Args&... args)
      : name_(std::move(name)) {
    for (size_t i = 0; i < count; ++i) values_.emplace_back(args...);
    shown_.emplace(Value::type, std::move(what), [this] { return read(); });
  }

  Value& operator[](size_t i) { return values_[i]; }

private:
  samples read() const {
    samples out;
    for (size_t i = 0; i < values_.size(); ++i)
      if (values_[i].used()) out.emplace(name_(i), values_[i].read());
    return out;
  }

  const std::function<labels(size_t)> name_;
  std::deque<Value> values_;  ///< A deque, because the values cannot be moved.
  std::optional<registration> shown_;
};

}  // namespace ironbus::metrics
