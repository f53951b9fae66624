#pragma once

#include "drivers/execution/context.hpp"
#include "messages/ports/bus.hpp"
#include "messages/wire/step.hpp"

#include <memory>

namespace ironbus {

/// One question on its way: how a step goes that waits for its agent or a task. Asks the driver,
/// tells the node what is news, acks. Nothing is claimed or recorded: a question that is lost is
/// asked again with the agent's next heartbeat or by the clock, and a node believes an end once. A
/// machine is asked one question at a time, however slow it is. Without a lease it is not asked,
/// and what it said before one lapsed is dropped. Used on the strand only.
class step_probe : public std::enable_shared_from_this<step_probe> {
public:
  /// Asks now, or once more when the question that is on its way has been answered.
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
  permit allowed_;  ///< From when it began.
  delivery_tag tag_;
  std::shared_ptr<step_probe> next_;
};

}  // namespace ironbus
