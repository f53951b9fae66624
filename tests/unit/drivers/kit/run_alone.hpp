#pragma once

#include <boost/asio/awaitable.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>

#include <optional>

namespace ironbus::test {

/// Runs a coroutine on the test's own thread and returns its result.
template <class T>
T run_alone(boost::asio::io_context& io, boost::asio::awaitable<T> call) {
  std::optional<T> out;
  boost::asio::co_spawn(io, std::move(call), [&out](const std::exception_ptr& thrown, T x) {
    if (thrown) std::rethrow_exception(thrown);
    out = std::move(x);
  });
  io.restart();
  io.run();
  return std::move(*out);
}

}  // namespace ironbus::test
