#include "kiosk_deploy.hpp"

#include "messages/model/snapshot.hpp"

namespace ironbus::test {

namespace {

std::string agent_of(const step_request& x) {
  return x.machine.driver_internal_info.value("agent_url", "");
}

}  // namespace

void kiosk_deploy::run(permitted_step request, step_callback done) {
  if (request.what.name != "write_image") return done(step_done());
  if (!request.allowed.check()) return done(step_failed(permit_refused));
  const json order{{"image", request.machine.instance_info.value("image_source", "")}};
  channel_->give(
      agent_of(request), claim_key(request.id), order, [done = std::move(done)](bool taken) {
        done(taken ? step_waiting_for_agent() : step_failed("The agent rejected the image."));
      });
}

void kiosk_deploy::probe(permitted_step request, recover_callback done) {
  if (!request.allowed.check()) return done(std::nullopt);
  channel_->ask(agent_of(request), claim_key(request.id),
                [done = std::move(done)](std::optional<std::string> end) {
                  if (!end) return done(std::nullopt);
                  done(end->empty() ? step_done({}, "the image is written") : step_failed(*end));
                });
}

void kiosk_deploy::recover(permitted_step, recover_callback done) {
  done(std::nullopt);  // the agent ignores a duplicate order, so it may be sent again
}

interface_implementation kiosk_implementation() {
  interface_implementation out;
  out.kind = "deploy";
  out.name = "kiosk";
  for (const char* name : {"prepare", "take_over", "clean_up", "tear_down", "prepare_cleaning",
                           "tear_down_cleaning", "prepare_service", "tear_down_service"}) {
    step_declaration call;
    call.name = name;
    out.steps.push_back(std::move(call));
  }
  step_declaration deploy;
  deploy.name = "deploy";
  deploy.phases = phase_deploy;
  deploy.priority = 100;
  deploy.then = {{"boot", "prepare_ramdisk"}, {"power", "reboot"}};
  out.steps.push_back(std::move(deploy));

  step_declaration write;
  write.name = "write_image";
  write.phases = phase_deploy;
  write.priority = 80;
  write.in_agent = true;
  write.then = {{"boot", "clean_up_ramdisk"}, {"boot", "prepare_instance"}, {"power", "reboot"}};
  out.steps.push_back(std::move(write));

  out.validate = [](const node_snapshot& x) -> std::optional<failure> {
    if (x.attributes.instance_info.contains("image_source")) return std::nullopt;
    return failure{error_code::invalid, "instance_info lacks image_source."};
  };
  return out;
}

}  // namespace ironbus::test
