#pragma once

#include "drivers/kit/bmc/call_slots.hpp"
#include "messages/base/host_source.hpp"

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>

#include <chrono>
#include <map>
#include <memory>
#include <optional>
#include <string>

namespace ironbus {

/// The command queue of one BMC: one command at a time, with a pause after each. Used on one
/// strand, on which the coroutines run.
class bmc_queue {
public:
  bmc_queue(boost::asio::any_io_executor strand, std::chrono::milliseconds interval);

  /// False at once: the queue is full.
  boost::asio::awaitable<bool> enter() { return slots_.enter(); }
  void leave() { slots_.leave(); }
  /// Returns when the pause is over.
  boost::asio::awaitable<void> rest();
  /// Call when a command has ended.
  void used() { rested_ = steady_clock::now() + interval_; }

  /// The BMC rejected these credentials. The power sync skips them for some time, so that the BMC
  /// does not lock the account.
  void refused(size_t credentials);
  bool has_refused(size_t credentials) const;
  void accepted() { refused_.reset(); }

  // Known properties of the BMC.
  std::optional<int> suite;  ///< A cipher suite that it supports.
  /// The credentials for which it accepted the second password.
  std::optional<size_t> by_further;
  bool silent = false;         ///< It did not respond to the last command.
  bool only_ipmitool = false;  ///< ipmipower does not work with it.

private:
  struct refusal {
    size_t credentials;
    steady_clock::time_point until;
  };

  call_slots slots_;
  std::chrono::milliseconds interval_;
  steady_clock::time_point rested_{};
  std::optional<refusal> refused_;
};

using bmc_queue_ptr = std::shared_ptr<bmc_queue>;

/// A turn in the queue; ends with the object.
class bmc_turn {
public:
  explicit bmc_turn(bmc_queue_ptr entered) : entered_{std::move(entered)} {}
  ~bmc_turn() { entered_->leave(); }
  bmc_turn(const bmc_turn&) = delete;
  bmc_turn& operator=(const bmc_turn&) = delete;

private:
  bmc_queue_ptr entered_;
};

/// The queues of all BMCs, by address and port. An unused queue may be dropped.
class bmc_queues {
public:
  bmc_queues(boost::asio::any_io_executor strand, std::chrono::milliseconds interval)
      : strand_{std::move(strand)}, interval_{interval} {}

  bmc_queue_ptr find(const std::string& place);

private:
  boost::asio::any_io_executor strand_;
  std::chrono::milliseconds interval_;
  std::map<std::string, bmc_queue_ptr> known_;
};

}  // namespace ironbus
