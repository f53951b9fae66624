#include "drivers/kit/blocking_pool.hpp"

#include <pthread.h>

namespace ironbus {

blocking_pool::blocking_pool(blocking_pool_options options)
    : options_{std::move(options)}, open_{boost::asio::make_work_guard(io_)} {
  for (size_t i = 0; i < options_.threads; ++i) {
    auto& thread = threads_.emplace_back([this] { io_.run(); });
    const auto name = options_.name.substr(0, 12) + "/" + std::to_string(i);
    ::pthread_setname_np(thread.native_handle(), name.substr(0, 15).c_str());
  }
}

blocking_pool::~blocking_pool() { stop(); }

void blocking_pool::stop() {
  stopping_ = true;
  open_.reset();
  for (auto& thread : threads_) thread.join();
  threads_.clear();
}

std::optional<failure> blocking_pool::admit() {
  if (waiting_.fetch_add(1) < options_.waiting_max) return std::nullopt;
  --waiting_;
  return failure{error_code::unavailable, "The queue of the thread pool " + options_.name +
                                              " is full (" + std::to_string(options_.waiting_max) +
                                              " calls)."};
}

std::optional<failure> blocking_pool::begin(const permit& allowed) {
  --waiting_;
  if (stopping_)
    return failure{error_code::unavailable,
                   "The driver worker is stopping, so the work was not started."};
  if (!allowed.check()) return failure{error_code::unavailable, permit_refused};
  return std::nullopt;
}

}  // namespace ironbus
