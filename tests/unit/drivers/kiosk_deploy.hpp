#pragma once

#include "drivers/port/driver.hpp"
#include "messages/model/driver_catalog.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace ironbus::test {

/// How orders reach the agents of kiosks. Answers come later, on any thread.
class kiosk_channel {
public:
  virtual ~kiosk_channel() = default;
  /// Gives an order under an id; one that the agent has already it does not take twice.
  virtual void give(const std::string& agent, const std::string& id, const json& order,
                    std::function<void(bool taken)> answered) = 0;
  /// Unset: the agent works on it, or does not answer. Else why it failed; empty: it is done.
  virtual void ask(const std::string& agent, const std::string& id,
                   std::function<void(std::optional<std::string>)> answered) = 0;
};

/// Deploys machines whose ramdisk has an agent of our own, which sends heartbeats like any other.
class kiosk_deploy final : public driver_interface {
public:
  explicit kiosk_deploy(std::shared_ptr<kiosk_channel> channel) : channel_{std::move(channel)} {}

  void run(permitted_step request, step_callback done) override;
  void recover(permitted_step x, recover_callback done) override;
  void probe(permitted_step request, recover_callback done) override;

private:
  std::shared_ptr<kiosk_channel> channel_;
};

/// The same as data: which steps it has, what it reads of the node.
interface_implementation kiosk_implementation();

}  // namespace ironbus::test
