#pragma once

#include "messages/ports/bus.hpp"

#include <boost/test/unit_test.hpp>

#include <condition_variable>
#include <mutex>

namespace ironbus::test {

inline constexpr std::chrono::seconds patience{20};

/// Collects the arguments of callbacks from any thread, and lets the test wait for them.
template <class T>
class mailbox {
public:
  void put(T value) {
    std::lock_guard guard{mutex_};
    content_.push_back(std::move(value));
    changed_.notify_all();
  }

  std::vector<T> content() const {
    std::lock_guard guard{mutex_};
    return content_;
  }

  /// Returns everything once the predicate is true for it; fails the test on timeout.
  template <class F>
  std::vector<T> wait_until(F holds) const {
    std::unique_lock lock{mutex_};
    bool in_time = changed_.wait_for(lock, patience, [&] { return holds(content_); });
    BOOST_REQUIRE_MESSAGE(in_time, "waited in vain; there are " << content_.size());
    return content_;
  }

  std::vector<T> wait_for(size_t count) const {
    return wait_until([&](const std::vector<T>& x) { return x.size() >= count; });
  }

private:
  mutable std::mutex mutex_;
  mutable std::condition_variable changed_;
  std::vector<T> content_;
};

using delivery_box = mailbox<delivery>;
using outcome_box = mailbox<result<std::monostate>>;

inline bus::handler collect(delivery_box& box) {
  return [&box](delivery x) { box.put(std::move(x)); };
}

inline bus::publish_callback collect(outcome_box& box) {
  return [&box](result<std::monostate> x) { box.put(std::move(x)); };
}

inline std::vector<std::string> bodies(const std::vector<delivery>& source) {
  std::vector<std::string> out;
  out.reserve(source.size());
  for (const auto& x : source) out.push_back(x.body);
  return out;
}

/// The bodies in the order of their first delivery, without redeliveries.
inline std::vector<std::string> distinct_bodies(const std::vector<delivery>& source) {
  std::vector<std::string> out;
  for (const auto& x : source)
    if (std::find(out.begin(), out.end(), x.body) == out.end()) out.push_back(x.body);
  return out;
}

/// "<first>" to "<last>" as texts.
inline std::vector<std::string> numbers(int first, int last) {
  std::vector<std::string> out;
  for (int i = first; i <= last; ++i) out.push_back(std::to_string(i));
  return out;
}

}  // namespace ironbus::test
