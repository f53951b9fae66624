#pragma once

#include "drivers/kit/http/http_client.hpp"
#include "ops/simulator/bmc/simulated_bmc.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/strand.hpp>

#include <chrono>
#include <memory>
#include <vector>

namespace ironbus::simulator {

/// Sends a fleet's events to who has subscribed, by POST, those of a machine one after the other.
/// One that is not taken is sent again as the event service says, and then dropped; of a machine at
/// most `waiting_max` wait, and the oldest goes first. A machine without subscriptions is looked at
/// once for each request to it, and no more. Whoever answers is believed, as the BMCs do it unless
/// they are told otherwise.
///
/// On one strand; `look_at` may be called from any thread. The `io_context` must not run any more
/// when it goes.
class event_sender {
public:
  static constexpr size_t waiting_max = 100;

  event_sender(boost::asio::io_context& io, std::chrono::milliseconds retry_interval);
  ~event_sender();
  event_sender(const event_sender&) = delete;
  event_sender& operator=(const event_sender&) = delete;

  /// Before the `io_context` runs. The machine must outlive it; numbers count from 0.
  void add(simulated_bmc& bmc);
  /// A machine may have changed.
  void look_at(size_t number);

private:
  class member;
  using strand = boost::asio::strand<boost::asio::io_context::executor_type>;

  strand strand_;
  const std::chrono::milliseconds retry_interval_;
  const std::shared_ptr<http_client> client_;
  std::vector<std::unique_ptr<member>> members_;
};

}  // namespace ironbus::simulator
