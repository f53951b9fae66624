#pragma once

#include "drivers/boot/boot_images.hpp"
#include "drivers/boot/boot_options.hpp"
#include "drivers/boot/network_boot.hpp"
#include "drivers/kit/blocking_pool.hpp"
#include "drivers/port/driver.hpp"
#include "messages/model/policy.hpp"

#include <boost/asio/io_context.hpp>

#include <memory>

namespace ironbus {

/// What the boot interfaces of network_boots share.
struct network_boot_context {
  network_boot_context(boost::asio::io_context& io, policy_ptr installation, boot_options how,
                       std::shared_ptr<boot_images> fetched)
      : executor{io.get_executor()},
        policy{std::move(installation)},
        options{std::move(how)},
        images{std::move(fetched)} {}

  /// A fleet that is booted at once waits for its files.
  static constexpr size_t files_waiting_max = 65'536;

  const boost::asio::any_io_executor executor;
  const policy_ptr policy;
  const boot_options options;
  const std::shared_ptr<boot_images> images;
  blocking_pool files{{"boot", 2, files_waiting_max}};
};

/// The boot interfaces of network_boots: writes and removes the files that machines boot the agent
/// by, and has DHCP offer them. What they say machines do, so writing them takes a permit like a
/// call. What lies on web servers is fetched first; what takes its time is a task.
class network_boot_interface final : public driver_interface {
public:
  network_boot_interface(std::shared_ptr<network_boot_context> context, network_boot how)
      : context_{std::move(context)}, how_{how} {}
  /// What is being written has been when it returns.
  ~network_boot_interface() override;
  network_boot_interface(const network_boot_interface&) = delete;
  network_boot_interface& operator=(const network_boot_interface&) = delete;

  void run(permitted_step request, step_callback done) override;
  /// Of a step that waits for its files: its end, once they are there.
  void probe(permitted_step request, recover_callback done) override;

private:
  const std::shared_ptr<network_boot_context> context_;
  const network_boot how_;
};

}  // namespace ironbus
