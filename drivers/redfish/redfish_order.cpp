#include "drivers/redfish/redfish_order.hpp"

#include <algorithm>
#include <array>

namespace ironbus {

namespace {

/// Faults that say more than the status and the message.
struct fault_sight_row {
  redfish_fault fault;
  answer_kind answer;
  machine_sight sight;
};

constexpr std::array fault_sights{
    fault_sight_row{redfish_fault::not_called, answer_kind::refused, machine_sight::closed},
    fault_sight_row{redfish_fault::untrusted, answer_kind::refused, machine_sight::nothing},
    fault_sight_row{redfish_fault::access, answer_kind::refused, machine_sight::denied},
    fault_sight_row{redfish_fault::silent, answer_kind::unknown, machine_sight::nothing},
    fault_sight_row{redfish_fault::unreadable, answer_kind::unknown, machine_sight::nothing},
};

const fault_sight_row* fault_row_of(redfish_fault fault) {
  const auto* found = std::find_if(fault_sights.begin(), fault_sights.end(),
                                   [fault](const auto& row) { return row.fault == fault; });
  return found == fault_sights.end() ? nullptr : found;
}

answer_kind answer_kind_of(const redfish_error& wrong) {
  if (const auto* row = fault_row_of(wrong.fault)) return row->answer;
  if (wrong.status != 0) return kind_of_http(wrong.status, wrong.words);
  // This driver's own checks. What a resource lacks, it may show later.
  return wrong.fault == redfish_fault::missing ? answer_kind::transient : answer_kind::not_sent;
}

}  // namespace

order_answer redfish_order_answer(const redfish_error& wrong) {
  return {answer_kind_of(wrong), wrong.message};
}

order_answer redfish_unsent_order(const redfish_error& wrong) {
  auto out = redfish_order_answer(wrong);
  if (info(out.kind).executed || info(out.kind).sent_again) out.kind = answer_kind::transient;
  return out;
}

order_answer redfish_order_answer(const redfish_result<redfish_answer>& answer) {
  if (!answer) return redfish_order_answer(answer.error());
  return {kind_of_http(answer->status, {})};
}

order_sight redfish_unread(const redfish_error& wrong) {
  const auto* row = fault_row_of(wrong.fault);
  return {row != nullptr ? row->sight : machine_sight::nothing, {}, wrong.message};
}

order_pace redfish_order_pace(const redfish_client& bmc, std::chrono::milliseconds limit) {
  const auto& options = bmc.options();
  order_pace out;
  out.limit = limit;
  out.first = options.power_poll_first;
  out.again_after = options.power_on_conflict_retry_interval;
  out.again_max = options.power_on_conflict_retry_attempts;
  return out;
}

std::string redfish_machine_text(const redfish_client& bmc) {
  return "The machine of the BMC at " + bmc.account().place();
}

}  // namespace ironbus
