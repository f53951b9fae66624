#include "drivers/kit/spawn_call.hpp"

#include "messages/platform/log.hpp"

namespace ironbus {

void log_driver_defect(const std::exception_ptr& thrown) {
  try {
    std::rethrow_exception(thrown);
  } catch (const std::exception& e) {
    log::error("a call to a machine failed because of an internal error",
               {{log_key::error, e.what()}});
  } catch (...) {
    log::error("a call to a machine failed because of an internal error",
               {{log_key::error, "unknown"}});
  }
}

}  // namespace ironbus
