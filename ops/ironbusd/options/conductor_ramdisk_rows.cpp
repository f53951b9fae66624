// The rows of the section `conductor` with the boot files of nodes that name none.

#include "ops/ironbusd/options/conductor_row.hpp"

#include <algorithm>
#include <iterator>

namespace ironbus::daemon {

namespace {

option ramdisk_row(std::string name, field where, const std::string& description) {
  return conductor_row(
      std::move(name), std::move(where),
      description + ", for nodes without one in driver_info: a URL (http, https, file).");
}

std::vector<option> default_ramdisks() {
  return {
      ramdisk_row("deploy_kernel", member_option([](auto& x) -> auto& {
                    return x.policy.drivers.ramdisks.deploy_kernel;
                  }),
                  "Kernel of the agent's ramdisk"),
      ramdisk_row("deploy_ramdisk", member_option([](auto& x) -> auto& {
                    return x.policy.drivers.ramdisks.deploy_ramdisk;
                  }),
                  "The agent's ramdisk"),
      ramdisk_row("rescue_kernel", member_option([](auto& x) -> auto& {
                    return x.policy.drivers.ramdisks.rescue_kernel;
                  }),
                  "Kernel of the rescue ramdisk"),
      ramdisk_row("rescue_ramdisk", member_option([](auto& x) -> auto& {
                    return x.policy.drivers.ramdisks.rescue_ramdisk;
                  }),
                  "The rescue ramdisk"),
      ramdisk_row("bootloader", member_option([](auto& x) -> auto& {
                    return x.policy.drivers.ramdisks.bootloader;
                  }),
                  "EFI system partition (a FAT image) with the boot loader for boot ISOs made of "
                  "kernel and ramdisk"),
  };
}

std::vector<option> ramdisks_by_architecture() {
  return {
      conductor_row("deploy_kernel_by_arch", member_option([](auto& x) -> auto& {
                      return x.policy.drivers.ramdisks.deploy_kernel_by_arch;
                    }),
                    "The same as deploy_kernel by properties.cpu_arch of the node."),
      conductor_row("deploy_ramdisk_by_arch", member_option([](auto& x) -> auto& {
                      return x.policy.drivers.ramdisks.deploy_ramdisk_by_arch;
                    }),
                    "The same as deploy_ramdisk by properties.cpu_arch of the node."),
      conductor_row("rescue_kernel_by_arch", member_option([](auto& x) -> auto& {
                      return x.policy.drivers.ramdisks.rescue_kernel_by_arch;
                    }),
                    "The same as rescue_kernel by properties.cpu_arch of the node."),
      conductor_row("rescue_ramdisk_by_arch", member_option([](auto& x) -> auto& {
                      return x.policy.drivers.ramdisks.rescue_ramdisk_by_arch;
                    }),
                    "The same as rescue_ramdisk by properties.cpu_arch of the node."),
      conductor_row("bootloader_by_arch", member_option([](auto& x) -> auto& {
                      return x.policy.drivers.ramdisks.bootloader_by_arch;
                    }),
                    "The same as bootloader by properties.cpu_arch of the node."),
  };
}

}  // namespace

std::vector<option> conductor_ramdisk_rows() {
  auto out = default_ramdisks();
  auto more = ramdisks_by_architecture();
  std::move(more.begin(), more.end(), std::back_inserter(out));
  return out;
}

}  // namespace ironbus::daemon
