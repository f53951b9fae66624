#pragma once

#include "actors/runtime/inbound.hpp"
#include "messages/platform/tracing.hpp"

namespace ironbus {

/// The spans of handling one message: the whole handling, and the commit within it. Does nothing
/// for a message without a trace.
class handling_span {
public:
  /// `work`: the running step of the node; if it belongs to another trace, it is linked.
  void begin(const inbound& message, const trace_context& work, const clock& time);
  void commit_begins(const clock& time);
  void commit_ends(const clock& time);
  /// Records the span. `refused`: why the message was rejected.
  void end(const clock& time, const std::optional<failure>& refused = {});
  /// Records nothing: the message was handled before.
  void drop() { whole_.reset(); }

private:
  std::optional<tracing::span> whole_;
  timestamp commit_began_{};
};

}  // namespace ironbus
