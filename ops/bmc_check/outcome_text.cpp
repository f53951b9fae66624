#include "ops/bmc_check/outcome_text.hpp"

#include "messages/base/text.hpp"

#include <array>

namespace ironbus::bmc_check {

namespace {

constexpr size_t shown_bytes_max = 160;

/// The properties without braces if there is only one.
std::string properties_text(const step_outcome& found) {
  const auto& all = found.observed.properties;
  if (all.empty()) return {};
  const auto only = all.size() == 1 && all.begin()->is_string();
  return only ? all.begin()->get<std::string>() : to_text(all);
}

std::string count_text(size_t count, std::string_view what) {
  return std::to_string(count) + " " + std::string{what};
}

// Each returns an empty text if the step found nothing of that kind.
using outcome_part = std::string (*)(const step_outcome& x);

/// The first one that is not empty is shown.
constexpr std::array<outcome_part, 11> outcome_parts{
    [](const step_outcome& x) {
      return x.observed.power_state ? std::string{to_string(*x.observed.power_state)} : "";
    },
    [](const step_outcome& x) { return x.answer.is_null() ? x.evidence : to_text(x.answer); },
    [](const step_outcome& x) {
      return x.observed.inventory.is_object() ? to_text(x.observed.properties) : "";
    },
    [](const step_outcome& x) {
      return x.observed.bios ? count_text(x.observed.bios->size(), "settings") : "";
    },
    [](const step_outcome& x) {
      const auto& all = x.observed.firmware;
      return all.empty() ? "" : count_text(all.size(), "components");
    },
    [](const step_outcome& x) { return x.observed.boot_mode.value_or(""); },
    [](const step_outcome& x) -> std::string {
      if (!x.observed.secure_boot) return {};
      return *x.observed.secure_boot ? "on" : "off";
    },
    [](const step_outcome& x) { return x.observed.health.value_or(""); },
    [](const step_outcome& x) { return join(x.observed.mac_addresses); },
    &properties_text,
    [](const step_outcome&) -> std::string { return "not shown"; },
};

}  // namespace

std::string outcome_text(const step_outcome& found) {
  std::string out;
  for (const auto part : outcome_parts)
    if (out = part(found); !out.empty()) break;
  if (out.size() > shown_bytes_max) out = out.substr(0, shown_bytes_max) + "...";
  return out;
}

}  // namespace ironbus::bmc_check
