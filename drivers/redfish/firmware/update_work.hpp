#pragma once

#include "drivers/redfish/firmware/redfish_components.hpp"
#include "drivers/redfish/firmware/update_orders.hpp"
#include "drivers/redfish/redfish_notes.hpp"

#include <string>
#include <vector>

namespace ironbus {

/// How far firmware.update has come, as the notes of its node say.
///
///   plan ─► post ─► watch ─► (plan of the next one) … settle ─► the end
///
/// What is done once, the order to the BMC and the machine's restart, is a part of its own each, so
/// under a claim of its own; `before` and `known` are what there was before the order.
struct update_notes {
  std::string phase = "plan";
  timestamp began{};
  uint32_t place = 0;    ///< Which of the orders.
  uint32_t posts = 0;    ///< How often it was given.
  uint32_t reboots = 0;  ///< How often the machine was restarted for it.
  std::string task;      ///< Of the BMC; empty: it names none.
  std::string before;    ///< The component's version.
  json known;            ///< The names of all tasks; null: the BMC lists none.
};

json to_json_notes(const update_notes& notes);
/// Unset: there are none, or they are none of ours.
std::optional<update_notes> read_update_notes(const json& notes);

/// A call, with all that it is about.
struct update_work {
  redfish_call call;
  std::vector<update_order> orders;
  update_notes notes;

  const update_order& order() const { return orders[notes.place]; }
  const redfish_options& options() const { return call.bmc.options(); }
};

/// The work of a call that has been begun; unset: its notes are lost.
std::optional<update_work> read_update_work(redfish_call call);

/// What has to be done for a component besides the order.
struct update_procedure {
  std::string_view component;  ///< Its name begins so.
  bool needs_restart;          ///< The machine's, during or after its task.
  bool restarts_running;       ///< Its task may run already when the machine is restarted.
};

const update_procedure& procedure_of(const update_work& work);

/// The step waits for that, as long as it may altogether.
step_outcome update_waits(const update_work& work, const redfish_wait& wait, facts observed = {});
/// The next part, with the notes as they are.
step_outcome update_goes_on(const update_work& work, std::string evidence);
step_outcome update_needs_restart(const update_work& work, std::string evidence);
step_outcome update_failed(const update_work& work, const std::string& reason);
/// The component is done: what follows, another one or the end.
step_outcome update_of_next(update_work work);

/// Looks for the task of an order whose answer was lost. Unset: nothing yet.
boost::asio::awaitable<std::optional<step_outcome>> find_lost_update(update_work work,
                                                                     redfish_wait wait);

}  // namespace ironbus
