#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/steady_timer.hpp>

#include <cstddef>
#include <deque>
#include <memory>

namespace ironbus {

/// Lets so many calls through at once, the others in the order they came. A call that waits costs a
/// coroutine and no thread. Used on one strand, which the coroutines run on.
class call_slots {
public:
  call_slots(boost::asio::any_io_executor strand, size_t at_once, size_t waiting_max);

  /// Returns when the caller has a slot, which it must leave; false at once if too many wait.
  boost::asio::awaitable<bool> enter();
  void leave();

private:
  boost::asio::any_io_executor strand_;
  size_t free_;
  size_t waiting_max_;
  std::deque<std::shared_ptr<boost::asio::steady_timer>> waiting_;  ///< Cancelled by its turn.
};

}  // namespace ironbus
