#pragma once

#include "drivers/port/driver.hpp"
#include "messages/model/driver_catalog.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace ironbus::test {

/// Sends orders to the agents of kiosks. Answers arrive later, on any thread.
class kiosk_channel {
public:
  virtual ~kiosk_channel() = default;
  /// Sends an order with an id. The agent ignores an id that it already has.
  virtual void give(const std::string& agent, const std::string& id, const json& order,
                    std::function<void(bool taken)> answered) = 0;
  /// Unset: the agent still works on it, or does not respond. Otherwise the error; empty: success.
  virtual void ask(const std::string& agent, const std::string& id,
                   std::function<void(std::optional<std::string>)> answered) = 0;
};

/// Deploys machines whose ramdisk has a custom agent, which sends heartbeats like any other.
class kiosk_deploy final : public driver_interface {
public:
  explicit kiosk_deploy(std::shared_ptr<kiosk_channel> channel) : channel_{std::move(channel)} {}

  void run(permitted_step request, step_callback done) override;
  void recover(permitted_step x, recover_callback done) override;
  void probe(permitted_step request, recover_callback done) override;

private:
  std::shared_ptr<kiosk_channel> channel_;
};

/// The declaration of the driver as data: its steps and the properties that it reads.
interface_implementation kiosk_implementation();

}  // namespace ironbus::test
