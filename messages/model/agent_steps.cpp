#include "messages/model/agent_steps.hpp"

#include "messages/model/snapshot.hpp"

#include <array>

namespace ironbus {

namespace {

struct cache_row {
  uint32_t phase;
  std::string_view key;
};

constexpr std::array cache_rows{
    cache_row{phase_clean, "agent_cached_clean_steps"},
    cache_row{phase_deploy, "agent_cached_deploy_steps"},
    cache_row{phase_service, "agent_cached_service_steps"},
};

/// Drivers write the cache and check its form; anything malformed is skipped.
agent_step read_step(std::string_view interface, const json& document, uint32_t phase) {
  agent_step out;
  out.interface = interface;
  out.declared.name = document.value("step", "");
  out.declared.phases = phase;
  out.declared.priority = document.value("priority", step_priority{});
  out.declared.abortable = document.value("abortable", false);
  out.declared.requires_ramdisk = true;
  out.declared.in_agent = true;
  out.reboot_requested = document.value("reboot_requested", false);
  if (const auto found = document.find("argsinfo"); found != document.end() && found->is_object())
    for (const auto& [name, declaration] : found->items())
      out.declared.arguments.push_back(
          {name, declaration.value("description", ""), declaration.value("required", false)});
  return out;
}

bool belongs_to(const driver_catalog& drivers, const node& x, const agent_step& offered) {
  const auto* own = drivers.find(x, offered.interface);
  return own != nullptr && own->supported && own->find_step(offered.declared.name) == nullptr;
}

}  // namespace

bool has_agent(const driver_catalog& drivers, const node& x) {
  const auto* deploy = drivers.find(x, "deploy");
  return deploy != nullptr && deploy->through_agent;
}

std::string_view agent_steps_key(uint32_t phase) {
  for (const auto& row : cache_rows)
    if (row.phase == phase) return row.key;
  return {};
}

std::vector<agent_step> agent_steps(const driver_catalog& drivers, const node& node,
                                    uint32_t phase) {
  std::vector<agent_step> out;
  const auto key = agent_steps_key(phase);
  const auto cache = node.driver_internal_info.find(key);
  if (key.empty() || !has_agent(drivers, node) || cache == node.driver_internal_info.end())
    return out;
  for (const auto& [interface, steps] : cache->items())
    for (const auto& found : steps) {
      auto offered = read_step(interface, found, phase);
      if (belongs_to(drivers, node, offered)) out.push_back(std::move(offered));
    }
  return out;
}

std::vector<step> automatic_agent_steps(const driver_catalog& drivers, const node& node,
                                        uint32_t phase, const priority_overrides& overrides) {
  std::vector<step> out;
  for (const auto& offered : agent_steps(drivers, node, phase)) {
    const auto found = overrides.find(offered.interface + "." + offered.declared.name);
    const auto priority = found != overrides.end() ? found->second : offered.declared.priority;
    if (priority > 0)
      out.push_back(to_step(offered.interface, offered.declared, priority, step_role::work));
  }
  return out;
}

}  // namespace ironbus
