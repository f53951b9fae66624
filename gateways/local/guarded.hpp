#pragma once

#include "messages/platform/log.hpp"

#include <exception>

namespace ironbus::local {

/// Calls external code. If it throws, logs the error and returns false.
template <class F>
bool guarded(const char* what, F&& call) {
  try {
    call();
    return true;
  } catch (const std::exception& e) {
    log::error("local bus: " + std::string{what} + " threw", {{log_key::error, e.what()}});
  } catch (...) {
    log::error("local bus: " + std::string{what} + " threw an object that is not a std::exception");
  }
  return false;
}

}  // namespace ironbus::local
