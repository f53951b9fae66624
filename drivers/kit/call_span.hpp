#pragma once

#include "drivers/port/permit.hpp"
#include "messages/platform/tracing.hpp"

#include <memory>
#include <string>
#include <string_view>

namespace ironbus {

/// A call of a machine, in the trace of the step that it is made for.
class call_span {
public:
  /// Null where nobody records it: it costs nothing then.
  static std::unique_ptr<call_span> begin(const permit& allowed, std::string_view name);

  void note(std::string_view key, std::string value);
  void note(std::string_view key, int64_t value);
  /// It has failed: the class of the failure, and a sentence without secrets.
  void fail(std::string type, std::string why);
  /// Tells of it; once.
  void end();

private:
  call_span(const call_origin& origin, std::string_view name);

  tracing::span what_;
};

}  // namespace ironbus
