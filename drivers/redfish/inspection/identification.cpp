#include "drivers/redfish/client/redfish_link.hpp"
#include "drivers/redfish/inspection/inventory_parts.hpp"
#include "drivers/redfish/inspection/inventory_values.hpp"
#include "messages/base/text.hpp"

#include <algorithm>
#include <array>

namespace ironbus {

namespace {

struct known_word_row {
  std::string_view shown;
  std::string_view known;
};

template <size_t count>
std::string known_word(const std::array<known_word_row, count>& rows, const std::string& shown) {
  const auto found = std::find_if(rows.begin(), rows.end(),
                                  [&](const known_word_row& row) { return row.shown == shown; });
  return found == rows.end() ? std::string{} : std::string{found->known};
}

constexpr std::array shown_boot_modes{known_word_row{"UEFI", "uefi"},
                                      known_word_row{"Legacy", "bios"}};

constexpr std::array instruction_sets{
    known_word_row{"x86", "i686"},      known_word_row{"x86-64", "x86_64"},
    known_word_row{"ARM-A32", "arm"},   known_word_row{"ARM-A64", "aarch64"},
    known_word_row{"IA-64", "ia64"},    known_word_row{"MIPS32", "mips"},
    known_word_row{"MIPS64", "mips64"}, known_word_row{"PowerISA", "ppc64le"},
};
/// For BMCs that report only a family. No current server has the older one of either name.
constexpr std::array processor_families{known_word_row{"x86", "x86_64"},
                                        known_word_row{"ARM", "aarch64"}};

std::string architecture_of(const json& processor) {
  const auto set = short_text(processor, "InstructionSet");
  if (auto out = known_word(instruction_sets, set); !out.empty() || !set.empty()) return out;
  return known_word(processor_families, short_text(processor, "ProcessorArchitecture"));
}

bool is_cpu(const json& processor) {
  const auto type = short_text(processor, "ProcessorType");
  const auto state = short_text(member_at(processor, {"Status"}), "State");
  return (type.empty() || type == "CPU") && state != "Absent";
}

json system_vendor(const json& system) {
  json out = json::object();
  put(out, "product_name", short_text(system, "Model"));
  put(out, "serial_number", serial_number_of(system));
  put(out, "manufacturer", short_text(system, "Manufacturer"));
  put(out, "system_uuid", short_text(system, "UUID"));
  if (const auto version = short_text(system, "BiosVersion"); !version.empty())
    out["firmware"] = {{"version", version}};
  return out;
}

}  // namespace

void read_identification(const json& system, inventory& out) {
  constexpr int64_t mib_in_gib = 1024;
  constexpr int64_t gib_max = int64_t{1} << 30;
  out.found["system_vendor"] = system_vendor(system);
  const auto& memory = member_at(system, {"MemorySummary"});
  // Some report fractions of a GiB.
  if (const auto size = number_in(member_at(memory, {"TotalSystemMemoryGiB"})); size.is_number())
    if (const auto gib = size.get<double>(); gib > 0 && gib < static_cast<double>(gib_max))
      out.found["memory"] = {
          {"physical_mb", static_cast<int64_t>(gib * static_cast<double>(mib_in_gib))}};
  const auto mode = known_word(shown_boot_modes,
                               short_text(member_at(system, {"Boot"}), "BootSourceOverrideMode"));
  if (!mode.empty()) out.found["boot"]["current_boot_mode"] = mode;
}

inventory_part read_processors(inventory_walk& walk, json system, inventory& out) {
  constexpr int64_t threads_max = 1'000'000;
  const auto processors = co_await walk.members(link_of(system, "Processors"));
  int64_t threads = 0;
  auto cpu = json::object();
  for (const auto& processor : processors) {
    const auto& shown = processor.body;
    if (!is_cpu(shown)) continue;
    threads += count_at(shown, "TotalThreads", threads_max).value_or(0);
    if (!cpu.empty()) continue;
    put(cpu, "model_name", short_text(shown, "Model"));
    put(cpu, "frequency", count_at(shown, "MaxSpeedMHz", inventory_number_max));
    put(cpu, "architecture", architecture_of(shown));
  }
  if (threads > 0) cpu["count"] = threads;
  if (!cpu.empty()) out.found["cpu"] = std::move(cpu);
}

}  // namespace ironbus
