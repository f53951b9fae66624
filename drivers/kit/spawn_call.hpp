#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/co_spawn.hpp>

#include <exception>
#include <memory>
#include <utility>

namespace ironbus {

/// Message of a step whose driver threw an exception.
inline constexpr const char* driver_defect =
    "The call failed because of an internal error. See the log of the driver worker.";

/// Logs an exception of a driver's coroutine.
void log_driver_defect(const std::exception_ptr& thrown);

/// Runs a driver's coroutine and passes its result to `done`. An exception is logged, and `done`
/// gets `otherwise`. `context` lives as long as the coroutine.
template <class T, class Context, class Done>
void spawn_call(const boost::asio::any_io_executor& executor, std::shared_ptr<Context> context,
                boost::asio::awaitable<T> call, Done done, T otherwise) {
  boost::asio::co_spawn(
      executor, std::move(call),
      [context = std::move(context), done = std::move(done), otherwise = std::move(otherwise)](
          const std::exception_ptr& thrown, T value) mutable {
        if (!thrown) return done(std::move(value));
        log_driver_defect(thrown);
        done(std::move(otherwise));
      });
}

}  // namespace ironbus
