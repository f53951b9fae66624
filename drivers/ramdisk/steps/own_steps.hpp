#pragma once

#include <nlohmann/json.hpp>

#include <chrono>
#include <filesystem>
#include <string>
#include <vector>

namespace ironbus::ramdisk {

/// The folder of operators' steps in the ramdisk.
constexpr const char* own_steps_folder = "/usr/lib/ironbus/steps";

/// A step that an operator added to the ramdisk: an executable.
struct own_step {
  std::string program;
  std::string name;
  std::vector<std::string> kinds;  // clean, deploy, service
  int priority = 0;
  bool abortable = true;
  std::chrono::seconds time_max{3600};
  nlohmann::json arguments;  // argsinfo
};

/// Asks each executable of the folder to describe its step (`PROGRAM describe`). Logs and skips a
/// wrong description: the reason names the file. Blocks for at most ten seconds a file.
std::vector<own_step> read_own_steps(const std::filesystem::path& folder);

/// Runs the step (`PROGRAM run`) with {kind, step, args, node} on its stdin. Returns the JSON
/// object in the last line of its output, else {output: its end}. Throws command_failure with the
/// end of the output if the code is not 0 or the step takes too long.
nlohmann::json run_own_step(const own_step& step, const std::string& kind,
                            const nlohmann::json& node, const nlohmann::json& args);

}  // namespace ironbus::ramdisk
