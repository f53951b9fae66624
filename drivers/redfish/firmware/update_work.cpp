#include "drivers/redfish/firmware/update_work.hpp"

#include "drivers/redfish/firmware/update_view.hpp"
#include "drivers/redfish/redfish_task.hpp"
#include "messages/base/text.hpp"

#include <algorithm>
#include <array>

namespace ironbus {

namespace {

constexpr std::array procedures{
    update_procedure{"bios", true, true},
    update_procedure{"nic:", true, false},
    update_procedure{"bmc", false, false},
};

constexpr std::chrono::hours no_limit{24 * 7};
constexpr size_t tasks_looked_at = 8;

uint32_t count_in(const json& notes, const char* key) {
  const auto found = notes.value(key, json{});
  return found.is_number_unsigned() ? found.get<uint32_t>() : 0;
}

std::chrono::milliseconds limit_of(const redfish_options& options) {
  const auto limit = options.firmware_update_overall_timeout;
  return limit.count() == 0 ? no_limit : limit;
}

uint32_t poll_pause(const redfish_options& options) {
  return static_cast<uint32_t>(std::max<int64_t>(
      std::chrono::ceil<std::chrono::seconds>(options.firmware_update_status_interval).count(), 1));
}

/// Whether a task is likely a firmware update.
bool is_update(const json& task) {
  const auto text = lower(to_text(task).substr(0, 4096));
  return text.find("update") != std::string::npos || text.find("firmware") != std::string::npos;
}

/// The first readable task that looks like an update; empty: none.
boost::asio::awaitable<std::string> find_update_among(redfish_client bmc,
                                                      std::vector<std::string> found) {
  for (size_t i = 0; i < found.size() && i < tasks_looked_at; ++i) {
    const auto shown = co_await bmc.get(found[i]);
    if (shown && is_update(shown->body)) co_return found[i];
  }
  co_return std::string{};
}

/// There is no sign that the BMC accepted the update. If it lists tasks, the update may be sent
/// again.
step_outcome send_again(update_work work) {
  constexpr uint32_t posts_max = 10;
  if (work.notes.known.is_null())
    return step_interrupted("It is unknown whether the BMC started the update of " +
                            work.order().component +
                            ": its response was lost and it lists no tasks. Check the machine.");
  if (work.notes.posts >= posts_max)
    return update_failed(work, "The BMC did not start the update of " + work.order().component +
                                   ": its response was lost " + std::to_string(posts_max) +
                                   " times, and it lists no task for it.");
  work.notes.phase = "post";
  return update_part_done(work, "the BMC did not start the update of " + work.order().component);
}

}  // namespace

json to_json_notes(const update_notes& notes) {
  return {{"phase", notes.phase},     {"began", to_string(notes.began)},
          {"at", notes.place},        {"posts", notes.posts},
          {"reboots", notes.reboots}, {"task", notes.task},
          {"before", notes.before},   {"known", notes.known},
          {"result", notes.result}};
}

std::optional<update_notes> read_update_notes(const json& notes) {
  if (!notes.is_object()) return std::nullopt;
  const auto began = noted_time(notes, "began");
  update_notes out;
  out.phase = member_text(notes, "phase");
  if (!began || out.phase.empty()) return std::nullopt;
  out.began = *began;
  out.place = count_in(notes, "at");
  out.posts = count_in(notes, "posts");
  out.reboots = count_in(notes, "reboots");
  out.task = member_text(notes, "task");
  out.before = member_text(notes, "before");
  out.result = member_text(notes, "result");
  out.known = notes.value("known", json{});
  return out;
}

std::optional<update_work> read_update_work(redfish_call call) {
  auto orders = read_update_orders(call.request.what.args.value("settings", json{}));
  auto notes = read_update_notes(notes_of(call.request));
  if (!orders || !notes || notes->place >= orders->size()) return std::nullopt;
  return update_work{std::move(call), std::move(*orders), std::move(*notes)};
}

const update_procedure& procedure_of(const update_work& work) {
  const auto& name = work.order().component;
  return *std::find_if(procedures.begin(), procedures.end(),
                       [&](const auto& row) { return name.starts_with(row.component); });
}

step_outcome update_waits(const update_work& work, const redfish_wait& wait, facts observed) {
  const auto left = seconds_left(work.notes.began, limit_of(work.options()));
  if (!left)
    return update_failed(work,
                         "The update timed out (option redfish.firmware_update_overall_timeout).");
  auto out = step_waiting_for_task(wait.handle(), *left, poll_pause(work.options()));
  out.observed = std::move(observed);
  return out;
}

step_outcome update_part_done(const update_work& work, std::string evidence) {
  return step_part_done(noted(work.call.request, to_json_notes(work.notes)), std::move(evidence));
}

step_outcome update_needs_restart(const update_work& work, std::string evidence) {
  return step_needs_reboot(noted(work.call.request, to_json_notes(work.notes)),
                           std::move(evidence));
}

step_outcome update_failed(const update_work& work, const std::string& reason) {
  auto out = step_failed(reason);
  out.observed = without_step_notes(work.call.request);
  return out;
}

step_outcome update_of_next(update_work work, std::string evidence) {
  const bool needs_restart = !procedure_of(work).needs_restart;
  update_notes next;
  next.began = work.notes.began;
  next.place = work.notes.place;
  next.phase = "settle";
  const bool last = work.notes.place + 1 >= work.orders.size();
  if (!last) {
    next.place = work.notes.place + 1;
    next.phase = "plan";
  }
  work.notes = std::move(next);
  // After an update of the BMC the machine restarts before the next change.
  if (!last && needs_restart) return update_needs_restart(work, std::move(evidence));
  return update_part_done(work, std::move(evidence));
}

namespace {

boost::asio::awaitable<std::optional<step_outcome>> look_for_update(update_work work,
                                                                    redfish_wait wait) {
  const auto listed = co_await list_tasks(work.call.bmc);
  if (!listed && listed.error().fault != redfish_fault::missing) co_return std::nullopt;
  if (listed && !work.notes.known.is_null()) {
    auto found = new_tasks(*listed, work.notes.known);
    if (!found.empty()) {
      auto task = co_await find_update_among(work.call.bmc, found);
      redfish_wait known;
      known.what = "task";
      known.task = task.empty() ? std::move(found.front()) : std::move(task);
      co_return update_waits(work, known);
    }
  }
  std::string no_result;
  const auto seen = co_await view_update(work, std::move(no_result));
  if (seen && seen->has_changed()) {
    auto evidence = seen->evidence();
    co_return update_of_next(std::move(work), std::move(evidence));
  }
  if (!is_past(wait.since, work.options().task_made_within)) co_return std::nullopt;
  if (wait.seen == update_accepted) co_return update_waits(work, wait_for("end"));
  co_return send_again(std::move(work));
}

boost::asio::awaitable<std::optional<std::string>> list_update(update_work work, std::string but) {
  if (work.notes.known.is_null()) co_return std::string{};
  const auto listed = co_await list_tasks(work.call.bmc);
  if (!listed && listed.error().fault == redfish_fault::missing) co_return std::string{};
  if (!listed) co_return std::nullopt;
  auto found = new_tasks(*listed, work.notes.known);
  std::erase(found, but);
  co_return co_await find_update_among(work.call.bmc, std::move(found));
}

}  // namespace

boost::asio::awaitable<std::optional<step_outcome>> find_lost_update(update_work work,
                                                                     redfish_wait wait) {
  return look_for_update(std::move(work), std::move(wait));
}

boost::asio::awaitable<std::optional<std::string>> find_listed_update(update_work work,
                                                                      std::string but) {
  return list_update(std::move(work), std::move(but));
}

}  // namespace ironbus
