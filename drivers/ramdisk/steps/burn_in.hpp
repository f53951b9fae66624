#pragma once

#include <nlohmann/json.hpp>

#include <chrono>
#include <string>
#include <vector>

namespace ironbus::ramdisk {

/// The program of a burn-in step.
struct burn_in_order {
  std::vector<std::string> program;
  std::chrono::seconds time_max{0};
};

bool is_burn_in(const std::string& step);

/// The order for burnin_cpu, burnin_memory (stress-ng) or burnin_disk (fio), with the defaults of
/// ironic-python-agent. Its parameters are arguments of the step, else agent_burnin_… of the node's
/// driver_info. Throws command_failure (CleaningError) with the name, value and limits of a wrong
/// parameter, or if there is no disk.
burn_in_order burn_in_of(const std::string& step, const nlohmann::json& node,
                         const nlohmann::json& args, const std::vector<std::string>& disks);

/// Runs the order. Returns {output: its end}. Throws command_failure if the ramdisk lacks the
/// program, or if it fails.
nlohmann::json run_burn_in(const std::string& step, const burn_in_order& order);

}  // namespace ironbus::ramdisk
