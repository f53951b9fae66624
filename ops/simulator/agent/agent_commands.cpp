#include "ops/simulator/agent/agent_commands.hpp"

#include <algorithm>
#include <array>

namespace ironbus::simulator {

namespace {

using row = known_command;
using after = after_command;

constexpr const char* logs = R"({"system_logs": "H4sIAAAAAAAAA0vOzy3IKUktLgYAkCEaHgAAAA=="})";
// Keys that the image_info of a partition image must have, with any value.
constexpr std::array partition_keys{"root_mb", "swap_mb", "ephemeral_mb", "ephemeral_format",
                                    "preserve_ephemeral"};
constexpr const char* partitions = R"({"root uuid": "0x1234", "efi system partition uuid": null})";
constexpr const char* bootloader = R"({"result": "install_bootloader: ok"})";
constexpr const char* hardware = R"({"interfaces": [], "disks": []})";
constexpr std::string_view of_bootloader =
    "efi_system_part_uuid prep_boot_part_uuid target_boot_mode ignore_bootloader_failure";
constexpr std::string_view of_bootc = "instance_info pull_secret configdrive";

constexpr std::array commands{
    row{"clean", "get_clean_steps", false, after::tell, "node ports", ""},
    row{"clean", "execute_clean_step", true, after::tell, "step node ports", "*"},
    row{"deploy", "get_deploy_steps", false, after::tell, "node ports", ""},
    row{"deploy", "execute_deploy_step", true, after::tell, "step node ports", "*"},
    row{"service", "get_service_steps", false, after::tell, "node ports", ""},
    row{"service", "execute_service_step", true, after::tell, "step node ports", "*"},
    row{"standby", "sync", false, after::tell, "", ""},
    row{"standby", "get_partition_uuids", false, after::tell, "", "", partitions},
    row{"standby", "prepare_image", true, after::tell, "image_info", "configdrive"},
    row{"standby", "execute_bootc_install", true, after::tell, "image_source", of_bootc},
    row{"standby", "power_off", true, after::power_off, "", ""},
    row{"standby", "run_image", true, after::reboot, "", ""},
    row{"image", "install_bootloader", true, after::tell, "root_uuid", of_bootloader, bootloader},
    row{"rescue", "finalize_rescue", false, after::nothing, "", "rescue_password hashed"},
    row{"system", "lockdown", false, after::nothing, "", ""},
    row{"log", "collect_system_logs", false, after::tell, "", "", logs},
    row{"flow", "start_flow", true, after::tell, "flow", ""},
    row{"poll", "get_hardware_info", false, after::tell, "", "", hardware},
    row{"poll", "set_node_info", false, after::tell, "", "node_info"},
};

struct effect_row {
  std::string_view name;
  disk_effect effect;
};

// Commands and steps that change whether the disk has a system. Other steps have no known effect.
constexpr std::array effects{
    effect_row{"write_image", disk_effect::written},
    effect_row{"prepare_image", disk_effect::written},
    effect_row{"execute_bootc_install", disk_effect::written},
    effect_row{"erase_devices", disk_effect::erased},
    effect_row{"erase_devices_express", disk_effect::erased},
    effect_row{"erase_devices_metadata", disk_effect::erased},
    effect_row{"create_configuration", disk_effect::erased},
    effect_row{"apply_configuration", disk_effect::erased},
    effect_row{"delete_configuration", disk_effect::erased},
};

/// Calls `call` with each name of a list that is separated by blanks.
template <class Call>
void for_each_name(std::string_view list, Call call) {
  while (!list.empty()) {
    const auto end = std::min(list.find(' '), list.size());
    call(std::string{list.substr(0, end)});
    list.remove_prefix(std::min(end + 1, list.size()));
  }
}

bool has_name(std::string_view list, const std::string& name) {
  bool found = false;
  for_each_name(list, [&](const std::string& x) { found |= x == name; });
  return found;
}

bool is_text(const json& document, const char* key) {
  const auto found = document.find(key);
  return found != document.end() && found->is_string() &&
         !found->get_ref<const std::string&>().empty();
}

bool is_given(const json& document, const char* key) {
  return document.contains(key) && !document[key].is_null();
}

std::string unexpected(const std::string& call, const std::string& key) {
  return call + "() got an unexpected keyword argument '" + key + "'";
}

std::string missing(const std::string& call, const std::string& key) {
  return call + "() missing 1 required positional argument: '" + key + "'";
}

/// Returns Python's error for invalid arguments of a step, or an empty text. argsinfo describes
/// them.
std::string arguments_error(const std::string& step, const json& argsinfo, const json& args) {
  for (const auto& [key, value] : args.items())
    if (!argsinfo.is_object() || !argsinfo.contains(key)) return unexpected(step, key);
  if (argsinfo.is_object())
    for (const auto& [key, declaration] : argsinfo.items())
      if (declaration.value("required", false) && !args.contains(key)) return missing(step, key);
  return {};
}

/// The step's own arguments and all other parameters of the command.
json arguments_of(const json& params, const std::string& version_key) {
  auto out = params["step"].value("args", json::object());
  for (const auto& [key, value] : params.items())
    if (key != "step" && key != "node" && key != "ports" && key != version_key) out[key] = value;
  return out;
}

command_end mismatch(const json& ours, const json& theirs) {
  auto out = failed_by(
      "Current versions: " + to_text(ours) + ", versions used by ironic: " + to_text(theirs),
      "VersionMismatch");
  out.status = "CLEAN_VERSION_MISMATCH";
  return out;
}

}  // namespace

const known_command* find_known(std::string_view extension, std::string_view name) {
  for (const auto& x : commands)
    if (x.extension == extension && x.name == name) return &x;
  return nullptr;
}

bool is_extension(std::string_view x) {
  return std::any_of(commands.begin(), commands.end(),
                     [x](const row& command) { return command.extension == x; });
}

disk_effect effect_on_disk(std::string_view name) {
  const auto* found = std::ranges::find(effects, name, &effect_row::name);
  return found == effects.end() ? disk_effect::none : found->effect;
}

std::string params_error(const known_command& command, const json& params) {
  const std::string name{command.name};
  std::string out;
  for (const auto& [key, value] : params.items())
    if (command.allowed != "*" && !has_name(command.needed, key) && !has_name(command.allowed, key))
      out = unexpected(name, key);
  for_each_name(command.needed, [&](const std::string& key) {
    if (!params.contains(key)) out = missing(name, key);
  });
  return out;
}

std::string image_error(const json& image_info) {
  for (const char* key : {"id", "urls"})
    if (!image_info.is_object() || !image_info.contains(key))
      return "Image is missing '" + std::string{key} + "' field.";
  if (!image_info["urls"].is_array() || image_info["urls"].empty())
    return "Image 'urls' must be a list with at least one element.";
  if (is_given(image_info, "checksum") && !is_text(image_info, "checksum"))
    return "Image 'checksum' must be a non-empty string.";
  const bool hashed = is_given(image_info, "os_hash_algo") || is_given(image_info, "os_hash_value");
  for (const char* key : {"os_hash_algo", "os_hash_value"})
    if (hashed && !is_text(image_info, key))
      return "Image '" + std::string{key} + "' must be a non-empty string.";
  if (!hashed && !is_text(image_info, "checksum"))
    return "Image checksum is not available, either the 'checksum' field or the 'os_hash_algo' and "
           "'os_hash_value' fields pair must be set for image verification.";
  if (image_info.value("image_type", json{}) != "partition") return {};
  for (const char* key : partition_keys)
    if (!image_info.contains(key)) return "'" + std::string{key} + "'";
  return {};
}

command_end failed_by(const std::string& details, const char* type) {
  return {"FAILED",
          {{"type", type}, {"code", 500}, {"message", "The command failed"}, {"details", details}},
          nullptr};
}

std::optional<command_end> step_failure(const known_command& command, const json& params,
                                        const json& versions, const json* declaration) {
  const auto version_key = std::string{command.extension} + "_version";
  const auto& step = params["step"];
  if (!params["node"].is_object() || !params["node"].contains("uuid")) return failed_by("'uuid'");
  if (const auto theirs = params.value(version_key, json{});
      !theirs.is_null() && theirs != versions)
    return mismatch(versions, theirs);
  if (!step.is_object() || !step.contains("step"))
    return failed_by("Malformed step, no \"step\" key");
  const auto name = step.value("step", "");
  const auto args = arguments_of(params, version_key);
  if (name == "write_image") {
    const auto why = image_error(args.value("image_info", json::object()));
    return why.empty() ? std::nullopt : std::optional{failed_by(why, "InvalidCommandParamsError")};
  }
  if (declaration == nullptr)
    return failed_by("Could not find method: " + name, "HardwareManagerMethodNotFound");
  const auto why = arguments_error(name, (*declaration)["argsinfo"], args);
  if (why.empty()) return std::nullopt;
  return failed_by("Unexpected exception performing step " + name + ". TypeError: " + why,
                   "CleaningError");
}

}  // namespace ironbus::simulator
