#pragma once

#include <boost/asio/awaitable.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/thread_pool.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <functional>
#include <utility>

namespace ironbus {

/// Threads for what blocks (disks, compression, hashing), so that those that serve all steps stay
/// free.
class blocking_pool {
public:
  blocking_pool() : threads_{2} {}
  ~blocking_pool() { stop(); }
  blocking_pool(const blocking_pool&) = delete;
  blocking_pool& operator=(const blocking_pool&) = delete;

  /// Calls `work` on one of the threads; the coroutine goes on where it was. A function and no
  /// lambda, as g++ 12 cannot keep the lambda of a coroutine in another one.
  template <class T>
  boost::asio::awaitable<T> run(std::function<T()> work) {
    auto call = perform(std::move(work));
    co_return co_await boost::asio::co_spawn(threads_, std::move(call), boost::asio::use_awaitable);
  }

  /// Waits for what is being worked on, and begins nothing more. Idempotent.
  void stop() {
    threads_.stop();
    threads_.join();
  }

private:
  template <class T>
  static boost::asio::awaitable<T> perform(std::function<T()> work) {
    co_return work();
  }

  boost::asio::thread_pool threads_;
};

}  // namespace ironbus
