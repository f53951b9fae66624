#pragma once

#include "drivers/kit/spawn_call.hpp"
#include "drivers/port/permit.hpp"
#include "messages/base/errors.hpp"

#include <boost/asio/awaitable.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <atomic>
#include <cstddef>
#include <exception>
#include <functional>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace ironbus {

struct blocking_pool_options {
  std::string name = "blocking";  ///< Thread name prefix: "blocking/0"; at most 12 characters.
  size_t threads = 2;
  size_t waiting_max = 1024;  ///< Maximum of queued calls; more are rejected.
};

/// Threads for blocking work (disk I/O, compression, hashing), so that the threads of the steps
/// stay free.
class blocking_pool {
public:
  explicit blocking_pool(blocking_pool_options options = {});
  ~blocking_pool();
  blocking_pool(const blocking_pool&) = delete;
  blocking_pool& operator=(const blocking_pool&) = delete;

  /// Calls `work` on one of the threads if the permit is still valid at that moment. The coroutine
  /// then continues on its own executor. `unavailable` if the permit was refused, the queue is
  /// full, or the pool stops; `work` was not called then. A std::function, because g++ 12 cannot
  /// keep the lambda of a coroutine in another one.
  template <class T>
  boost::asio::awaitable<result<T>> run(permit allowed, std::function<result<T>()> work) {
    if (auto refused = admit()) co_return tl::unexpected(std::move(*refused));
    auto call = perform(std::move(allowed), std::move(work));
    co_return co_await boost::asio::co_spawn(io_, std::move(call), boost::asio::use_awaitable);
  }

  /// The same without a waiting coroutine: `done` gets the result, on one of the threads. An
  /// exception is logged and becomes `internal`.
  template <class T>
  void start(permit allowed, std::function<result<T>()> work, std::function<void(result<T>)> done) {
    auto refused = admit();
    boost::asio::post(io_, [this, refused = std::move(refused), allowed = std::move(allowed),
                            work = std::move(work), done = std::move(done)]() mutable {
      if (!refused) refused = begin(allowed);
      if (refused) return done(tl::unexpected(std::move(*refused)));
      try {
        done(work());
      } catch (...) {
        log_driver_defect(std::current_exception());
        done(fail(error_code::internal, driver_defect));
      }
    });
  }

  /// Waits for running calls. Queued calls end with `unavailable`. Idempotent, but not thread-safe.
  /// Call `run` neither concurrently nor afterwards.
  void stop();

private:
  template <class T>
  boost::asio::awaitable<result<T>> perform(permit allowed, std::function<result<T>()> work) {
    if (auto refused = begin(allowed)) co_return tl::unexpected(std::move(*refused));
    co_return work();
  }

  std::optional<failure> admit();
  std::optional<failure> begin(const permit& allowed);

  blocking_pool_options options_;
  std::atomic<size_t> waiting_ = 0;
  std::atomic<bool> stopping_ = false;
  boost::asio::io_context io_;
  boost::asio::executor_work_guard<boost::asio::io_context::executor_type> open_;
  std::vector<std::thread> threads_;
};

}  // namespace ironbus
