#include "actors/inspection/hooks/reading.hpp"
#include "actors/inspection/values/capabilities.hpp"

#include <algorithm>

// Hooks that copy processor, memory and firmware data from the inventory.

namespace ironbus::inspection {

namespace {

/// Leaves a malformed capability unchanged: these hooks never fail.
void add_capability(hook_context& context, const std::string& name, const std::string& value) {
  auto all = read_capabilities(context.docs.node);
  if (!all) return context.log("warning", all.error().message);
  put_capability(*all, name, value);
  set_property(context, "capabilities", text_of(*all));
}

}  // namespace

checked set_architecture(hook_context& context) {
  auto architecture = text_in(member(context.docs.inventory, "cpu", "architecture"));
  if (!architecture)
    return fail(error_code::invalid, "The inventory does not contain the CPU architecture.");
  set_property(context, "cpu_arch", std::move(*architecture));
  return {};
}

checked set_memory(hook_context& context) {
  const auto size = count_in(member(context.docs.inventory, "memory", "physical_mb"));
  if (!size) return fail(error_code::invalid, "The inventory does not contain the memory size.");
  set_property(context, "memory_mb", *size);
  return {};
}

checked set_cpus(hook_context& context) {
  if (const auto count = count_in(member(context.docs.inventory, "cpu", "count")))
    set_property(context, "cpus", *count);
  else
    context.log("warning", "the inventory does not contain the number of CPUs");
  return {};
}

checked set_cpu_capabilities(hook_context& context) {
  const auto& flags = list_in(member(context.docs.inventory, "cpu", "flags"));
  for (const auto& row : context.options.cpu_capabilities)
    if (std::find(flags.begin(), flags.end(), row.flag) != flags.end())
      add_capability(context, row.capability, "true");
  return {};
}

checked set_boot_mode_capability(hook_context& context) {
  const auto mode = text_in(member(context.docs.inventory, "boot", "current_boot_mode"));
  if (mode == "uefi" || mode == "bios")
    add_capability(context, "boot_mode", *mode);
  else
    context.log("warning", "the inventory does not contain the boot mode");
  return {};
}

}  // namespace ironbus::inspection
