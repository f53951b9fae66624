#include "drivers/boot/boot_plan.hpp"

#include "drivers/boot/ramdisk.hpp"

namespace ironbus {

namespace {

result<boot_plan> ramdisk_plan(const step_request& request, const boot_task& task) {
  const auto& node = request.machine;
  const auto& drivers = task.policy.drivers;
  const bool rescue = request.kind == workflow::rescue;
  const auto arch = named_in(node.properties, "cpu_arch");
  // Nodes may change after their validation, and their values become a script.
  if (auto wrong = check_ramdisk(node.driver_info, node.instance_info, drivers, rescue, arch))
    return tl::unexpected(std::move(*wrong));
  const auto boots = ramdisk_of(node.driver_info, drivers.ramdisks.of_arch(arch), rescue);
  const auto further =
      further_parameters(node.instance_info, node.driver_info, task.options.kernel_append_params);
  return boot_plan{
      boots.kernel, boots.image,
      kernel_parameters(request, task.policy.service_url, further, task.options.agent_debug)};
}

result<boot_plan> instance_plan(const step_request& request, const boot_task& task) {
  const auto& wanted = request.machine.instance_info;
  if (auto wrong = check_live_instance_of(wanted, task.policy.drivers.images, task.how.loader))
    return tl::unexpected(std::move(*wrong));
  const auto boots = live_image_of(wanted);
  return boot_plan{boots.kernel, boots.image, boots.parameters, boots.disc};
}

std::string bootloader_of(const machine& node, const installation_policy& policy) {
  const auto arch = named_in(node.properties, "cpu_arch");
  return ramdisk_of(node.driver_info, policy.drivers.ramdisks.of_arch(arch), false).bootloader;
}

/// GRUB fetches only from its own server, and a boot disk is built here.
boot_fetcher fetcher_for(const machine& node, const boot_task& task, bool live) {
  if (task.how.loader == boot_loader::grub) return boot_fetcher::service;
  return boot_fetcher_of(node, live, task.images);
}

std::vector<std::string> names_in(const boot_plan& wish) {
  if (!wish.disc.empty()) return {wish.disc};
  return {wish.kernel, wish.image, wish.bootloader};
}

}  // namespace

bool boot_task::boots_disk(const machine& node) const {
  return how.loader == boot_loader::grub && how.device == "uefihttp" &&
         !bootloader_of(node, policy).empty();
}

result<boot_plan> boot_plan_of(const step_request& request, const boot_task& task,
                               boot_files what) {
  const bool live = what == boot_files::of_instance;
  const auto& node = request.machine;
  auto out = live ? instance_plan(request, task) : ramdisk_plan(request, task);
  if (!out) return out;
  if (task.boots_disk(node)) out->bootloader = bootloader_of(node, task.policy);
  auto sources = boot_sources_of(names_in(*out), node, live, fetcher_for(node, task, live));
  if (!sources) return tl::unexpected(std::move(sources.error()));
  out->sources = std::move(*sources);
  return out;
}

}  // namespace ironbus
