#include "drivers/ramdisk/protocol/steps.hpp"

#include "drivers/ramdisk/base/command_failure.hpp"
#include "drivers/ramdisk/base/files.hpp"
#include "drivers/ramdisk/base/json.hpp"
#include "drivers/ramdisk/base/log.hpp"
#include "drivers/ramdisk/bootloader/boot_entry.hpp"
#include "drivers/ramdisk/disks/erase.hpp"
#include "drivers/ramdisk/inventory/root_disk.hpp"
#include "drivers/ramdisk/steps/burn_in.hpp"
#include "drivers/ramdisk/steps/own_steps.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <map>

namespace ironbus::ramdisk {

namespace {

using nlohmann::json;

constexpr const char* manager = "IronbusHardwareManager";

struct offered_step {
  const char* kind;
  const char* name;
  int priority;
};

// Priorities are ironic-python-agent's.
constexpr std::array offers{offered_step{"clean", "erase_devices", 10},
                            offered_step{"clean", "erase_devices_metadata", 99},
                            offered_step{"clean", "erase_devices_express", 0},
                            offered_step{"clean", "erase_pstore", 0},
                            offered_step{"clean", "clean_uefi_nvram", 0},
                            offered_step{"clean", "burnin_cpu", 0},
                            offered_step{"clean", "burnin_disk", 0},
                            offered_step{"clean", "burnin_memory", 0},
                            offered_step{"deploy", "erase_devices_metadata", 0},
                            offered_step{"deploy", "clean_uefi_nvram", 0},
                            offered_step{"deploy", "write_image", 0},
                            offered_step{"service", "burnin_cpu", 0},
                            offered_step{"service", "burnin_memory", 0},
                            offered_step{"service", "write_image", 0}};

/// Operators' steps are part of the ramdisk, so they are read once.
const std::vector<own_step>& own_steps() {
  static const auto all = read_own_steps(own_steps_folder);
  return all;
}

const own_step* find_own_step(const std::string& kind, const std::string& name) {
  for (const auto& one : own_steps())
    if (one.name == name && std::find(one.kinds.begin(), one.kinds.end(), kind) != one.kinds.end())
      return &one;
  return nullptr;
}

json versions() {
  json out{{"ironbus_hardware_manager", IRONBUS_VERSION}};
  std::string names;
  for (const auto& one : own_steps()) names += (names.empty() ? "" : ",") + one.name;
  if (!names.empty()) out["own_steps"] = names;
  return out;
}

json erase_pstore() {
  for (const auto& name : names_in("/sys/fs/pstore")) {
    std::error_code error;
    std::filesystem::remove("/sys/fs/pstore/" + name, error);
  }
  return nullptr;
}

json clean_uefi_nvram(const hardware_roots& roots, const json& args) {
  if (boot_mode(roots) != "uefi") return nullptr;
  std::vector<std::string> texts;
  if (const auto given = args.find("match_patterns"); given != args.end() && given->is_array())
    for (const auto& one : *given)
      if (one.is_string()) texts.push_back(one.get<std::string>());
  if (texts.empty()) texts = {"HTTP Boot", "ironic"};
  boot_entries{roots.sysfs / "firmware" / "efi" / "efivars"}.remove(texts);
  return nullptr;
}

json write_image(agent_state& state, const json& node, const json& args) {
  if (!args.contains("image_info"))
    throw cleaning_failed("write_image() missing 1 required positional argument: 'image_info'");
  return state.disk.prepare_image(node, args.at("image_info"),
                                  args.contains("configdrive") ? args.at("configdrive") : json{},
                                  deployment_rules_of(state));
}

json burn_in(const agent_state& state, const std::string& name, const json& node,
             const json& args) {
  std::vector<std::string> disks;
  for (const auto& one : without_skipped(list_disks(state.roots.sysfs), node))
    if (!one.read_only) disks.push_back(one.name);
  return run_burn_in(name, burn_in_of(name, node, args, disks));
}

bool is_offered(const std::string& kind, const std::string& name) {
  for (const auto& one : offers)
    if (kind == one.kind && name == one.name) return true;
  return false;
}

json run_step(agent_state& state, const std::string& name, const json& node, const json& args) {
  const auto& sysfs = state.roots.sysfs;
  if (name == "erase_devices") return document_of(erase_disks(sysfs, node));
  if (name == "erase_devices_metadata") return document_of(erase_metadata(sysfs, node));
  if (name == "erase_devices_express") return document_of(erase_express(sysfs, node));
  if (name == "erase_pstore") return erase_pstore();
  if (is_burn_in(name)) return burn_in(state, name, node, args);
  if (name == "clean_uefi_nvram") return clean_uefi_nvram(state.roots, args);
  return write_image(state, node, args);
}

void check_versions(const std::string& kind, const json& params) {
  const auto given = params.find(kind + "_version");
  if (given != params.end() && !given->is_null() && *given != versions())
    throw version_mismatch(versions(), *given);
}

}  // namespace

deployment_rules deployment_rules_of(const agent_state& state) {
  deployment_rules out;
  out.sysfs = state.roots.sysfs;
  out.download.web = {state.parameters.insecure, state.parameters.image_timeout,
                      state.parameters.image_timeout, state.rules().tls};
  out.download.failures_max = state.parameters.image_retries + 1;
  out.download.pause = state.parameters.image_retry_interval;
  out.md5_allowed = state.rules().md5_allowed;
  out.programs_allowed = state.rules().programs_allowed;
  return out;
}

json offered_steps(const std::string& kind) {
  auto steps = json::array();
  for (const auto& one : offers) {
    if (kind != one.kind) continue;
    json step{{"step", one.name},
              {"priority", one.priority},
              {"interface", "deploy"},
              {"reboot_requested", false}};
    if (kind == "clean") step["abortable"] = true;
    if (step["step"] == "clean_uefi_nvram")
      step["argsinfo"] = {
          {"match_patterns",
           {{"description",
             "Patterns of boot entries to delete: each entry whose label contains one of them."},
            {"required", false}}}};
    steps.push_back(std::move(step));
  }
  for (const auto& one : own_steps()) {
    if (find_own_step(kind, one.name) == nullptr || is_offered(kind, one.name)) continue;
    json step{{"step", one.name},
              {"priority", one.priority},
              {"interface", "deploy"},
              {"reboot_requested", false},
              {"argsinfo", one.arguments}};
    if (kind == "clean") step["abortable"] = one.abortable;
    steps.push_back(std::move(step));
  }
  return {{kind + "_steps", {{manager, std::move(steps)}}},
          {"hardware_manager_version", versions()}};
}

json execute_step(agent_state& state, const std::string& kind, const json& params) {
  const auto& step = params.at("step");
  state.set_node(params.at("node"));
  check_versions(kind, params);
  const auto name = text_member(step, "step");
  if (name.empty())
    throw execution_failed("Malformed " + kind + "_step, no \"step\" key: " + text_of(step));
  const auto* own = is_offered(kind, name) ? nullptr : find_own_step(kind, name);
  if (own == nullptr && !is_offered(kind, name)) throw no_such_step(name);
  const auto& args = object_member(step, "args");
  auto result = own != nullptr ? run_own_step(*own, kind, params.at("node"), args)
                               : run_step(state, name, params.at("node"), args);
  return {{kind + "_result", std::move(result)}, {kind + "_step", step}};
}

}  // namespace ironbus::ramdisk
