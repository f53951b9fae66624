#pragma once

#include "messages/platform/tracing.hpp"

#include <mutex>
#include <string>
#include <string_view>
#include <vector>

namespace ironbus::test {

/// An attribute of a span as a text; "-" if it is missing.
inline std::string attribute_of(const tracing::span& span, std::string_view key) {
  for (const auto& one : span.attributes) {
    if (one.key != key) continue;
    const auto* text = std::get_if<std::string>(&one.value);
    return text != nullptr ? *text : std::to_string(std::get<int64_t>(one.value));
  }
  return "-";
}

/// Enables tracing while it exists, and collects the spans.
class recorded_spans {
public:
  explicit recorded_spans(double ratio = 1) {
    tracing::open(
        [this](tracing::span span) {
          const std::lock_guard hold{mutex_};
          spans_.push_back(std::move(span));
        },
        ratio);
  }
  ~recorded_spans() { tracing::close(); }
  recorded_spans(const recorded_spans&) = delete;
  recorded_spans& operator=(const recorded_spans&) = delete;

  std::vector<tracing::span> all() const {
    const std::lock_guard hold{mutex_};
    return spans_;
  }

private:
  mutable std::mutex mutex_;
  std::vector<tracing::span> spans_;
};

}  // namespace ironbus::test
