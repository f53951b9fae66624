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

/// Shared by the boot interfaces of network_boots.
struct network_boot_context {
  network_boot_context(boost::asio::io_context& io, policy_ptr installation, boot_options how,
                       std::shared_ptr<boot_images> fetched)
      : executor{io.get_executor()},
        policy{std::move(installation)},
        options{std::move(how)},
        images{std::move(fetched)} {}

  /// Boot files of many machines that boot at the same time are queued.
  static constexpr size_t files_waiting_max = 65'536;

  const boost::asio::any_io_executor executor;
  const policy_ptr policy;
  const boot_options options;
  const std::shared_ptr<boot_images> images;
  blocking_pool files{{"boot", 2, files_waiting_max}};
};

/// The boot interfaces of network_boots. Writes and removes the files with which machines boot the
/// agent, and has DHCP offer them. The files control machines, so writing them needs a permit like
/// a call. Files on web servers are fetched first, as a task if that takes long.
class network_boot_interface final : public driver_interface {
public:
  network_boot_interface(std::shared_ptr<network_boot_context> context, network_boot how)
      : context_{std::move(context)}, how_{how} {}
  /// Waits for running writes.
  ~network_boot_interface() override;
  network_boot_interface(const network_boot_interface&) = delete;
  network_boot_interface& operator=(const network_boot_interface&) = delete;

  void run(permitted_step request, step_callback done) override;
  /// For a step that waits for its files: its outcome, once they are complete.
  void probe(permitted_step request, recover_callback done) override;

private:
  const std::shared_ptr<network_boot_context> context_;
  const network_boot how_;
};

}  // namespace ironbus
