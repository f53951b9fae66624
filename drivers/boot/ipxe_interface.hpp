#pragma once

#include "drivers/boot/boot_options.hpp"
#include "drivers/port/driver.hpp"
#include "messages/model/policy.hpp"

#include <boost/asio/thread_pool.hpp>

namespace ironbus {

/// boot `ipxe`: writes and removes the files that machines boot the agent by. What
/// they say machines do, so writing them takes a permit like a call. Works on a thread of its own.
class ipxe_interface final : public driver_interface {
public:
  ipxe_interface(policy_ptr policy, boot_options options);
  /// What is being written has been when it returns.
  ~ipxe_interface() override;
  ipxe_interface(const ipxe_interface&) = delete;
  ipxe_interface& operator=(const ipxe_interface&) = delete;

  void run(permitted_step request, step_callback done) override;

private:
  const policy_ptr policy_;
  const boot_options options_;
  boost::asio::thread_pool files_{1};
};

}  // namespace ironbus
