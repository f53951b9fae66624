#include "gateways/http/api/questions.hpp"
#include "gateways/http/monitoring/handlers.hpp"
#include "messages/contract/step_durations.hpp"

namespace ironbus::http {

task<> list_durations(const call_ptr& call) {
  query all;
  all.collection = step_durations_collection;
  all.limit = step_durations_max;
  const auto rows = co_await list_rows(call, all);
  std::string out = "{\"durations\":[";
  for (const auto& row : rows) out.append(out.ends_with('[') ? "" : ",").append(row.summary);
  call->respond_json(out + "]}");
}

}  // namespace ironbus::http
