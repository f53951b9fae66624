#include "actors/inspection/hooks/hook.hpp"

#include "messages/base/text.hpp"

#include <algorithm>
#include <array>

namespace ironbus::inspection {

namespace {

constexpr std::string_view interfaces_first = "validate-interfaces";

constexpr std::array hooks{
    hook_info{"ramdisk-error", check_ramdisk_error, nullptr},
    hook_info{interfaces_first, validate_interfaces, nullptr},
    hook_info{"ports", nullptr, make_ports, interfaces_first},
    hook_info{"architecture", nullptr, set_architecture},
    hook_info{"memory", nullptr, set_memory},
    hook_info{"cpus", nullptr, set_cpus},
    hook_info{"cpu-capabilities", nullptr, set_cpu_capabilities},
    hook_info{"boot-mode", nullptr, set_boot_mode_capability},
    hook_info{"root-device", nullptr, choose_root_disk},
    hook_info{"raid-device", nullptr, find_raid_device},
    hook_info{"pci-devices", nullptr, count_pci_devices},
    hook_info{"accelerators", nullptr, list_accelerators},
    hook_info{"extra-hardware", nullptr, read_extra_hardware},
    hook_info{"local-link-connection", nullptr, set_local_links, interfaces_first},
    hook_info{"parse-lldp", nullptr, parse_lldp},
    hook_info{"physical-network", nullptr, set_physical_networks, interfaces_first},
};

const hook_info* find_hook(std::string_view name) {
  const auto found =
      std::find_if(hooks.begin(), hooks.end(), [&](const auto& row) { return row.name == name; });
  return found == hooks.end() ? nullptr : &*found;
}

bool is_among(const hook_list& chosen, std::string_view name) {
  return std::any_of(chosen.begin(), chosen.end(),
                     [&](const auto* row) { return row->name == name; });
}

std::string names_of_hooks() {
  return join(hooks, [](const auto& row) { return row.name; });
}

}  // namespace

std::span<const hook_info> all_hooks() { return hooks; }

result<hook_list> choose_hooks(const std::vector<std::string>& names) {
  hook_list out;
  for (const auto& name : names) {
    const auto* row = find_hook(name);
    if (row == nullptr)
      return fail(error_code::invalid,
                  "there is no hook '" + name + "'; allowed: " + names_of_hooks());
    if (is_among(out, name))
      return fail(error_code::invalid, "the hook '" + name + "' occurs twice");
    if (!row->needs.empty() && !is_among(out, row->needs))
      return fail(error_code::invalid, "the hook '" + name + "' needs the hook '" +
                                           std::string{row->needs} + "' before it");
    out.push_back(row);
  }
  return out;
}

checked prepare_hooks(const hook_list& hooks, hook_context& context) {
  std::string wrong;
  for (const auto* row : hooks)
    if (row->prepare != nullptr)
      if (const auto ok = row->prepare(context); !ok) append_item(wrong, ok.error().message, " ");
  if (wrong.empty()) return {};
  return fail(error_code::invalid, wrong);
}

checked run_hooks(const hook_list& hooks, hook_context& context) {
  for (const auto* row : hooks)
    if (row->run != nullptr)
      if (auto ok = row->run(context); !ok) return ok;
  return {};
}

}  // namespace ironbus::inspection
