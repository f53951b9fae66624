#pragma once

#include "drivers/port/permit.hpp"
#include "messages/platform/tracing.hpp"

#include <memory>
#include <string>
#include <string_view>

namespace ironbus {

/// A span for one call of a machine, part of the step's trace.
class call_span {
public:
  /// Null if the step is not traced; it costs nothing then.
  static std::unique_ptr<call_span> begin(const permit& allowed, std::string_view name);

  void note(std::string_view key, std::string value);
  void note(std::string_view key, int64_t value);
  /// Marks the span as failed, with the failure's class and a reason without secrets.
  void fail(std::string type, std::string why);
  /// Exports the span. Call once.
  void end();

private:
  call_span(const call_origin& origin, std::string_view name);

  tracing::span what_;
};

}  // namespace ironbus
