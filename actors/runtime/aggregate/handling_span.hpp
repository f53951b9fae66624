#pragma once

#include "actors/runtime/inbound.hpp"
#include "messages/platform/tracing.hpp"

namespace ironbus {

/// What the trace of a message shows of its handling: all of it, to decide and to commit, and the
/// commit by itself. Of a message that nobody traces it is nothing.
class handling_span {
public:
  /// `work`: the step that the node is at; of another trace it is linked.
  void begin(const inbound& message, const trace_context& work, const clock& time);
  void commit_begins(const clock& time);
  void commit_ends(const clock& time);
  /// Tells of it. `refused`: why nothing has come of the message.
  void end(const clock& time, const std::optional<failure>& refused = {});
  /// Nothing is told: the message has been handled before.
  void drop() { whole_.reset(); }

private:
  std::optional<tracing::span> whole_;
  timestamp commit_began_{};
};

}  // namespace ironbus
