#include "drivers/noop/noop_interface.hpp"

namespace ironbus {

void unsupported_interface::run(step_request x, step_callback done) {
  done(step_failed("Driver " + x.on.driver + " does not support " + x.what.interface + "."));
}

}  // namespace ironbus
