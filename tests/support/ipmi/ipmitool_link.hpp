#pragma once

#include "drivers/ipmi/ipmi_options.hpp"

#include <filesystem>
#include <fstream>
#include <string>

namespace ironbus::test {

/// Links the fake programs into a folder, which also holds the state of their machine. Tests run in
/// the project's root. Keeps an existing link.
inline void link_fake_ipmitool(const std::string& folder, const std::string& journal) {
  std::filesystem::create_directories(folder);
  const std::ofstream made{folder + "/" + journal, std::ios::app};
  for (const std::string name : {"ipmitool", "ipmipower"}) {
    const auto link = std::filesystem::path{folder} / name;
    if (!std::filesystem::is_symlink(link))
      std::filesystem::create_symlink(std::filesystem::absolute("tests/support/ipmi/fake_" + name),
                                      link);
  }
}

/// Options that use the fake programs, with short waits and without ipmipower.
inline ipmi_options options_of_fake_ipmitool(const std::string& folder,
                                             const std::string& journal) {
  link_fake_ipmitool(folder, journal);
  ipmi_options out;
  out.ipmitool_path = folder + "/ipmitool";
  out.ipmipower_path = "";
  out.min_command_interval = std::chrono::milliseconds{0};
  out.console_folder = folder + "/consoles";
  out.console_ports = "20000-29999";
  out.console_unused_timeout = std::chrono::seconds{20};  // so that leftover consoles end
  out.power_poll_first = std::chrono::milliseconds{1};
  out.reset_pause = std::chrono::milliseconds{1};
  out.setting_shown_within = std::chrono::milliseconds{0};
  return out;
}

}  // namespace ironbus::test
