#include "drivers/boot/network_boot_interface.hpp"

#include "drivers/boot/boot_root.hpp"
#include "drivers/boot/dnsmasq_files.hpp"
#include "drivers/boot/ipxe_files.hpp"
#include "messages/model/served_files.hpp"
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

step_outcome ended(const std::optional<failure>& wrong) {
  return wrong ? step_failed(wrong->message) : step_done();
}

/// A machine that is answered finds what it is told of, so that comes first, and goes last.
step_outcome remove_boot(const std::string& uuid, const installation_policy& policy,
                         const boot_options& options) {
  std::optional<failure> wrong;
  if (by_dnsmasq(options.dhcp)) wrong = withdraw_boot(uuid, options);
  remove_boot_files(uuid, policy.boot_root);
  return ended(wrong);
}

step_outcome prepare_boot(const step_request& request, const boot_task& task, boot_files what) {
  if (what == boot_files::of_ramdisk && task.policy.service_url.empty())
    return step_failed(
        "The ramdisk cannot be told where this service is: the option agent.service_url is unset.");
  auto wrong = ensure_main_files(task.policy);
  if (!wrong) wrong = write_boot_files(request, task, what);
  if (wrong || !by_dnsmasq(task.options.dhcp)) return ended(wrong);
  const auto& node = request.machine;
  dhcp_machine offered{node.uuid, boot_macs(node), {}};
  if (task.boots_disk(node))
    offered.disk_url = task.policy.service_url + boot_file_path(node.uuid, boot_disk_name);
  return ended(offer_boot(offered, task.how.loader, task.options, task.policy.service_url));
}

step_outcome boot_outcome(const step_request& request, const boot_task& task) {
  const auto what = wanted_files(request.what);
  if (!what) return remove_boot(request.machine.uuid, task.policy, task.options);
  return prepare_boot(request, task, *what);
}

}  // namespace

network_boot_interface::network_boot_interface(policy_ptr policy, boot_options options,
                                               network_boot how)
    : policy_{std::move(policy)}, options_{std::move(options)}, how_{how} {}

network_boot_interface::~network_boot_interface() {
  files_.stop();
  files_.join();
}

void network_boot_interface::run(permitted_step request, step_callback done) {
  boost::asio::post(files_, [this, x = std::move(request), done = std::move(done)] {
    try {
      if (!x.allowed.check()) return done(step_failed(permit_refused));
      done(boot_outcome(x, {*policy_, options_, how_}));
    } catch (const std::exception& e) {
      log::error("a step broke off", {{log_key::node, x.machine.uuid},
                                      {log_key::step, "boot." + x.what.name},
                                      {log_key::error, e.what()}});
      done(step_failed("The boot files could not be written; the worker's log says why."));
    }
  });
}

}  // namespace ironbus
