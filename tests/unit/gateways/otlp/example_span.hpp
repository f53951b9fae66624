#pragma once

#include "messages/platform/tracing.hpp"

namespace ironbus::test {

/// The span of OTLP's own example: a server span of one second in December 2018.
inline tracing::span example_span() {
  const auto parent = *parse_traceparent("00-5b8efff798038103d269b633813fc60c-eee19b7ec3c1b173-01");
  auto self = parent;
  self.span.back() = 0x74;
  auto out = tracing::span_in(parent, self, "I'm a server span", tracing::kind::server,
                              timestamp{std::chrono::seconds{1'544'712'660}});
  out.end = timestamp{std::chrono::seconds{1'544'712'661}};
  out.attributes = {{"my.span.attr", std::string{"some value"}}};
  return out;
}

}  // namespace ironbus::test
