#pragma once

#include "messages/platform/metrics.hpp"
#include "messages/platform/tracing.hpp"

#include <chrono>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <vector>

namespace ironbus::otlp {

/// A limited queue of spans to send. Adding a span never waits for the sender.
class span_queue {
public:
  explicit span_queue(size_t most) : most_{most} {}

  /// Adds a span. False if the queue is full and the span is dropped. Any thread.
  bool put(tracing::span span);

  /// Takes the oldest spans when there are `wanted`, when one has waited for `patience`, or when
  /// the queue is closed. Empty if the queue is closed and empty.
  std::vector<tracing::span> take(size_t wanted, std::chrono::milliseconds patience);
  /// Waits for `pause`, or until the queue is closed.
  void rest(std::chrono::milliseconds pause);

  /// Accepts no more spans and wakes all waiting threads.
  void close();
  bool closed() const;
  size_t size() const;

private:
  const size_t most_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<tracing::span> spans_;
  size_t wanted_ = 0;  ///< The `wanted` of the thread that waits in take.
  bool closed_ = false;
};

}  // namespace ironbus::otlp
