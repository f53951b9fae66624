#include "gateways/http/api/user_limits.hpp"

#include "gateways/http/api/error.hpp"
#include "gateways/http/api/permission.hpp"
#include "gateways/http/api/questions.hpp"
#include "gateways/http/services/services.hpp"
#include "messages/model/snapshot.hpp"
#include "messages/model/state_table.hpp"

#include <algorithm>
#include <array>

namespace ironbus::http {

namespace {

// How soon an object may be deleted, or an operation may end.
constexpr std::chrono::seconds ownership_pause{60};
constexpr std::chrono::seconds operation_pause{30};

constexpr std::string_view retry_after = "Retry-After";

struct owned_kind {
  std::string_view collection;
  size_t project_limits::*limit;
  std::string_view option;
};
constexpr std::array owned_kinds{
    owned_kind{"nodes", &project_limits::nodes_max, "api.nodes_per_project_max"},
    owned_kind{"allocations", &project_limits::allocations_max, "api.allocations_per_project_max"},
};

/// The states in which an operation works on a node or waits for its machine.
std::vector<std::string> working_states() {
  std::vector<std::string> out;
  for (const auto& row : state_table::rows)
    if (row.kind != state_kind::stable && row.kind != state_kind::failed)
      out.emplace_back(to_string(row.state));
  return out;
}

}  // namespace

void refuse_overuse(call& call, const identity_overuse& why, const std::string& owner) {
  auto out =
      error_response(429, "The option " + std::string{why.option} + " allows " + owner +
                              " at most " + std::to_string(why.limit) + ". Try again later.");
  for (auto& [name, value] : out.headers)
    if (name == retry_after) value = std::to_string(why.retry_after.count());
  call.respond(std::move(out));
}

bool take_place(const call_ptr& call) {
  auto* budget = call->services.budgets;
  if (budget == nullptr || !budget->limits() || call->user.empty()) return true;
  const auto key = user_key(*call);
  const auto now = steady_clock::now();
  const auto why =
      call->before_body ? budget->lacks(key, now) : budget->take(key, now, call->place);
  if (!why) return true;
  refuse_overuse(*call, *why, "the user '" + call->user + "'");
  return false;
}

task<bool> may_own_more(const call_ptr& call, std::string collection, std::string owner) {
  const auto* row = std::find_if(owned_kinds.begin(), owned_kinds.end(),
                                 [&](const auto& x) { return x.collection == collection; });
  const auto limit = call->services.options.projects.*(row->limit);
  if (limit == 0 || owner.empty()) co_return true;
  std::vector<std::string> values(1, owner);
  const auto counts =
      co_await count_rows(call, std::move(collection), std::string("owner"), std::move(values));
  if (counts.at(0) < limit) co_return true;
  const identity_overuse why{row->option, limit, ownership_pause};
  refuse_overuse(*call, why, "the project '" + owner + "'");
  co_return false;
}

task<bool> may_start_operation(const call_ptr& call) {
  const auto limit = call->services.options.projects.operations_max;
  const auto& project = project_of(*call);
  if (limit == 0 || project.empty()) co_return true;
  static const auto states = working_states();
  query wanted;
  wanted.collection = "nodes";
  wanted.limit = limit;
  filter of_project{std::string(project_column), filter::op::equal, {}};
  of_project.values.push_back(project);
  wanted.filters.push_back(std::move(of_project));
  filter of_states{"provision_state", filter::op::equal, {}};
  of_states.values = states;
  wanted.filters.push_back(std::move(of_states));
  const auto busy = co_await list_rows(call, std::move(wanted));
  if (busy.size() < limit) co_return true;
  const identity_overuse why{"api.operations_per_project_max", limit, operation_pause};
  refuse_overuse(*call, why, "the project '" + project + "'");
  co_return false;
}

}  // namespace ironbus::http
