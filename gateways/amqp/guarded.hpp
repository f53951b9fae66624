#pragma once

#include <spdlog/spdlog.h>

#include <exception>
#include <utility>

namespace ironbus::amqp {

/// Calls code that is not ours; false and a line in the log if it throws, for nothing may leave the
/// thread of the bus.
template <class F>
bool guarded(const char* what, F&& call) {
  try {
    std::forward<F>(call)();
    return true;
  } catch (const std::exception& e) {
    spdlog::error("amqp: {} threw: {}", what, e.what());
  } catch (...) {
    spdlog::error("amqp: {} threw something that is no std::exception", what);
  }
  return false;
}

}  // namespace ironbus::amqp
