#include "drivers/ipmi/bmc_queue.hpp"

#include "drivers/kit/pause.hpp"

namespace ironbus {

namespace {

constexpr size_t waiting_max = 64;
constexpr size_t queues_max = 20'000;
// BMCs that lock accounts count failures over minutes.
constexpr std::chrono::minutes refusal_time{10};

}  // namespace

bmc_queue::bmc_queue(boost::asio::any_io_executor strand, std::chrono::milliseconds interval)
    : slots_{std::move(strand), 1, waiting_max}, interval_{interval} {}

boost::asio::awaitable<void> bmc_queue::rest() {
  const auto left = rested_ - steady_clock::now();
  if (left > steady_clock::duration::zero())
    co_await pause_for(std::chrono::ceil<std::chrono::milliseconds>(left));
}

void bmc_queue::refused(size_t credentials) {
  refused_ = refusal{credentials, steady_clock::now() + refusal_time};
}

bool bmc_queue::has_refused(size_t credentials) const {
  return refused_ && refused_->credentials == credentials && steady_clock::now() < refused_->until;
}

bmc_queue_ptr bmc_queues::find(const std::string& place) {
  auto& found = known_[place];
  if (!found) {
    found = std::make_shared<bmc_queue>(strand_, interval_);
    auto out = found;
    if (known_.size() > queues_max)
      std::erase_if(known_, [](const auto& row) { return row.second.use_count() == 1; });
    return out;
  }
  return found;
}

}  // namespace ironbus
