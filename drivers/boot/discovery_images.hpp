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

/// Has what machines boot that no node is known of lie here, where it is named by URLs of web
/// servers: fetches it into the cache of images, publishes it, and asks the servers again for newer
/// versions. Without it GRUB could not boot it. Goes on as long as the io_context runs.
class discovery_images {
public:
  static constexpr std::chrono::milliseconds refresh_interval{60'000};
  static constexpr std::chrono::milliseconds retry_interval{15'000};
  static constexpr std::chrono::milliseconds waiting_interval{1'000};

  discovery_images(boost::asio::io_context& io, policy_ptr policy, image_options images,
                   std::string parameters, lease_ptr held);

  /// Once. Does nothing where all of it lies on files.
  void start();
  /// Looks once, as start() does again and again: how long to wait before the next look.
  boost::asio::awaitable<std::chrono::milliseconds> look();

private:
  struct state;
  std::shared_ptr<state> state_;
};

}  // namespace ironbus
