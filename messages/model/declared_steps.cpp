#include "messages/model/declared_steps.hpp"

#include "messages/model/snapshot.hpp"

#include <algorithm>
#include <array>

namespace ironbus {

namespace {

constexpr std::array<std::string_view, 8> precedence{
    "network", "vendor", "power", "management", "firmware", "deploy", "bios", "raid",
};

size_t rank(std::string_view interface) {
  return static_cast<size_t>(std::find(precedence.begin(), precedence.end(), interface) -
                             precedence.begin());
}

step_priority priority_of(const priority_overrides& overrides, std::string_view interface,
                          const step_declaration& declared) {
  const auto found = overrides.find(std::string{interface} + "." + declared.name);
  return found != overrides.end() ? found->second : declared.priority;
}

}  // namespace

priority_overrides with_defaults(priority_overrides overrides, const priority_overrides& defaults) {
  overrides.insert(defaults.begin(), defaults.end());
  return overrides;
}

step to_step(std::string_view interface, const step_declaration& declared, step_priority priority,
             step_role role) {
  step out;
  out.interface = interface;
  out.name = declared.name;
  out.priority = priority;
  out.abortable = declared.abortable;
  out.requires_ramdisk = declared.requires_ramdisk;
  out.repeatable = declared.repeatable;
  out.in_agent = declared.in_agent;
  out.collects_steps = declared.collects_steps;
  out.role = role;
  return out;
}

std::vector<step> declared_steps(const driver_catalog& drivers, const node& node, uint32_t phase,
                                 const priority_overrides& overrides) {
  std::vector<step> out;
  for (auto interface : interface_kinds) {
    const auto* implementation = drivers.find(node, interface);
    if (implementation == nullptr || !implementation->supported) continue;
    for (const auto& declared : implementation->steps) {
      const auto priority = priority_of(overrides, interface, declared);
      if ((declared.phases & phase) != 0 && priority > 0)
        out.push_back(to_step(interface, declared, priority, step_role::work));
    }
  }
  return out;
}

void sort_by_priority(std::vector<step>& steps) {
  std::stable_sort(steps.begin(), steps.end(), [](const step& a, const step& b) {
    return a.priority != b.priority ? a.priority > b.priority
                                    : rank(a.interface) < rank(b.interface);
  });
}

}  // namespace ironbus
