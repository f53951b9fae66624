#pragma once

#include "drivers/agent/agent_context.hpp"
#include "drivers/port/driver.hpp"

#include <memory>

namespace ironbus {

/// deploy `direct` and `custom-agent`, raid, rescue and inspect `agent`: what workflows call, the
/// core steps of a deployment, and whatever steps the agent offers. A step that is given to the
/// agent waits for it; its heartbeats lead to probe. Each call in progress costs a coroutine and no
/// thread.
class agent_interface final : public driver_interface {
public:
  explicit agent_interface(std::shared_ptr<agent_context> context);
  /// What still works on another thread has ended when it returns.
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
