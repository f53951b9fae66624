#pragma once

#include "actors/inspection/hooks/hook_options.hpp"
#include "actors/inspection/rules/node_view.hpp"
#include "actors/inspection/values/documents.hpp"
#include "actors/inspection/values/parameter.hpp"
#include "messages/base/uuid.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ironbus::inspection {

/// The documents of a hook: it reads the inventory and the plugin data, and changes node, ports and
/// plugin data. The data comes from an untrusted machine, so a hook checks everything it reads.
struct hook_context {
  documents& docs;
  const hook_options& options;
  id_source& ids;  ///< For new ports.
  /// MAC addresses of other nodes' ports, for which no port is created.
  std::span<const std::string> taken_macs;
  std::vector<log_line>& logs;

  void log(std::string level, std::string text) {
    logs.push_back({std::move(level), std::move(text)});
  }
};

/// A hook that can be configured. To add one, add a row to the table in hook.cpp.
struct hook_info {
  std::string_view name;
  /// Checks and prepares data for the main parts of all hooks; null: nothing. All hooks run, and
  /// their failures are reported together.
  checked (*prepare)(hook_context& x);
  /// The main part of the hook; null: nothing. The first failure ends the inspection.
  checked (*run)(hook_context& x);
  std::string_view needs = {};  ///< A hook that must run before it.
};

using hook_list = std::vector<const hook_info*>;

std::span<const hook_info> all_hooks();

/// The hooks of these names, in this order. `invalid` if one is unknown, occurs twice, or lacks a
/// hook that it needs before it.
result<hook_list> choose_hooks(const std::vector<std::string>& names);

/// Runs the preparing parts; `invalid` with all their failures.
checked prepare_hooks(const hook_list& hooks, hook_context& context);
/// Runs the main parts up to the first failure.
checked run_hooks(const hook_list& hooks, hook_context& context);

// The parts of the hooks, each in its own file.
checked check_ramdisk_error(hook_context& context);
checked validate_interfaces(hook_context& context);
checked make_ports(hook_context& context);
checked set_architecture(hook_context& context);
checked set_memory(hook_context& context);
checked set_cpus(hook_context& context);
checked set_cpu_capabilities(hook_context& context);
checked set_boot_mode_capability(hook_context& context);
checked choose_root_disk(hook_context& context);
checked find_raid_device(hook_context& context);
checked count_pci_devices(hook_context& context);
checked list_accelerators(hook_context& context);
checked read_extra_hardware(hook_context& context);
checked set_local_links(hook_context& context);
checked parse_lldp(hook_context& context);
checked set_physical_networks(hook_context& context);

}  // namespace ironbus::inspection
