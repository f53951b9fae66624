#include "drivers/port/driver.hpp"

namespace ironbus {

void driver_interface::recover(permitted_step request, recover_callback done) {
  if (request.what.repeatable) return done(std::nullopt);
  done(step_interrupted("The worker that ran " + request.what.interface + "." + request.what.name +
                        " died. The machine does not report whether the step finished."));
}

void driver_interface::probe(permitted_step, recover_callback done) { done(std::nullopt); }

void driver_interface::read_power(machine target_machine, permit, power_callback done) {
  done(fail(error_code::invalid, "The power interface of driver " + target_machine.driver +
                                     " cannot read the power state."));
}

void driver_interface::release_machines(permit, std::chrono::steady_clock::time_point,
                                        std::function<void()> done) {
  done();
}

step_outcome step_done(facts observed, std::string evidence) {
  step_outcome out;
  out.observed = std::move(observed);
  out.evidence = std::move(evidence);
  return out;
}

step_outcome step_failed(std::string reason) {
  step_outcome out;
  out.status = step_status::failed;
  out.reason = std::move(reason);
  return out;
}

step_outcome step_refused(std::string reason, error_code why) {
  auto out = step_failed(std::move(reason));
  out.why = why;
  return out;
}

step_outcome step_interrupted(std::string reason) {
  step_outcome out;
  out.status = step_status::interrupted;
  out.reason = std::move(reason);
  return out;
}

step_outcome step_part_done(facts notes, std::string evidence) {
  auto out = step_interrupted(std::move(evidence));
  out.observed = std::move(notes);
  out.part_done = true;
  return out;
}

step_outcome step_needs_reboot(facts notes, std::string evidence) {
  auto out = step_part_done(std::move(notes), std::move(evidence));
  out.reboot_first = true;
  return out;
}

step_outcome step_waiting_for_agent(std::optional<uint32_t> seconds) {
  step_outcome out;
  out.status = step_status::waiting;
  out.waits_for = awaited::agent;
  out.wait_seconds = seconds;
  return out;
}

step_outcome step_waiting_for_task(std::string handle, std::optional<uint32_t> seconds,
                                   std::optional<uint32_t> poll) {
  step_outcome out;
  out.status = step_status::waiting;
  out.waits_for = awaited::task;
  out.wait_seconds = seconds;
  out.task_handle = std::move(handle);
  out.poll_seconds = poll;
  return out;
}

}  // namespace ironbus
