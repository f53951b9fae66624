#include "tests/simulation/cluster/agent_scripts.hpp"

namespace ironbus::simulation {

namespace {

constexpr int boots_ms = 9'000;
constexpr int heartbeat_pause_ms = 20'000;
constexpr int lookup_pause_ms = 3'000;

json step_of(const char* name, int priority, int takes_ms, bool reboots = false) {
  return {{"step", name},
          {"priority", priority},
          {"takes_ms", takes_ms},
          {"reboot_requested", reboots}};
}

}  // namespace

simulator::agent_script script_of_agent(const std::string& node, const std::string& mac) {
  const json clean{step_of("erase_devices_metadata", 99, 4'000),
                   step_of("update_firmware", 50, 15'000, true),
                   step_of("erase_devices", 10, 30'000)};
  const json deploy{step_of("write_image", 0, 20'000)};
  return simulator::read_script({{"node", node},
                                 {"addresses", {mac}},
                                 {"calls_kept", 0},
                                 {"boots_ms", boots_ms},
                                 {"heartbeat_pause_ms", heartbeat_pause_ms},
                                 {"lookup_pause_ms", lookup_pause_ms},
                                 {"step_takes_ms", 1'000},
                                 {"steps", {{"clean", clean}, {"deploy", deploy}}}})
      .value();
}

}  // namespace ironbus::simulation
