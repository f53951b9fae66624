#include "ops/simulator/machine/bios_attributes.hpp"
#include "ops/simulator/redfish/body_check.hpp"
#include "ops/simulator/redfish/etag.hpp"
#include "ops/simulator/redfish/paths.hpp"
#include "ops/simulator/resources/boot_object.hpp"
#include "ops/simulator/resources/handlers.hpp"
#include "ops/simulator/resources/task_reply.hpp"

#include <array>

namespace ironbus::simulator {

namespace {

constexpr std::string_view bios_apply_time = "@Redfish.SettingsApplyTime";

std::string settings_path(const profile& kind) {
  return system_path(kind, "/Bios/" + std::string{kind.bios_settings});
}

std::string_view message_of(bios_fault why) {
  switch (why) {
    case bios_fault::unknown: return "PropertyUnknown";
    case bios_fault::read_only: return "PropertyNotWritable";
    case bios_fault::wrong_type: return "PropertyValueTypeError";
    case bios_fault::wrong_value: return "PropertyValueNotInList";
  }
  return {};
}

std::optional<fault> check_attributes(const json& wanted) {
  if (wanted.empty()) return fault{"EmptyJSON"};
  for (const auto& [name, value] : wanted.items()) {
    const auto why = check_bios_value(name, value);
    if (!why) continue;
    const bool of_value = *why == bios_fault::wrong_type || *why == bios_fault::wrong_value;
    std::vector<std::string> args{name};
    if (of_value) args.insert(args.begin(), to_text(value).substr(0, 200));
    return fault{std::string{message_of(*why)}, std::move(args), "#/Attributes/" + name};
  }
  return std::nullopt;
}

std::optional<fault> check_apply_time(const profile& kind, const json& body) {
  const auto given = body.find(bios_apply_time);
  if (given == body.end()) return std::nullopt;
  const std::array rules{
      member_rule{"@odata.type"},
      member_rule{"ApplyTime", value_kind::text, kind.bios_apply_times, true},
      member_rule{"MaintenanceWindowStartTime"},
      member_rule{"MaintenanceWindowDurationInSeconds", value_kind::whole_number},
  };
  return check_properties(*given, rules, json::object(), "#/" + std::string{bios_apply_time});
}

std::optional<fault> check_change(const call& call) {
  const auto& kind = call.kind();
  std::vector<member_rule> rules{{"Attributes", value_kind::object, {}, true}};
  if (!kind.bios_apply_times.empty()) rules.push_back({bios_apply_time, value_kind::object});
  if (auto wrong = check_properties(call.body, rules, show_pending_bios(call)->body)) return wrong;
  if (auto busy = busy_in_post(call)) return busy;
  if (auto wrong = check_apply_time(kind, call.body)) return wrong;
  if (auto wrong = check_attributes(call.body["Attributes"])) return wrong;
  if (kind.bios_pending && !call.machine().pending_bios().empty())
    return to_fault(kind.bios_pending);
  return std::nullopt;
}

}  // namespace

answer show_bios(const call& call) {
  const auto& kind = call.kind();
  const auto path = system_path(kind, "/Bios");
  auto out = resource(path, "Bios.v1_1_0.Bios", "Bios", "BIOS settings");
  out["AttributeRegistry"] = "BiosAttributeRegistry.v1_0_0";
  out["Attributes"] = call.machine().bios();
  if (kind.bios_shown_early) out["Attributes"].update(call.machine().pending_bios());
  json settings{{"@odata.type", "#Settings.v1_3_0.Settings"},
                {"SettingsObject", link_to(settings_path(kind))}};
  if (kind.etags != etag_demand::none) settings["ETag"] = etag_of(show_pending_bios(call)->body);
  if (!kind.bios_apply_times.empty())
    settings["SupportedApplyTimes"] = items_of(kind.bios_apply_times);
  out["@Redfish.Settings"] = settings;
  out["Actions"] = {{"#Bios.ResetBios", action(path, "Bios.ResetBios")}};
  return reply{200, out};
}

answer show_pending_bios(const call& call) {
  const auto& kind = call.kind();
  auto out = resource(settings_path(kind), "Bios.v1_1_0.Bios", std::string{kind.bios_settings},
                      "BIOS settings of the next start");
  out["Attributes"] = call.machine().pending_bios();
  return reply{200, out};
}

answer change_pending_bios(const call& call) {
  if (auto wrong = check_change(call)) return refuse(*wrong);
  call.machine().set_pending_bios(call.body["Attributes"]);
  if (call.kind().bios_job)
    return accepted(call, call.machine().begin_task(task_kind::bios_settings, true));
  return no_content();
}

answer reset_bios(const call& call) {
  if (auto wrong = check_parameters(call.body, {}, "Bios.ResetBios")) return refuse(*wrong);
  if (auto busy = busy_in_post(call)) return refuse(*busy);
  call.machine().request_bios_reset();
  return no_content();
}

}  // namespace ironbus::simulator
