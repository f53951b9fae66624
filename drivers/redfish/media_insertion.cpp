// Insertion and ejection of images, which differ between vendors.

#include "drivers/redfish/client/media_answer.hpp"
#include "drivers/redfish/client/media_transport.hpp"
#include "drivers/redfish/client/redfish_link.hpp"
#include "drivers/redfish/redfish_media.hpp"
#include "drivers/redfish/redfish_order.hpp"
#include "drivers/redfish/redfish_task.hpp"
#include "messages/base/text.hpp"

#include <algorithm>
#include <array>
#include <memory>

namespace ironbus {

/// A running change of a device. Outside of an unnamed namespace, because
/// coroutines hold it.
struct media_progress {
  redfish_client bmc;
  media_slot slot;       ///< As read last.
  std::string image;     ///< To insert; empty: to eject.
  std::string protocol;  ///< TransferProtocolType; empty: none is sent.
  std::string user;      ///< At the image's server; empty: none is sent.
  std::string password;
  std::string task{};     ///< Of the last order; empty: none.
  bool occupied = false;  ///< The last answer: an image is inserted, or being ejected.
  bool lost = false;      ///< An order may have been executed without a good answer.
  bool barred = false;    ///< The BMC rejects this service, or it may not send: for all devices.
  unsigned failures = 0;  ///< Answers of an unknown kind.
};
using media_progress_ptr = std::shared_ptr<media_progress>;

namespace {

constexpr int demand_attempts = 4;
constexpr unsigned media_again_max = 11;
/// Unknown errors in a row that fail the order, unless the device shows the wanted state.
constexpr unsigned media_failures_max = 4;

constexpr const char* transfer_key = "TransferProtocolType";

/// The image and its optional parameters.
json insertion(const media_progress& progress) {
  json out{{"Image", progress.image}};
  if (!progress.protocol.empty()) out[transfer_key] = progress.protocol;
  if (!progress.user.empty()) out["UserName"] = progress.user;
  if (!progress.password.empty()) out["Password"] = progress.password;
  return out;
}
json patched_insertion(const media_progress& progress) {
  json out{{"Image", progress.image}, {"Inserted", true}, {"WriteProtected", true}};
  if (!progress.user.empty()) out.update(insertion(progress));
  return out;
}
json patched_ejection() { return {{"Image", nullptr}, {"Inserted", false}}; }

/// A parameter that a BMC may require, and its value.
struct demand_row {
  std::string_view property;
  std::string (*value)(const std::string& image);
};

std::string by_stream(const std::string&) { return "Stream"; }
std::string nobody(const std::string&) { return "none"; }

constexpr std::array demand_rows{
    demand_row{transfer_key, &image_protocol},
    demand_row{"TransferMethod", &by_stream},
    demand_row{"UserName", &nobody},
    demand_row{"Password", &nobody},
};

/// Adds required parameters to the request. False: the error names none.
bool meet_demands(json& body, const redfish_error& wrong, const std::string& image) {
  bool changed = false;
  for (const auto& row : demand_rows) {
    const std::string property{row.property};
    if (!wrong.says(row.property) || body.contains(property)) continue;
    body[property] = row.value(image);
    changed = true;
  }
  return changed;
}

redfish_change insert_by_action(media_progress_ptr progress, std::string target) {
  auto body = insertion(*progress);
  for (int attempt = 1;; ++attempt) {
    auto done = co_await progress->bmc.post(target, body);
    if (done || done.error().status != 400 || attempt >= demand_attempts) co_return done;
    if (!meet_demands(body, done.error(), progress->image)) co_return done;
  }
}

bool is_patched(const media_slot& slot) {
  return slot.shown.allow.find("PATCH") != std::string::npos;
}

redfish_change insert_once(media_progress_ptr progress) {
  auto slot = progress->slot;
  const auto target = action_target(slot.shown.body, "VirtualMedia.InsertMedia");
  if (!target.empty()) co_return co_await insert_by_action(progress, target);
  if (!is_patched(slot))
    co_return tl::unexpected(
        redfish_error{redfish_fault::missing,
                      405,
                      "The virtual media device " + slot.shown.path + " does not accept images.",
                      {}});
  auto body = patched_insertion(*progress);
  co_return co_await progress->bmc.patch(std::move(slot.shown), std::move(body));
}

/// With an empty body, as specified, then with an empty object.
redfish_change eject_once(redfish_client bmc, media_slot slot) {
  const auto target = action_target(slot.shown.body, "VirtualMedia.EjectMedia");
  if (target.empty()) {
    auto body = patched_ejection();
    co_return co_await bmc.patch(std::move(slot.shown), std::move(body));
  }
  auto done = co_await bmc.post(target, nullptr);
  const bool wants_body = !done && (done.error().status == 400 || done.error().status == 415);
  if (wants_body) done = co_await bmc.post(target, json::object());
  co_return done;
}

/// A request that names wrong values. Another device may accept it.
bool is_wrong_request(const redfish_error& wrong) {
  constexpr std::array final_statuses{400U, 404U, 405U, 415U, 422U, 501U};
  return std::find(final_statuses.begin(), final_statuses.end(), wrong.status) !=
         final_statuses.end();
}

order_answer note_media_answer(media_progress& progress,
                               const redfish_result<redfish_answer>& answer) {
  auto out = redfish_order_answer(answer);
  progress.task.clear();
  progress.occupied = false;
  if (answer && answer->status == 202) progress.task = task_of(*answer);
  if (answer) return out;
  progress.barred = answer.error().fault == redfish_fault::access ||
                    answer.error().fault == redfish_fault::not_called ||
                    answer.error().fault == redfish_fault::untrusted;
  const bool inserts = !progress.image.empty();
  const auto known = inserts ? insertion_answer(answer.error().words) : std::nullopt;
  if (known) {
    out.kind = *known;
    progress.occupied = info(*known).sent_again;
  } else if (inserts && is_wrong_request(answer.error())) {
    out.kind = answer_kind::refused;
  }
  if (out.kind == answer_kind::unknown) ++progress.failures;
  progress.lost = progress.lost || out.kind == answer_kind::unknown;
  return out;
}

boost::asio::awaitable<order_answer> send_insertion(media_progress_ptr progress) {
  const auto answer = co_await insert_once(progress);
  const auto out = note_media_answer(*progress, answer);
  // An image that an earlier order may have inserted is not ejected: the device will show it.
  const bool ejects = out.kind == answer_kind::already_so && progress->occupied && !progress->lost;
  if (ejects) co_await eject_once(progress->bmc, progress->slot);
  co_return out;
}

boost::asio::awaitable<order_answer> send_ejection(media_progress_ptr progress) {
  const auto answer = co_await eject_once(progress->bmc, progress->slot);
  co_return note_media_answer(*progress, answer);
}

order_sight sight_of_slot(const media_progress& progress) {
  const auto& slot = progress.slot;
  const bool inserts = !progress.image.empty();
  const bool ours = slot.is_full() && may_be_image(slot.image(), progress.image);
  std::string state = slot.is_full() ? "another image" : "no image";
  if (inserts && ours) state = "the image";
  if (progress.occupied && !progress.lost) return {machine_sight::other, state};
  if (inserts ? ours : !slot.is_full()) return {machine_sight::wanted, state};
  if (progress.failures >= media_failures_max) return {machine_sight::failed, state};
  return {machine_sight::other, state};
}

boost::asio::awaitable<order_sight> look_at_slot(media_progress_ptr progress) {
  if (!progress->task.empty()) {
    const auto task = co_await get_task(progress->bmc, progress->task);
    if (!task) co_return redfish_unread(task.error());
    if (task->stage == task_stage::failed)
      co_return order_sight{machine_sight::failed, task->state,
                            "The BMC failed the task (" + task->state + "): " + task->words};
    if (task->stage == task_stage::going_on)
      co_return order_sight{machine_sight::changing, "its task is " + task->state};
  }
  auto shown = co_await progress->bmc.get(progress->slot.shown.path);
  if (!shown) co_return redfish_unread(shown.error());
  progress->slot.shown = std::move(*shown);
  co_return sight_of_slot(*progress);
}

/// Whether another device may accept the image.
bool may_try_next(const media_progress& progress, const order_end& end) {
  return !progress.barred && (end.result == order_result::refused || end.unread.empty());
}

/// A rejected order may have been executed: the device decides.
boost::asio::awaitable<bool> is_shown_anyway(media_progress_ptr progress, order_end end) {
  if (progress->barred || end.answer != answer_kind::refused) co_return false;
  const auto sight = co_await look_at_slot(progress);
  co_return sight.shows == machine_sight::wanted;
}

media_change run_media_order(media_progress_ptr progress, machine_order order, std::string wanted) {
  auto pace = redfish_order_pace(progress->bmc, progress->bmc.options().media_change_timeout);
  pace.first = progress->bmc.options().media_poll_first;
  pace.again_after = progress->bmc.options().media_again_after;
  pace.again_max = media_again_max;
  const auto device = "The virtual media device " + progress->slot.shown.path;
  order.look = [progress] { return look_at_slot(progress); };
  order.repeatable = true;
  order.seen_other = true;
  const auto end = co_await execute_order(std::move(order), std::move(pace));
  if (end.result == order_result::done) co_return std::nullopt;
  const bool shown = co_await is_shown_anyway(progress, end);
  if (shown) co_return std::nullopt;
  co_return redfish_error{
      may_try_next(*progress, end) ? redfish_fault::broken : redfish_fault::silent,
      0,
      text_of(end, device, wanted),
      {}};
}

media_progress_ptr new_media_progress(redfish_client bmc, media_slot slot, wanted_image wanted,
                                      std::string protocol) {
  return std::make_shared<media_progress>(
      media_progress{std::move(bmc), std::move(slot), std::move(wanted.url), std::move(protocol),
                     std::move(wanted.user), std::move(wanted.password)});
}

media_change insert_into(redfish_client bmc, media_slot slot, wanted_image wanted) {
  auto protocol = transfer_protocol(wanted.transport, wanted.url, slot.shown.body);
  if (!protocol) co_return protocol.error();
  const auto secret = wanted.password;
  auto progress =
      new_media_progress(std::move(bmc), std::move(slot), std::move(wanted), std::move(*protocol));
  machine_order order;
  order.send = [progress] { return send_insertion(progress); };
  auto wrong = co_await run_media_order(progress, std::move(order), "the image");
  if (wrong) wrong = without_secret(std::move(*wrong), secret);
  co_return wrong;
}

redfish_error nothing_took(const std::string& type, const std::string& reasons) {
  return {reasons.empty() ? redfish_fault::refused : redfish_fault::broken,
          0,
          "No virtual media device accepted the image as " + type + ". " +
              (reasons.empty() ? "The machine has no device of that type." : reasons),
          {}};
}

media_change insert_in_turn(redfish_client bmc, std::vector<media_slot> slots, std::string type,
                            wanted_image wanted) {
  std::erase_if(slots, [&](const auto& slot) { return !slot.takes(type); });
  for (const auto& slot : slots)
    if (slot.has(wanted.url)) co_return std::nullopt;
  std::stable_partition(slots.begin(), slots.end(),
                        [](const auto& slot) { return !slot.is_full(); });
  std::string reasons;
  for (const auto& slot : slots) {
    std::optional<redfish_error> wrong;
    if (slot.is_full()) wrong = co_await eject_media(bmc, slot);
    if (!wrong) wrong = co_await insert_into(bmc, slot, wanted);
    if (!wrong || wrong->fault == redfish_fault::silent) co_return wrong;
    append_item(reasons, wrong->message, " ");
  }
  co_return nothing_took(type, reasons);
}

media_change eject_from(redfish_client bmc, media_slot slot) {
  auto progress = new_media_progress(std::move(bmc), std::move(slot), wanted_image{}, {});
  machine_order order;
  order.send = [progress] { return send_ejection(progress); };
  co_return co_await run_media_order(progress, std::move(order), "no image");
}

}  // namespace

media_change insert_media(redfish_client bmc, std::vector<media_slot> slots, std::string type,
                          wanted_image wanted) {
  return insert_in_turn(std::move(bmc), std::move(slots), std::move(type), std::move(wanted));
}

media_change eject_media(redfish_client bmc, media_slot slot) {
  return eject_from(std::move(bmc), std::move(slot));
}

}  // namespace ironbus
