#pragma once

#include "drivers/execution/context.hpp"
#include "messages/ports/bus.hpp"
#include "messages/wire/step.hpp"

#include <memory>

namespace ironbus {

/// One probe of a step that waits for its agent or a task. Asks the driver, sends a change to the
/// node, and acks. Nothing is claimed or recorded: a lost probe is repeated with the agent's next
/// heartbeat or by the poll interval, and a node accepts an end once. A machine gets one probe at a
/// time. Without a lease the machine is not asked, and an answer from before a lapse is dropped.
/// Used on the strand only.
class step_probe : public std::enable_shared_from_this<step_probe> {
public:
  /// Probes now, or again after the running probe.
  static void ask(const std::shared_ptr<execution_context>& context, step_request request,
                  std::shared_ptr<const call_origin> origin, delivery_tag tag);

  step_probe(std::shared_ptr<execution_context> context, step_request request,
             std::shared_ptr<const call_origin> origin, delivery_tag tag);

private:
  void begin();
  void follow_with(std::shared_ptr<step_probe> next);
  void answered(std::optional<step_outcome> found);
  void end();

  std::shared_ptr<execution_context> context_;
  step_request request_;
  std::shared_ptr<const call_origin> origin_;
  permit allowed_;  ///< Issued when the probe started.
  delivery_tag tag_;
  std::shared_ptr<step_probe> next_;
};

}  // namespace ironbus
