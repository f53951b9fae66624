#pragma once

#include "drivers/kit/http/http_client.hpp"
#include "ops/simulator/bmc/simulated_bmc.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/strand.hpp>

#include <chrono>
#include <memory>
#include <vector>

namespace ironbus::simulator {

/// Sends a fleet's events to their subscribers by POST, those of one machine in order. Retries as
/// the event service specifies, then drops the event. At most `waiting_max` events wait for one
/// machine; the oldest one is dropped first. A machine without subscriptions is checked once per
/// request only. Accepts any certificate, like real BMCs by default.
///
/// Runs on one strand; any thread may call `look_at`. The `io_context` must have stopped before
/// this object is destroyed.
class event_sender {
public:
  static constexpr size_t waiting_max = 100;

  event_sender(boost::asio::io_context& io, std::chrono::milliseconds retry_interval);
  ~event_sender();
  event_sender(const event_sender&) = delete;
  event_sender& operator=(const event_sender&) = delete;

  /// Adds a machine, which must outlive this object. Numbers start at 0. Call it before the
  /// `io_context` runs.
  void add(simulated_bmc& bmc);
  /// Checks a machine that may have changed.
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
