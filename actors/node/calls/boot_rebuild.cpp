#include "actors/node/calls/boot_rebuild.hpp"

#include "actors/node/decision/worker_check.hpp"
#include "messages/base/text.hpp"
#include "messages/contract/boot_notes.hpp"
#include "messages/contract/driver_operations.hpp"
#include "messages/model/snapshot.hpp"

#include <algorithm>
#include <array>

namespace ironbus {

namespace {

namespace boots = driver_operations::boot;

/// The calls that rebuild lost boot files. An instance has boot files only if it runs live.
struct rebuild_row {
  driver_operation call;
  bool live;
};
constexpr std::array rebuild_rows{
    rebuild_row{boots::prepare_ramdisk, false},
    rebuild_row{boots::prepare_instance, true},
    rebuild_row{boots::clean_up_instance, false},
};

const rebuild_row* find_rebuild(std::string_view name) {
  const auto* found = std::find_if(rebuild_rows.begin(), rebuild_rows.end(),
                                   [&](const auto& row) { return row.call.name == name; });
  return found == rebuild_rows.end() ? nullptr : found;
}

std::string lost_location_of(const driver_call& call) {
  return call.what.interface == boots::prepare_ramdisk.interface ? member_text(
                                                                       call.what.args,
                                                                       lost_location_argument)
                                                                 : std::string{};
}

bool is_supported(const decision& decision, const driver_operation& call) {
  const auto* boot = decision.ctx().drivers.find(decision.next.attributes, call.interface);
  return boot != nullptr && boot->supported && boot->find_step(std::string{call.name}) != nullptr;
}

driver_call rebuild_call(decision& decision, const rebuild_row& row, const std::string& place) {
  const auto& x = decision.next;
  driver_call out;
  out.id = decision.fresh_id();
  out.trace = x.current ? span_of(*x.current) : decision.trace();
  out.what.interface = row.call.interface;
  out.what.name = row.call.name;
  auto& args = out.what.args.edit();
  args[lost_location_argument] = place;
  if (row.live) args["live"] = true;
  if (x.current) args[operation_argument] = x.current->id;
  return out;
}

}  // namespace

void rebuild_boot_files(decision& decision, const boot_place_lost& lost) {
  auto& x = decision.next;
  const auto notes = read_boot_notes(x.attributes.driver_internal_info);
  const auto* row = find_rebuild(notes.call);
  if (row == nullptr || notes.place.empty() || notes.place != lost.place) return;
  const bool asked = std::any_of(x.calls.begin(), x.calls.end(), rebuilds_boot_files);
  if (asked || x.calls.size() >= driver_calls_max || check_workers(decision) ||
      !is_supported(decision, row->call))
    return;
  x.calls.push_back(rebuild_call(decision, *row, lost.place));
}

bool rebuilds_boot_files(const driver_call& call) { return !lost_location_of(call).empty(); }

void drop_unneeded_rebuilds(decision& decision) {
  auto& x = decision.next;
  if (x.calls.empty()) return;
  const auto notes = read_boot_notes(x.attributes.driver_internal_info);
  std::erase_if(x.calls, [&](const driver_call& call) {
    return rebuilds_boot_files(call) &&
           (notes.place != lost_location_of(call) || notes.call != call.what.name);
  });
}

handler_result boot_rebuild_ended(decision& decision, const step_outcome& outcome) {
  if (outcome.status == step_status::done)
    decision.add_history(
        "INFO", boots::prepare_ramdisk.interface,
        "The boot files of the machine were lost with their host and have been rebuilt by " +
            outcome.worker + ".");
  return verdict::stay{};
}

handler_result boot_rebuild_failed(decision& decision, const std::string& why) {
  const auto text =
      "The boot files of the machine were lost with their host and cannot be rebuilt: " + why;
  if (decision.next.attributes.last_error != text)
    decision.record_error(boots::prepare_ramdisk.interface, text);
  return verdict::stay{};
}

void report_boot_location(decision& decision, const std::string& before) {
  const auto now = read_boot_notes(decision.next.attributes.driver_internal_info).place;
  if (!before.empty() && before != now)
    decision.emit(event::boot_place_changed, {{"from", before}, {"to", now}});
}

}  // namespace ironbus
