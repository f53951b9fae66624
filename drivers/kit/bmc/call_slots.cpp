#include "drivers/kit/bmc/call_slots.hpp"

#include <boost/asio/redirect_error.hpp>
#include <boost/asio/use_awaitable.hpp>

namespace ironbus {

namespace asio = boost::asio;

call_slots::call_slots(asio::any_io_executor strand, size_t at_once, size_t waiting_max)
    : strand_{std::move(strand)}, free_{at_once}, waiting_max_{waiting_max} {}

asio::awaitable<bool> call_slots::enter() {
  if (free_ > 0) {
    --free_;
    co_return true;
  }
  if (waiting_.size() >= waiting_max_) co_return false;
  const auto turn =
      std::make_shared<asio::steady_timer>(strand_, asio::steady_timer::time_point::max());
  waiting_.push_back(turn);
  boost::system::error_code its_turn;
  co_await turn->async_wait(asio::redirect_error(asio::use_awaitable, its_turn));
  co_return true;  // the slot was handed over, so it was never free
}

void call_slots::leave() {
  if (waiting_.empty()) {
    ++free_;
    return;
  }
  waiting_.front()->cancel();
  waiting_.pop_front();
}

}  // namespace ironbus
