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

/// The one way to a BMC: commands go one after the other, with a pause after each, whoever asks.
/// Used on one strand, which the coroutines run on.
class bmc_queue {
public:
  bmc_queue(boost::asio::any_io_executor strand, std::chrono::milliseconds interval);

  /// False at once: too many wait.
  boost::asio::awaitable<bool> enter() { return slots_.enter(); }
  void leave() { slots_.leave(); }
  /// Returns when the BMC has had its pause.
  boost::asio::awaitable<void> rest();
  /// A command has just ended.
  void used() { rested_ = steady_clock::now() + interval_; }

  /// It does not accept these credentials: for some time they are not to be tried unasked, so that
  /// no account is locked.
  void refused(size_t credentials);
  bool has_refused(size_t credentials) const;
  void accepted() { refused_.reset(); }

  // What is known of the BMC.
  std::optional<int> suite;  ///< A cipher suite that it has.
  /// The credentials of which it has taken the further password.
  std::optional<size_t> by_further;
  bool silent = false;         ///< It did not answer the last time.
  bool only_ipmitool = false;  ///< ipmipower does not get along with it.

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

/// The turn of whoever has entered; it ends with the object.
class bmc_turn {
public:
  explicit bmc_turn(bmc_queue_ptr entered) : entered_{std::move(entered)} {}
  ~bmc_turn() { entered_->leave(); }
  bmc_turn(const bmc_turn&) = delete;
  bmc_turn& operator=(const bmc_turn&) = delete;

private:
  bmc_queue_ptr entered_;
};

/// The queues of all BMCs, by address and port. One that nobody uses may be forgotten.
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
