#pragma once

#include "messages/platform/log.hpp"

#include <exception>
#include <utility>

namespace ironbus::amqp {

/// Calls external code. If it throws, logs the error and returns false, because no exception may
/// leave the bus's thread.
template <class F>
bool guarded(const char* what, F&& call) {
  try {
    std::forward<F>(call)();
    return true;
  } catch (const std::exception& e) {
    log::error("amqp: " + std::string{what} + " threw", {{log_key::error, e.what()}});
  } catch (...) {
    log::error("amqp: " + std::string{what} + " threw an object that is not a std::exception");
  }
  return false;
}

}  // namespace ironbus::amqp
