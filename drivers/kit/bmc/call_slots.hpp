#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/steady_timer.hpp>

#include <cstddef>
#include <deque>
#include <memory>

namespace ironbus {

/// Limits concurrent calls. Others wait in order of arrival, each as a coroutine without a thread.
/// Used on one strand, on which the coroutines run.
class call_slots {
public:
  call_slots(boost::asio::any_io_executor strand, size_t at_once, size_t waiting_max);

  /// Returns when the caller has a slot, which it must leave. False at once if too many wait.
  boost::asio::awaitable<bool> enter();
  void leave();

private:
  boost::asio::any_io_executor strand_;
  size_t free_;
  size_t waiting_max_;
  std::deque<std::shared_ptr<boost::asio::steady_timer>>
      waiting_;  ///< Cancelled when it is the waiter's turn.
};

}  // namespace ironbus
