#include "drivers/kit/pause.hpp"

#include <boost/asio/redirect_error.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>

namespace ironbus {

boost::asio::awaitable<void> pause_for(std::chrono::milliseconds length) {
  boost::system::error_code ignored;
  boost::asio::steady_timer timer(co_await boost::asio::this_coro::executor, length);
  co_await timer.async_wait(boost::asio::redirect_error(boost::asio::use_awaitable, ignored));
}

}  // namespace ironbus
