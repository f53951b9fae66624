#pragma once

#include "drivers/redfish/firmware/redfish_components.hpp"
#include "drivers/redfish/firmware/update_orders.hpp"
#include "drivers/redfish/redfish_notes.hpp"

#include <string>
#include <vector>

namespace ironbus {

/// Progress of firmware.update, stored in the node's notes.
///
///   plan ─► post ─► watch ─► (plan of the next one) … settle ─► the end
///
/// The request to the BMC and the machine's restart must not be repeated, so each is a part with
/// its own claim. `before` and `known` record the state before the request.
struct update_notes {
  std::string phase = "plan";
  timestamp began{};
  uint32_t place = 0;    ///< Index of the entry.
  uint32_t posts = 0;    ///< Number of requests.
  uint32_t reboots = 0;  ///< Number of restarts of the machine.
  std::string task;      ///< Task of the BMC; empty: none.
  std::string before;    ///< The component's version before.
  std::string result;    ///< Good final state of the task before a restart; empty: none was seen.
  json known;            ///< Names of all tasks before; null: the BMC lists none.
};

json to_json_notes(const update_notes& notes);
/// Unset: no notes, or notes of another driver.
std::optional<update_notes> read_update_notes(const json& notes);

/// A call with its update entries and notes.
struct update_work {
  redfish_call call;
  std::vector<update_order> orders;
  update_notes notes;

  const update_order& order() const { return orders[notes.place]; }
  const redfish_options& options() const { return call.bmc.options(); }
};

/// The work of a started call; unset: its notes are missing.
std::optional<update_work> read_update_work(redfish_call call);

/// Additional actions for a component.
struct update_procedure {
  std::string_view component;  ///< Prefix of the component's name.
  bool needs_restart;          ///< The machine restarts during or after the task.
  bool restarts_running;       ///< The task may already run when the machine restarts.
};

const update_procedure& procedure_of(const update_work& work);

/// The step waits, within its overall time limit.
step_outcome update_waits(const update_work& work, const redfish_wait& wait, facts observed = {});
/// The next part, with the current notes.
step_outcome update_part_done(const update_work& work, std::string evidence);
step_outcome update_needs_restart(const update_work& work, std::string evidence);
step_outcome update_failed(const update_work& work, const std::string& reason);
/// The component is done. Continues with the next one or ends.
step_outcome update_of_next(update_work work, std::string evidence);

/// `redfish_wait::seen` of a search: the BMC accepted the update, but named no task of its own.
inline constexpr const char* update_accepted = "accepted";

/// Finds the task of a request whose response was lost, or named no task. Unset: not found yet.
boost::asio::awaitable<std::optional<step_outcome>> find_lost_update(update_work work,
                                                                     redfish_wait wait);

/// Path of a new task that looks like an update, other than `but`. Empty: the BMC lists none.
/// Unset: its list is unreadable.
boost::asio::awaitable<std::optional<std::string>> find_listed_update(update_work work,
                                                                      std::string but);

}  // namespace ironbus
