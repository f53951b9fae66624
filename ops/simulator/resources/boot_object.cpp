#include "ops/simulator/resources/boot_object.hpp"

#include "ops/simulator/redfish/body_check.hpp"

#include <array>

namespace ironbus::simulator {

namespace {

constexpr std::string_view target_name = "BootSourceOverrideTarget";
constexpr std::string_view enabled_name = "BootSourceOverrideEnabled";
constexpr std::string_view mode_name = "BootSourceOverrideMode";

std::string_view enabled_values(const profile& kind) {
  return kind.continuous ? "Disabled,Once,Continuous" : "Disabled,Once";
}

std::optional<fault> check_whole(const json& wanted) {
  for (const auto name : {target_name, enabled_name, mode_name})
    if (!wanted.contains(name))
      return fault{"PropertyMissing", {std::string{name}}, "#/Boot/" + std::string{name}};
  return std::nullopt;
}

std::optional<fault> check_boot(const call& call, const json& wanted) {
  const auto& kind = call.kind();
  std::vector<member_rule> rules{
      {target_name, value_kind::text, kind.boot_targets},
      {enabled_name, value_kind::text, enabled_values(kind)},
      {"HttpBootUri", value_kind::text_or_null},
  };
  if (kind.boot_mode == access::writable)
    rules.push_back({mode_name, value_kind::text, "UEFI,Legacy"});
  if (auto wrong = check_properties(wanted, rules, shown_boot(call), "#/Boot")) return wrong;
  return kind.boot_whole ? check_whole(wanted) : std::nullopt;
}

std::string text_or(const json& wanted, std::string_view name, const std::string& otherwise) {
  const auto found = wanted.find(name);
  if (found == wanted.end()) return otherwise;
  return found->is_string() ? found->get<std::string>() : std::string{};
}

}  // namespace

json shown_boot(const call& call) {
  const auto& kind = call.kind();
  const auto& boot = call.machine().boot;
  const auto allowed = [](std::string_view name) {
    return std::string{name} + "@Redfish.AllowableValues";
  };
  json out{{target_name, boot.target},
           {allowed(target_name), items_of(kind.boot_targets)},
           {enabled_name, boot.enabled},
           {allowed(enabled_name), items_of(enabled_values(kind))},
           {"HttpBootUri", boot.http_uri.empty() ? json(nullptr) : json(boot.http_uri)}};
  if (kind.boot_mode == access::absent) return out;
  out[std::string{mode_name}] = boot.mode;
  out[allowed(mode_name)] = json::array({"UEFI", "Legacy"});
  return out;
}

std::optional<fault> change_boot(const call& call, const json& wanted) {
  const auto& kind = call.kind();
  if (auto busy = busy_in_post(call)) return busy;
  if (auto wrong = check_boot(call, wanted)) return wrong;
  auto next = call.machine().boot;
  next.target = text_or(wanted, target_name, next.target);
  next.enabled = text_or(wanted, enabled_name, kind.enabled_forgotten ? "Disabled" : next.enabled);
  next.mode = text_or(wanted, mode_name, next.mode);
  next.http_uri = text_or(wanted, "HttpBootUri", next.http_uri);
  if (kind.enabled_needs_target && next.target == "None" && next.enabled != "Disabled")
    return fault{"PropertyValueConflict",
                 {std::string{enabled_name}, std::string{target_name}},
                 "#/Boot/" + std::string{enabled_name}};
  if (next.enabled == "Disabled") next.target = "None";
  call.machine().boot = next;
  return std::nullopt;
}

std::optional<fault> busy_in_post(const call& call) {
  if (!call.machine().in_post() || !call.kind().busy_in_post) return std::nullopt;
  return to_fault(call.kind().busy_in_post);
}

}  // namespace ironbus::simulator
