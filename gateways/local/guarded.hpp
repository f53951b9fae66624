#pragma once

#include <spdlog/spdlog.h>

#include <exception>

namespace ironbus::local {

/// Calls code that is not ours; false and a line in the log if it throws.
template <class F>
bool guarded(const char* what, F&& call) {
  try {
    call();
    return true;
  } catch (const std::exception& e) {
    spdlog::error("local bus: {} threw: {}", what, e.what());
  } catch (...) {
    spdlog::error("local bus: {} threw something that is no std::exception", what);
  }
  return false;
}

}  // namespace ironbus::local
