#include "drivers/ramdisk/protocol/commands.hpp"

#include "drivers/ramdisk/base/command_failure.hpp"
#include "drivers/ramdisk/base/json.hpp"
#include "drivers/ramdisk/bootloader/install.hpp"
#include "drivers/ramdisk/inventory/root_disk.hpp"
#include "drivers/ramdisk/protocol/steps.hpp"
#include "drivers/ramdisk/system/logs.hpp"
#include "drivers/ramdisk/system/power.hpp"
#include "drivers/ramdisk/system/rescue.hpp"

namespace ironbus::ramdisk {

namespace {

using nlohmann::json;

json member_or_null(const json& params, const char* name) {
  return params.contains(name) ? params.at(name) : json{};
}

json install_bootloader(const agent_state& state, const json& params) {
  const auto node = state.node();
  const auto disks = without_skipped(list_disks(state.roots.sysfs), node);
  const auto& target = choose_root_disk(disks, root_hints_of(node));
  try {
    install_boot_loader({target.name, target.logical_sector, text_member(params, "root_uuid"),
                         text_member(params, "efi_system_part_uuid"),
                         state.rules().programs_allowed, state.roots.sysfs});
  } catch (const command_failure&) {
    if (!bool_member(params, "ignore_bootloader_failure", false)) throw;
  }
  return nullptr;
}

json finalize_rescue(agent_state& state, const json& params) {
  start_rescue(text_member(params, "rescue_password"), bool_member(params, "hashed", false));
  state.end(agent_state::ending::stop_serving);
  return nullptr;
}

void check_image(const agent_state& state, const json& params) {
  read_image_info(member_or_null(params, "image_info"), state.rules().md5_allowed);
}

void add_steps(command_table& table, agent_state& state) {
  for (const std::string kind : {"clean", "deploy", "service"}) {
    table[kind + ".get_" + kind + "_steps"] = {.needed = {"node", "ports"},
                                               .run = [kind, &state](const json& params) {
                                                 state.set_node(params.at("node"));
                                                 return offered_steps(kind);
                                               }};
    table[kind + ".execute_" + kind + "_step"] = {
        .takes_time = true,
        .needed = {"step", "node", "ports"},
        .takes_any = true,
        .run = [kind, &state](const json& params) { return execute_step(state, kind, params); }};
  }
}

void add_standby(command_table& table, agent_state& state) {
  const auto check = [&state](const json& params) { check_image(state, params); };
  table["standby.prepare_image"] = {
      .takes_time = true,
      .needed = {"image_info"},
      .optional = {"configdrive"},
      .run =
          [&state](const json& params) {
            return json(state.disk.prepare_image(state.node(), params.at("image_info"),
                                                 member_or_null(params, "configdrive"),
                                                 deployment_rules_of(state)));
          },
      .check = check};
  table["standby.cache_image"] = {
      .takes_time = true,
      .needed = {"image_info"},
      .optional = {"force", "configdrive"},
      .run =
          [&state](const json& params) {
            return json(state.disk.cache_image(state.node(), params.at("image_info"),
                                               bool_member(params, "force", false),
                                               deployment_rules_of(state)));
          },
      .check = check};
  table["standby.get_partition_uuids"] = {
      .run = [&state](const json&) { return state.disk.partition_uuids(); }};
  table["standby.sync"] = {.run = [](const json&) {
    flush_disks();
    return json{};
  }};
  table["standby.power_off"] = {.takes_time = true, .run = [](const json&) {
                                  power_off_soon();
                                  return json{};
                                }};
  table["standby.run_image"] = {.takes_time = true, .run = [](const json&) {
                                  reboot_soon();
                                  return json{};
                                }};
}

}  // namespace

command_table make_commands(agent_state& state) {
  command_table out;
  add_steps(out, state);
  add_standby(out, state);
  out["image.install_bootloader"] = {
      .takes_time = true,
      .needed = {"root_uuid"},
      .optional = {"efi_system_part_uuid", "prep_boot_part_uuid", "target_boot_mode",
                   "ignore_bootloader_failure"},
      .run = [&state](const json& params) { return install_bootloader(state, params); }};
  out["rescue.finalize_rescue"] = {
      .optional = {"rescue_password", "hashed"},
      .run = [&state](const json& params) { return finalize_rescue(state, params); }};
  out["log.collect_system_logs"] = {.run = [](const json&) {
    return json{{"system_logs", collect_logs()}};
  }};
  out["poll.get_hardware_info"] = {
      .run = [&state](const json&) { return read_inventory(state.roots, state.parameters); }};
  out["poll.set_node_info"] = {.optional = {"node_info"},
                               .run = [](const json&) { return json{}; },
                               .check =
                                   [](const json&) {
                                     throw invalid_command(
                                         "Node lookup data can only be set when the Ironic Python "
                                         "Agent is running in standalone mode.");
                                   }};
  out["system.lockdown"] = {.run = [&state](const json&) {
    state.end(agent_state::ending::lock_down);
    return json{};
  }};
  return out;
}

}  // namespace ironbus::ramdisk
