#include "actors/node/decision/failed_step.hpp"

#include "actors/node/decision/ledger.hpp"
#include "actors/node/decision/progress.hpp"
#include "actors/node/tables/workflow_table.hpp"

namespace ironbus {

std::string failure_text(const decision& decision, const operation& op, const std::string& reason) {
  const auto& row = info(op.kind);
  if (!row.failed_text.empty())
    return std::string{row.failed_text} + decision.next.attributes.uuid + ": " + reason;
  auto noun = std::string{row.noun};
  noun[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(noun[0])));
  return noun + " " + name_of_step(op) + " failed on node " + decision.next.attributes.uuid + ": " +
         reason;
}

handler_result fail_step(decision& decision, const std::string& reason, const std::string& worker) {
  auto& op = *decision.next.current;
  const auto& step = op.steps[op.index];
  if (!may_be_left_out(op, step)) return verdict::fail{failure_text(decision, op, reason)};
  // A call that precedes the step has failed: the ledger shows the step nevertheless.
  if (!is_started(op)) open_ledger_entry(decision, op, step);
  return verdict::done{reason, worker, "failed"};
}

}  // namespace ironbus
