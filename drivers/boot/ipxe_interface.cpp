#include "drivers/boot/ipxe_interface.hpp"

#include "drivers/boot/ipxe_files.hpp"
#include "messages/platform/log.hpp"

#include <boost/asio/post.hpp>

namespace ironbus {

namespace {

/// Unset: none; a machine that boots from its disk needs none.
std::optional<boot_files> wanted_files(const step& call) {
  if (call.name == "prepare_ramdisk") return boot_files::of_ramdisk;
  if (call.name == "prepare_instance" && call.args.value("live", json{}) == true)
    return boot_files::of_instance;
  return std::nullopt;
}

step_outcome boot_outcome(const step_request& request, const installation_policy& policy,
                          const boot_options& options) {
  const auto what = wanted_files(request.what);
  if (!what) {
    remove_boot_files(request.machine.uuid, policy.boot_root);
    return step_done();
  }
  if (*what == boot_files::of_ramdisk && policy.service_url.empty())
    return step_failed(
        "The ramdisk cannot be told where this service is: the option agent.service_url is unset.");
  const auto wrong = write_boot_files(request, policy, options, *what);
  return wrong ? step_failed(wrong->message) : step_done();
}

}  // namespace

ipxe_interface::ipxe_interface(policy_ptr policy, boot_options options)
    : policy_{std::move(policy)}, options_{std::move(options)} {}

ipxe_interface::~ipxe_interface() {
  files_.stop();
  files_.join();
}

void ipxe_interface::run(permitted_step request, step_callback done) {
  boost::asio::post(files_, [this, x = std::move(request), done = std::move(done)] {
    try {
      if (!x.allowed.check()) return done(step_failed(permit_refused));
      done(boot_outcome(x, *policy_, options_));
    } catch (const std::exception& e) {
      log::error("a step broke off", {{log_key::node, x.machine.uuid},
                                      {log_key::step, "boot." + x.what.name},
                                      {log_key::error, e.what()}});
      done(step_failed("The boot files could not be written; the worker's log says why."));
    }
  });
}

}  // namespace ironbus
