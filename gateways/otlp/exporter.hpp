#pragma once

#include "gateways/otlp/collector.hpp"
#include "gateways/otlp/otlp_options.hpp"
#include "gateways/otlp/span_queue.hpp"
#include "messages/platform/closed_counters.hpp"

#include <atomic>
#include <chrono>
#include <memory>
#include <thread>

namespace ironbus::otlp {

/// Why spans were not exported.
enum class loss : uint8_t {
  queue_full,  ///< The collector is too slow or unreachable.
  refused,     ///< The collector has rejected them.
  ended,       ///< The process stopped before they were sent.
  count_
};

/// Sends spans to a collector on its own thread. Adding a span never blocks. If the collector is
/// slow or unreachable, spans queue up, and are dropped when the queue is full.
class exporter {
public:
  /// `invalid` if the endpoint or the headers are unusable.
  static result<std::unique_ptr<exporter>> make(const otlp_options& options, resource service);

  exporter(otlp_options options, resource service, collector_post post);
  ~exporter() { end(); }
  exporter(const exporter&) = delete;
  exporter& operator=(const exporter&) = delete;

  /// Callable from any thread.
  void take(tracing::span x);

  /// Sends the queued spans for at most options.farewell, and accepts no more.
  void end();

private:
  using time_point = std::chrono::steady_clock::time_point;

  void run();
  void send(const std::vector<tracing::span>& batch);
  bool settled(const result<collector_answer>& answer, size_t spans);
  void drop(loss why, size_t spans) { dropped_[static_cast<size_t>(why)] += spans; }
  bool given_up() const;
  void note(bool reached, const std::string& why);

  const otlp_options options_;
  const resource service_;
  const collector_post post_;
  span_queue queue_;
  std::atomic<time_point> until_{time_point::max()};  ///< Set by end().
  bool reached_ = true;

  metrics::counter exported_{
      {"ironbus_trace_spans_exported_total", "Spans that the collector has accepted."}};
  metrics::closed_counters dropped_{
      {"ironbus_trace_spans_dropped_total", "Spans that were not sent to the collector."},
      static_cast<size_t>(loss::count_),
      [](size_t i) -> metrics::labels {
        static constexpr std::array names{"queue_full", "refused", "ended"};
        return {{"reason", names.at(i)}};
      }};
  metrics::counter failures_{
      {"ironbus_trace_export_failures_total", "Failed requests to the collector."}};
  std::thread thread_;  ///< The last member, because it uses the others.
};

}  // namespace ironbus::otlp
