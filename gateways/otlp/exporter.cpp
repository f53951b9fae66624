#include "gateways/otlp/exporter.hpp"

#include "gateways/otlp/otlp_text.hpp"
#include "messages/base/backoff.hpp"
#include "messages/platform/log.hpp"

#include <algorithm>

namespace ironbus::otlp {

namespace {

/// The statuses that OTLP allows to retry.
bool may_be_repeated(unsigned status) {
  return status == 429 || status == 502 || status == 503 || status == 504;
}

}  // namespace

result<std::unique_ptr<exporter>> exporter::make(const otlp_options& options, resource service) {
  auto where = traces_url(options.endpoint);
  if (!where) return tl::unexpected(where.error());
  auto headers = read_headers(options.headers);
  if (!headers) return tl::unexpected(headers.error());
  return std::make_unique<exporter>(
      options, std::move(service),
      make_collector(std::move(*where), options.tls, std::move(*headers)));
}

exporter::exporter(otlp_options options, resource service, collector_post post)
    : options_{std::move(options)},
      service_{std::move(service)},
      post_{std::move(post)},
      queue_{options_.queue_max},
      thread_{[this] { run(); }} {}

void exporter::end() {
  if (!thread_.joinable()) return;
  until_ = std::chrono::steady_clock::now() + options_.farewell;
  queue_.close();
  thread_.join();
}

void exporter::take(tracing::span x) {
  if (!queue_.put(std::move(x))) drop(queue_.closed() ? loss::ended : loss::queue_full, 1);
}

bool exporter::given_up() const { return std::chrono::steady_clock::now() >= until_.load(); }

void exporter::run() {
  for (;;) {
    const auto batch = queue_.take(options_.batch_max, options_.interval);
    if (batch.empty()) return;
    if (given_up())
      drop(loss::ended, batch.size());
    else
      send(batch);
  }
}

void exporter::send(const std::vector<tracing::span>& batch) {
  const auto body = export_request(service_, batch);
  backoff pauses{options_.retry_first, options_.retry_longest};
  for (;;) {
    const auto answer = post_(body, options_.timeout, [this] { return given_up(); });
    if (settled(answer, batch.size())) return;
    ++failures_;
    // The end of the process must not wait for a collector that has just failed.
    if (queue_.closed()) return drop(loss::ended, batch.size());
    const auto asked =
        answer ? std::chrono::milliseconds{answer->retry_after} : std::chrono::milliseconds{0};
    queue_.rest(std::max(pauses.next(), asked));
  }
}

/// Whether the spans of a request need no retry.
bool exporter::settled(const result<collector_answer>& answer, size_t spans) {
  if (!answer || may_be_repeated(answer->status)) {
    note(false, answer ? "it returns HTTP status " + std::to_string(answer->status)
                       : answer.error().message);
    return false;
  }
  if (answer->status < 200 || answer->status >= 300) {
    ++failures_;
    note(false, "it rejects spans with HTTP status " + std::to_string(answer->status));
    drop(loss::refused, spans);
    return true;
  }
  const auto rejected = std::min<uint64_t>(rejected_spans(answer->body), spans);
  if (rejected > 0) drop(loss::refused, rejected);
  exported_ += spans - rejected;
  note(true, {});
  return true;
}

/// Logs each change once.
void exporter::note(bool reached, const std::string& why) {
  if (std::exchange(reached_, reached) == reached) return;
  if (reached) return log::info("the trace collector accepts spans again");
  log::warn("cannot send spans to the trace collector", {{log_key::error, why}});
}

}  // namespace ironbus::otlp
