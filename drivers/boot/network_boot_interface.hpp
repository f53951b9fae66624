#pragma once

#include "drivers/boot/boot_options.hpp"
#include "drivers/boot/network_boot.hpp"
#include "drivers/port/driver.hpp"
#include "messages/model/policy.hpp"

#include <boost/asio/thread_pool.hpp>

namespace ironbus {

/// The boot interfaces of network_boots: writes and removes the files that machines boot the agent
/// by, and has DHCP offer them. What they say machines do, so writing them takes a permit like a
/// call. Works on a thread of its own.
class network_boot_interface final : public driver_interface {
public:
  network_boot_interface(policy_ptr policy, boot_options options, network_boot how);
  /// What is being written has been when it returns.
  ~network_boot_interface() override;
  network_boot_interface(const network_boot_interface&) = delete;
  network_boot_interface& operator=(const network_boot_interface&) = delete;

  void run(permitted_step request, step_callback done) override;

private:
  const policy_ptr policy_;
  const boot_options options_;
  const network_boot how_;
  boost::asio::thread_pool files_{1};
};

}  // namespace ironbus
