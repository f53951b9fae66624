#include "drivers/redfish/bios/redfish_bios.hpp"

#include "drivers/redfish/bios/bios_values.hpp"
#include "drivers/redfish/client/redfish_link.hpp"
#include "drivers/redfish/redfish_notes.hpp"
#include "drivers/redfish/redfish_system.hpp"
#include "drivers/redfish/redfish_task.hpp"
#include "messages/base/text.hpp"
#include "messages/model/snapshot.hpp"

#include <algorithm>

namespace ironbus {

namespace {

constexpr const char* on_reset = "OnReset";
/// Number of reads after a restart until a missing setting counts as not applied.
constexpr uint32_t sightings_max = 3;

/// The machine's settings and their resources.
struct shown_bios {
  redfish_resource system;
  redfish_resource bios;
  redfish_resource settings;  ///< Pending settings; an empty path: the BMC has none.
  bios_state state;
};

using shown_bios_result = boost::asio::awaitable<redfish_result<shown_bios>>;

const json& attributes_of(const redfish_resource& shown) {
  static const json none = json::object();
  const auto& out = member_at(shown.body, {"Attributes"});
  return out.is_object() ? out : none;
}

shown_bios_result get_bios(redfish_call call) {
  auto system = co_await get_system(call.bmc, call.system);
  if (!system) co_return tl::unexpected(system.error());
  const auto link = link_at(system->body, {"Bios"});
  if (link.empty()) co_return no_link(*system, "Bios");
  auto bios = co_await call.bmc.get(link);
  if (!bios) co_return tl::unexpected(bios.error());
  shown_bios out;
  out.system = std::move(*system);
  out.bios = std::move(*bios);
  out.state.current = attributes_of(out.bios);
  out.state.pending = json::object();
  const auto settings = link_at(out.bios.body, {"@Redfish.Settings", "SettingsObject"});
  if (settings.empty()) co_return out;
  auto held = co_await call.bmc.get(settings);
  if (!held) co_return tl::unexpected(held.error());
  out.settings = std::move(*held);
  out.state.pending = attributes_of(out.settings);
  if (out.settings.etag.empty())
    out.settings.etag = member_text(member_at(out.bios.body, {"@Redfish.Settings"}), "ETag");
  co_return out;
}

/// If the registry cannot be read, only names and values are used.
boost::asio::awaitable<bios_registry> registry_of(redfish_client bmc, const shown_bios& shown) {
  auto id = member_text(shown.bios.body, "AttributeRegistry");
  auto out = co_await get_bios_registry(std::move(bmc), std::move(id));
  if (!out) co_return bios_registry{};
  co_return std::move(*out);
}

facts bios_facts(const shown_bios& shown, const bios_registry& registry, facts out = {}) {
  out.bios = all_settings(shown.state.current, registry);
  return out;
}

redfish_outcome cache_bios(redfish_call call) {
  const auto shown = co_await get_bios(call);
  if (!shown) co_return redfish_step_failed(shown.error());
  const auto registry = co_await registry_of(call.bmc, *shown);
  co_return step_done(bios_facts(*shown, registry));
}

json settings_body(json attributes, const shown_bios& shown) {
  json out{{"Attributes", std::move(attributes)}};
  const auto& times = member_at(shown.bios.body, {"@Redfish.Settings", "SupportedApplyTimes"});
  if (times.is_array() && std::find(times.begin(), times.end(), on_reset) != times.end())
    out["@Redfish.SettingsApplyTime"] = {{"@odata.type", "#Settings.v1_0_0.PreferredApplyTime"},
                                         {"ApplyTime", on_reset}};
  return out;
}

/// Attributes to send: those that are not yet pending.
json unsent_settings(const json& attributes, const bios_state& state) {
  auto out = json::object();
  for (const auto& [name, value] : attributes.items())
    if (!state.has(name, value) &&
        !(state.is_pending(name) && state.pending.value(name, json{}) == value))
      out[name] = value;
  return out;
}

json bios_notes(const std::string& task) {
  return {{"began", to_string(system_clock{}.now())}, {"task", task}};
}

/// Whether the BMC has the settings although it answered with an error.
boost::asio::awaitable<bool> are_pending(redfish_call call, json attributes) {
  const auto shown = co_await get_bios(std::move(call));
  co_return shown.has_value() && unsent_settings(attributes, shown->state).empty();
}

/// Sends the settings. Those that are already pending are not sent again.
redfish_outcome send_settings(redfish_call call, shown_bios shown, json attributes) {
  auto unsent = unsent_settings(attributes, shown.state);
  std::string task;
  if (!unsent.empty()) {
    auto body = settings_body(std::move(unsent), shown);
    const bool own = !shown.settings.path.empty();
    auto holder = own ? std::move(shown.settings) : std::move(shown.bios);
    const auto said = co_await call.bmc.patch(std::move(holder), std::move(body));
    if (said) task = task_of(*said);
    if (!said) {
      const bool pending = co_await are_pending(call, std::move(attributes));
      if (!pending) co_return redfish_step_failed(said.error());
    }
  }
  co_return step_needs_reboot(noted(call.request, bios_notes(task)),
                              "the BIOS applies the settings when the machine restarts");
}

step_outcome waits_for_bios(const redfish_call& call, const json& notes, const redfish_wait& wait) {
  constexpr uint32_t grace = 120;  // time to find out which settings were not applied
  const auto began = noted_time(notes, "began");
  const auto& options = call.bmc.options();
  const auto left = began ? seconds_left(*began, options.bios_config_timeout) : std::nullopt;
  return step_waiting_for_task(wait.handle(), left.value_or(0) + grace);
}

redfish_outcome start_settings(redfish_call call) {
  const auto wanted = read_wanted_settings(call.request.what.args.value("settings", json{}));
  if (!wanted) co_return step_refused(wanted.error().message);
  auto shown = co_await get_bios(call);
  if (!shown) co_return redfish_step_failed(shown.error());
  const auto registry = co_await registry_of(call.bmc, *shown);
  auto attributes = as_attributes(*wanted, registry, shown->state.current);
  if (!attributes) co_return step_refused(attributes.error().message);
  if (missing_attributes(*attributes, shown->state).empty())
    co_return step_done(bios_facts(*shown, registry), "the BIOS has the settings");
  co_return co_await send_settings(std::move(call), std::move(*shown), std::move(*attributes));
}

redfish_outcome apply_settings(redfish_call call) {
  const auto notes = notes_of(call.request);
  if (!notes.is_object()) co_return co_await start_settings(std::move(call));
  co_return waits_for_bios(call, notes, wait_for("bios", member_text(notes, "task")));
}

/// Whether the BMC reports that the machine has started; unset: it does not report it.
std::optional<bool> has_started(const redfish_resource& system) {
  const auto state = member_text(member_at(system.body, {"BootProgress"}), "LastState");
  if (state.empty() || state == "None") return std::nullopt;
  return state == "OSBootStarted" || state == "OSRunning";
}

step_outcome settings_not_applied(const redfish_call& call, const std::vector<std::string>& names,
                                  const std::string& why) {
  auto out = step_failed("The BIOS did not apply these settings: " + join(names).substr(0, 2048) +
                         "." + why);
  out.observed = without_step_notes(call.request);
  return out;
}

/// Why the task of the settings failed; empty: it did not fail.
boost::asio::awaitable<std::string> failure_of_task(redfish_client bmc, std::string path) {
  if (path.empty()) co_return std::string{};
  const auto task = co_await get_task(std::move(bmc), std::move(path));
  if (!task || task->stage != task_stage::failed) co_return std::string{};
  co_return " The BMC reports: " + task->state + (task->words.empty() ? "." : ": " + task->words);
}

bool is_pending_still(const std::vector<std::string>& names, const bios_state& state) {
  return std::any_of(names.begin(), names.end(),
                     [&](const std::string& name) { return state.is_pending(name); });
}

/// The end of the step if settings are missing; unset: keep waiting.
std::optional<step_outcome> outcome_of_missing(const redfish_call& call, const shown_bios& shown,
                                               const std::vector<std::string>& names,
                                               redfish_wait wait) {
  const auto notes = notes_of(call.request);
  const auto began = noted_time(notes, "began");
  if (!began || is_past(*began, call.bmc.options().bios_config_timeout))
    return settings_not_applied(call, names, " The restart is over, or timed out.");
  const bool settled =
      has_started(shown.system).value_or(false) && !is_pending_still(names, shown.state);
  if (!settled) return std::nullopt;
  if (++wait.count >= sightings_max) return settings_not_applied(call, names, "");
  return waits_for_bios(call, notes, wait);
}

redfish_probe_result watch_settings(redfish_call call) {
  const auto wait = read_redfish_wait(call.request.task_handle);
  const auto wanted = read_wanted_settings(call.request.what.args.value("settings", json{}));
  if (!wait || !wanted || !notes_of(call.request).is_object())
    co_return step_failed("The node's record of the BIOS settings is missing.");
  const auto shown = co_await get_bios(call);
  if (!shown) co_return std::nullopt;
  const auto registry = co_await registry_of(call.bmc, *shown);
  const auto attributes = as_attributes(*wanted, registry, shown->state.current);
  if (!attributes) co_return step_failed(attributes.error().message);
  const auto names = missing_attributes(*attributes, shown->state);
  if (names.empty())
    co_return step_done(bios_facts(*shown, registry, without_step_notes(call.request)),
                        "the BIOS has the settings");
  const auto words = co_await failure_of_task(call.bmc, wait->task);
  if (!words.empty()) co_return settings_not_applied(call, names, words);
  co_return outcome_of_missing(call, *shown, names, *wait);
}

redfish_outcome begin_reset(redfish_call call) {
  const auto shown = co_await get_bios(call);
  if (!shown) co_return redfish_step_failed(shown.error());
  const auto target = action_target(shown->bios.body, "Bios.ResetBios");
  if (target.empty())
    co_return redfish_step_failed(no_link(shown->bios, "Actions.#Bios.ResetBios").value());
  auto done = co_await call.bmc.post(target, nullptr);
  if (!done && (done.error().status == 400 || done.error().status == 415)) {
    auto nothing = json::object();
    done = co_await call.bmc.post(target, std::move(nothing));
  }
  if (!done) co_return redfish_step_failed(done.error());
  co_return step_needs_reboot(noted(call.request, bios_notes(task_of(*done))),
                              "the BIOS resets when the machine restarts");
}

redfish_outcome reset_settings(redfish_call call) {
  const auto notes = notes_of(call.request);
  if (!notes.is_object()) co_return co_await begin_reset(std::move(call));
  co_return waits_for_bios(call, notes, wait_for("reset", member_text(notes, "task")));
}

redfish_probe_result watch_reset(redfish_call call) {
  const auto wait = read_redfish_wait(call.request.task_handle);
  const auto notes = notes_of(call.request);
  if (!wait || !notes.is_object())
    co_return step_failed("The node's record of the BIOS reset is missing.");
  const auto shown = co_await get_bios(call);
  if (!shown) co_return std::nullopt;
  const auto words = co_await failure_of_task(call.bmc, wait->task);
  if (!words.empty()) {
    auto failed = step_failed("The BIOS was not reset." + words);
    failed.observed = without_step_notes(call.request);
    co_return failed;
  }
  const auto began = noted_time(notes, "began");
  const bool over = !began || is_past(*began, call.bmc.options().bios_config_timeout);
  if (!has_started(shown->system).value_or(true) && !over) co_return std::nullopt;
  const auto registry = co_await registry_of(call.bmc, *shown);
  co_return step_done(bios_facts(*shown, registry, without_step_notes(call.request)));
}

}  // namespace

redfish_outcome cache_redfish_bios(redfish_call call) { return cache_bios(std::move(call)); }

redfish_outcome apply_redfish_bios(redfish_call call) { return apply_settings(std::move(call)); }

redfish_probe_result watch_redfish_bios(redfish_call call) {
  return watch_settings(std::move(call));
}

redfish_outcome reset_redfish_bios(redfish_call call) { return reset_settings(std::move(call)); }

redfish_probe_result watch_redfish_bios_reset(redfish_call call) {
  return watch_reset(std::move(call));
}

}  // namespace ironbus
