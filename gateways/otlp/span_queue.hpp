#pragma once

#include "messages/platform/metrics.hpp"
#include "messages/platform/tracing.hpp"

#include <chrono>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <vector>

namespace ironbus::otlp {

/// Spans that wait to be sent, up to a number. Whoever brings one never waits for who takes them.
class span_queue {
public:
  explicit span_queue(size_t most) : most_{most} {}

  /// False: there are too many already, and it is dropped. Any thread.
  bool put(tracing::span span);

  /// The oldest ones, once there are `wanted`, or some of them have waited so long, or it is
  /// closed. Empty: it is closed, and there are no more.
  std::vector<tracing::span> take(size_t wanted, std::chrono::milliseconds patience);
  /// Waits that long, unless it is closed meanwhile.
  void rest(std::chrono::milliseconds pause);

  /// No more are taken in, and nobody waits any more.
  void close();
  bool closed() const;
  size_t size() const;

private:
  const size_t most_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<tracing::span> spans_;
  size_t wanted_ = 0;  ///< Of who waits in take.
  bool closed_ = false;
};

}  // namespace ironbus::otlp
