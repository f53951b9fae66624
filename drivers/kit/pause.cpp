#include "drivers/kit/pause.hpp"

#include "drivers/kit/timer.hpp"

#include <boost/asio/redirect_error.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>

namespace ironbus {

boost::asio::awaitable<void> pause_for(std::chrono::milliseconds length) {
  boost::system::error_code ignored;
  timer waiting(co_await boost::asio::this_coro::executor, length);
  co_await waiting.async_wait(boost::asio::redirect_error(boost::asio::use_awaitable, ignored));
}

}  // namespace ironbus
