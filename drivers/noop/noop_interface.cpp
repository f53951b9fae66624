#include "drivers/noop/noop_interface.hpp"

namespace ironbus {

void noop_interface::run(permitted_step request, step_callback done) {
  auto out = step_done();
  if (request.what.name == "vif_list") out.answer = json::array();
  done(std::move(out));
}

void unsupported_interface::run(permitted_step x, step_callback done) {
  done(step_failed("Driver " + x.machine.driver + " does not support " + x.what.interface + "."));
}

}  // namespace ironbus
