#include "drivers/redfish/firmware/redfish_update.hpp"

#include "drivers/redfish/client/redfish_link.hpp"
#include "drivers/redfish/firmware/update_work.hpp"
#include "drivers/redfish/redfish_system.hpp"
#include "drivers/redfish/redfish_task.hpp"
#include "messages/base/text.hpp"

#include <algorithm>
#include <array>

namespace ironbus {

namespace {

constexpr const char* simple_update = "UpdateService.SimpleUpdate";

redfish_get get_update_service(redfish_client bmc) {
  const auto root = co_await bmc.get_known(bmc.account().root);
  if (!root) co_return tl::unexpected(root.error());
  const auto link = link_at(root->body, {"UpdateService"});
  if (link.empty()) co_return no_link(*root, "UpdateService");
  auto out = co_await bmc.get(link);
  if (out && action_target(out->body, simple_update).empty())
    co_return no_link(*out, "Actions.#UpdateService.SimpleUpdate");
  co_return out;
}

std::string names_of(const std::vector<firmware_component>& all) {
  return join(all, [](const auto& one) -> std::string_view { return one.component; });
}

/// The error for components that the machine does not have; empty: none.
std::string unknown_component(const update_work& work, const std::vector<firmware_component>& all) {
  for (const auto& order : work.orders)
    if (find_component(all, order.component) == nullptr)
      return "The machine has no component '" + order.component + "'; it has: " + names_of(all) +
             ".";
  return {};
}

/// Records the state before the update.
redfish_outcome plan_update(update_work work) {
  const auto service = co_await get_update_service(work.call.bmc);
  if (!service) co_return redfish_step_failed(service.error());
  auto found = co_await read_redfish_components(work.call.bmc, work.call.system);
  if (!found) co_return redfish_step_failed(found.error());
  if (auto why = unknown_component(work, *found); !why.empty()) co_return step_refused(why);
  const auto tasks = co_await list_tasks(work.call.bmc);
  if (!tasks && tasks.error().fault != redfish_fault::missing)
    co_return redfish_step_failed(tasks.error());
  work.notes.phase = "post";
  work.notes.before = find_component(*found, work.order().component)->current_version.value_or("");
  work.notes.known = tasks ? names_of_tasks(*tasks) : json{};
  auto out = update_part_done(work, work.order().component + " has " + work.notes.before);
  out.observed.firmware = std::move(*found);
  co_return out;
}

/// By the URL's scheme, unless the BMC forbids it.
std::string transfer_protocol_of(const update_order& order, const json& service) {
  const bool secure = order.url.starts_with("https://");
  const auto& action = member_at(service, {"Actions", "#UpdateService.SimpleUpdate"});
  const auto offered = allowed_values(action, "TransferProtocol");
  const bool known =
      !offered || std::find(offered->begin(), offered->end(), "HTTPS") != offered->end();
  return secure && known ? "HTTPS" : "HTTP";
}

json update_body(const update_order& order, const json& service, const std::string& target) {
  json out{{"ImageURI", order.url}, {"TransferProtocol", transfer_protocol_of(order, service)}};
  if (!target.empty()) out["Targets"] = json::array({target});
  return out;
}

using target_result = boost::asio::awaitable<redfish_result<std::string>>;

/// The system, if the BMC has several; otherwise omitted.
target_result target_of_update(redfish_call call) {
  const auto root = co_await call.bmc.get_known(call.bmc.account().root);
  if (!root) co_return tl::unexpected(root.error());
  const auto systems = link_at(root->body, {"Systems"});
  if (systems.empty() || call.system.empty()) co_return std::string{};
  const auto members = co_await get_known_member_links(call.bmc, systems);
  if (!members) co_return tl::unexpected(members.error());
  co_return members->size() > 1 ? call.system : std::string{};
}

/// Whether the BMC may have accepted the update despite the error.
bool may_be_accepted(const redfish_error& wrong) {
  return wrong.fault == redfish_fault::silent || wrong.fault == redfish_fault::broken ||
         wrong.fault == redfish_fault::unreadable;
}

facts notes_as_facts(const update_work& work) {
  return noted(work.call.request, to_json_notes(work.notes));
}

/// The BMC names no task, or only one on another host: its list of tasks may have it.
redfish_wait search_of_accepted() {
  auto out = wait_for("search");
  out.seen = update_accepted;
  return out;
}

redfish_wait watch_of(const update_work& work) {
  if (work.notes.task.empty())
    return work.notes.reboots == 0 ? search_of_accepted() : wait_for("end");
  redfish_wait out;
  out.what = "task";
  out.task = work.notes.task;
  return out;
}

redfish_outcome post_update(update_work work) {
  const auto service = co_await get_update_service(work.call.bmc);
  if (!service) co_return redfish_step_failed(service.error());
  const auto target = co_await target_of_update(work.call);
  if (!target) co_return redfish_step_failed(target.error());
  auto body = update_body(work.order(), service->body, *target);
  const auto path = action_target(service->body, simple_update);
  const auto taken = co_await work.call.bmc.post(path, std::move(body));
  ++work.notes.posts;
  work.notes.phase = "watch";
  if (taken) {
    work.notes.task = task_of(*taken);
    co_return update_waits(work, watch_of(work), notes_as_facts(work));
  }
  if (!may_be_accepted(taken.error())) co_return update_failed(work, taken.error().message);
  co_return update_waits(work, wait_for("search"), notes_as_facts(work));
}

redfish_outcome watch_update(update_work work) { co_return update_waits(work, watch_of(work)); }

redfish_outcome await_stability(update_work work) {
  co_return update_waits(work, wait_for("settle"));
}

struct phase_row {
  std::string_view phase;
  redfish_outcome (*run)(update_work);
};

constexpr std::array phases{
    phase_row{"plan", &plan_update},
    phase_row{"post", &post_update},
    phase_row{"watch", &watch_update},
    phase_row{"settle", &await_stability},
};

update_work new_update_work(redfish_call call, std::vector<update_order> orders) {
  update_work out{std::move(call), std::move(orders), {}};
  out.notes.began = system_clock{}.now();
  return out;
}

redfish_outcome begin_update(redfish_call call) {
  auto orders = read_update_orders(call.request.what.args.value("settings", json{}));
  if (!orders) co_return step_refused(orders.error().message);
  co_return co_await plan_update(new_update_work(std::move(call), std::move(*orders)));
}

redfish_outcome go_on_with_update(update_work work) {
  const auto* row = std::find_if(phases.begin(), phases.end(),
                                 [&](const auto& one) { return one.phase == work.notes.phase; });
  if (row == phases.end())
    co_return update_failed(work, "The node's record of the update belongs to another driver.");
  co_return co_await row->run(std::move(work));
}

redfish_outcome update_firmware_by(redfish_call call) {
  auto work = read_update_work(call);
  if (!work) co_return co_await begin_update(std::move(call));
  co_return co_await go_on_with_update(std::move(*work));
}

redfish_probe_result recover_update(redfish_call call) {
  auto work = read_update_work(call);
  if (!work) co_return co_await begin_update(std::move(call));  // changes nothing yet
  if (work->notes.phase != "post") co_return std::nullopt;
  ++work->notes.posts;
  work->notes.phase = "watch";
  const auto search = wait_for("search");
  auto found = co_await find_lost_update(*work, search);
  if (!found) found = update_waits(*work, search);
  if (found->status == step_status::waiting) found->observed = notes_as_facts(*work);
  co_return found;
}

}  // namespace

redfish_outcome update_redfish_firmware(redfish_call call) {
  return update_firmware_by(std::move(call));
}

redfish_probe_result recover_redfish_update(redfish_call call) {
  return recover_update(std::move(call));
}

}  // namespace ironbus
