#pragma once

#include "drivers/agent/agent_client.hpp"
#include "drivers/driver.hpp"

#include <boost/asio/awaitable.hpp>
#include <boost/asio/io_context.hpp>

#include <memory>

namespace ironbus {

/// What the interfaces that work through agents share.
struct agent_world {
  boost::asio::io_context& io;
  agent_client client;
};

/// deploy `direct`, raid `agent` and rescue `agent`: what workflows call, the core steps of a
/// deployment, and whatever steps the agent offers. A step that is given to the agent waits for it;
/// its heartbeats lead to probe. Each call in progress costs a coroutine and no thread.
class agent_interface final : public driver_interface {
public:
  explicit agent_interface(std::shared_ptr<agent_world> world);

  void run(step_request x, step_callback done) override;
  /// Asks the agent whether it has the step.
  void recover(step_request x, recover_callback done) override;
  void probe(step_request x, recover_callback done) override;

private:
  std::shared_ptr<agent_world> world_;
};

}  // namespace ironbus
