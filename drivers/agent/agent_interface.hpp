#pragma once

#include "drivers/agent/agent_context.hpp"
#include "drivers/port/driver.hpp"

#include <memory>

namespace ironbus {

/// deploy `direct` and `custom-agent`, raid, rescue and inspect `agent`: the workflow's calls, the
/// core steps of a deployment, and the agent's own steps. A step that is sent to the agent waits
/// for it; heartbeats trigger probe. A running call is a coroutine without a thread.
class agent_interface final : public driver_interface {
public:
  explicit agent_interface(std::shared_ptr<agent_context> context);
  /// Waits for work on other threads.
  ~agent_interface() override;
  agent_interface(const agent_interface&) = delete;
  agent_interface& operator=(const agent_interface&) = delete;

  void run(permitted_step request, step_callback done) override;
  /// Asks the agent whether it has the step.
  void recover(permitted_step x, recover_callback done) override;
  void probe(permitted_step request, recover_callback done) override;

private:
  std::shared_ptr<agent_context> context_;
};

}  // namespace ironbus
