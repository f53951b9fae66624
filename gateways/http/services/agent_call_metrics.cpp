#include "gateways/http/services/agent_call_metrics.hpp"

#include "messages/platform/closed_counters.hpp"

#include <algorithm>
#include <array>

namespace ironbus::http {

namespace {

/// A route of ramdisks and its label.
struct agent_call_row {
  std::string_view path;
  size_t call;
};

constexpr std::array<std::string_view, 3> agent_call_names{"lookup", "heartbeat",
                                                           "continue_inspection"};
constexpr std::array agent_call_rows{
    agent_call_row{"/v1/lookup", 0},
    agent_call_row{"/v1/drivers/{name}/vendor_passthru/lookup", 0},
    agent_call_row{"/v1/heartbeat", 1},
    agent_call_row{"/v1/heartbeat/{ident}", 1},
    agent_call_row{"/v1/nodes/{ident}/vendor_passthru/heartbeat", 1},
    agent_call_row{"/v1/continue_inspection", 2},
};

enum class agent_result : uint8_t {
  accepted,
  invalid,
  denied,
  not_found,
  conflict,
  too_many,
  unavailable,
  failed,
  count_
};

constexpr std::array<std::string_view, 8> agent_result_names{
    "accepted", "invalid", "denied", "not_found", "conflict", "too_many", "unavailable", "failed"};

static_assert(agent_result_names.size() == static_cast<size_t>(agent_result::count_));

/// A label for statuses up to this one.
struct agent_status_row {
  unsigned last;
  agent_result result;
};

constexpr std::array agent_status_rows{
    agent_status_row{299, agent_result::accepted},
    agent_status_row{400, agent_result::invalid},
    agent_status_row{403, agent_result::denied},
    agent_status_row{404, agent_result::not_found},
    agent_status_row{408, agent_result::invalid},
    agent_status_row{409, agent_result::conflict},
    agent_status_row{428, agent_result::invalid},
    agent_status_row{429, agent_result::too_many},
    agent_status_row{499, agent_result::invalid},
    agent_status_row{502, agent_result::failed},
    agent_status_row{503, agent_result::unavailable},
    agent_status_row{999, agent_result::failed},
};

metrics::closed_counters agent_calls{
    {"ironbus_agent_calls_total", "Requests of ramdisks answered."},
    agent_call_names.size() * agent_result_names.size(),
    [](size_t i) {
      return metrics::labels{
          {"call", std::string{agent_call_names[i / agent_result_names.size()]}},
          {"result", std::string{agent_result_names[i % agent_result_names.size()]}}};
    }};

const agent_call_row* find_agent_call(std::string_view path) {
  const auto* found = std::find_if(agent_call_rows.begin(), agent_call_rows.end(),
                                   [path](const auto& one) { return one.path == path; });
  return found == agent_call_rows.end() ? nullptr : found;
}

size_t number_of_agent_result(unsigned status) {
  const auto found = std::find_if(agent_status_rows.begin(), agent_status_rows.end() - 1,
                                  [status](const auto& row) { return status <= row.last; });
  return static_cast<size_t>(found->result);
}

}  // namespace

bool is_agent_call(std::string_view path) { return find_agent_call(path) != nullptr; }

void count_agent_call(std::string_view path, unsigned status) {
  if (const auto* row = find_agent_call(path))
    ++agent_calls[row->call * agent_result_names.size() + number_of_agent_result(status)];
}

}  // namespace ironbus::http
