#pragma once

#include "drivers/boot/boot_images.hpp"
#include "drivers/boot/boot_root.hpp"
#include "drivers/port/lease.hpp"
#include "messages/model/policy.hpp"

#include <boost/asio/io_context.hpp>

#include <chrono>
#include <memory>
#include <string>

namespace ironbus {

/// Keeps local copies of the discovery ramdisk if it is on web servers, because GRUB needs them.
/// Fetches the files into the image cache, publishes them, and checks the servers for newer
/// versions. Runs as long as the io_context.
class discovery_images {
public:
  static constexpr std::chrono::milliseconds refresh_interval{60'000};
  static constexpr std::chrono::milliseconds retry_interval{15'000};
  static constexpr std::chrono::milliseconds waiting_interval{1'000};

  discovery_images(boost::asio::io_context& io, policy_ptr policy, image_options images,
                   std::string parameters, lease_ptr held);

  /// Call once. Does nothing if all files are local.
  void start();
  /// One check, as start() repeats it. Returns the pause before the next one.
  boost::asio::awaitable<std::chrono::milliseconds> look();

private:
  struct state;
  std::shared_ptr<state> state_;
};

}  // namespace ironbus
